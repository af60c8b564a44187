-- Until when the guest may change or cancel freely: no deadline of the venue, and a full refund. Null: by the rules.
ALTER TABLE booking ADD COLUMN free_change_until timestamptz(3);
