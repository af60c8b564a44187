-- How much needs a person, over all venues: a metric, which must not read what was resolved.
-- locks: a row for what went wrong, which is little
CREATE INDEX IF NOT EXISTS attention_open ON attention (created_at) WHERE resolved_at IS NULL;
