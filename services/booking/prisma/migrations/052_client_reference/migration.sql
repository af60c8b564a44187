-- The text with which a website marks a booking; null: none. The previous release leaves it null.
ALTER TABLE booking ADD COLUMN client_reference text;
-- The name and slug that webhooks send; null until the service has read them from the catalog.
ALTER TABLE venue ADD COLUMN slug text, ADD COLUMN name text;

-- An instant in a time zone with its UTC offset: 2026-12-01T10:00:00+01:00.
CREATE FUNCTION with_offset(instant timestamptz, zone text) RETURNS text LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT to_char(local, 'YYYY-MM-DD"T"HH24:MI:SS') || CASE WHEN local < utc THEN '-' ELSE '+' END
    || to_char(CASE WHEN local < utc THEN utc - local ELSE local - utc END, 'HH24:MI')
  FROM (SELECT instant AT TIME ZONE zone AS local, instant AT TIME ZONE 'UTC' AS utc) times
$$;
