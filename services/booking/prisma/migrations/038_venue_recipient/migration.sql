-- Who was mailed today because a venue caused it, so that a venue mails so many people a day at most. The mailbox is a keyed hash, and
-- gone a day later.
CREATE TABLE venue_recipient (
  venue_id integer NOT NULL,
  mailbox_hash text NOT NULL,
  since timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (venue_id, mailbox_hash)
);
CREATE INDEX venue_recipient_by_venue ON venue_recipient (venue_id, since);
CREATE INDEX venue_recipient_by_age ON venue_recipient (since);

-- Whether a mail of a venue may go to a mailbox: to one that had another today, or while fewer than `most` have. One venue's calls wait
-- for each other, and each sees what those before it have counted.
CREATE FUNCTION take_recipient(venue integer, mailbox text, most integer) RETURNS boolean LANGUAGE plpgsql VOLATILE AS $$
BEGIN
  PERFORM FROM booking.venue_recipient
  WHERE venue_id = venue AND mailbox_hash = mailbox AND since > now() - interval '1 day';
  IF FOUND THEN
    RETURN true;
  END IF;
  PERFORM pg_advisory_xact_lock(hashtext('booking.venue_recipient'), venue);
  INSERT INTO booking.venue_recipient AS r (venue_id, mailbox_hash)
  SELECT venue, mailbox
  WHERE (SELECT count(*) FROM booking.venue_recipient WHERE venue_id = venue AND since > now() - interval '1 day') < most
  ON CONFLICT (venue_id, mailbox_hash) DO UPDATE SET since = greatest(r.since, now());
  RETURN FOUND;
END
$$;

-- The venue has changed the address of whoever booked online: its mail is the venue's to cause.
ALTER TABLE booking ADD COLUMN readdressed boolean NOT NULL DEFAULT false;
