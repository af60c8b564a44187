-- Catalog's opening windows of a special day, as JSON.
ALTER TABLE opening_exception ADD COLUMN windows text;
