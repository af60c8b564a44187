-- The description and accessibility text in other languages than the venue's own, in the API's format; null: none.
-- The type of business for search engines; null: no particular one. The previous release leaves both as they are.
ALTER TABLE venue
  ADD COLUMN translations jsonb,
  ADD COLUMN business_type text;
