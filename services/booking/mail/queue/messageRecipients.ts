import { addDays, bookingDayStart } from '@venue-booking/domain/schedule/venueTime';
import { parseSlotId } from '@venue-booking/proto/facility/slotId';
import type { NewGuestMessage } from '@venue-booking/proto/mail/guestMessage';
import type { BookingTx } from '../../database.ts';
import { Prisma } from '../../gen/prisma/client.ts';

/** Bookings that a message may concern; more are not read. */
const MAX_BOOKINGS = 5000;

/** Whose guests a message goes to. `dayStart`: HH:MM at which the venue's booking days start. */
export type Chosen = Pick<NewGuestMessage, 'date' | 'slot_id' | 'facility_id' | 'not_over'>;

/**
 * The guests of a message. `mailed`: the first booking of each mailbox; `bookings`: all bookings with an
 * address.
 */
export type Recipients = { mailed: bigint[]; bookings: bigint[]; withoutAddress: number };

/** The guests who are expected at these visits or have come, by the start of their first visit. */
export async function findRecipients(
  database: BookingTx,
  venueId: number,
  { chosen, timezone, dayStart }: { chosen: Chosen; timezone: string; dayStart: string },
): Promise<Recipients> {
  const rows = await database.$queryRaw<{ id: bigint; mailbox: string }[]>`
    SELECT id, lower(customer_email) AS mailbox FROM booking.booking
    WHERE venue_id = ${venueId} AND status IN ('pending_payment', 'confirmed', 'checked_in')
      AND ${conditionOf(chosen, timezone, dayStart)} ${chosen.not_over ? Prisma.sql`AND ends_at > now()` : Prisma.empty}
    ORDER BY starts_at, id LIMIT ${MAX_BOOKINGS}`;
  const reachable = rows.filter(({ mailbox }) => mailbox !== '');
  const first = new Map(reachable.toReversed().map(({ id, mailbox }) => [mailbox, id]));
  return {
    mailed: [...first.values()].reverse(),
    bookings: reachable.map(({ id }) => id),
    withoutAddress: rows.length - reachable.length,
  };
}

function conditionOf(
  { date, slot_id: slotId, facility_id: facilityId }: Chosen,
  timezone: string,
  dayStart: string,
) {
  if (slotId !== undefined) {
    // The start finds the rows; the id alone has no index.
    const startsAt = new Date(parseSlotId(slotId)?.startsAt ?? 0);
    return Prisma.sql`starts_at = ${startsAt} AND slot_id = ${slotId}`;
  }
  const at = (day: string) => new Date(bookingDayStart(timezone, dayStart, day));
  const when = date
    ? Prisma.sql`starts_at >= ${at(date)} AND starts_at < ${at(addDays(date, 1))}`
    : Prisma.sql`starts_at > now()`;
  return facilityId === undefined ? when : Prisma.sql`${when} AND facility_id = ${facilityId}`;
}
