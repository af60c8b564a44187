import type { AdminBooking } from '@venue-booking/proto/booking/adminBooking';
import type { Calendar, CalendarSlot } from '@venue-booking/proto/booking/calendar';
import { addDays } from '../../../bookingDay.ts';
import { canBook } from '../../today/layout.ts';
import type { Problem, ReadRow, Unreadable, Wanted } from './readRows.ts';

/** A booking of the venue that a row may be. */
export type Existing = Pick<
  AdminBooking,
  'id' | 'starts_at' | 'customer_name' | 'client_reference' | 'note' | 'open_eur' | 'desk_eur' | 'status'
>;

/** The body of the desk's request for a booking, without guest and party. */
export type Place =
  | { slot_id: number }
  | { facility_id: number; starts_at: string; minutes: number; price_eur?: number };

/** Result of checking a row before it is sent. */
export type Checked =
  | { kind: 'ready'; row: Wanted; place: Place; isOffGrid: boolean }
  | { kind: 'there'; row: Wanted; booking: Existing }
  | ({ kind: 'problem'; other?: number } & Unreadable);

export type Checking = {
  days: Calendar['days'];
  existing: readonly Existing[];
  /** Local time of the venue, `YYYY-MM-DDTHH:MM`. */
  now: string;
  /** Whether to book times without a slot at their own time. */
  offGrid: boolean;
  /** The length of a slot by facility, for times without a slot and without a length. */
  durations: ReadonlyMap<number, number>;
};

/** Whether a booking is the one of a row. Others may have the same number in another system. */
const isSame = (row: Wanted, { starts_at, customer_name }: Existing): boolean =>
  starts_at.slice(0, 16) === row.startsAt ||
  customer_name === '' ||
  customer_name.toLowerCase() === row.name.toLowerCase();

/**
 * Checks every row against the calendar and the other rows, in the order of the file. This is a preview: the
 * server decides about each booking when it is made.
 */
export function checkRows(rows: readonly ReadRow[], checking: Checking): Checked[] {
  const byMark = new Map(checking.existing.map((booking) => [booking.client_reference ?? '', booking]));
  const slots = slotsOf(checking.days);
  const first = new Map<string, number>();
  /** Places that earlier rows take, by slot id. */
  const taken = new Map<number, number>();
  return rows.map((row): Checked => {
    if ('problem' in row) return { kind: 'problem', ...row };
    const { index, startsAt: start, name } = row;
    const fail = (problem: Problem, other?: number): Checked => ({
      ...{ kind: 'problem', index, problem, start, name },
      ...(other !== undefined && { other }),
    });
    const earlier = first.get(row.mark);
    if (earlier !== undefined) return fail('double', earlier);
    first.set(row.mark, index);
    const booking = byMark.get(row.mark);
    if (booking) return isSame(row, booking) ? { kind: 'there', row, booking } : fail('numberTaken');
    if (start < checking.now) return fail('past');
    const found = slots.get(`${row.facilityId} ${start}`);
    // A booking of another length has its own time.
    const slot =
      found && (row.minutes === undefined || row.minutes === found.slot.minutes) ? found : undefined;
    if (!slot && !checking.offGrid) return found ? fail('length') : fail('noSlot');
    if (!slot) {
      const minutes = row.minutes ?? found?.slot.minutes ?? checking.durations.get(row.facilityId) ?? 60;
      return { kind: 'ready', row, place: ownPlace(row, minutes), isOffGrid: true };
    }
    const before = taken.get(slot.slot.id) ?? 0;
    const free = slot.isPrivate && before > 0 ? 0 : slot.slot.free - before;
    if (!canBook(slot.slot) && slot.slot.free > 0) return fail('blocked');
    if (free < row.people) return fail('full');
    taken.set(slot.slot.id, before + row.people);
    const place = row.price === undefined ? { slot_id: slot.slot.id } : ownPlace(row, slot.slot.minutes);
    return { kind: 'ready', row, place, isOffGrid: false };
  });
}

const ownPlace = ({ facilityId, startsAt, price }: Wanted, minutes: number): Place => ({
  ...{ facility_id: facilityId, starts_at: startsAt, minutes },
  ...(price !== undefined && { price_eur: price }),
});

type Found = { slot: CalendarSlot; isPrivate: boolean };

/** Slots by facility and start. A start that occurs twice, when clocks go back, is the first one. */
function slotsOf(days: Calendar['days']): Map<string, Found> {
  const slots = new Map<string, Found>();
  for (const { facilities } of days)
    for (const { id, mode, slots: ofDay } of facilities)
      for (const slot of ofDay) {
        const key = `${id} ${slot.starts_at.slice(0, 16)}`;
        // A `closed` one is off the grid: another booking has this time to itself.
        if (slot.reason !== 'closed' && !slots.has(key)) slots.set(key, { slot, isPrivate: mode === 'FULL' });
      }
  return slots;
}

const WEEK = 7;

/**
 * Periods of at most a week that cover the booking days of the rows. A time before the start of a booking day
 * belongs to the day before.
 */
export function weeksOf(rows: readonly ReadRow[], dayStart: string): { from: string; to: string }[] {
  const days = new Set<string>();
  for (const row of rows)
    if ('startsAt' in row) {
      const date = row.startsAt.slice(0, 10);
      days.add(row.startsAt.slice(11) < dayStart ? addDays(date, -1) : date);
    }
  const weeks: { from: string; to: string }[] = [];
  for (const day of [...days].sort()) {
    const last = weeks.at(-1);
    if (last && day < addDays(last.from, WEEK)) last.to = day;
    else weeks.push({ from: day, to: day });
  }
  return weeks;
}
