-- The closing of a till day: cash that was counted, the change money in it, and the cash that the payments of the
-- day add up to. Payments after the closing count for the next day, so `cash_cents` stays true.
CREATE TABLE till (
  venue_id integer NOT NULL REFERENCES venue (id),
  day date NOT NULL,
  counted_cents bigint NOT NULL CHECK (counted_cents >= 0),
  float_cents bigint NOT NULL CHECK (float_cents >= 0),
  cash_cents bigint NOT NULL,
  note text NOT NULL,
  actor text NOT NULL,
  closed_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (venue_id, day)
);
