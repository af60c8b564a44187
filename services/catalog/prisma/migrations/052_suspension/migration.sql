-- Since when the operator has suspended the venue, and why. NULL: it is not suspended.
ALTER TABLE venue
  ADD COLUMN suspended_at timestamptz(3),
  ADD COLUMN suspended_reason text;
