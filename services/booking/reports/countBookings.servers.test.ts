import assert from 'node:assert/strict';
import { addDays } from '@venue-booking/domain/schedule/venueTime';
import { afterAll, beforeAll, describe, it } from 'vitest';
import type { BookingDatabase } from '../database.ts';
import { newBooking, openTestBookings, type TestBookings } from '../testing/testBookings.ts';
import { saveBooking } from '../testing/testEffects.ts';
import { countBookings } from './countBookings.ts';

type Plan = {
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  Plans?: Plan[];
};

describe('reports of a year', () => {
  const MANY = 500;
  const FROM = '2030-01-01';
  const year = { venueId: 1, from: FROM, to: addDays(FROM, 364) };
  let bookings: TestBookings;
  beforeAll(async () => {
    bookings = await openTestBookings();
    for (let turn = 0; turn < MANY; turn++) {
      const startsAt = Date.parse(`${addDays(FROM, turn % 365)}T12:00Z`);
      const vat = [{ basisPoints: 900, amountCents: 2500, vatCents: 206 }];
      const addOns = [{ key: 'towel', name: { nl: 'Handdoek', en: 'Towel' }, count: 2, priceCents: 300 }];
      const of = { startsAt, endsAt: startsAt + 3_600_000, vat, ...(turn % 2 === 0 && { addOns }) };
      await saveBooking(bookings.database, newBooking(of as object));
    }
  });
  afterAll(() => bookings.close());

  const looked = ({ Plans = [], ...node }: Plan): number =>
    node['Actual Loops'] * (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) +
    Plans.reduce((sum, plan) => sum + looked(plan), 0);

  /** Rows that all steps of the statement read. */
  const rowsLookedAt = async (by: 'day' | 'month'): Promise<number> => {
    let plan: Plan | undefined;
    const explaining = Object.create(bookings.database) as BookingDatabase;
    explaining.$queryRaw = (async (strings: TemplateStringsArray, ...values: unknown[]) => {
      const texts = [`EXPLAIN (ANALYZE, FORMAT JSON) ${strings[0]}`, ...strings.slice(1)];
      const template = Object.assign(texts, { raw: texts });
      const [row] = await bookings.database.$queryRaw<{ 'QUERY PLAN': [{ Plan: Plan }] }[]>(
        template,
        ...values,
      );
      plan = row?.['QUERY PLAN'][0].Plan;
      return [];
    }) as never;
    await countBookings(explaining, { ...year, by });
    assert.ok(plan, 'the statement was explained');
    return looked(plan);
  };

  it('have the same totals by day and by month', async () => {
    const sums = async (by: 'day' | 'month') => {
      const { spans } = await countBookings(bookings.database, { ...year, by });
      const sum = (of: (span: (typeof spans)[number]) => number) =>
        spans.reduce((total, span) => total + of(span), 0);
      return {
        bookings: sum((span) => span.bookings),
        people: sum((span) => span.people),
        vat: sum(({ vat = [] }) => vat.reduce((total, { vat_eur }) => total + Math.round(vat_eur * 100), 0)),
        towels: sum((span) => span.add_ons?.[0]?.count ?? 0),
      };
    };
    const byDay = await sums('day');
    assert.deepEqual(byDay, { bookings: MANY, people: 2 * MANY, vat: 206 * MANY, towels: MANY });
    assert.deepEqual(await sums('month'), byDay);
  });

  it('read each booking equally often for any number of periods', async () => {
    const [byMonth, byDay] = [await rowsLookedAt('month'), await rowsLookedAt('day')];
    assert.ok(byDay < byMonth + 20 * MANY, `${byDay} rows by day, ${byMonth} by month`);
  });
});
