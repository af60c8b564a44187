-- What comes back of what was paid to a guest who cancels (proto/src/refundRules.ts). NULL: all of it, for as long as a guest may cancel.
ALTER TABLE venue ADD COLUMN refund_tiers jsonb;
