import { localAt } from '@venue-booking/domain/schedule/venueTime';
import { formatMoment } from '@venue-booking/domain/wording/formats';
import type { OfBooking } from '@venue-booking/proto/booking/adminBooking';
import { fail, inEachLanguage } from '@venue-booking/proto/failures';
import { changeArrivals } from '../checkIn/changeArrivals.ts';
import { requireBooking, requireVenue } from '../core/bookingStore.ts';
import { changeStatus } from '../core/changeStatus.ts';
import type { BookingDeps } from '../core/deps.ts';
import { historyFull } from '../core/historyLine.ts';
import { stateFailure } from '../core/stateFailure.ts';

type Deps = Pick<BookingDeps, 'database' | 'publish' | 'wakeWorkers'>;

/**
 * Marks a guest as checked in, from the venue's hours before the start on, or as a no-show, from the start
 * on. Works only once, so that the door notices a ticket that is shown a second time. A party may arrive in
 * part: then its rest can be checked in, or marked as absent.
 * @param mark.people how many have come in all; undefined: everybody
 * @throws `booking_not_found`, `check_in_too_early`, `not_begun`, `validation` for more people than booked,
 * `history_full`, a stateFailure if the status does not allow it
 */
export async function markAttendance(
  { database, publish, wakeWorkers }: Deps,
  booking: OfBooking,
  { to, actor, people }: { to: 'checked_in' | 'no_show'; actor: string; people?: number | undefined },
): Promise<void> {
  const hours = to === 'no_show' ? 0 : (await requireVenue(database, booking.venueId)).checkInFromHours;
  const earlyMs = hours * 3600_000;
  const startsUntil = Date.now() + earlyMs;
  if (await changeStatus({ database, publish }, booking, { to, actor, startsUntil, arrived: people ?? null }))
    return wakeWorkers();
  const row = await requireBooking(database, booking);
  if (people !== undefined && people > row.people)
    throw fail('validation', { detail: `people: must be at most ${row.people}, the people of the booking` });
  if (row.status === 'checked_in') {
    // The same number again changes nothing.
    if (people !== undefined && people === (row.arrived ?? row.people)) return;
    const isWhole = row.arrived === null && people === undefined;
    if (isWhole || (to === 'no_show' && row.restAbsent)) throw stateFailure(row.status);
    if (to === 'no_show' && row.startsAt.getTime() > startsUntil) throw fail('not_begun');
    const change = to === 'no_show' ? { restAbsent: true } : { arrived: people ?? ('all' as const) };
    if (await changeArrivals({ database, publish }, booking, { actor, ...change })) return wakeWorkers();
    throw historyFull();
  }
  if (!['confirmed', 'no_show'].includes(row.status) || to === row.status) throw stateFailure(row.status);
  if (to === 'no_show') throw fail('not_begun');
  const from = localAt(row.timezone, row.startsAt.getTime() - earlyMs);
  const params = inEachLanguage('from', (language) => formatMoment(from, language));
  throw fail('check_in_too_early', params);
}
