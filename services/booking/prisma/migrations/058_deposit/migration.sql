-- Copy of what guests pay online to book a facility, as JSON in the API's format; NULL: the whole price.
ALTER TABLE facility ADD COLUMN deposit jsonb;
