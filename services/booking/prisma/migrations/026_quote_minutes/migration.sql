-- How long a price holds that a guest was told, in minutes; the venue's.
ALTER TABLE venue ADD COLUMN quote_minutes integer NOT NULL DEFAULT 15;
