-- Venues, what they offer and what they ask of their guests.

CREATE TABLE venue (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  slug text NOT NULL UNIQUE,
  name text NOT NULL,
  timezone text NOT NULL,
  locale text NOT NULL CHECK (locale IN ('nl', 'en')),
  live boolean NOT NULL,
  day_start text NOT NULL,
  allowed_origins text[] NOT NULL,
  redirect_origins text[] NOT NULL,
  hold_minutes integer NOT NULL CHECK (hold_minutes > 0),
  cancel_until_hours integer NOT NULL CHECK (cancel_until_hours >= 0),
  min_notice_minutes integer NOT NULL CHECK (min_notice_minutes >= 0),
  max_advance_days integer CHECK (max_advance_days >= 0),
  address text,
  phone text,
  contact_email text,
  terms_url text,
  mail_from_name text,
  reply_to text,
  retain_days integer NOT NULL CHECK (retain_days >= 0),
  -- Grows with every change to the venue or to anything of it; events carry it.
  revision bigint NOT NULL DEFAULT 1,
  created_at timestamptz(3) NOT NULL DEFAULT now()
);

CREATE TABLE venue_domain (
  domain text PRIMARY KEY,
  venue_id integer NOT NULL REFERENCES venue (id)
);
CREATE INDEX venue_domain_venue ON venue_domain (venue_id);

CREATE TABLE facility (
  id integer GENERATED ALWAYS AS IDENTITY (MAXVALUE 134217727),
  venue_id integer NOT NULL REFERENCES venue (id),
  name text NOT NULL,
  mode text NOT NULL CHECK (mode IN ('CAPACITY', 'FULL')),
  capacity integer NOT NULL CHECK (capacity > 0),
  min_people integer NOT NULL CHECK (min_people > 0),
  max_people_per_booking integer NOT NULL CHECK (max_people_per_booking >= min_people),
  duration_minutes integer NOT NULL CHECK (duration_minutes > 0),
  buffer_minutes integer NOT NULL CHECK (buffer_minutes >= 0),
  price_cents integer NOT NULL CHECK (price_cents >= 0),
  opens_at text NOT NULL,
  closes_at text NOT NULL,
  open_days integer[] NOT NULL,
  active boolean NOT NULL,
  images text[] NOT NULL,
  description text NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (venue_id, id),
  UNIQUE (id)
);

CREATE TABLE opening_exception (
  venue_id integer NOT NULL,
  facility_id integer NOT NULL,
  date date NOT NULL,
  closed boolean NOT NULL,
  opens_at text,
  closes_at text,
  note text,
  PRIMARY KEY (venue_id, facility_id, date),
  FOREIGN KEY (venue_id, facility_id) REFERENCES facility (venue_id, id),
  CHECK (closed = (opens_at IS NULL) AND closed = (closes_at IS NULL))
);

CREATE TABLE booking_field (
  venue_id integer NOT NULL REFERENCES venue (id),
  position integer NOT NULL,
  key text NOT NULL,
  label text NOT NULL,
  type text NOT NULL CHECK (type IN ('text', 'tel', 'select', 'checkbox', 'textarea')),
  required boolean NOT NULL,
  options text[] NOT NULL,
  PRIMARY KEY (venue_id, key)
);

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

