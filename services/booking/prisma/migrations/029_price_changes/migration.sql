-- Cents: what was paid online and is for the booking, which differs from the amount once that has changed;
-- what is left of what was paid, as payment told of refunds; what goes back of one that was cancelled, as it was told then.
-- NULL: the amount; as much as is paid; the amount less what is kept.
ALTER TABLE booking
  ADD COLUMN paid_cents bigint,
  ADD COLUMN left_cents bigint,
  ADD COLUMN back_cents bigint;

-- Cents that it cost before the change that a mail tells of; NULL: as now.
ALTER TABLE mail ADD COLUMN amount_before bigint;
