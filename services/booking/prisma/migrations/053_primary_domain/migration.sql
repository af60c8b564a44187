-- The domain of links for guests; null: the platform's address.
ALTER TABLE venue ADD COLUMN primary_domain text;
