-- Two mailboxes or numbers of one guest: the row of one names the other. `booking_id` is a booking by which
-- the mailbox is found again.
-- locks: the table is new in this release, so it is empty
ALTER TABLE guest_note
  ADD COLUMN same_as bytea CHECK (same_as <> guest),
  ADD COLUMN booking_id bigint;
-- locks: the table is new in this release, so it is empty
CREATE INDEX IF NOT EXISTS guest_note_same ON guest_note (same_as, venue_id) WHERE same_as IS NOT NULL;
