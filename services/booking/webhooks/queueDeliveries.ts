import type { EventOf } from '@venue-booking/proto/events';
import type { BookingTx } from '../database.ts';
import { type BookingSubject, webhookEventOf } from './bookingEvent.ts';

/**
 * Queues an event for every webhook of the venue that wants it and was there when it happened, in the
 * caller's transaction. The webhooks are locked against being switched off meanwhile, so that nothing is left
 * queued for an inactive one.
 */
export async function queueDeliveries<S extends BookingSubject>(
  tx: BookingTx,
  { id, subject, event }: { id: string; subject: S; event: EventOf<S> },
): Promise<void> {
  const heard = webhookEventOf(subject, event);
  if (!heard) return;
  await tx.$executeRaw`
    INSERT INTO booking.webhook_delivery (venue_id, id, webhook_id, event_id, type, payload)
    SELECT w.venue_id, gen_random_uuid(), w.id, ${id}::uuid, ${heard.type}, jsonb_build_object(
      'type', ${heard.type}::text,
      'timestamp', to_char(happened.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'data', ${JSON.stringify(heard.data)}::jsonb)
    FROM booking.webhook w,
      (SELECT coalesce((SELECT created_at FROM booking.outbox WHERE id = ${id}::uuid), now()) AS at) happened
    WHERE w.venue_id = ${event.venueId} AND w.active AND ${heard.type} = ANY(w.event_types)
      AND w.created_at <= happened.at
    FOR SHARE OF w
    ON CONFLICT (webhook_id, event_id) DO NOTHING`;
}
