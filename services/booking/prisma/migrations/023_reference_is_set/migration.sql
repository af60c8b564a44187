-- contract: what the release before saves gets one by the default of the column
ALTER TABLE booking ADD CONSTRAINT reference_is_set CHECK (reference IS NOT NULL) NOT VALID;
