-- Copy of the price list that bookings are charged by; NULL: price_cents per person.
ALTER TABLE facility ADD COLUMN pricing jsonb;

-- Why a booking costs what it does, `[{text, count, amountCents}]`; NULL: so many people at a price per person.
ALTER TABLE booking ADD COLUMN price_lines jsonb;
