-- Opening windows of a special day, instead of one opening and closing time. The old check requires these times.
ALTER TABLE opening_exception ADD COLUMN windows jsonb;
-- contract: the new check accepts every row of the old one, and the previous release reads days without times
ALTER TABLE opening_exception DROP CONSTRAINT opening_exception_check,
  ADD CONSTRAINT opening_exception_hours
  CHECK ((opens_at IS NULL) = (closes_at IS NULL) AND NOT (closed AND opens_at IS NOT NULL)) NOT VALID;
