-- Payments: linked accounts, what is to be paid, attempts at it, refunds, and all that a provider said.

-- A venue's account at a provider. One that was unlinked stays as long as money of it may have to go back.
CREATE TABLE account (
  venue_id integer NOT NULL,
  id uuid NOT NULL UNIQUE,
  provider text NOT NULL CHECK (provider IN ('sandbox', 'mollie', 'stripe')),
  -- Sealed under SECRETS_KEY.
  credentials text NOT NULL,
  -- What the provider calls it.
  provider_account text NOT NULL,
  mode text NOT NULL CHECK (mode IN ('live', 'test')),
  carries_fee boolean NOT NULL,
  fee_basis_points integer NOT NULL CHECK (fee_basis_points BETWEEN 0 AND 10000),
  fee_fixed_cents integer NOT NULL CHECK (fee_fixed_cents >= 0),
  linked_at timestamptz(3) NOT NULL DEFAULT now(),
  unlinked_at timestamptz(3),
  PRIMARY KEY (venue_id, id)
);
CREATE UNIQUE INDEX account_linked ON account (venue_id) WHERE unlinked_at IS NULL;
CREATE INDEX account_at_provider ON account (provider, provider_account);

-- Counts the changes of a venue's account, so that whoever copies its terms keeps the newest.
CREATE TABLE account_revision (
  venue_id integer PRIMARY KEY,
  revision bigint NOT NULL
);

-- What is to be paid for a booking.
CREATE TABLE payment (
  venue_id integer NOT NULL,
  id uuid NOT NULL UNIQUE,
  booking_id bigint NOT NULL,
  amount_cents bigint NOT NULL CHECK (amount_cents > 0),
  fee_cents bigint NOT NULL CHECK (fee_cents BETWEEN 0 AND amount_cents),
  description text NOT NULL,
  locale text NOT NULL CHECK (locale IN ('nl', 'en')),
  hold_until timestamptz(3) NOT NULL,
  status text NOT NULL DEFAULT 'open' CHECK (status IN ('open', 'paid', 'failed', 'canceled', 'expired', 'refunded')),
  -- The attempt whose money pays the booking; any other that is paid is given back.
  paid_by uuid,
  -- When to look (again) what became of it after its hold.
  next_look_at timestamptz(3) NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (venue_id, id),
  UNIQUE (venue_id, booking_id),
  CHECK (status NOT IN ('paid', 'refunded') OR paid_by IS NOT NULL)
);
CREATE INDEX payment_hold_over ON payment (next_look_at) WHERE status = 'open';

-- One checkout at a provider. Its row is written before the provider is asked, so that nothing comes in for an attempt that we do not know.
CREATE TABLE attempt (
  venue_id integer NOT NULL,
  id uuid NOT NULL UNIQUE,
  payment_id uuid NOT NULL,
  account_id uuid NOT NULL,
  number integer NOT NULL,
  status text NOT NULL DEFAULT 'open' CHECK (status IN ('open', 'paid', 'failed', 'canceled', 'expired', 'refunded')),
  amount_cents bigint NOT NULL CHECK (amount_cents > 0),
  fee_cents bigint NOT NULL CHECK (fee_cents >= 0),
  -- Null until the provider has answered.
  provider_id text,
  checkout_url text,
  -- Last parts of the addresses that the provider's webhooks come to, and that the guest comes back to.
  webhook_token text NOT NULL UNIQUE,
  return_token text NOT NULL UNIQUE,
  -- Until when somebody is asking the provider to make it.
  claimed_until timestamptz(3),
  -- True from a hint until somebody begins to ask the provider: more hints meanwhile are one.
  refresh_wanted boolean NOT NULL DEFAULT false,
  next_refresh_at timestamptz(3) NOT NULL DEFAULT now(),
  captured_cents bigint NOT NULL DEFAULT 0 CHECK (captured_cents >= 0),
  -- What was given back or is about to be; a refund that fails is taken off again.
  refunded_cents bigint NOT NULL DEFAULT 0,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  paid_at timestamptz(3),
  PRIMARY KEY (venue_id, id),
  UNIQUE (venue_id, payment_id, number),
  UNIQUE (account_id, provider_id),
  FOREIGN KEY (venue_id, payment_id) REFERENCES payment (venue_id, id),
  FOREIGN KEY (venue_id, account_id) REFERENCES account (venue_id, id),
  -- Never more goes back than came in.
  CONSTRAINT refunded_within_captured CHECK (refunded_cents BETWEEN 0 AND captured_cents),
  CONSTRAINT captured_when_paid CHECK ((status IN ('paid', 'refunded')) = (captured_cents > 0))
);
-- One checkout at a time can be paid.
CREATE UNIQUE INDEX attempt_open ON attempt (venue_id, payment_id) WHERE status = 'open';
CREATE INDEX attempt_to_refresh ON attempt (next_refresh_at) WHERE status IN ('open', 'paid', 'refunded');

CREATE TABLE refund (
  venue_id integer NOT NULL,
  id uuid NOT NULL UNIQUE,
  attempt_id uuid NOT NULL,
  amount_cents bigint NOT NULL CHECK (amount_cents > 0),
  reason text NOT NULL CHECK (reason IN ('cancelled', 'declined', 'duplicate', 'owner')),
  status text NOT NULL DEFAULT 'requested' CHECK (status IN ('requested', 'pending', 'succeeded', 'failed')),
  -- Who asked; the same request again is the same refund.
  actor text NOT NULL,
  request_key text,
  provider_id text,
  tries integer NOT NULL DEFAULT 0,
  next_try_at timestamptz(3) NOT NULL DEFAULT now(),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (venue_id, id),
  UNIQUE (venue_id, request_key),
  FOREIGN KEY (venue_id, attempt_id) REFERENCES attempt (venue_id, id)
);
CREATE INDEX refund_of_attempt ON refund (venue_id, attempt_id);
CREATE INDEX refund_to_try ON refund (next_try_at) WHERE status IN ('requested', 'pending');

-- What a provider said of an attempt, whenever it said something new. Rows are never changed.
CREATE TABLE statement (
  venue_id integer NOT NULL,
  seq bigint GENERATED ALWAYS AS IDENTITY,
  attempt_id uuid NOT NULL,
  provider_id text NOT NULL,
  status text NOT NULL,
  amount_cents bigint NOT NULL,
  currency text NOT NULL,
  mode text NOT NULL,
  -- The attempt that the provider has noted with it.
  reference text,
  refunded_cents bigint NOT NULL,
  charged_back_cents bigint NOT NULL,
  at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (venue_id, seq),
  FOREIGN KEY (venue_id, attempt_id) REFERENCES attempt (venue_id, id)
);
CREATE INDEX statement_of_attempt ON statement (venue_id, attempt_id, seq);
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS
  $$ BEGIN RAISE EXCEPTION 'what a provider said is never changed'; END $$;
CREATE TRIGGER statement_is_kept BEFORE UPDATE OR DELETE ON statement
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- What needs a person. The same thing stands here once.
CREATE TABLE attention (
  venue_id integer NOT NULL,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  kind text NOT NULL,
  subject text NOT NULL,
  booking_id bigint,
  attempt_id uuid,
  detail text NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  resolved_at timestamptz(3),
  resolved_by text,
  PRIMARY KEY (venue_id, id),
  UNIQUE (venue_id, kind, subject),
  CHECK ((resolved_at IS NULL) = (resolved_by IS NULL))
);

-- The built-in provider's own books: a provider for trying things out, with state of its own as any other has.
CREATE TABLE sandbox_checkout (
  venue_id integer NOT NULL,
  id text NOT NULL UNIQUE,
  account_id uuid NOT NULL,
  -- The attempt that it was made for; asked twice for the same one, it is made once.
  reference uuid NOT NULL,
  amount_cents bigint NOT NULL CHECK (amount_cents > 0),
  fee_cents bigint NOT NULL,
  description text NOT NULL,
  locale text NOT NULL,
  return_url text NOT NULL,
  webhook_url text NOT NULL,
  status text NOT NULL DEFAULT 'open' CHECK (status IN ('open', 'paid', 'failed', 'canceled', 'expired')),
  expires_at timestamptz(3) NOT NULL,
  -- With the outcome `late`: when it becomes paid.
  paid_from timestamptz(3),
  -- Webhooks still to be sent, and when the next one is.
  webhooks_left integer NOT NULL DEFAULT 0,
  webhook_at timestamptz(3),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (venue_id, id),
  UNIQUE (account_id, reference)
);
CREATE INDEX sandbox_webhook_due ON sandbox_checkout (webhook_at) WHERE webhooks_left > 0;

CREATE TABLE sandbox_refund (
  venue_id integer NOT NULL,
  id text NOT NULL UNIQUE,
  checkout_id text NOT NULL,
  reference uuid NOT NULL UNIQUE,
  amount_cents bigint NOT NULL CHECK (amount_cents > 0),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (venue_id, id),
  FOREIGN KEY (venue_id, checkout_id) REFERENCES sandbox_checkout (venue_id, id)
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

CREATE TABLE outbox_storage (
  singleton boolean PRIMARY KEY DEFAULT true CHECK (singleton),
  storage text NOT NULL
);

CREATE TABLE inbox (
  event_id uuid PRIMARY KEY,
  applied_at timestamptz(3) NOT NULL DEFAULT now()
);
CREATE INDEX inbox_by_age ON inbox (applied_at);

CREATE TABLE dead_letter (
  event_id uuid PRIMARY KEY,
  subject text NOT NULL,
  payload jsonb NOT NULL,
  error text NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now()
);
