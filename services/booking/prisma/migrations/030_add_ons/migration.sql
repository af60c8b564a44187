-- What a booking takes along, as the price list had it then, with how many of it: `[{key, name: {nl, en}, eur, per, count, …}]`; NULL: nothing.
ALTER TABLE booking ADD COLUMN add_ons jsonb;
