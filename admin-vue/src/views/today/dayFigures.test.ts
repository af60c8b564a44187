import assert from 'node:assert/strict';
import type { CalendarBooking, CalendarSlot } from '@venue-booking/proto/booking/calendar';
import { describe, it } from 'vitest';
import { expectedOf, figuresOf, groupsOf, mostUrgent } from './dayFigures.ts';

const booking = (more: Partial<CalendarBooking>): CalendarBooking => ({
  id: 1,
  reference: 'K7QF-3MXT',
  slot_id: 1,
  facility_id: 1,
  starts_at: '2026-12-05T10:00',
  ends_at: '2026-12-05T12:00',
  people: 4,
  customer_name: 'Anna',
  status: 'confirmed',
  payment_status: null,
  source: 'desk',
  ...more,
});
const slot = (more: Partial<CalendarSlot>): CalendarSlot =>
  ({ ends_at: '2026-12-05T12:00', free: 3, booked: 1, reason: null, ...more }) as CalendarSlot;

describe('figures of a day', () => {
  it('counts expected, late and present people, a party that came in part on both sides', () => {
    const bookings = [
      booking({}),
      booking({ starts_at: '2026-12-05T12:00', ends_at: '2026-12-05T14:00', people: 2 }),
      booking({ status: 'checked_in', people: 8, arrived: 5 }),
      booking({ status: 'checked_in', people: 8, arrived: 5, absent: 3 }),
      booking({ status: 'no_show', people: 6, absent: 6 }),
      booking({ status: 'pending_payment', people: 7 }),
    ];
    const { expected, late, inside } = figuresOf({ slots: [], bookings }, '2026-12-05T11:00');
    assert.deepEqual({ expected, late, inside }, { expected: 9, late: 7, inside: 10 });
  });

  it('counts nobody as present once their time is over', () => {
    const bookings = [booking({ status: 'checked_in' })];
    assert.equal(figuresOf({ slots: [], bookings }, '2026-12-05T12:00').inside, 0);
  });

  it('adds the open amounts of guests who come, in cents', () => {
    const bookings = [
      booking({ open_eur: 0.1 }),
      booking({ status: 'checked_in', open_eur: 0.2 }),
      booking({ status: 'no_show', open_eur: 50 }),
    ];
    assert.equal(figuresOf({ slots: [], bookings }, '2026-12-05T11:00').openCents, 30);
  });

  it('counts the places that the desk can book in slots that are not over', () => {
    const slots = [
      slot({}),
      slot({ reason: 'notice' }),
      slot({ reason: 'past' }),
      slot({ reason: 'blocked' }),
      slot({ reason: 'room_taken' }),
      slot({ ends_at: '2026-12-05T10:00' }),
    ];
    assert.equal(figuresOf({ slots, bookings: [] }, '2026-12-05T11:00').free, 9);
  });

  it('counts the places of a room that several facilities share once', () => {
    const at = { starts_at_utc: '2026-12-05T10:00Z', minutes: 60 };
    const next = { starts_at_utc: '2026-12-05T11:00Z', minutes: 60 };
    const freeOf = (hall: number) =>
      figuresOf(
        {
          slots: [
            { ...slot({ ...at, free: hall }), rooms: [1, 2] },
            { ...slot({ ...at, free: 4 }), rooms: [1] },
            { ...slot({ ...at, free: 4 }), rooms: [2] },
            { ...slot({ ...next, free: 4 }), rooms: [1] },
          ],
          bookings: [],
        },
        '2026-12-05T09:00',
      ).free;
    assert.equal(freeOf(10), 10 + 4, 'the hall, then a court');
    assert.equal(freeOf(6), 4 + 4 + 4, 'both courts have more places');
  });
});

it('groups bookings by what the desk still has to do', () => {
  const over = { ends_at: '2026-12-05T10:00' };
  const here = { status: 'checked_in', arrived: 4 } as const;
  const all = [
    booking({ id: 1 }),
    booking({ id: 2, ...here }),
    booking({ id: 3, ...here, open_eur: 10 }),
    booking({ id: 4, status: 'checked_in', arrived: 3 }),
    booking({ id: 5, status: 'no_show', open_eur: 10, absent: 4, ...over }),
    booking({ id: 6, ...here, open_eur: 10, ...over }),
    booking({ id: 7, ...over }),
  ];
  const groups = Object.entries(groupsOf(all, '2026-12-05T11:00'));
  assert.deepEqual(Object.fromEntries(groups.map(([key, some]) => [key, some.map(({ id }) => id)])), {
    ...{ due: [1, 3, 4, 7], owing: [6], settled: [2], over: [5] },
  });
  assert.equal(expectedOf(booking({ status: 'checked_in', arrived: 3, absent: 1 })), 0);
});

it('keeps guests who have not come in a short list, before those who have to pay', () => {
  const paying = Array.from({ length: 3 }, (_, id) =>
    booking({ id, status: 'checked_in', arrived: 4, open_eur: 10 }),
  );
  const due = [...paying, booking({ id: 3 })];
  assert.deepEqual(
    mostUrgent(due, 2).map(({ id }) => id),
    [0, 3],
  );
});
