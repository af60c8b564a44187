import assert from 'node:assert/strict';
import { addDays } from '@venue-booking/domain/schedule/venueTime';
import { test } from 'vitest';
import { DEMO_DAYS, demoParties } from './demoBookings.ts';

const pass = { mode: 'CAPACITY', max_people_per_booking: 8 } as const;
const court = { mode: 'FULL', max_people_per_booking: 4 } as const;

/** Number of places taken in the slots of a week, starting at a date. */
const weekOf = (facility: typeof pass | typeof court, from: string, capacity: number) =>
  Array.from({ length: DEMO_DAYS }, (_, ahead) => addDays(from, ahead)).flatMap((date) =>
    Array.from({ length: 6 }, (_, index) => {
      const parties = demoParties(facility, { date, index, capacity });
      for (const { people, customer_name } of parties) {
        assert.ok(people >= 1 && people <= facility.max_people_per_booking, `${date} ${index}`);
        assert.ok(customer_name);
      }
      return parties.reduce((sum, { people }) => sum + people, 0);
    }),
  );

test('a demo week has full, nearly full and empty slots, and none above capacity, from any date', () => {
  for (let day = 0; day < 400; day++) {
    const from = addDays('2026-01-01', day);
    const shared = weekOf(pass, from, 24);
    assert.ok(shared.every((taken) => taken <= 24));
    for (const taken of [24, 21, 0]) assert.ok(shared.includes(taken), `${from}: ${taken}`);
    const courts = weekOf(court, from, 4);
    assert.deepEqual(new Set(courts), new Set([0, 4]));
  }
});

test('each start makes the same bookings', () => {
  const slot = { date: '2026-12-01', index: 3, capacity: 24 };
  assert.deepEqual(demoParties(pass, slot), demoParties(pass, slot));
});
