-- What a venue notes about a guest, under a hash of the mailbox or the phone number: the booking is the only row with a guest's data.
-- Erasing the last booking of a guest deletes the row. The previous release neither reads nor deletes it, and erases no later than this one.
CREATE TABLE guest_note (
  venue_id integer NOT NULL REFERENCES venue (id),
  guest bytea NOT NULL CHECK (octet_length(guest) = 32),
  note text NOT NULL,
  tags text[] NOT NULL,
  PRIMARY KEY (venue_id, guest)
);
