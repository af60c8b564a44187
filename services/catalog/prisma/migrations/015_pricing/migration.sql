-- The price list of a facility, and the lowest that a booking costs by it; NULL: price_cents per person.
ALTER TABLE facility ADD COLUMN pricing jsonb, ADD COLUMN price_from_cents bigint;
