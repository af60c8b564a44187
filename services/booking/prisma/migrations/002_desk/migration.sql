-- What happens to a booking after it was made.

-- Catalog announces every venue again when it gets these settings. Until then guests may cancel as by default, and nobody is erased.
ALTER TABLE venue
  ADD COLUMN cancel_until_hours integer NOT NULL DEFAULT 24,
  ADD COLUMN retain_days integer,
  ADD COLUMN max_open_holds_per_address integer,
  ADD COLUMN max_open_holds_per_email integer;

-- The venue is part of every key. Void outcomes refuse a request that is under way; those of the past have done their work.
DELETE FROM reservation_outcome WHERE void;
ALTER TABLE reservation_outcome ADD COLUMN venue_id integer;
UPDATE reservation_outcome o SET venue_id = b.venue_id FROM booking b WHERE b.uid = o.booking_uid;
ALTER TABLE booking DROP CONSTRAINT booking_uid_fkey;
ALTER TABLE reservation_outcome DROP CONSTRAINT reservation_outcome_pkey;
ALTER TABLE reservation_outcome ALTER COLUMN venue_id SET NOT NULL;
ALTER TABLE reservation_outcome ADD PRIMARY KEY (venue_id, booking_uid), ADD UNIQUE (booking_uid);

ALTER TABLE booking
  ADD CONSTRAINT booking_outcome_fkey FOREIGN KEY (venue_id, uid) REFERENCES reservation_outcome (venue_id, booking_uid),
  ADD COLUMN source text NOT NULL DEFAULT 'online' CHECK (source IN ('online', 'desk')),
  -- Grows with every change, so that a calendar knows the newest copy of an appointment.
  ADD COLUMN revision integer NOT NULL DEFAULT 0,
  -- Client of an unpaid hold, as the hourly limit counts it; gone as soon as the booking is no longer pending.
  ADD COLUMN client text,
  -- Since when name, e-mail, extra and redirect address are empty.
  ADD COLUMN erased_at timestamptz(3),
  ADD CONSTRAINT client_while_pending CHECK (client IS NULL OR status = 'pending_payment'),
  ADD CONSTRAINT erased_is_empty CHECK (
    erased_at IS NULL OR (customer_name = '' AND customer_email = '' AND extra = '{}' AND redirect_url IS NULL));

DROP INDEX booking_by_time;
ALTER TABLE booking ADD UNIQUE (venue_id, uid);
CREATE INDEX booking_by_time ON booking (venue_id, starts_at, id);
CREATE INDEX booking_by_email ON booking (venue_id, lower(customer_email)) WHERE erased_at IS NULL;
CREATE INDEX booking_open_hold ON booking (venue_id, client) WHERE status = 'pending_payment';
CREATE INDEX booking_with_person ON booking (venue_id, ends_at) WHERE erased_at IS NULL;

-- Who did what to a booking. Nothing of the guest's stands here.
CREATE TABLE history (
  venue_id integer NOT NULL,
  booking_id bigint NOT NULL,
  seq bigint GENERATED ALWAYS AS IDENTITY,
  at timestamptz(3) NOT NULL DEFAULT now(),
  actor text NOT NULL,
  action text NOT NULL,
  note text NOT NULL DEFAULT '',
  PRIMARY KEY (venue_id, booking_id, seq),
  FOREIGN KEY (venue_id, booking_id) REFERENCES booking (venue_id, id)
);

-- A facility's calendar feed: whoever has the secret address may read it. Only a hash is kept.
CREATE TABLE calendar_feed (
  venue_id integer NOT NULL,
  facility_id integer NOT NULL,
  hash text NOT NULL UNIQUE,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (venue_id, facility_id),
  FOREIGN KEY (venue_id, facility_id) REFERENCES facility (venue_id, id)
);

-- Old ones are deleted.
CREATE INDEX inbox_by_age ON inbox (applied_at);
