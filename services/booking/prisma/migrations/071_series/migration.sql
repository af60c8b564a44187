-- A booking that the desk made as one of a series: the id that the bookings of the series share, and its place in it
-- (`{position, count, everyWeeks}`), which never changes. See docs/decisions/0113-series.
ALTER TABLE booking ADD COLUMN series_id uuid, ADD COLUMN series_place jsonb;
-- locks: a partial index without entries, because the column is new
CREATE INDEX IF NOT EXISTS booking_by_series ON booking (series_id) WHERE series_id IS NOT NULL;

-- The bookings that one mail is about; null: `booking_id` alone. A mailer of the previous release mails about that one only.
ALTER TABLE mail ADD COLUMN booking_ids bigint[];
