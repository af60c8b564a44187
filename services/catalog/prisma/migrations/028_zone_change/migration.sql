-- The last change of the time zone, `{revision, keep, notify}`: whether bookings keep their clock time or their instant,
-- and whether guests are notified. NULL: none.
ALTER TABLE venue ADD COLUMN zone_change jsonb;
