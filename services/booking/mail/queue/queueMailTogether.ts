import type { BookingTx } from '../../database.ts';
import type { MailKind } from '../texts/mailKind.ts';

/**
 * Queues one mail for each address about bookings of a venue that were made or changed together. A mail about
 * one booking has the form of a single one, with its button.
 */
export async function queueMailTogether(
  database: BookingTx,
  { venueId, ids, kind }: { venueId: number; ids: readonly number[]; kind: MailKind },
): Promise<void> {
  await database.$executeRaw`
    INSERT INTO booking.mail (venue_id, id, booking_id, kind, booking_ids)
    SELECT venue_id, gen_random_uuid(), (array_agg(id ORDER BY starts_at, id))[1], ${kind},
      CASE WHEN count(*) > 1 THEN array_agg(id ORDER BY starts_at, id) END
    FROM booking.booking
    -- By primary key under any plan: see docs/decisions/0068.
    WHERE id = ANY(${ids}::bigint[]) AND venue_id + 0 = ${venueId} AND customer_email <> ''
    GROUP BY venue_id, lower(customer_email)`;
}
