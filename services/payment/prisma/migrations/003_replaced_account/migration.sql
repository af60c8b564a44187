-- A checkout of an account that the venue has replaced: nobody is sent to it any more, and it may still be paid.
ALTER TABLE attempt ADD COLUMN replaced boolean NOT NULL DEFAULT false;
-- contract: refuses less than attempt_open, whose place it takes
-- locks: looks through the attempts once, and holds the few that are open
CREATE UNIQUE INDEX IF NOT EXISTS attempt_payable ON attempt (venue_id, payment_id) WHERE status = 'open' AND NOT replaced;
-- contract: nothing but the guard that attempt_payable is now
DROP INDEX attempt_open;
