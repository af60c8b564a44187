import assert from 'node:assert/strict';
import type { Pricing } from '@venue-booking/proto/price/pricing';
import { describe, it } from 'vitest';
import { withAddOnsLeft } from '../addOns/addOnStock.ts';
import { datesOf } from '../schedule/schedule.ts';
import { dayOfSlots, eachDay, type SlotRules, summaryOn } from '../slots/slot.ts';

/** Slots of five minutes, all day: the maximum number of slots of a day. */
const RULES: SlotRules = {
  ...{ facilityId: 1, mode: 'CAPACITY', capacity: 20, minNoticeMinutes: 0, maxAdvanceDays: null },
  ...{ timezone: 'Europe/Amsterdam', dayStart: '06:00', durationMinutes: 5, bufferMinutes: 0 },
  ...{
    openDays: [1, 2, 3, 4, 5, 6, 7],
    opensAt: '06:00',
    closesAt: '06:00',
    exceptions: new Map(),
    holidays: [],
  },
};
const NOW = { instant: Date.parse('2030-01-01'), today: '2030-01-01' };
const DATES = datesOf({ from: '2030-02-01', count: 62 });
const ALL = { rules: RULES, dates: DATES, rows: [], now: NOW, taken: [], blocks: [] };
const SLOTS = 288;
/** Several tries, because any of them may run while another process has the processor. */
const TRIES = 7;

/** Duration of some work relative to that of other work, measured in turn: the lowest of several tries. */
function ratioOf(work: () => unknown, usual: () => unknown): number {
  const timed = (act: () => unknown) => {
    const from = performance.now();
    for (let turn = 0; turn < 5; turn++) act();
    return performance.now() - from;
  };
  const ratios = Array.from({ length: TRIES }, () => {
    const without = timed(usual);
    return timed(work) / without;
  });
  return Math.min(...ratios);
}

describe('reads with the most expensive rules', () => {
  const addOns: Pricing['add_ons'] = Array.from({ length: 12 }, (_, at) => ({
    ...{ key: `add_on_${at}`, name: { nl: 'Badjas', en: 'Robe' }, eur: 1, per: 'person', required: true },
    stock: { per: 'slot', count: 100 },
  }));
  const pricing: Pricing = { per: 'person', eur: 10, rules: [], add_ons: addOns };

  it('summarise 62 days with twelve required add-ons at the cost of none', () => {
    const served = { untouched: 100, bySlot: new Map() };
    const ratio = ratioOf(
      () => [...eachDay((...day) => summaryOn(day, { served }), ALL)],
      () => [...eachDay((...day) => summaryOn(day), ALL)],
    );
    // 10 to 70 times if each slot looks up each add-on.
    assert.ok(ratio < 3, `${ratio} times as long`);
  });

  it('list a day with twelve add-ons at a few times the cost of one', () => {
    const slots = dayOfSlots(RULES, DATES[0] ?? '', [], NOW);
    assert.equal(slots.length, SLOTS);
    const day = { used: () => undefined };
    const of = { facilityId: 1, minPeople: 1 };
    const left = (count: number) => () =>
      withAddOnsLeft({ ...of, pricing: { ...pricing, add_ons: addOns.slice(0, count) } }, ['', slots], day);
    const ratio = ratioOf(left(12), left(1));
    assert.ok(ratio < 4, `${ratio} times as long`);
  });

  it('inspect each use of a room once, not once per slot', () => {
    let reads = 0;
    const uses = dayOfSlots(RULES, DATES[0] ?? '', [], NOW).flatMap(({ startsAt, endsAt }) =>
      Array.from({ length: 8 }, () => ({
        get startsAt() {
          reads += 1;
          return startsAt + 60_000;
        },
        endsAt: endsAt - 60_000,
      })),
    );
    const slots = dayOfSlots(RULES, DATES[0] ?? '', [], NOW, uses);
    assert.ok(slots.every(({ failure }) => failure === 'room_taken'));
    // 300,000 if each slot inspects each use. They are sorted and merged once instead.
    assert.ok(reads < 10 * uses.length, `${reads} reads of ${uses.length} uses`);
  });
});
