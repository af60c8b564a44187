-- Guests are checked in from so many hours before the start.
ALTER TABLE venue ADD COLUMN check_in_from_hours integer NOT NULL DEFAULT 12;
