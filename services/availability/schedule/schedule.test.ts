import assert from 'node:assert/strict';
import { addDays, bookingDayAt, zonedAt } from '@venue-booking/domain/schedule/venueTime';
import { parseSlotId, slotIdOf } from '@venue-booking/proto/facility/slotId';
import fc from 'fast-check';
import { test } from 'vitest';
import { bookingDay, type OpeningRules, openingOn, slotsOn } from './schedule.ts';

const MINUTE = 60_000;
const DAY = 1440;
/** Largest clock change since 2020 in minutes, in Antarctica. */
const LARGEST_CHANGE = 180;
const WHOLE_WEEK = [1, 2, 3, 4, 5, 6, 7];
const toTime = (minutes: number) => new Date(minutes * MINUTE).toISOString().slice(11, 16);

/** Local time according to Intl, the oracle for everything that a guest reads. */
const clocks = new Map<string, Intl.DateTimeFormat>();
function clockAt(timezone: string, instant: number): string {
  const options = { dateStyle: 'short', timeStyle: 'short', timeZone: timezone } as const;
  const clock = clocks.get(timezone) ?? new Intl.DateTimeFormat('sv-SE', options);
  clocks.set(timezone, clock);
  return clock.format(instant).replace(' ', 'T');
}

const zones = fc.constantFrom(...Intl.supportedValuesOf('timeZone'));
const dates = fc.integer({ min: 0, max: 15_000 }).map((days) => addDays('2020-01-02', days));
/**
 * A day near a clock change of a zone, with the change at its start, in its middle or at its end. Any day in
 * a zone without clock changes.
 */
const changes = fc
  .tuple(zones, dates, fc.integer({ min: -1, max: 1 }))
  .map(([zone, date, shift]): [string, string] => {
    const next = zonedAt(zone, Date.parse(date)).getTimeZoneTransition('next');
    return [zone, next ? addDays(next.toPlainDate().toString(), shift) : date];
  });
const zonedDates = fc.oneof(fc.tuple(zones, dates), changes);

/**
 * Hours as an owner may set them, in minutes from the day start, inside one booking day and often close to
 * its ends.
 */
const minute = fc.oneof(
  fc.integer({ min: 0, max: DAY }),
  fc.integer({ min: 0, max: 6 }).map((quarters) => quarters * 15),
  fc.integer({ min: 0, max: 6 }).map((quarters) => DAY - quarters * 15),
);
const hours = fc
  .tuple(minute, minute)
  .filter(([a, b]) => a !== b)
  .map(([a, b]) => ({ opens: Math.min(a, b), closes: Math.max(a, b) }));
const openings = fc.record({
  // Clocks change in the hours after midnight.
  dayStart: fc.oneof(
    fc.integer({ min: 0, max: DAY - 1 }),
    fc.integer({ min: 0, max: 16 }).map((quarters) => quarters * 15),
  ),
  hours: fc.oneof(hours, fc.constant({ opens: 0, closes: DAY })),
  durationMinutes: fc.oneof(fc.integer({ min: 5, max: 180 }), fc.integer({ min: 5, max: DAY })),
  bufferMinutes: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 90 })),
});
type Opening = typeof openings extends fc.Arbitrary<infer T> ? T : never;
/** Hours that fit a whole number of slots, often a single one. */
const filledOpenings = fc
  .tuple(openings, fc.oneof(fc.constant(1), fc.integer({ min: 1, max: 12 })))
  .map(([opening, count]) => {
    const { hours, durationMinutes, bufferMinutes } = opening;
    const closes = hours.opens + count * (durationMinutes + bufferMinutes) - bufferMinutes;
    return { ...opening, count, hours: { opens: hours.opens, closes } };
  })
  .filter(({ hours }) => hours.closes <= DAY);
const isFilled = ({ hours, durationMinutes, bufferMinutes }: Opening) =>
  (hours.closes - hours.opens + bufferMinutes) % (durationMinutes + bufferMinutes) === 0;

const rulesOf = (
  timezone: string,
  { dayStart, hours, durationMinutes, bufferMinutes }: Opening,
): OpeningRules => ({
  timezone,
  dayStart: toTime(dayStart),
  opensAt: toTime((dayStart + hours.opens) % DAY),
  closesAt: toTime((dayStart + hours.closes) % DAY),
  durationMinutes,
  bufferMinutes,
  openDays: WHOLE_WEEK,
  exceptions: new Map(),
  holidays: [],
});

test('slots of a day without a clock change are those of a plain timetable', () => {
  fc.assert(
    fc.property(zones, dates, openings, (timezone, date, opening) => {
      const rules = rulesOf(timezone, opening);
      const { startsAt, endsAt } = bookingDay(rules, date);
      fc.pre(endsAt - startsAt === DAY * MINUTE);
      for (const end of [startsAt, endsAt]) fc.pre(clockAt(timezone, end).endsWith(rules.dayStart));
      const timetable: [string, string][] = [];
      const midnight = Date.parse(`${date}T00:00:00Z`) + opening.dayStart * MINUTE;
      const show = (minutes: number) => new Date(midnight + minutes * MINUTE).toISOString().slice(0, 16);
      let start = opening.hours.opens;
      while (start + opening.durationMinutes <= opening.hours.closes) {
        timetable.push([show(start), show(start + opening.durationMinutes)]);
        start += opening.durationMinutes + opening.bufferMinutes;
      }
      const shown = slotsOn(rules, date).map((slot) => [
        clockAt(timezone, slot.startsAt),
        clockAt(timezone, slot.endsAt),
      ]);
      assert.deepEqual(shown, timetable);
    }),
    { numRuns: 200 },
  );
});

test('every slot has the exact duration unless it ends at closing, and the next one starts right after the buffer', () => {
  fc.assert(
    fc.property(zonedDates, fc.oneof(openings, filledOpenings), ([timezone, date], opening) => {
      const slots = slotsOn(rulesOf(timezone, opening), date);
      for (const [index, { startsAt, endsAt }] of slots.entries()) {
        const next = slots[index + 1];
        if (next || !isFilled(opening)) assert.equal(endsAt - startsAt, opening.durationMinutes * MINUTE);
        if (next) assert.equal(next.startsAt - endsAt, opening.bufferMinutes * MINUTE);
      }
    }),
    { numRuns: 300 },
  );
});

test('hours that fit a whole number of slots are filled on any night, in any zone', () => {
  fc.assert(
    fc.property(zonedDates, filledOpenings, ([timezone, date], opening) => {
      const rules = rulesOf(timezone, opening);
      const open = openingOn(rules, rules, bookingDay(rules, date));
      const slots = slotsOn(rules, date);
      const last = slots.at(-1);
      assert.ok(open);
      // A spring-forward night may skip the hours altogether.
      if (!last) return assert.ok(open.endsAt <= open.startsAt);
      assert.equal(last.endsAt, open.endsAt);
      const minutes = (last.endsAt - last.startsAt) / MINUTE;
      const { count, durationMinutes, bufferMinutes } = opening;
      assert.ok(minutes > 0 && minutes < 2 * durationMinutes + bufferMinutes);
      if (slots.length > 1) assert.ok(minutes >= durationMinutes / 2);
      if (durationMinutes > LARGEST_CHANGE) assert.ok(slots.length <= count, 'sold once');
    }),
    { numRuns: 500 },
  );
});

test('slots fill the hours from opening, and one more would not fit', () => {
  fc.assert(
    fc.property(zonedDates, openings, ([timezone, date], opening) => {
      const rules = rulesOf(timezone, opening);
      const open = openingOn(rules, rules, bookingDay(rules, date));
      assert.ok(open);
      const slots = slotsOn(rules, date);
      const next =
        (slots.at(-1)?.endsAt ?? open.startsAt - opening.bufferMinutes * MINUTE) +
        opening.bufferMinutes * MINUTE;
      assert.equal(slots[0]?.startsAt ?? open.startsAt, open.startsAt);
      assert.ok((slots.at(-1)?.endsAt ?? 0) <= open.endsAt);
      assert.ok(next + opening.durationMinutes * MINUTE > open.endsAt);
    }),
  );
});

test('the hours, and so every slot, lie inside the booking day of their date', () => {
  fc.assert(
    fc.property(zonedDates, openings, ([timezone, date], opening) => {
      const rules = rulesOf(timezone, opening);
      const [day, open] = [bookingDay(rules, date), openingOn(rules, rules, bookingDay(rules, date))];
      assert.ok(open && day.startsAt <= open.startsAt && open.endsAt <= day.endsAt);
      for (const slot of slotsOn(rules, date))
        assert.ok(day.startsAt <= slot.startsAt && slot.endsAt <= day.endsAt);
    }),
    { numRuns: 500 },
  );
});

test('the id of a slot leads back to the booking day that lists it', () => {
  fc.assert(
    fc.property(zonedDates, openings, ([timezone, date], opening) => {
      const rules = rulesOf(timezone, opening);
      const slots = slotsOn(rules, date);
      for (const { startsAt } of [...slots.slice(0, 3), ...slots.slice(-3)]) {
        const parsed = parseSlotId(slotIdOf(11, startsAt) ?? 0);
        assert.deepEqual(parsed, { facilityId: 11, startsAt });
        assert.equal(bookingDayAt(timezone, rules.dayStart, parsed?.startsAt ?? 0), date);
      }
    }),
    { numRuns: 300 },
  );
});

test('booking days follow one another without gap or overlap, in any zone', () => {
  fc.assert(
    fc.property(zonedDates, openings, ([timezone, date], opening) => {
      const rules = rulesOf(timezone, opening);
      const [day, next] = [bookingDay(rules, date), bookingDay(rules, addDays(date, 1))];
      assert.equal(day.endsAt, next.startsAt);
      assert.ok(Math.abs(day.endsAt - day.startsAt - DAY * MINUTE) <= LARGEST_CHANGE * MINUTE);
    }),
  );
});

test('slots of three consecutive days never overlap', () => {
  fc.assert(
    fc.property(zonedDates, openings, ([timezone, date], opening) => {
      const rules = rulesOf(timezone, opening);
      const slots = [0, 1, 2].flatMap((days) => slotsOn(rules, addDays(date, days)));
      for (const [index, slot] of slots.entries()) {
        const next = slots[index + 1];
        assert.ok(
          !next || slot.endsAt <= next.startsAt,
          `${clockAt(timezone, slot.startsAt)} runs into the next slot`,
        );
      }
    }),
    { numRuns: 500 },
  );
});
