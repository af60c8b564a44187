-- Guests may change their bookings until so many hours before the start; NULL: not at all.
ALTER TABLE venue ADD COLUMN change_until_hours integer;
