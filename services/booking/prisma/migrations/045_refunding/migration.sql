-- Cents of the refunds that a price change or the cancellation has asked for and that payment has not reported
-- yet. `left_cents` less this stays with the venue. The previous release does not write it: then a refund under
-- way counts only once payment reports it.
ALTER TABLE booking ADD COLUMN refunding_cents bigint NOT NULL DEFAULT 0;
-- contract: the previous release leaves it at 0
ALTER TABLE booking ADD CONSTRAINT refunding CHECK (refunding_cents >= 0) NOT VALID;
