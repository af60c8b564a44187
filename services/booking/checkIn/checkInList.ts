import { addDays, bookingDayAt, bookingDayStart } from '@venue-booking/domain/schedule/venueTime';
import { type CheckInList, LIST_LIMIT } from '@venue-booking/proto/booking/checkIns';
import { requireVenue } from '../core/bookingStore.ts';
import type { BookingDatabase } from '../database.ts';
import type { BookingLinks } from '../links/bookingLinks.ts';
import { findFirstUses, toExpected } from './expected.ts';

const HOUR_MS = 3600_000;
const DAY_MS = 24 * HOUR_MS;

/**
 * The guests that a venue expects on the booking day of `now`: those of that day, those still there from the
 * day before, and those who can already check in. It looks ahead a day at most, so that a device stores no
 * more personal data than it needs.
 * @param query.dayStart HH:MM at which a booking day starts
 * @param query.now ms since 1970
 */
export async function checkInList(
  {
    database,
    ticketHashes,
    importedHashes,
  }: { database: BookingDatabase } & Pick<BookingLinks, 'ticketHashes' | 'importedHashes'>,
  { venueId, dayStart, now }: { venueId: number; dayStart: string; now: number },
): Promise<CheckInList> {
  const { timezone, checkInFromHours } = await requireVenue(database, venueId);
  const earlyMs = checkInFromHours * HOUR_MS;
  const date = bookingDayAt(timezone, dayStart, now);
  const [from = 0, to = 0] = [date, addDays(date, 1)].map((day) => bookingDayStart(timezone, dayStart, day));
  const rows = await database.booking.findMany({
    where: {
      venueId,
      startsAt: { gte: new Date(from - DAY_MS), lt: new Date(to + Math.min(earlyMs, DAY_MS)) },
      endsAt: { gt: new Date(from) },
    },
    orderBy: [{ startsAt: 'asc' }, { id: 'asc' }],
    take: LIST_LIMIT + 1,
    omit: { extra: true, note: true },
  });
  const listed = rows.slice(0, LIST_LIMIT);
  const ids = listed.filter(({ status }) => status === 'checked_in').map(({ id }) => id);
  const firstUses = await findFirstUses(database, { venueId, ids });
  const imported = await importedHashes(
    venueId,
    listed.map(({ id }) => id),
  );
  return {
    date,
    timezone,
    day_start: dayStart,
    made_at: new Date(now).toISOString(),
    more: rows.length > listed.length,
    bookings: await Promise.all(
      listed.map(async (row) => ({
        ...toExpected(row, { earlyMs, dayStart, firstUse: firstUses.get(row.id) }),
        ticket_hashes: [...(await ticketHashes(row)), ...(imported.get(row.id) ?? [])],
      })),
    ),
  };
}
