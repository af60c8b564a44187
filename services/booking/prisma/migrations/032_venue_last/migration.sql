-- The venue last: of indexes that begin with it PostgreSQL takes the newest for a plan that it makes while the table is small, also to
-- check a foreign key. To find one booking, or one mail, all of its venue were read (docs/decisions/0068).
-- contract: booking_reference refuses the same already
-- locks: reads the bookings once; those of large installations make it beforehand, see CHANGELOG.md
CREATE UNIQUE INDEX IF NOT EXISTS booking_by_reference ON booking (reference, venue_id);
-- locks: as above
CREATE INDEX IF NOT EXISTS mail_by_booking ON mail (booking_id, venue_id);
-- contract: the others do the same, and nothing names them
DROP INDEX booking_reference;
-- contract: as above
DROP INDEX mail_of_booking;
