-- A booking whose rest is paid online: the terms as they were when it was made, with the time of the reminder
-- (`{untilHours, unpaid, remindedAt?}`), and when the next step is due. NULL: no such rest, or nothing is due.
ALTER TABLE booking ADD COLUMN rest_terms jsonb, ADD COLUMN rest_due_at timestamptz(3);
-- locks: a partial index without entries, because the column is new
CREATE INDEX IF NOT EXISTS booking_by_rest_due ON booking (rest_due_at) WHERE rest_due_at IS NOT NULL;

-- The deadline follows the start, whoever moves it: the next run computes the step again.
CREATE FUNCTION rest_follows_start() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.rest_due_at := now();
  RETURN NEW;
END $$;
-- contract: the previous release moves bookings as well
CREATE TRIGGER booking_rest_follows_start BEFORE UPDATE OF starts_at ON booking
  FOR EACH ROW WHEN (OLD.rest_due_at IS NOT NULL AND OLD.starts_at <> NEW.starts_at)
  EXECUTE FUNCTION rest_follows_start();

-- The kinds of notices are listed in code alone, so that a new one needs no migration.
-- contract: allows what was refused; a notice of a new kind waits for a service of this release
ALTER TABLE venue_notice DROP CONSTRAINT venue_notice_kind_check;
