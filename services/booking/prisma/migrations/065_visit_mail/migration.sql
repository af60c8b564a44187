-- Mails about a visit: when the next step is due (NULL: not before the booking changes), and when the present time was agreed (paid
-- or moved; NULL: when the booking was made). Existing bookings get their step when their venue sets hours for such mail.
ALTER TABLE booking ADD COLUMN visit_mail_at timestamptz(3), ADD COLUMN agreed_at timestamptz(3);
-- contract: bookings of the previous release get it too, and it never reads it
ALTER TABLE booking ALTER COLUMN visit_mail_at SET DEFAULT now();
-- locks: a partial index without entries, because the column is new
CREATE INDEX IF NOT EXISTS booking_by_visit_mail ON booking (visit_mail_at) WHERE visit_mail_at IS NOT NULL;

-- The first step of a booking: hours are at most a week, and a reminder is moved by a night at most.
CREATE FUNCTION first_visit_mail(starts_at timestamptz) RETURNS timestamptz LANGUAGE sql STABLE AS
$$ SELECT greatest(now(), starts_at - interval '8 days') $$;

-- The steps follow the booking, whoever moves, pays or undoes it.
CREATE FUNCTION visit_mail_follows() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.visit_mail_at := booking.first_visit_mail(NEW.starts_at);
  IF (OLD.starts_at, OLD.facility_id) <> (NEW.starts_at, NEW.facility_id) OR OLD.status IN ('pending_payment', 'expired') THEN
    NEW.agreed_at := now();
  END IF;
  RETURN NEW;
END $$;
-- contract: the previous release moves bookings as well
CREATE TRIGGER booking_visit_mail_follows BEFORE UPDATE OF starts_at, facility_id, timezone, status ON booking
  FOR EACH ROW WHEN ((OLD.starts_at, OLD.facility_id, OLD.timezone) <> (NEW.starts_at, NEW.facility_id, NEW.timezone)
    OR (OLD.status <> NEW.status AND OLD.status <> 'confirmed' AND NEW.status IN ('confirmed', 'checked_in')))
  EXECUTE FUNCTION visit_mail_follows();
