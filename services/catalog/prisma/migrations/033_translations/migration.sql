-- Texts in other languages than the venue's own, in the API's format; null: none. The previous release leaves those
-- of a facility as they are, and drops those of fields when it replaces the fields.
ALTER TABLE facility ADD COLUMN translations jsonb;
ALTER TABLE booking_field ADD COLUMN translations jsonb;
