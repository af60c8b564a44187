-- What a refund or chargeback means for the platform's fee, and when a refund failed (docs/decisions/0103).
-- `fee_cents` is the share of the fee that belongs to the refunded amount. `fee_outcome`: the provider returns it to
-- the venue (`returned`), the platform owes it to the venue (`owed`), or the venue bears it (`not_returned`).
-- Both are null for refunds from before, and of the previous release.
ALTER TABLE refund
  ADD COLUMN fee_cents bigint,
  ADD COLUMN fee_outcome text,
  ADD COLUMN failed_at timestamptz(3);
-- contract: the previous release leaves both null
ALTER TABLE refund ADD CONSTRAINT refund_fee_check
  CHECK (fee_cents >= 0 AND fee_outcome IN ('returned', 'owed', 'not_returned')) NOT VALID;
-- A later month shows the failure, and the month of the refund stays as it was. The database records the time, so that
-- it is also known of refunds that fail in the previous release.
CREATE FUNCTION record_failure() RETURNS trigger LANGUAGE plpgsql AS
  $$ BEGIN NEW.failed_at := greatest(now(), OLD.created_at + interval '1 millisecond'); RETURN NEW; END $$;
-- contract: sets only the new column, and the previous release writes the same as before
CREATE TRIGGER refund_failure BEFORE UPDATE OF status ON refund
  FOR EACH ROW WHEN (NEW.status = 'failed' AND OLD.status <> 'failed') EXECUTE FUNCTION record_failure();
-- locks: empty at first, because the column is new; reads the refunds once
CREATE INDEX IF NOT EXISTS refund_by_failure ON refund (venue_id, failed_at) WHERE failed_at IS NOT NULL;
