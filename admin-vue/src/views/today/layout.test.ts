import assert from 'node:assert/strict';
import type { Calendar, CalendarBooking, CalendarSlot } from '@venue-booking/proto/booking/calendar';
import { describe, it } from 'vitest';
import {
  axisOf,
  blocksOn,
  byName,
  createBySlot,
  hoursOf,
  isInOwnRoom,
  lookOf,
  mondayOf,
  peopleOf,
  privateParty,
  takersOf,
} from './layout.ts';
import { merge, withBooking } from './merge.ts';

/** A slot that starts at an instant. */
const slotAt = (facility: number, instant: string, minutes = 60): CalendarSlot => ({
  id: facility * 1e9 + Date.parse(instant) / 60_000,
  starts_at_utc: instant,
  starts_at: instant.slice(0, 16),
  ends_at: instant.slice(0, 16),
  capacity: 4,
  booked: 0,
  free: 4,
  minutes,
  reason: null,
});
const facility = (id: number, slots: CalendarSlot[]) => ({ id, name: `Court ${id}`, slots });
const booking = (
  id: number,
  slot: CalendarSlot,
  facility_id: number,
  more: Partial<CalendarBooking> = {},
) => ({
  id,
  reference: 'K7QF-3MXT',
  slot_id: slot.id,
  facility_id,
  starts_at: slot.starts_at,
  ends_at: slot.ends_at,
  people: 2,
  customer_name: 'Anna',
  status: 'confirmed' as const,
  payment_status: null,
  source: 'desk' as const,
  ...more,
});
const [early, late, other] = [
  slotAt(1, '2026-06-01T08:30:00Z'),
  slotAt(1, '2026-06-01T22:00:00Z', 90),
  slotAt(2, '2026-06-01T10:00:00Z'),
];
const calendar: Calendar = {
  timezone: 'Europe/Amsterdam',
  day_start: '06:00',
  today: '2026-06-01',
  days: [{ date: '2026-06-01', facilities: [facility(1, [early, late]), facility(2, [other])] }],
  bookings: [booking(7, early, 1), booking(8, other, 2)],
  more: false,
};

describe('time axis', () => {
  it('has full hours from the first slot to the last, past midnight, in the venue’s local time', () => {
    const axis = axisOf(calendar.days[0]?.facilities ?? []) ?? assert.fail('no axis');
    assert.deepEqual(
      hoursOf(axis, 'Europe/Amsterdam')
        .map(({ text }) => text)
        .filter((_, at) => at % 5 === 0),
      ['10:00', '15:00', '20:00', '01:00'],
    );
    assert.equal(axisOf([facility(1, [])]), null);
  });

  it('shows a repeated hour twice when the clocks go back', () => {
    const night = axisOf([facility(1, [slotAt(1, '2026-10-25T00:00:00Z', 180)])]) ?? assert.fail('no axis');
    assert.deepEqual(
      hoursOf(night, 'Europe/Amsterdam').map(({ text }) => text),
      ['02:00', '02:00', '03:00'],
    );
  });

  it('finds Mondays, and sorts Court 2 before Court 10', () => {
    assert.deepEqual(['2026-06-01', '2026-06-07', '2026-06-08'].map(mondayOf), [
      '2026-06-01',
      '2026-06-01',
      '2026-06-08',
    ]);
    const names = ['Court 10', 'Court 2'].map((name) => ({ name }));
    assert.deepEqual(
      names.toSorted(byName).map(({ name }) => name),
      ['Court 2', 'Court 10'],
    );
  });
});

describe('calendar updates', () => {
  const copy = (): Calendar => structuredClone(calendar);

  it('keep the identity of unchanged parts, so that they are not rendered again', () => {
    const fresh = copy();
    const [changed] = fresh.bookings;
    if (changed) changed.status = 'checked_in';
    const merged = merge(calendar, fresh);
    assert.equal(merged.days[0]?.facilities[0], calendar.days[0]?.facilities[0]);
    assert.notEqual(merged.bookings[0], calendar.bookings[0]);
    assert.equal(merged.bookings[1], calendar.bookings[1]);
    const bySlot = createBySlot();
    const before = bySlot(calendar.bookings, calendar.days[0]?.facilities ?? []);
    const after = bySlot(merged.bookings, merged.days[0]?.facilities ?? []);
    assert.equal(after.get(2), before.get(2));
    assert.notEqual(after.get(1), before.get(1));
  });

  it('replace one facility, also when a booking moved to or from another one', () => {
    const moved = booking(7, other, 2);
    const ofSecond = { ...copy(), bookings: [moved, booking(8, other, 2)] };
    ofSecond.days = [{ date: '2026-06-01', facilities: [facility(2, [{ ...other, booked: 4, free: 0 }])] }];
    const merged = merge(calendar, ofSecond, 2);
    assert.deepEqual(
      merged.bookings.map(({ id, facility_id }) => [id, facility_id]),
      [
        [7, 2],
        [8, 2],
      ],
    );
    assert.deepEqual(
      merged.days[0]?.facilities.map(({ id, slots }) => [id, slots[0]?.booked]),
      [
        [1, 0],
        [2, 4],
      ],
    );
    const gone = merge(calendar, { ...copy(), bookings: [] }, 1);
    assert.deepEqual(
      gone.bookings.map(({ id }) => id),
      [8],
    );
  });

  it('show a booking in its new slot, with the places of both slots', () => {
    const shown = withBooking(calendar, booking(7, late, 1));
    const slots = shown.days[0]?.facilities[0]?.slots ?? [];
    assert.deepEqual(
      slots.map(({ booked, free }) => [booked, free]),
      [
        [0, 4],
        [2, 2],
      ],
    );
    assert.equal(shown.days[0]?.facilities[1], calendar.days[0]?.facilities[1]);
    const cancelled = withBooking(calendar, booking(7, early, 1, { status: 'cancelled' }));
    assert.deepEqual(
      cancelled.bookings.map(({ id }) => id),
      [8],
    );
  });
});

describe('the blocks of a slot', () => {
  const block = (
    id: number,
    scope: { facility_id?: number; room_id?: number },
    from: string,
    to: string,
  ) => ({
    ...{ id, facility_id: null, room_id: null, reason: '', starts_at: from, ends_at: to },
    ...scope,
  });

  it('are those of its facility, of a room that it uses, and of the venue, at its time', () => {
    const [ten, eleven, twelve] = ['2026-06-01T10:00', '2026-06-01T11:00', '2026-06-01T12:00'];
    const calendar = {
      days: [{ date: '2026-06-01', facilities: [{ ...facility(1, []), rooms: [5] }, facility(2, [])] }],
      blocks: [
        block(1, { facility_id: 1 }, ten, twelve),
        block(2, { room_id: 5 }, ten, eleven),
        block(3, {}, ten, eleven),
        block(4, { facility_id: 1 }, eleven, twelve),
        block(5, { room_id: 6 }, ten, eleven),
      ],
    };
    const slot = { starts_at: ten, ends_at: eleven };
    const idsOf = (facilityId: number) => blocksOn(calendar, { facilityId, slot }).map(({ id }) => id);
    assert.deepEqual([idsOf(1), idsOf(2)], [[1, 2, 3], [3]]);
    assert.deepEqual(
      blocksOn({ days: [] }, { facilityId: 1, slot }),
      [],
      'a gateway of the previous release',
    );
  });
});

describe('a private slot', () => {
  it('has the people of its only party', () => {
    const full = { booked: 10, capacity: 10 };
    assert.equal(privateParty(full, [{ people: 2 }]), 2);
    assert.equal(privateParty({ booked: 12, capacity: 10 }, [{ people: 2 }]), 2);
  });

  it('differs from a shared slot, and from one without guests', () => {
    const full = { booked: 10, capacity: 10 };
    assert.equal(privateParty(full, [{ people: 10 }]), null);
    assert.equal(privateParty(full, [{ people: 2 }, { people: 8 }]), null);
    assert.equal(privateParty({ booked: 2, capacity: 10 }, [{ people: 2 }]), null);
    assert.equal(privateParty(full, []), null);
  });
});

it('a booking may move to a slot that lacks its own room at its own time', () => {
  const of = { starts_at: '2026-06-01T10:00', ends_at: '2026-06-01T11:00' };
  const slot = { starts_at: '2026-06-01T10:30', ends_at: '2026-06-01T12:00', reason: 'room_taken' as const };
  assert.equal(isInOwnRoom(of, [5], { slot, rooms: [4, 5] }), true);
  assert.equal(isInOwnRoom(of, [5], { slot, rooms: [4] }), false);
  assert.equal(isInOwnRoom(of, [5], { slot: { ...slot, reason: 'blocked' }, rooms: [5] }), false);
  assert.equal(isInOwnRoom(of, [5], { slot: { ...slot, starts_at: of.ends_at }, rooms: [5] }), false);
});

describe('a slot whose room is taken', () => {
  const taken: CalendarSlot = { ...other, reason: 'room_taken', taken_by: [early.id] };
  const day = [{ date: '2026-06-01', facilities: [facility(1, [early, late]), facility(2, [taken])] }];

  it('names the bookings that take it, with their facility, and looks unlike a block', () => {
    const { bookings } = calendar;
    assert.deepEqual(
      takersOf({ days: day, bookings }, [taken]).map(({ id, facility }) => [id, facility]),
      [[7, 'Court 1']],
    );
    assert.deepEqual(takersOf({ days: day, bookings: [] }, [taken]), [], 'a booking of another day');
    assert.deepEqual(takersOf({ days: day, bookings }, [early]), []);
    assert.equal(lookOf(taken), 'taken');
    assert.equal(lookOf({ ...taken, reason: 'past' }), 'taken', 'earlier today');
    assert.equal(lookOf({ ...other, reason: 'room_taken' }), 'blocked', 'a gateway of the previous release');
  });

  it('is in a lane that has these bookings, and is rendered again when one of them changes', () => {
    const bySlot = createBySlot();
    const facilities = day[0]?.facilities ?? [];
    const before = bySlot(calendar.bookings, facilities);
    assert.deepEqual(
      before
        .get(2)
        ?.get(early.id)
        ?.map(({ id }) => id),
      [7],
    );
    const [first, ...others] = calendar.bookings;
    const after = bySlot([{ ...(first ?? assert.fail()), customer_name: 'Bo' }, ...others], facilities);
    assert.notEqual(after.get(2), before.get(2));
  });
});

describe('the people of a week', () => {
  it('counts the people of private slots, and the places of shared ones', () => {
    assert.equal(peopleOf({ mode: 'FULL' }, [{ people: 2 }, { people: 4 }]), 6);
    assert.equal(peopleOf({ mode: 'FULL' }, []), 0);
    assert.equal(peopleOf({ mode: 'CAPACITY' }, [{ people: 4 }]), null);
    assert.equal(peopleOf({}, [{ people: 2 }]), null, 'a gateway of the previous release');
  });
});
