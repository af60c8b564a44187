-- The plan of a venue, and the rules of the plan that apply to it; NULL: no limits.
ALTER TABLE venue
  ADD COLUMN plan text,
  ADD COLUMN plan_rules jsonb;
-- locks: a row for each venue
CREATE INDEX IF NOT EXISTS venue_plan ON venue (plan, id) WHERE plan IS NOT NULL;
