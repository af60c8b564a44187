-- Copied from catalog: hours before and after a visit at which its guest gets a mail (0 or NULL: none), what guests should know
-- about their visit (by language, `own` is the venue's own; NULL: none), and where they can write a review.
ALTER TABLE venue
  ADD COLUMN reminder_hours integer,
  ADD COLUMN follow_up_hours integer,
  ADD COLUMN visit_info jsonb,
  ADD COLUMN review_url text;
-- Of a facility, NULL hours: those of the venue.
ALTER TABLE facility ADD COLUMN reminder_hours integer, ADD COLUMN visit_info jsonb;

-- Changed hours apply to existing bookings. Those that are looked at later anyway are left alone. Rows are locked in one order, so
-- that this does not deadlock with an erasure.
CREATE FUNCTION visit_mails_due(changed_venue integer) RETURNS void LANGUAGE sql AS $$
  WITH chosen AS (
    SELECT b.venue_id, b.id FROM booking.booking b
    WHERE b.venue_id = changed_venue AND b.starts_at > now() - interval '10 days' AND b.status IN ('confirmed', 'checked_in')
      AND (b.visit_mail_at IS NULL OR b.starts_at < now() + interval '8 days')
    ORDER BY b.id FOR UPDATE
  )
  UPDATE booking.booking b SET visit_mail_at = booking.first_visit_mail(b.starts_at)
  FROM chosen WHERE (b.venue_id, b.id) = (chosen.venue_id, chosen.id)
$$;
CREATE FUNCTION venue_visit_mails_due() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM booking.visit_mails_due(NEW.id);
  RETURN NULL;
END $$;
CREATE FUNCTION facility_visit_mails_due() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM booking.visit_mails_due(NEW.venue_id);
  RETURN NULL;
END $$;
-- contract: the columns are new; the previous release never writes them
CREATE TRIGGER venue_visit_mails_due AFTER UPDATE OF reminder_hours, follow_up_hours ON venue
  FOR EACH ROW WHEN ((OLD.reminder_hours, OLD.follow_up_hours) IS DISTINCT FROM (NEW.reminder_hours, NEW.follow_up_hours))
  EXECUTE FUNCTION venue_visit_mails_due();
-- contract: the column is new; the previous release never writes it
CREATE TRIGGER facility_visit_mails_due AFTER UPDATE OF reminder_hours ON facility
  FOR EACH ROW WHEN (OLD.reminder_hours IS DISTINCT FROM NEW.reminder_hours)
  EXECUTE FUNCTION facility_visit_mails_due();
