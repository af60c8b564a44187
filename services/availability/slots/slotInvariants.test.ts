import assert from 'node:assert/strict';
import { requiredAddOns } from '@venue-booking/domain/price/chosenAddOns';
import { addDays, daysBetween } from '@venue-booking/domain/schedule/venueTime';
import { slotIdOf } from '@venue-booking/proto/facility/slotId';
import type { Window } from '@venue-booking/proto/facility/timetable';
import type { Pricing } from '@venue-booking/proto/price/pricing';
import fc from 'fast-check';
import { test } from 'vitest';
import { withAddOnsLeft } from '../addOns/addOnStock.ts';
import { slotsOn } from '../schedule/schedule.ts';
import type { Now } from './now.ts';
import {
  dayOfSlots,
  eachDay,
  isBookable,
  type LedgerRow,
  type SlotRules,
  summaryOf,
  summaryOn,
} from './slot.ts';

// Properties of a day of slots for any rules and any ledger rows from earlier rules.

const MINUTE = 60_000;
const DAY = 1440 * MINUTE;
const DATE = '2026-10-24';
const MIDNIGHT = Date.parse('2026-10-24T00:00:00+02:00');

const times = fc
  .integer({ min: 0, max: 95 })
  .map((quarters) => new Date(quarters * 15 * MINUTE).toISOString().slice(11, 16));
const rules: fc.Arbitrary<SlotRules> = fc.record({
  facilityId: fc.constant(9),
  mode: fc.constantFrom('CAPACITY', 'FULL'),
  capacity: fc.integer({ min: 1, max: 12 }),
  minNoticeMinutes: fc.integer({ min: 0, max: 600 }),
  maxAdvanceDays: fc.constantFrom(null, 0, 1, 5),
  timezone: fc.constant('Europe/Amsterdam'),
  dayStart: fc.constantFrom('00:00', '06:00'),
  opensAt: times,
  closesAt: times,
  durationMinutes: fc.constantFrom(15, 30, 60, 90),
  bufferMinutes: fc.constantFrom(0, 15),
  openDays: fc.constant([6, 7]),
  exceptions: fc.constantFrom(new Map(), new Map([[DATE, []]])),
  holidays: fc.constantFrom([], [{ on: DATE.slice(5), closed: true }]),
});

/**
 * Rows from earlier rules, by time, at any quarter of the day and its neighbours. Occupied rows never
 * overlap, as the ledger ensures.
 */
const rows = fc
  .array(
    fc.record({
      quarter: fc.integer({ min: -40, max: 140 }),
      minutes: fc.constantFrom(15, 30, 60, 90),
      capacity: fc.option(fc.integer({ min: 0, max: 12 })),
      booked: fc.integer({ min: 0, max: 12 }),
      isPrivate: fc.boolean(),
      buffer: fc.option(fc.constantFrom(0, 15, 60)),
    }),
    { maxLength: 30 },
  )
  .map((drafts) => {
    const accepted = new Map<number, LedgerRow>();
    for (const { quarter, minutes, buffer, ...state } of drafts) {
      const startsAt = MIDNIGHT + quarter * 15 * MINUTE;
      const endsAt = startsAt + minutes * MINUTE;
      const freeAt = buffer === null ? null : endsAt + buffer * MINUTE;
      const row = { id: slotIdOf(9, startsAt) ?? 0, startsAt, endsAt, freeAt, ...state };
      const clashes = [...accepted.values()].some(
        (other) => other.booked > 0 && row.booked > 0 && overlaps(other, row),
      );
      if (!accepted.has(row.id) && !clashes) accepted.set(row.id, row);
    }
    return byTime([...accepted.values()]);
  });
const byTime = <T extends Span>(all: readonly T[]) => all.toSorted((a, b) => a.startsAt - b.startsAt);
/** Blocked times, by start. They may overlap. */
const blocks = fc
  .array(fc.tuple(fc.integer({ min: -40, max: 140 }), fc.constantFrom(15, 60, 600)), { maxLength: 3 })
  .map((drafts) =>
    byTime(
      drafts.map(([quarter, minutes]) => {
        const startsAt = MIDNIGHT + quarter * 15 * MINUTE;
        return { startsAt, endsAt: startsAt + minutes * MINUTE };
      }),
    ),
  );
const nows: fc.Arbitrary<Now> = fc
  .tuple(fc.integer({ min: -3 * 1440, max: 1440 }), fc.constantFrom('2026-10-20', '2026-10-23', DATE))
  .map(([minutes, today]) => ({ instant: MIDNIGHT + minutes * MINUTE, today }));

type Span = { startsAt: number; endsAt: number };
const overlaps = (a: Span, b: Span) => Math.max(a.startsAt, b.startsAt) < Math.min(a.endsAt, b.endsAt);
const holds = (check: (rules: SlotRules, rows: LedgerRow[], now: Now, blocks: Span[]) => void) =>
  fc.assert(fc.property(rules, rows, nows, blocks, check), { numRuns: 300 });

test('slots are listed by time, each once', () => {
  holds((rules, rows, now) => {
    const slots = dayOfSlots(rules, DATE, rows, now);
    const starts = slots.map(({ startsAt }) => startsAt);
    assert.deepEqual(
      starts,
      [...new Set(starts)].sort((a, b) => a - b),
    );
    assert.equal(new Set(slots.map(({ id }) => id)).size, slots.length);
    for (const { id, startsAt } of slots) assert.equal(id, slotIdOf(9, startsAt));
  });
});

test('a bookable slot overlaps no other bookable slot and no occupied one', () => {
  holds((rules, rows, now) => {
    const bookable = dayOfSlots(rules, DATE, rows, now).filter(isBookable);
    const occupied = rows.filter(({ booked }) => booked > 0);
    for (const slot of bookable)
      for (const other of [...bookable, ...occupied])
        assert.ok(
          other.id === slot.id || !overlaps(slot, other),
          `${slot.startsAt} overlaps ${other.startsAt}`,
        );
  });
});

test('a free bookable slot with its break overlaps no occupied slot with the break that it was sold with', () => {
  holds((rules, rows, now) => {
    const buffer = rules.bufferMinutes * MINUTE;
    const occupied = rows.filter(({ booked }) => booked > 0);
    for (const slot of dayOfSlots(rules, DATE, rows, now).filter(isBookable))
      for (const { id, startsAt, endsAt, freeAt } of occupied)
        assert.ok(
          occupied.some((other) => other.id === slot.id) ||
            !overlaps(
              { ...slot, endsAt: slot.endsAt + buffer },
              { startsAt, endsAt: freeAt ?? endsAt + buffer },
            ),
          `${slot.startsAt} overlaps ${id}`,
        );
  });
});

test('bookable means neither blocked nor full, and places are never negative', () => {
  holds((rules, rows, now) => {
    for (const slot of dayOfSlots(rules, DATE, rows, now)) {
      const blocked = slot.failure !== null;
      assert.equal(isBookable(slot), !blocked && slot.free > 0);
      assert.ok(slot.free >= 0 && slot.booked >= 0 && slot.capacity >= 0);
    }
  });
});

const quartersOf = ({ startsAt, endsAt }: Span) =>
  Array.from({ length: (endsAt - startsAt) / (15 * MINUTE) }, (_, at) => startsAt + at * 15 * MINUTE);
/** The capacity at an instant: the lowest of the rows that have one, or the facility's. */
const capacityAt = (rules: SlotRules, rows: LedgerRow[]) => (instant: number) => {
  const own = rows.flatMap(({ startsAt, endsAt, capacity }) =>
    capacity !== null && startsAt <= instant && endsAt > instant ? [capacity] : [],
  );
  return own.length > 0 ? Math.min(...own) : rules.capacity;
};

test('in a shared slot, the free places are the capacity less the booked ones, and never negative', () => {
  holds((rules, rows, now) => {
    fc.pre(rules.mode === 'CAPACITY');
    for (const slot of dayOfSlots(rules, DATE, rows, now)) {
      const row = rows.find(({ id }) => id === slot.id);
      if (row?.isPrivate && row.booked > 0) continue;
      const capacity = row?.capacity ?? Math.min(...quartersOf(slot).map(capacityAt(rules, rows)));
      const booked = row?.booked ?? 0;
      assert.deepEqual(
        [slot.capacity, slot.booked, slot.free],
        [capacity, booked, Math.max(0, capacity - booked)],
      );
    }
  });
});

test('an exclusive slot is either free or taken as a whole', () => {
  holds((rules, rows, now) => {
    for (const slot of dayOfSlots(rules, DATE, rows, now)) {
      const row = rows.find(({ id }) => id === slot.id);
      const taken = (row?.booked ?? 0) > 0;
      if (rules.mode !== 'FULL' && !(taken && row?.isPrivate)) continue;
      const expected = taken ? { booked: slot.capacity, free: 0 } : { booked: 0, free: slot.capacity };
      assert.deepEqual({ booked: slot.booked, free: slot.free }, expected);
    }
  });
});

test('every computed slot is listed, and other slots only if occupied', () => {
  holds((rules, rows, now) => {
    const listed = new Map(dayOfSlots(rules, DATE, rows, now).map((slot) => [slot.startsAt, slot]));
    const computed = new Set(slotsOn(rules, DATE).map(({ startsAt }) => startsAt));
    for (const startsAt of computed) assert.ok(listed.has(startsAt));
    for (const [startsAt, slot] of listed)
      assert.ok(computed.has(startsAt) || slot.booked > 0 || slot.capacity === 0);
  });
});

test('an occupied slot is listed with its own times on exactly one of the days around it', () => {
  holds((rules, rows, now) => {
    const days = ['2026-10-22', '2026-10-23', DATE, '2026-10-25', '2026-10-26'];
    const listed = days.flatMap((date) => dayOfSlots(rules, date, rows, now));
    for (const row of rows.filter(({ booked }) => booked > 0)) {
      const found = listed.filter(({ id }) => id === row.id);
      assert.deepEqual(
        found.map(({ startsAt, endsAt }) => [startsAt, endsAt]),
        [[row.startsAt, row.endsAt]],
      );
    }
  });
});

test('consecutive days have the same slots as each day alone', () => {
  holds((rules, rows, now, blocks) => {
    const days = ['2026-10-22', '2026-10-23', DATE, '2026-10-25', '2026-10-26'];
    const alone = days.map((date) => [date, dayOfSlots(rules, date, rows, now, [], blocks)]);
    assert.deepEqual([...eachDay(dayOfSlots, { rules, dates: days, rows, now, taken: [], blocks })], alone);
  });
});

test('a slot that is blocked, within the notice time or beyond the horizon is not bookable', () => {
  holds((rules, rows, now, blocks) => {
    const daysAhead = (Date.parse(DATE) - Date.parse(now.today)) / (1440 * MINUTE);
    for (const slot of dayOfSlots(rules, DATE, rows, now, [], blocks)) {
      const blocked = blocks.some((block) => overlaps(block, slot));
      const tooSoon = slot.startsAt - now.instant < rules.minNoticeMinutes * MINUTE;
      const tooFar = rules.maxAdvanceDays !== null && daysAhead > rules.maxAdvanceDays;
      if (blocked || tooSoon || tooFar) assert.equal(isBookable(slot), false);
    }
  });
});

test('the day summary is the sum of the bookable slots', () => {
  holds((rules, rows, now) => {
    const slots = dayOfSlots(rules, DATE, rows, now);
    const places = slots.flatMap((slot) => (isBookable(slot) ? Array<1>(slot.free).fill(1) : []));
    assert.deepEqual(summaryOf(slots), { free: places.length, bookable: places.length > 0 });
  });
});

const days = fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 4 });
const windows: fc.Arbitrary<Window> = fc.oneof(
  fc.record({ days, opens_at: times, closes_at: times }),
  fc.record({ days, starts: fc.uniqueArray(times, { minLength: 1, maxLength: 4 }) }),
);
/** Changes to the rules above. */
const changed = fc.record({
  timezone: fc.constantFrom('Europe/Amsterdam', 'America/Nuuk', 'Asia/Beirut', 'Australia/Lord_Howe'),
  dayStart: fc.constantFrom('00:00', '02:30', '06:00'),
  openDays: days,
  timetable: fc.option(fc.array(windows, { maxLength: 3 }).map((windows) => [{ windows }])),
});

test('the day summary is the sum of its slots even if only one is computed', () => {
  // Nights with a clock change in these zones, and one without.
  const around = fc.constantFrom(DATE, '2026-10-03', '2026-03-28', '2026-04-04', '2026-06-13');
  const property = fc.property(
    fc.tuple(rules, changed).map(([some, others]) => ({ ...some, ...others })),
    fc.array(fc.record({ opens_at: times, closes_at: times }), { maxLength: 2 }),
    fc.tuple(rows, rows, nows, blocks),
    around,
    (some, exception, [rows, uses, { instant, today }, blocks], date) => {
      const shift = daysBetween(DATE, date);
      const moved = <T extends Span>(all: T[]) =>
        all.map((one) => ({
          ...one,
          startsAt: one.startsAt + shift * DAY,
          endsAt: one.endsAt + shift * DAY,
        }));
      const all = {
        rules: { ...some, exceptions: new Map([[addDays(date, 1), exception]]) },
        dates: [-2, -1, 0, 1, 2, 3].map((day) => addDays(date, day)),
        rows: moved(rows),
        now: { instant: instant + shift * DAY, today: addDays(today, shift) },
        taken: moved(uses.slice(0, 3)),
        blocks: moved(blocks),
      };
      const slots = [...eachDay(dayOfSlots, all)];
      const summaries = [...eachDay((...day) => summaryOn(day, { smallest: 4 }), all)];
      for (const [day, { closed }] of summaries)
        if (closed) assert.equal(slotsOn(all.rules, day).length, 0, `${day} has slots`);
      assert.deepEqual(
        summaries.map(([day, { closed: _, ...summary }]) => [day, summary]),
        slots.map(([day, ofDay]) => [day, summaryOf(ofDay, { smallest: 4 })]),
      );
    },
  );
  fc.assert(property, { numRuns: 2000 });
});

const addOns: fc.Arbitrary<NonNullable<Pricing['add_ons']>> = fc
  .array(
    fc.record({
      per: fc.constantFrom('piece', 'person', 'booking'),
      required: fc.boolean(),
      stock: fc.option(
        fc.record({ per: fc.constantFrom('slot', 'day'), count: fc.integer({ min: 0, max: 15 }) }),
        { nil: undefined },
      ),
    }),
    { maxLength: 3 },
  )
  .map((drafts) =>
    drafts.map((draft, at) => ({ key: `a${at}`, name: { nl: 'Badjas', en: 'Robe' }, eur: 1, ...draft })),
  );
/** Uses of an add-on, with different numbers per slot and day. */
const uses = fc
  .array(fc.integer({ min: 0, max: 16 }), { minLength: 1, maxLength: 7 })
  .map((taken) => ({ slot }: { slot: number }) => {
    const at = (key: number) => Math.floor((slot / 15 + key) % taken.length);
    return { a0: taken[at(0)] ?? 0, a1: taken[at(1)] ?? 0, a2: taken[at(2)] ?? 0 };
  });
const smallest = fc.integer({ min: 1, max: 4 });

test('a slot has as many places for guests as its required add-ons suffice for', () => {
  fc.assert(
    fc.property(rules, rows, nows, addOns, uses, smallest, (rules, rows, now, addOns, used, minPeople) => {
      const pricing: Pricing = { per: 'person', eur: 10, rules: [], add_ons: addOns };
      const places = dayOfSlots(rules, DATE, rows, now);
      const of = { facilityId: 9, minPeople, pricing };
      const forGuests = withAddOnsLeft(of, [DATE, places], { used });
      const forDesk = withAddOnsLeft(of, [DATE, places], { used, placesAlone: true });
      assert.equal(forGuests.length, places.length);
      for (const [at, slot] of forGuests.entries()) {
        const [before, desk] = [places[at] ?? assert.fail(), forDesk[at] ?? assert.fail()];
        const left = new Map(slot.addOns?.map((addOn) => [addOn.key, addOn.left]));
        const isServed = (people: number) =>
          requiredAddOns(addOns, people).every(({ key, count }) => count <= (left.get(key) ?? Infinity));
        const served = [...Array(before.free).keys()].filter((one) => isServed(one + 1)).length;
        const isGone = !isServed(minPeople);
        // As many as the add-ons suffice for, and none if they do not suffice for the smallest party.
        assert.equal(slot.free, isGone ? 0 : served);
        assert.equal(isBookable(slot), isBookable(before) && !isGone);
        assert.equal(slot.reason, before.reason ?? (isGone ? 'add_on_gone' : null));
        assert.deepEqual(
          [...left.keys()],
          addOns.filter(({ stock }) => stock).map(({ key }) => key),
        );
        // The venue may omit required add-ons.
        assert.equal(isBookable(desk), isBookable(before));
        assert.deepEqual({ ...slot, free: before.free }, desk);
        assert.deepEqual(
          { ...before, addOns: slot.addOns, reason: slot.reason },
          { addOns: undefined, ...desk },
        );
      }
    }),
    { numRuns: 300 },
  );
});
