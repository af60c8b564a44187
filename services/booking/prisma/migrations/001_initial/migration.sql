-- Bookings, and copies of what they are checked and priced by.

-- Copy of catalog's venue; its fields come by an event of their own.
CREATE TABLE venue (
  id integer PRIMARY KEY,
  timezone text NOT NULL,
  live boolean NOT NULL,
  redirect_origins text[] NOT NULL,
  revision bigint NOT NULL
);

CREATE TABLE venue_fields (
  venue_id integer PRIMARY KEY,
  fields jsonb NOT NULL,
  revision bigint NOT NULL
);

-- Copy of catalog's facility. No foreign key to venue: events of one batch arrive in any order.
CREATE TABLE facility (
  id integer NOT NULL UNIQUE,
  venue_id integer NOT NULL,
  name text NOT NULL,
  min_people integer NOT NULL,
  max_people_per_booking integer NOT NULL,
  price_cents integer NOT NULL,
  active boolean NOT NULL,
  revision bigint NOT NULL,
  PRIMARY KEY (venue_id, id)
);

-- The outcome of every reservation: saved as a booking, or void. Whoever writes the row first decides, so a
-- booking that comes late finds its reservation void and is not saved.
CREATE TABLE reservation_outcome (
  booking_uid uuid PRIMARY KEY,
  void boolean NOT NULL,
  decided_at timestamptz(3) NOT NULL DEFAULT now()
);

CREATE TABLE booking (
  id bigint GENERATED ALWAYS AS IDENTITY,
  uid uuid NOT NULL UNIQUE REFERENCES reservation_outcome (booking_uid),
  venue_id integer NOT NULL REFERENCES venue (id),
  facility_id integer NOT NULL,
  slot_id bigint NOT NULL,
  facility_name text NOT NULL,
  -- The venue's zone when it was booked: the guest keeps the time that was promised.
  timezone text NOT NULL,
  starts_at timestamptz(3) NOT NULL,
  ends_at timestamptz(3) NOT NULL,
  people integer NOT NULL CHECK (people > 0),
  amount_cents bigint NOT NULL CHECK (amount_cents >= 0),
  status text NOT NULL
    CHECK (status IN ('pending_payment', 'confirmed', 'expired', 'cancelled', 'checked_in', 'no_show')),
  customer_name text NOT NULL,
  customer_email text NOT NULL,
  extra jsonb NOT NULL,
  locale text NOT NULL CHECK (locale IN ('nl', 'en')),
  redirect_url text,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (venue_id, id),
  UNIQUE (id),
  FOREIGN KEY (venue_id, facility_id) REFERENCES facility (venue_id, id)
);
CREATE INDEX booking_by_time ON booking (venue_id, starts_at);

-- A request that carried an Idempotency-Key. Without a booking: under way until the lease ends. The owner is
-- the reservation that the request works under, so one that lost its lease can't save.
CREATE TABLE idempotency_key (
  venue_id integer NOT NULL,
  key text NOT NULL,
  body_hash text NOT NULL,
  owner uuid NOT NULL,
  leased_until timestamptz(3) NOT NULL,
  booking_uid uuid,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (venue_id, key)
);
CREATE INDEX idempotency_key_by_age ON idempotency_key (created_at);

CREATE TABLE outbox (
  seq bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  id uuid NOT NULL UNIQUE DEFAULT gen_random_uuid(),
  subject text NOT NULL,
  payload jsonb NOT NULL,
  attempts integer NOT NULL DEFAULT 0,
  claimed_until timestamptz(3),
  published_at timestamptz(3),
  created_at timestamptz(3) NOT NULL DEFAULT now()
);
CREATE INDEX outbox_unpublished ON outbox (seq) WHERE published_at IS NULL;
CREATE INDEX outbox_published ON outbox (published_at) WHERE published_at IS NOT NULL;

-- Which storage of the broker the published events lie in: another one means that it was lost.
CREATE TABLE outbox_storage (
  singleton boolean PRIMARY KEY DEFAULT true CHECK (singleton),
  storage text NOT NULL
);

-- Events whose effect has happened, written in the transaction of the effect.
CREATE TABLE inbox (
  event_id uuid PRIMARY KEY,
  applied_at timestamptz(3) NOT NULL DEFAULT now()
);

-- Events that could not be applied, for a person to look at.
CREATE TABLE dead_letter (
  event_id uuid PRIMARY KEY,
  subject text NOT NULL,
  payload jsonb NOT NULL,
  error text NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now()
);

