-- The venue last, so that the primary key alone begins with it. Of several such indexes PostgreSQL takes the newest for a plan that it
-- makes while the table is small, also to check a foreign key: for each payment all of its venue were read (docs/decisions/0068).
-- contract: the constraint that goes below refuses the same already
-- locks: reads the payments once; those of large installations make it beforehand, see CHANGELOG.md
CREATE UNIQUE INDEX IF NOT EXISTS payment_booking_id_venue_id_key ON payment (booking_id, venue_id);
-- contract: as above
-- locks: as above
CREATE UNIQUE INDEX IF NOT EXISTS attempt_payment_id_venue_id_number_key ON attempt (payment_id, venue_id, number);
-- contract: the others do the same, and nothing names them
ALTER TABLE payment DROP CONSTRAINT payment_venue_id_booking_id_key;
-- contract: as above
ALTER TABLE attempt DROP CONSTRAINT attempt_venue_id_payment_id_number_key;
