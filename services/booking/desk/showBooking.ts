import { bookingDayAt } from '@venue-booking/domain/schedule/venueTime';
import type { AdminBookingDetail, OfBooking } from '@venue-booking/proto/booking/adminBooking';
import type { HistoryChange } from '@venue-booking/proto/booking/history';
import { fail } from '@venue-booking/proto/failures';
import { toEuro } from '@venue-booking/proto/primitives';
import { toAdminBooking } from '../core/bookingView.ts';
import { hasOnlineMoney, heldOnlineOf, keptByRules, keptOf, tiersOf } from '../core/keptMoney.ts';
import { smsStateOf } from '../core/smsState.ts';
import type { BookingDatabase } from '../database.ts';
import { findEntries, toDeskPayment } from '../deskMoney/deskPaymentStore.ts';
import { Prisma } from '../gen/prisma/client.ts';
import type { BookingLinks } from '../links/bookingLinks.ts';
import { RECIPIENT_LIMIT_REACHED } from '../mail/queue/venueRecipients.ts';

type Deps = { database: BookingDatabase } & Pick<BookingLinks, 'ticketUrl'>;

/**
 * One booking of a venue with its history.
 * @param of.dayStart HH:MM at which a booking day starts; absent: the booking gets no `booking_day`
 * @throws `booking_not_found`
 */
export async function showBooking(
  deps: Deps,
  { venueId, id, dayStart }: OfBooking & { dayStart?: string | undefined },
): Promise<AdminBookingDetail> {
  const [booking] = await showBookings(deps, { venueId, ids: [id], dayStart });
  if (!booking) throw fail('booking_not_found');
  return booking;
}

/** The venue's bookings among these ids with their histories, by id. */
export async function showBookings(
  deps: Deps,
  { venueId, ids, dayStart }: { venueId: number; ids: number[]; dayStart?: string | undefined },
): Promise<AdminBookingDetail[]> {
  // Look up by the unique column alone: see docs/decisions/0068.
  const rows = await deps.database.booking.findMany({
    where: { id: { in: ids.map(BigInt) } },
    include: {
      history: { orderBy: { seq: 'asc' } },
      mail: { orderBy: [{ createdAt: 'asc' }, { id: 'asc' }] },
    },
    orderBy: { id: 'asc' },
  });
  const own = rows.filter((row) => row.venueId === venueId);
  const where = Prisma.sql`p.booking_id = ANY(${own.map(({ id }) => id)}::bigint[])`;
  const entries = Map.groupBy(
    await findEntries(deps.database, venueId, { where }),
    ({ bookingId }) => bookingId,
  );
  const later = await deps.database.$queryRaw<{ id: bigint }[]>`
    SELECT DISTINCT p.booking_id AS id FROM booking.further_payment p
    WHERE p.venue_id = ${venueId} AND p.method = 'online' AND ${where}`;
  const paysOnline = new Set(later.map(({ id }) => id));
  return Promise.all(
    own.map(async (row) => ({
      ...toAdminBooking(row),
      ...(dayStart !== undefined && {
        booking_day: bookingDayAt(row.timezone, dayStart, row.startsAt.getTime()),
      }),
      ticket_url: await deps.ticketUrl(row),
      timezone: row.timezone,
      money_kept: keptOf(row) > 0,
      ...(row.paymentId !== null && { refund_tiers: tiersOf(row) }),
      ...(row.status === 'confirmed' &&
        hasOnlineMoney(row) && {
          kept_by_rules_eur: toEuro(Math.min(keptByRules(row, Date.now()), heldOnlineOf(row))),
        }),
      // The gateway adds the payments of the others.
      ...(row.paymentStatus === null && !paysOnline.has(row.id) && { payments: [] }),
      ...(entries.has(row.id) && { desk_payments: entries.get(row.id)?.map(toDeskPayment) }),
      mails: row.mail.map(({ kind, status, createdAt, sentAt, resent, lastError, ...sms }) => ({
        kind,
        state: status,
        created_at: createdAt.toISOString(),
        sent_at: sentAt?.toISOString() ?? null,
        resent,
        ...(status === 'queued' && lastError === RECIPIENT_LIMIT_REACHED && { waits_for: 'recipients' }),
        ...smsStateOf(sms),
      })),
      history: row.history.map(({ at, actor, action, note, changes }) => ({
        at: at.toISOString(),
        actor,
        action,
        note,
        ...(changes !== null && { changes: changes as HistoryChange[] }),
      })),
    })),
  );
}
