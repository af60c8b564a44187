-- The revision of the last change of the time zone that the bookings have followed; NULL: none.
ALTER TABLE venue ADD COLUMN zone_revision bigint;
