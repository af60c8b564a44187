-- A booking may have several payments: the first one, and later ones for the amount that is still open.
ALTER TABLE payment ADD COLUMN purpose text NOT NULL DEFAULT 'booking';
-- The first payment of a booking is unique; the previous release makes no other.
-- contract: refuses less than the index that goes below
-- locks: reads the payments once; those of large installations make it beforehand, see CHANGELOG.md
CREATE UNIQUE INDEX IF NOT EXISTS payment_first_of_booking ON payment (booking_id, venue_id) WHERE purpose = 'booking';
-- locks: as above
CREATE INDEX IF NOT EXISTS payment_of_booking ON payment (booking_id, venue_id);
-- contract: refuses more than payment_first_of_booking, which does the same for the previous release
DROP INDEX payment_booking_id_venue_id_key;
