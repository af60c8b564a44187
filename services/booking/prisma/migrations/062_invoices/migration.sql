-- The last number of a venue's invoices and credit notes of a year. Its row is locked until the document with the next number is
-- committed, so that numbers have no gaps.
CREATE TABLE invoice_number (
  venue_id integer NOT NULL REFERENCES venue (id),
  year integer NOT NULL,
  last integer NOT NULL CHECK (last > 0),
  last_at timestamptz NOT NULL,
  PRIMARY KEY (venue_id, year)
);

-- Issued invoices and credit notes. A venue must keep them for years, also after its guest is erased, so they refer to the booking
-- but contain no data of its guest other than whom the invoice is for.
CREATE TABLE invoice (
  venue_id integer NOT NULL,
  year integer NOT NULL,
  seq integer NOT NULL CHECK (seq > 0),
  number text NOT NULL,
  booking_id bigint NOT NULL,
  kind text NOT NULL CHECK (kind IN ('invoice', 'credit_note')),
  -- The invoice that a credit note corrects.
  corrects text,
  issued_at timestamptz NOT NULL,
  actor text NOT NULL,
  -- Price of the booking when the document was issued.
  price_cents bigint NOT NULL CHECK (price_cents >= 0),
  total_cents bigint NOT NULL CHECK (total_cents > 0),
  -- The whole content (`InvoiceDocument`).
  document jsonb NOT NULL,
  PRIMARY KEY (venue_id, year, seq),
  UNIQUE (venue_id, number),
  FOREIGN KEY (venue_id, booking_id) REFERENCES booking (venue_id, id),
  FOREIGN KEY (venue_id, corrects) REFERENCES invoice (venue_id, number),
  CHECK ((kind = 'credit_note') = (corrects IS NOT NULL))
);
CREATE INDEX invoice_by_booking ON invoice (booking_id, venue_id);

CREATE FUNCTION keep_invoice() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'an issued invoice cannot be changed or deleted' USING ERRCODE = 'integrity_constraint_violation';
END
$$;
CREATE TRIGGER invoice_is_final BEFORE UPDATE OR DELETE ON invoice FOR EACH ROW EXECUTE FUNCTION keep_invoice();

-- Invoiced bookings whose price or payment has changed since: the service issues what corrects their invoices.
CREATE TABLE invoice_due (
  venue_id integer NOT NULL,
  booking_id bigint NOT NULL,
  PRIMARY KEY (venue_id, booking_id)
);

-- A trigger, so that no statement forgets it, those of the previous release included.
CREATE FUNCTION booking_owes_correction() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO booking.invoice_due (venue_id, booking_id) VALUES (NEW.venue_id, NEW.id) ON CONFLICT DO NOTHING;
  RETURN NULL;
END
$$;
-- contract: it only adds a row about an invoiced booking, and the previous release has none
CREATE TRIGGER booking_owes_correction
  AFTER UPDATE OF amount_cents, status, payment_status, paid_cents, left_cents, kept_cents, refunding_cents, further_cents, desk_cents, desk_kept_cents
  ON booking
  FOR EACH ROW WHEN (NEW.invoiced_cents IS NOT NULL) EXECUTE FUNCTION booking_owes_correction();
