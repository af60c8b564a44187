-- The ledger of places, and copies of the opening rules that it decides by.

CREATE EXTENSION IF NOT EXISTS btree_gist WITH SCHEMA public;

-- Copy of catalog's venue.
CREATE TABLE venue (
  id integer PRIMARY KEY,
  timezone text NOT NULL,
  day_start text NOT NULL,
  min_notice_minutes integer NOT NULL,
  max_advance_days integer,
  revision bigint NOT NULL
);

-- Copy of catalog's facility. No foreign key to venue: events of one batch arrive in any order.
CREATE TABLE facility (
  id integer NOT NULL UNIQUE,
  venue_id integer NOT NULL,
  name text NOT NULL,
  mode text NOT NULL CHECK (mode IN ('CAPACITY', 'FULL')),
  capacity integer NOT NULL,
  duration_minutes integer NOT NULL,
  buffer_minutes integer NOT NULL,
  opens_at text NOT NULL,
  closes_at text NOT NULL,
  open_days integer[] NOT NULL,
  active boolean NOT NULL,
  revision bigint NOT NULL,
  PRIMARY KEY (venue_id, id)
);

-- Copy of catalog's exceptions. A removed one stays as a row, so that a late event can't bring it back.
CREATE TABLE opening_exception (
  venue_id integer NOT NULL,
  facility_id integer NOT NULL,
  date date NOT NULL,
  removed boolean NOT NULL,
  closed boolean NOT NULL,
  opens_at text NOT NULL,
  closes_at text NOT NULL,
  revision bigint NOT NULL,
  PRIMARY KEY (venue_id, facility_id, date)
);

-- Only slots that were booked, blocked or given a capacity of their own; all others are computed.
CREATE TABLE slot (
  id bigint NOT NULL UNIQUE,
  venue_id integer NOT NULL,
  facility_id integer NOT NULL,
  starts_at timestamptz(3) NOT NULL,
  ends_at timestamptz(3) NOT NULL CHECK (ends_at > starts_at),
  blocked boolean NOT NULL DEFAULT false,
  -- null: the facility's
  capacity integer CHECK (capacity >= 0),
  booked integer NOT NULL DEFAULT 0 CHECK (booked >= 0),
  -- The capacity at which places were last sold. A lower one set later drops no booking.
  sold_capacity integer NOT NULL DEFAULT 0,
  PRIMARY KEY (venue_id, id),
  FOREIGN KEY (venue_id, facility_id) REFERENCES facility (venue_id, id),
  CONSTRAINT slot_not_oversold CHECK (booked <= sold_capacity),
  CONSTRAINT slot_no_overlap EXCLUDE USING gist (facility_id WITH =, tstzrange(starts_at, ends_at) WITH &&)
    WHERE (booked > 0)
);
CREATE INDEX slot_by_time ON slot (venue_id, facility_id, starts_at);

-- One row per booking that took places. Released rows stay: a release is idempotent, and a tombstone
-- (a release that came first, without a slot) refuses a late reservation.
CREATE TABLE allocation (
  booking_uid uuid PRIMARY KEY,
  venue_id integer NOT NULL,
  slot_id bigint,
  places integer NOT NULL CHECK (places >= 0),
  reserved_at timestamptz(3) NOT NULL DEFAULT now(),
  -- When the booking behind it was known to be saved.
  settled_at timestamptz(3),
  released_at timestamptz(3),
  FOREIGN KEY (venue_id, slot_id) REFERENCES slot (venue_id, id),
  CHECK (slot_id IS NOT NULL OR released_at IS NOT NULL)
);
CREATE INDEX allocation_by_slot ON allocation (venue_id, slot_id) WHERE released_at IS NULL;
CREATE INDEX allocation_unsettled ON allocation (reserved_at) WHERE settled_at IS NULL AND released_at IS NULL;

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

