-- Copied from catalog: the rules of the venue's plan; NULL: no limits.
ALTER TABLE venue ADD COLUMN plan_rules jsonb;

-- Number of online bookings of a venue within 24 hours, up to `most`. It reads the newest bookings only: ids grow with
-- time. VOLATILE, so that it counts what other transactions committed while this one waited for its lock.
CREATE FUNCTION booked_online_within_day(venue integer, most integer) RETURNS integer LANGUAGE plpgsql VOLATILE STRICT AS $$
BEGIN
  RETURN (
    SELECT count(*)::integer FROM (
      SELECT source, created_at FROM booking.booking WHERE venue_id = venue ORDER BY id DESC LIMIT 10 * most
    ) AS newest
    WHERE source = 'online' AND created_at > now() - interval '24 hours'
  );
END
$$;
