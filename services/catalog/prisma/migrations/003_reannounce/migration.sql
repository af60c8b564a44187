-- Tells booking how long unpaid holds last, which it has had no use for until now.
UPDATE venue SET revision = revision + 1;
INSERT INTO outbox (subject, payload)
SELECT 'events.catalog.venue_changed', jsonb_strip_nulls(jsonb_build_object(
  'venueId', id, 'revision', revision::text, 'slug', slug, 'name', name, 'timezone', timezone, 'locale', locale,
  'live', live, 'dayStart', day_start, 'holdMinutes', hold_minutes, 'cancelUntilHours', cancel_until_hours,
  'minNoticeMinutes', min_notice_minutes, 'maxAdvanceDays', max_advance_days,
  'redirectOrigins', to_jsonb(redirect_origins), 'retainDays', retain_days,
  'maxOpenHoldsPerAddress', max_open_holds_per_address, 'maxOpenHoldsPerEmail', max_open_holds_per_email))
FROM venue;
