-- Tokens of venues, and caps on open holds.

ALTER TABLE venue
  ADD COLUMN max_open_holds_per_address integer CHECK (max_open_holds_per_address > 0),
  ADD COLUMN max_open_holds_per_email integer CHECK (max_open_holds_per_email > 0);

-- Only a hash of a token is kept. A revoked one is deleted; the history of bookings keeps its name.
CREATE TABLE token (
  venue_id integer NOT NULL REFERENCES venue (id),
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  name text NOT NULL,
  scope text NOT NULL CHECK (scope IN ('owner', 'desk')),
  hash text NOT NULL UNIQUE,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (venue_id, id)
);

-- Tells booking of settings that it has had no use for until now.
UPDATE venue SET revision = revision + 1;
INSERT INTO outbox (subject, payload)
SELECT 'events.catalog.venue_changed', jsonb_strip_nulls(jsonb_build_object(
  'venueId', id, 'revision', revision::text, 'slug', slug, 'name', name, 'timezone', timezone, 'locale', locale,
  'live', live, 'dayStart', day_start, 'holdMinutes', hold_minutes, 'cancelUntilHours', cancel_until_hours,
  'minNoticeMinutes', min_notice_minutes, 'maxAdvanceDays', max_advance_days,
  'redirectOrigins', to_jsonb(redirect_origins), 'retainDays', retain_days))
FROM venue;
