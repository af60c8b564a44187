-- What the payers' banks have taken back of later online payments since the booking was cancelled, less what they returned: the guest
-- still owes it. The previous release does not count it, so that a credit note may treat a chargeback of that time as a refund.
ALTER TABLE booking ADD COLUMN later_charged_back_cents bigint NOT NULL DEFAULT 0;
