import { KEPT_CENTS } from '../core/keptMoney.ts';
import type { BookingSubject } from '../core/publish.ts';
import { Prisma } from '../gen/prisma/client.ts';
import { webhookTypes } from './bookingEvent.ts';

/**
 * Steps of a statement that queue the events of its step `facts`, once for each webhook of the venue that
 * subscribes to them. `facts` has the columns of bookings, `event_id` and `previous_status`. Webhooks are
 * locked so that they cannot be switched off meanwhile, which would leave deliveries queued for an inactive
 * one.
 */
export const deliverySteps = (subject: BookingSubject): Prisma.Sql => Prisma.sql`
  subscribed AS MATERIALIZED (
    SELECT w.id AS webhook_id, b.*, fit.type, ${KEPT_CENTS} AS keeps, v.slug, v.name FROM facts b
    JOIN booking.venue v ON v.id = b.venue_id
    CROSS JOIN LATERAL (SELECT ${JSON.stringify(webhookTypes[subject])}::jsonb ->> b.status AS type) fit
    JOIN booking.webhook w ON w.venue_id = b.venue_id AND w.active AND fit.type = ANY(w.event_types)
    FOR SHARE OF w
  ),
  delivered AS (
    INSERT INTO booking.webhook_delivery (venue_id, id, webhook_id, event_id, type, payload)
    SELECT venue_id, gen_random_uuid(), webhook_id, event_id, type, jsonb_build_object(
      'type', type,
      'timestamp', to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'data', jsonb_strip_nulls(jsonb_build_object('booking_id', id, 'facility_id', facility_id, 'slot_id', slot_id,
        'status', status, 'previous_status', previous_status, 'reference', reference, 'people', people,
        'client_reference', client_reference,
        'venue', CASE WHEN slug IS NOT NULL THEN jsonb_build_object('slug', slug, 'name', name) END,
        'facility', facility_name, 'timezone', timezone,
        'starts_at', to_char(starts_at AT TIME ZONE timezone, 'YYYY-MM-DD"T"HH24:MI'), 'ends_at', to_char(ends_at AT TIME ZONE timezone, 'YYYY-MM-DD"T"HH24:MI'),
        'starts_at_offset', booking.with_offset(starts_at, timezone), 'ends_at_offset', booking.with_offset(ends_at, timezone),
        'amount_eur', trim_scale(amount_cents / 100.0), 'kept_eur', trim_scale(subscribed.keeps / 100.0),
        'arrived', CASE status WHEN 'checked_in' THEN coalesce(arrived, people) END,
        'absent', CASE WHEN status = 'no_show' THEN people WHEN status = 'checked_in' AND rest_absent THEN nullif(people - coalesce(arrived, people), 0) END,
        'price_lines', (SELECT jsonb_agg(line - 'amountCents' || jsonb_build_object('amount_eur', trim_scale((line->>'amountCents')::numeric / 100)) ORDER BY n)
          FROM jsonb_array_elements(price_lines) WITH ORDINALITY l (line, n)),
        'add_ons', (SELECT jsonb_agg(jsonb_build_object('key', a -> 'key', 'name', a -> 'name', 'count', a -> 'count') ORDER BY n)
          FROM jsonb_array_elements(add_ons) WITH ORDINALITY l (a, n)))))
    FROM subscribed
    ON CONFLICT (webhook_id, event_id) DO NOTHING
  )`;
