-- VAT that the prices of a facility include, in hundredths of a percent; NULL: none is told.
ALTER TABLE facility ADD COLUMN vat_basis_points integer;
