-- Payments of a booking besides its first online payment: money at the desk, and later online payments. A desk
-- row is final: a refund and an undo are rows of their own, with a negative amount or that of the undone row.
CREATE TABLE further_payment (
  venue_id integer NOT NULL,
  -- The payment's id in the payment service if `method` is `online`.
  id uuid NOT NULL,
  booking_id bigint NOT NULL,
  method text NOT NULL,
  purpose text NOT NULL,
  amount_cents bigint NOT NULL CHECK (amount_cents <> 0),
  -- Cents of an online payment that were returned.
  back_cents bigint NOT NULL DEFAULT 0 CHECK (back_cents BETWEEN 0 AND greatest(amount_cents, 0)),
  status text NOT NULL,
  -- The row of the desk that this one undoes.
  undoes uuid,
  -- A desk row's note or reason; empty once the guest is erased.
  note text NOT NULL DEFAULT '',
  actor text NOT NULL,
  request_key text,
  -- The day of the till that a desk row belongs to.
  till_day date,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  paid_at timestamptz(3),
  PRIMARY KEY (venue_id, id),
  UNIQUE (venue_id, request_key),
  UNIQUE (venue_id, undoes),
  FOREIGN KEY (venue_id, booking_id) REFERENCES booking (venue_id, id),
  CHECK (method <> 'online' OR (amount_cents > 0 AND till_day IS NULL AND undoes IS NULL)),
  CHECK (method = 'online' OR (till_day IS NOT NULL AND back_cents = 0 AND status = 'paid'))
);
CREATE INDEX further_payment_of_booking ON further_payment (venue_id, booking_id);
CREATE INDEX further_payment_by_till_day ON further_payment (venue_id, till_day) WHERE till_day IS NOT NULL;

-- What came in by rows of `further_payment` that are `paid`, less what was returned; `desk_cents` is the part of
-- it that the desk has. `desk_kept_cents`: the part of that which a cancellation kept; null: none.
-- The previous release leaves them alone: it shows money of the desk as still open.
ALTER TABLE booking
  ADD COLUMN further_cents bigint NOT NULL DEFAULT 0,
  ADD COLUMN desk_cents bigint NOT NULL DEFAULT 0,
  ADD COLUMN desk_kept_cents bigint;
-- contract: the previous release leaves it at 0
ALTER TABLE booking ADD CONSTRAINT desk_money CHECK (desk_cents >= 0) NOT VALID;
