-- Copy of the rate of VAT that prices include, in hundredths of a percent; NULL: none is told.
ALTER TABLE facility ADD COLUMN vat_basis_points integer;

-- The VAT in a booking's amount by rate, as it was when it was booked, `[{basisPoints, amountCents, vatCents}]`; NULL: none was told.
ALTER TABLE booking ADD COLUMN vat jsonb;
