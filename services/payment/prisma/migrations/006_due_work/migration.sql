-- What is due is done by whoever claims its row: how often that has failed since it last went well.
ALTER TABLE payment ADD COLUMN tries integer NOT NULL DEFAULT 0;
ALTER TABLE attempt ADD COLUMN tries integer NOT NULL DEFAULT 0;
-- A hint about an attempt that is over is due as well: what it tells of may be money.
-- locks: reads the attempts once, and holds those that are asked about; large installations make it beforehand, see CHANGELOG.md
CREATE INDEX IF NOT EXISTS attempt_due ON attempt (next_refresh_at) WHERE status IN ('open', 'paid', 'refunded') OR refresh_wanted;
-- contract: nothing but the index that attempt_due is now, also for the statements of the release before
DROP INDEX attempt_to_refresh;
