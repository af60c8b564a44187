-- The DNS proof of a venue's own domain. proven_at NULL: the record was never seen, so the operator vouches.
-- locks: a few rows for each venue
ALTER TABLE venue_domain
  ADD COLUMN id uuid NOT NULL DEFAULT gen_random_uuid(),
  ADD COLUMN proven_at timestamptz(3),
  ADD COLUMN missing_since timestamptz(3),
  ADD COLUMN lost_at timestamptz(3),
  ADD COLUMN check_at timestamptz(3) NOT NULL DEFAULT now() + interval '1 day';
-- locks: a few rows for each venue
CREATE INDEX IF NOT EXISTS venue_domain_check ON venue_domain (check_at);
