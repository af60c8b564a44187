import type { BookingTx } from '../../database.ts';
import { Prisma } from '../../gen/prisma/client.ts';
import { type MailingEvent, UNDONE } from '../texts/mailKind.ts';

/** Notices for a venue's contact. The venue chooses which ones it gets. */
export type NoticeKind = 'new' | 'changed' | 'cancelled' | 'unpaid';

/** By booking status. Unpaid bookings trigger no notice, because the venue does not count on them yet. */
const noticesByEvent: Record<MailingEvent, Record<string, NoticeKind>> = {
  'events.booking.booking_created': { confirmed: 'new' },
  'events.booking.booking_status_changed': { confirmed: 'new', cancelled: 'cancelled' },
  'events.booking.booking_changed': { confirmed: 'changed', checked_in: 'changed' },
};

/**
 * An SQL step that queues notices for the venue's contact. It reads a step `facts` with columns of bookings
 * and `previous_status`. Several changes of one booking become one notice.
 */
export const venueNoticeStep = (subject: MailingEvent): Prisma.Sql => Prisma.sql`
  noticed AS (
    INSERT INTO booking.venue_notice AS n (venue_id, booking_id, kind)
    SELECT f.venue_id, f.id, fit.kind
    FROM facts f JOIN booking.venue v ON v.id = f.venue_id,
      LATERAL (SELECT ${JSON.stringify(noticesByEvent[subject])}::jsonb ->> f.status AS kind) fit
    WHERE CASE fit.kind WHEN 'new' THEN v.notify_new WHEN 'changed' THEN v.notify_changed WHEN 'cancelled' THEN v.notify_cancelled END
      AND (fit.kind <> 'new' OR f.previous_status IS NULL OR f.previous_status <> ALL (${UNDONE}::text[]))
      AND (fit.kind <> 'cancelled' OR f.previous_status <> 'pending_payment')
    ON CONFLICT (venue_id, booking_id, kind) DO UPDATE SET times = n.times + 1
  )`;

/** Queues the notice about one booking, which stands for several that were made or changed together. */
export async function queueVenueNotice(
  database: BookingTx,
  { venueId, id, subject }: { venueId: number; id: number; subject: MailingEvent },
): Promise<void> {
  await database.$executeRaw`
    WITH facts AS (
      SELECT *, 'confirmed'::text AS previous_status FROM booking.booking WHERE id = ${id} AND venue_id + 0 = ${venueId}
    ),
    ${venueNoticeStep(subject)}
    SELECT 1`;
}
