-- Paying online: what a booking owes, until when its places are held, and money that came too late.

-- Catalog announces every venue again for this setting.
ALTER TABLE venue ADD COLUMN hold_minutes integer NOT NULL DEFAULT 15;

-- Copy of the terms of payment's account of a venue; no credential.
CREATE TABLE payment_terms (
  venue_id integer PRIMARY KEY,
  linked boolean NOT NULL,
  provider text NOT NULL,
  fee_basis_points integer NOT NULL CHECK (fee_basis_points BETWEEN 0 AND 10000),
  fee_fixed_cents integer NOT NULL CHECK (fee_fixed_cents >= 0),
  revision bigint NOT NULL,
  CHECK (NOT linked OR provider IN ('sandbox', 'mollie', 'stripe'))
);

ALTER TABLE booking
  -- The booking's for good: its places may move to another uid.
  ADD COLUMN payment_id uuid UNIQUE,
  ADD COLUMN payment_status text
    CHECK (payment_status IN ('open', 'paid', 'failed', 'canceled', 'expired', 'refunded')),
  ADD COLUMN platform_fee_cents bigint CHECK (platform_fee_cents >= 0),
  -- Until when it can be paid.
  ADD COLUMN hold_until timestamptz(3),
  -- When an unpaid hold ends whatever is heard of its payment.
  ADD COLUMN grace_until timestamptz(3),
  -- Money came after the hold was over: what the places are being taken again under.
  ADD COLUMN late_uid uuid UNIQUE,
  ADD CONSTRAINT payment_is_whole
    CHECK (num_nulls(payment_id, payment_status, platform_fee_cents, hold_until, grace_until) IN (0, 5)),
  ADD CONSTRAINT hold_before_grace CHECK (hold_until <= grace_until),
  ADD CONSTRAINT pending_is_owed CHECK (status <> 'pending_payment' OR (payment_id IS NOT NULL AND amount_cents > 0)),
  ADD CONSTRAINT confirmed_is_paid
    CHECK (status NOT IN ('confirmed', 'checked_in', 'no_show') OR payment_status IN ('paid', 'refunded')),
  ADD CONSTRAINT late_is_expired CHECK (late_uid IS NULL OR (status = 'expired' AND payment_status = 'paid'));
CREATE INDEX booking_grace_over ON booking (grace_until) WHERE status = 'pending_payment';
CREATE INDEX booking_paid_late ON booking (id) WHERE late_uid IS NOT NULL;

-- What a refund gave back, for the mail that tells of it.
ALTER TABLE mail ADD COLUMN amount_cents bigint CHECK (amount_cents > 0);
