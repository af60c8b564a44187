import { localAt } from '@venue-booking/domain/schedule/venueTime';
import type { MovesPreview, MovesPreviewRequest } from '@venue-booking/proto/booking/moves';
import type { Slot } from '@venue-booking/proto/facility/slot';
import { fail } from '@venue-booking/proto/failures';
import { findBookings } from '../core/bookingStore.ts';
import { partyOf } from '../core/changedParty.ts';
import type { BookingDeps } from '../core/deps.ts';
import { conflictOf } from '../series/conflictOf.ts';
import type { ReadDay } from '../series/previewSeries.ts';

export type Deps = Pick<BookingDeps, 'database'> & { daySlots: ReadDay };

/** Minutes of a day. */
const DAY = 1440;

/**
 * Where bookings fit on another booking day of their facility: at the nearest time of day with room for them
 * and for those before them in the list. Reserves nothing. Add-ons must be in stock for each booking alone.
 * @throws `booking_not_found`, `facility_not_found`
 */
export async function previewMoves(
  { database, daySlots }: Deps,
  { venueId, wish }: { venueId: number; wish: MovesPreviewRequest },
): Promise<MovesPreview> {
  const { booking_ids: ids, date } = wish;
  const rows = await findBookings(database, { venueId, ids });
  if (rows.length < ids.length) throw fail('booking_not_found');
  const days = new Map<number, Slot[]>();
  for (const { facilityId } of rows)
    if (!days.has(facilityId)) days.set(facilityId, (await daySlots({ venueId, facilityId, date })).slots);
  const left = new Map<number, number>();
  const bookings = rows.map((row) => {
    const startsAt = localAt(row.timezone, row.startsAt.getTime());
    const distance = ({ starts_at }: Slot) => minutesBetween(minutesOf(starts_at), minutesOf(startsAt));
    const fitting = (days.get(row.facilityId) ?? [])
      .filter((slot) => conflictOf({ ...slot, free: left.get(slot.id) ?? slot.free }, partyOf(row)) === null)
      .toSorted((a, b) => distance(a) - distance(b))[0];
    // A private slot has no place left for another party.
    const isPrivate = row.privatePlaces !== null;
    if (fitting) left.set(fitting.id, isPrivate ? 0 : (left.get(fitting.id) ?? fitting.free) - row.people);
    return {
      ...{ booking_id: Number(row.id), reference: row.reference, customer_name: row.customerName },
      ...{ facility: row.facilityName, starts_at: startsAt, people: row.people },
      slot_id: fitting?.id ?? null,
      new_starts_at: fitting?.starts_at ?? null,
    };
  });
  return { bookings };
}

/** Minutes between two times of day, also across midnight. */
const minutesBetween = (a: number, b: number): number => Math.min(Math.abs(a - b), DAY - Math.abs(a - b));

/** Minutes after midnight of a local time. */
const minutesOf = (local: string): number => Number(local.slice(11, 13)) * 60 + Number(local.slice(14, 16));
