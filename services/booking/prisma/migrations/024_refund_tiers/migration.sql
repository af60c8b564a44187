-- Copied from catalog: what comes back of what was paid to a guest who cancels. NULL: all of it.
ALTER TABLE venue ADD COLUMN refund_tiers jsonb;

-- The tiers that a booking that is paid online was made under, and cents of what was paid that its venue keeps since it was cancelled.
ALTER TABLE booking
  ADD COLUMN refund_tiers jsonb,
  ADD COLUMN kept_cents bigint;

-- A booking with tiers is only cancelled by who decides what they keep: the release before, which does not know them, would give all back.
-- Cancelling without a refund is for the release before too: money_kept decides as well.
-- contract: the release before makes no booking that has tiers, and is meant to fail on one
ALTER TABLE booking ADD CONSTRAINT refund_decided
  CHECK (refund_tiers IS NULL OR status <> 'cancelled' OR money_kept OR coalesce(kept_cents, -1) >= 0) NOT VALID;
