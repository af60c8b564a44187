import assert from 'node:assert/strict';
import type { CalendarFacility, CalendarSlot } from '@venue-booking/proto/booking/calendar';
import { describe, it } from 'vitest';
import { freeTimes } from './freeTimes.ts';

const slot = (id: number, more: Partial<CalendarSlot> = {}): CalendarSlot =>
  ({ id, starts_at_utc: '2026-12-05T10:00Z', minutes: 60, free: 4, reason: null, ...more }) as CalendarSlot;
const now = Date.parse('2026-12-05T10:30Z');
/** Ids of the times that a party can book. */
const timesFor = (people: number, facilities: CalendarFacility[], limits = [] as never[]) =>
  freeTimes({ days: [{ date: '2026-12-05', facilities }] }, { people, limits, now }).map(({ id, slots }) => [
    id,
    ...slots.map((it) => it.id),
  ]);

describe('free times for a party', () => {
  it('are those with enough places that have not ended, of all facilities', () => {
    const facilities = [
      {
        id: 1,
        name: 'B',
        slots: [slot(1), slot(2, { free: 3 }), slot(3, { starts_at_utc: '2026-12-05T09:00Z' })],
      },
      { id: 2, name: 'A', slots: [slot(4, { reason: 'past' }), slot(5, { reason: 'notice' })] },
      { id: 3, name: 'C', slots: [slot(6, { reason: 'blocked' }), slot(7, { reason: 'room_taken' })] },
    ];
    assert.deepEqual(timesFor(4, facilities), [
      [2, 4, 5],
      [1, 1],
    ]);
  });

  it('leave out a facility that does not take the party', () => {
    const facilities = [{ id: 1, name: 'A', slots: [slot(1, { free: 10 })] }];
    const limits = [{ id: 1, min_people: 2, max_people_per_booking: 4 }] as never[];
    assert.deepEqual(
      [1, 2, 4, 5].map((people) => timesFor(people, facilities, limits).length),
      [0, 1, 1, 0],
    );
  });
});
