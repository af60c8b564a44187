-- `invoiced_cents`: what was invoiced for a booking, less its credit notes; null: no invoice. `charged_back_cents`: what the payers'
-- banks have taken back and not returned. The previous release does not count it, so that a credit note may treat a chargeback of
-- that time as a refund.
ALTER TABLE booking
  ADD COLUMN invoiced_cents bigint,
  ADD COLUMN charged_back_cents bigint NOT NULL DEFAULT 0;
