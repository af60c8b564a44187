import type { BookingDatabase } from '../database.ts';

/** Booking days of a venue, as instants in ms; `to` is exclusive. */
type Span = { venueId: number; from: number; to: number };

/** What plans limit: bookings with a visit in each span, and online bookings of its venue within 24 hours. */
export type PlanUsage = { bookings: number; lastDay: number };

/** Most online bookings within a day that are counted. */
const MAX_COUNTED = 1000;

/** The usage for each span, in its order. */
export async function planUsage(database: BookingDatabase, spans: readonly Span[]): Promise<PlanUsage[]> {
  return database.$queryRaw<PlanUsage[]>`
    SELECT (SELECT count(*)::integer FROM booking.booking b
        WHERE b.venue_id = s.venue_id AND b.starts_at >= s.starts AND b.starts_at < s.ends
          AND b.status IN ('confirmed', 'checked_in', 'no_show')) AS bookings,
      CASE WHEN (v.plan_rules #>> '{limits,bookings_per_day}') IS NULL THEN 0
        ELSE booking.booked_online_within_day(v.id, ${MAX_COUNTED}::integer) END AS "lastDay"
    FROM unnest(${spans.map(({ venueId }) => venueId)}::integer[], ${spans.map(({ from }) => new Date(from))}::timestamptz[],
      ${spans.map(({ to }) => new Date(to))}::timestamptz[]) WITH ORDINALITY AS s(venue_id, starts, ends, n)
    LEFT JOIN booking.venue v ON v.id = s.venue_id ORDER BY s.n`;
}
