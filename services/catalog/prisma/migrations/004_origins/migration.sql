-- A preflight names no venue, so its origin is looked for among those of all venues.
-- locks: a row for each venue, which takes a second for a million
CREATE INDEX IF NOT EXISTS venue_by_origin ON venue USING gin (allowed_origins) WITH (fastupdate = off);
