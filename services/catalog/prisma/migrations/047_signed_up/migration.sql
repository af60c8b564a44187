-- A keyed hash of the address that signed the venue up, for the limit of venues per address; NULL: the operator made it.
ALTER TABLE venue
  ADD COLUMN signed_up_by text,
  ADD COLUMN country text;
-- locks: a row for each venue
CREATE INDEX IF NOT EXISTS venue_signed_up_by ON venue (signed_up_by) WHERE signed_up_by IS NOT NULL;
