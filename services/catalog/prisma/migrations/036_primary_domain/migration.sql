-- The domain of the venue's page and of links for guests; null: the platform's address.
ALTER TABLE venue ADD COLUMN primary_domain text;
