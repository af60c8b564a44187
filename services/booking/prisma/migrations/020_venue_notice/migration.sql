-- Copied from catalog: what the venue's own contact is told of by mail, and whether in one mail a day.
ALTER TABLE venue
  ADD COLUMN notify_new boolean NOT NULL DEFAULT true,
  ADD COLUMN notify_changed boolean NOT NULL DEFAULT true,
  ADD COLUMN notify_cancelled boolean NOT NULL DEFAULT true,
  ADD COLUMN notify_daily boolean NOT NULL DEFAULT false,
  -- Our own: no mail to the venue's contact before it, so that a rush becomes few mails.
  ADD COLUMN notices_from timestamptz(3) NOT NULL DEFAULT now();

-- What the venue's contact is to be told of; a row is deleted once it was told. Apart from mail to guests, of which each booking's
-- goes out in the order of what happened.
CREATE TABLE venue_notice (
  venue_id integer NOT NULL,
  booking_id bigint NOT NULL,
  kind text NOT NULL CHECK (kind IN ('new', 'changed', 'cancelled')),
  since timestamptz(3) NOT NULL DEFAULT now(),
  -- How often it happened since: who tells of it deletes only what he knew of.
  times integer NOT NULL DEFAULT 1,
  PRIMARY KEY (venue_id, booking_id, kind),
  FOREIGN KEY (venue_id, booking_id) REFERENCES booking (venue_id, id)
);
