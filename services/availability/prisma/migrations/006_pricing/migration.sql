-- Copy of the price list, as times are listed with what they cost; NULL: none.
ALTER TABLE facility ADD COLUMN pricing jsonb;
