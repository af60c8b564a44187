-- Slots that are booked already. A break ends where the next booked slot starts, in case that one was sold inside it.
-- locks: only the rows of coming bookings
UPDATE slot s SET private = f.mode = 'FULL',
  free_at = greatest(s.ends_at, least(s.ends_at + f.buffer_minutes * interval '1 minute', (
    SELECT min(o.starts_at) FROM slot o
    WHERE o.venue_id = s.venue_id AND o.facility_id = s.facility_id AND o.booked > 0
      AND o.starts_at >= s.ends_at AND o.starts_at < s.ends_at + interval '2 days')))
FROM facility f
WHERE (f.venue_id, f.id) = (s.venue_id, s.facility_id) AND s.booked > 0 AND s.free_at IS NULL
  AND s.ends_at > now() - interval '2 days';
