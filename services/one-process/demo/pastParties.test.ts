import assert from 'node:assert/strict';
import { addDays, weekdayOf } from '@venue-booking/domain/schedule/venueTime';
import { describe, it } from 'vitest';
import { demoVenues } from './demoVenues.ts';
import { PAST_DAYS, pastParties } from './pastParties.ts';

const SLOTS = 6;
/** All past parties of a facility until a day, by date. */
const partiesOf = (facility: (typeof demoVenues)[number]['facilities'][number], until: string) =>
  Array.from({ length: PAST_DAYS }, (_, ago) => addDays(until, ago - PAST_DAYS)).map((date) => ({
    date,
    slots: Array.from({ length: SLOTS }, (_, index) =>
      pastParties(facility, { date, index, capacity: facility.capacity }),
    ),
  }));
const facilities = demoVenues.flatMap((venue) => venue.facilities);

describe('the past parties of the demo', () => {
  it('fit the facility and its places, whenever the demo starts', () => {
    for (let day = 0; day < 10; day++)
      for (const facility of facilities)
        for (const { date, slots } of partiesOf(facility, addDays('2026-01-01', 37 * day)))
          for (const parties of slots) {
            const places =
              facility.mode === 'FULL'
                ? parties.length
                : parties.reduce((sum, { people }) => sum + people, 0);
            assert.ok(
              places <= (facility.mode === 'FULL' ? 1 : facility.capacity),
              `${facility.name} ${date}`,
            );
            for (const { people, hoursAhead, overAfterMinutes, add_ons } of parties) {
              assert.ok(people >= (facility.min_people ?? 1));
              assert.ok(
                people <= Math.min(facility.capacity, facility.max_people_per_booking ?? facility.capacity),
              );
              assert.ok(hoursAhead * 60 + overAfterMinutes >= 0, 'nobody cancels before booking');
              for (const count of Object.values(add_ons)) assert.ok(count >= 1 && count <= people);
            }
          }
  });

  it('are the same at every start, and differ between facilities and days', () => {
    const slot = { date: '2026-11-28', index: 2, capacity: 24 };
    const [first, second] = facilities.filter(({ mode }) => mode === 'CAPACITY');
    assert.ok(first && second);
    assert.deepEqual(pastParties(first, slot), pastParties(first, slot));
    assert.notDeepEqual(pastParties(first, slot), pastParties(second, slot));
    assert.notDeepEqual(pastParties(first, slot), pastParties(first, { ...slot, date: '2026-11-21' }));
  });

  it('are more on weekends, and include no-shows, cancellations, add-ons and bookings at the desk', () => {
    const all = facilities.flatMap((facility) => partiesOf(facility, '2026-12-01'));
    const onDays = (weekdays: number[]) => {
      const days = all.filter(({ date }) => weekdays.includes(weekdayOf(date)));
      return days.reduce((sum, { slots }) => sum + slots.flat().length, 0) / days.length;
    };
    assert.ok(onDays([6, 7]) > 2 * onDays([1, 2]));
    const parties = all.flatMap(({ slots }) => slots.flat());
    for (const outcome of ['checked_in', 'no_show', 'cancelled'] as const)
      assert.ok(
        parties.some((party) => party.outcome === outcome),
        outcome,
      );
    assert.ok(parties.some(({ add_ons }) => Object.keys(add_ons).length > 0));
    assert.deepEqual(new Set(parties.map(({ online }) => online)), new Set([true, false]));
    assert.ok(new Set(parties.map(({ customer_name: name }) => name)).size > 100);
  });
});
