import assert from 'node:assert/strict';
import type { Pricing } from '@venue-booking/proto/price/pricing';
import { test } from 'vitest';
import { startTimesOn, type WeeklyHours } from '../schedule/startTimes.ts';
import { lowestPrices } from './lowestPrices.ts';
import { partyOfSize, smallestParty } from './partyOfSize.ts';
import { totalsOf } from './priceOf.ts';

const name = { nl: 'Gast', en: 'Guest' };
type Category = NonNullable<Pricing['categories']>[number];
const category = (key: string, eur: number, more: Partial<Category> = {}) => ({ key, name, eur, ...more });
const listOf = (...categories: Category[]): Pricing => ({ per: 'person', eur: 20, categories, rules: [] });
const couples = listOf(category('adult', 20, { min: 2 }), category('child', 5));
const guided = listOf(category('child', 5, { max: 3 }), category('adult', 20, { min: 1 }));

test('a party of a size has the minimum of each category', () => {
  assert.deepEqual(partyOfSize(couples, 1), { people: 2, guests: { adult: 2 } });
  assert.deepEqual(partyOfSize(couples, 3), { people: 3, guests: { adult: 3 } });
  assert.deepEqual(partyOfSize(guided, 2), { people: 2, guests: { child: 1, adult: 1 } });
  assert.deepEqual(partyOfSize(guided, 6), { people: 6, guests: { child: 3, adult: 3 } });
  const few = listOf(
    category('adult', 20, { max: 2 }),
    category('baby', 0, { takes_place: false, max: 1, min: 1 }),
  );
  assert.deepEqual(partyOfSize(few, 4), { people: 2, guests: { adult: 2, baby: 1 } });
  assert.deepEqual(partyOfSize({}, 4), { people: 4 });
  assert.deepEqual([smallestParty(couples, 1), smallestParty(couples, 5), smallestParty(null, 3)], [2, 5, 3]);
});

test('prices are those of parties that guests can book', () => {
  const at = { startsAt: '2027-01-04T10:00', hoursAhead: 48 };
  const totals = (pricing: Pricing, smallest = 1) => totalsOf(pricing, { smallest, largest: 4 })(at);
  assert.deepEqual(totals(couples), [4000, 4000, 6000, 8000]);
  assert.deepEqual(totals(guided), [2000, 2500, 3000, 3500]);
  assert.deepEqual(totals({ per: 'person', eur: 10, rules: [] }, 3), [3000, 3000, 3000, 4000]);
  assert.deepEqual(lowestPrices(couples, { min: 1, max: 4 }), { perPersonCents: 2000, bookingCents: 4000 });
  assert.deepEqual(lowestPrices(guided, { min: 1, max: 4 }), { perPersonCents: 875, bookingCents: 2000 });
  const large = listOf(category('adult', 20, { max: 2 }), category('child', 5));
  assert.equal(lowestPrices(large, { min: 1, max: 9 }).perPersonCents, 2000, 'of the first category');
});

const week: WeeklyHours = {
  ...{ opens_at: '10:00', closes_at: '18:00', open_days: [1, 2, 3, 4, 5] },
  ...{ duration_minutes: 60, buffer_minutes: 0, timetable: null },
};
const rule = (more: Partial<Pricing['rules'][number]>): Pricing['rules'][number] => ({
  ...{ name: 'Off', effect: 'add', eur: -5, per: 'person', ...more },
});
const lowestAt = (hours: Partial<WeeklyHours>, ...rules: Pricing['rules']) => {
  const all = { ...week, ...hours };
  const opening = {
    startsOn: (date: string) => startTimesOn(all, '06:00', date),
    seasons: all.timetable ?? [],
  };
  return lowestPrices({ per: 'person', eur: 20, rules }, { min: 1, max: 1, opening }).bookingCents;
};

test('the lowest price ignores rules for times at which the facility is closed', () => {
  assert.equal(lowestAt({}, rule({ from_time: '18:00', to_time: '22:00' })), 2000, 'the evening');
  assert.equal(lowestAt({}, rule({ from_time: '17:00', to_time: '22:00' })), 1500, 'the last slot');
  assert.equal(lowestAt({}, rule({ weekdays: [6, 7] })), 2000, 'the weekend');
  assert.equal(lowestAt({ open_days: [6] }, rule({ weekdays: [6, 7] })), 1500);
  assert.equal(
    lowestAt({ duration_minutes: 120 }, rule({ from_time: '11:00', to_time: '12:00' })),
    2000,
    'no start',
  );
  const night = { opens_at: '20:00', closes_at: '02:00', open_days: [5] };
  assert.equal(lowestAt(night, rule({ from_time: '00:00', to_time: '01:00', weekdays: [6] })), 1500);
  assert.equal(lowestAt(night, rule({ from_time: '00:00', to_time: '01:00', weekdays: [5] })), 2000);
  assert.equal(lowestAt({ open_days: [] }, rule({ weekdays: [6] })), 1500, 'never open: any time');
});

test('the lowest price follows the seasons, every year or once', () => {
  const season = (from: string, to: string | undefined, days: number[]) => ({
    ...{ from, ...(to && { to }) },
    windows: [{ days, starts: ['10:00', '14:00'] }],
  });
  const winter = [season('10-01', '03-31', [6])];
  const yearly = { first_date: '2024-07-01', last_date: '2024-08-31', yearly: true };
  assert.equal(lowestAt({ timetable: winter }, rule({ weekdays: [6] })), 1500);
  assert.equal(lowestAt({ timetable: winter }, rule({ weekdays: [7] })), 2000);
  assert.equal(lowestAt({ timetable: winter }, rule(yearly)), 2000, 'closed in summer');
  assert.equal(lowestAt({ timetable: winter }, rule({ from_time: '11:00', to_time: '14:00' })), 2000);
  const once = [season('2031-07-05', '2031-07-20', [6])];
  assert.equal(lowestAt({ timetable: once }, rule({ weekdays: [6] })), 1500);
  assert.equal(
    lowestAt({ timetable: [season('2031-07-05', undefined, [2])] }, rule({ weekdays: [2] })),
    1500,
  );
});
