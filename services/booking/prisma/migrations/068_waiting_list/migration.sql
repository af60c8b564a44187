-- Copies of the facility's settings: see catalog.
ALTER TABLE facility
  ADD COLUMN waiting_list boolean NOT NULL DEFAULT false,
  ADD COLUMN offer_minutes integer NOT NULL DEFAULT 60;

-- A booking day of a facility that has a waiting list: the job of the worker that offers free places. One replica
-- holds the lease, so that places are offered in order of arrival.
CREATE TABLE waiting_day (
  venue_id integer NOT NULL,
  facility_id integer NOT NULL,
  day date NOT NULL,
  next_at timestamptz(3) NOT NULL DEFAULT now(),
  leased_until timestamptz(3) NOT NULL DEFAULT '-infinity',
  -- Raised when places may have become free, also while the job runs.
  version bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (venue_id, facility_id, day)
);
CREATE INDEX waiting_day_due ON waiting_day (next_at);

-- A guest who waits for a slot, or for any slot of a day. Ids are the order of arrival.
CREATE TABLE waiting (
  venue_id integer NOT NULL,
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  facility_id integer NOT NULL,
  day date NOT NULL,
  -- 0: any slot of the day.
  slot_id bigint NOT NULL DEFAULT 0,
  people integer NOT NULL,
  -- People, guests and add-ons as requested, in the API's format; {} once the guest is erased.
  party jsonb NOT NULL,
  customer_name text NOT NULL,
  customer_email text NOT NULL,
  extra jsonb NOT NULL DEFAULT '{}',
  locale text NOT NULL,
  status text NOT NULL DEFAULT 'unconfirmed',
  -- The reservation in the ledger under the uid of the booking-to-be. Without `offer_until`, it is being made.
  offer_uid uuid,
  offer_slot_id bigint,
  offer_until timestamptz(3),
  -- Why a later guest got a place before this one, as a failure code; NULL: nobody did.
  skipped text,
  nonce bytea NOT NULL,
  mailbox_hash text,
  address_hash text,
  network_hash text,
  request_key text,
  request_hash text,
  -- The mail to send next; NULL: none is due.
  mail text,
  mail_id uuid,
  mail_attempts integer NOT NULL DEFAULT 0,
  mail_counted boolean NOT NULL DEFAULT false,
  mail_next_at timestamptz(3),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  ended_at timestamptz(3),
  erased_at timestamptz(3),
  -- contract: the previous release does not know the table
  CHECK (status IN ('unconfirmed', 'waiting', 'offered', 'booked', 'left', 'expired')),
  CHECK (status <> 'offered' OR (offer_uid IS NOT NULL AND offer_slot_id IS NOT NULL)),
  CHECK (status NOT IN ('unconfirmed', 'waiting') OR offer_uid IS NULL),
  CHECK ((status IN ('booked', 'left', 'expired')) = (ended_at IS NOT NULL)),
  CHECK (erased_at IS NULL OR (customer_name = '' AND customer_email = '' AND extra = '{}' AND party = '{}' AND mailbox_hash IS NULL)),
  UNIQUE (venue_id, request_key)
);
-- A guest has at most one open offer of a venue.
CREATE UNIQUE INDEX waiting_one_offer ON waiting (venue_id, mailbox_hash) WHERE status = 'offered';
CREATE UNIQUE INDEX waiting_offer_uid ON waiting (offer_uid) WHERE offer_uid IS NOT NULL;
-- The next guest who fits, by the size of the party in order of arrival.
CREATE INDEX waiting_next ON waiting (venue_id, facility_id, day, slot_id, people, id) WHERE status = 'waiting';
-- The entries of a day that are not over.
CREATE INDEX waiting_open ON waiting (venue_id, facility_id, day, id) WHERE status IN ('unconfirmed', 'waiting', 'offered');
CREATE INDEX waiting_by_mailbox ON waiting (venue_id, mailbox_hash) WHERE status IN ('unconfirmed', 'waiting', 'offered');
CREATE INDEX waiting_by_email ON waiting (venue_id, lower(customer_email)) WHERE erased_at IS NULL;
CREATE INDEX waiting_mail_due ON waiting (mail_next_at) WHERE mail IS NOT NULL;
CREATE INDEX waiting_ended ON waiting (ended_at) WHERE ended_at IS NOT NULL;
