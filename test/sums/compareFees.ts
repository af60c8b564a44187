import assert from 'node:assert/strict';
import { isActive, type Move } from './books.ts';
import { cents, type LiveVenue } from './liveVenue.ts';
import { dayOf, isoDay } from './localTime.ts';

const HOUR = 3_600_000;
const PARTS = ['charged', 'returned', 'owed', 'not_returned'] as const;
type Row = Record<string, unknown>;
type Sums = Record<'amount' | (typeof PARTS)[number], number>;
/** A movement with its booking day. */
export type DatedMove = Move & { day: string };

/** Adds an amount to a sum by its key. */
export const add = (sums: Map<string, number>, key: string, amount: number) =>
  sums.set(key, (sums.get(key) ?? 0) + amount);
const monthOf = (day: string) => day.slice(0, 7);
const noSums = (): Sums => ({ amount: 0, charged: 0, returned: 0, owed: 0, not_returned: 0 });

/** The fee ledger, its totals and the statements, by month. */
export async function compareFees(venue: LiveVenue, moves: readonly DatedMove[]): Promise<void> {
  const { slug, guests, spec, admin, rowsOf } = venue;
  const expected = new Map<string, Sums>();
  for (const { day, cents: amount, feeCents, outcome } of moves) {
    const sums = expected.get(monthOf(day)) ?? noSums();
    sums.amount += amount;
    sums[outcome] += feeCents;
    expected.set(monthOf(day), sums);
  }
  const sumsOf = (rows: readonly Row[]) => {
    const found = new Map<string, Sums>();
    for (const row of rows) {
      const sums = found.get(String(row.month)) ?? noSums();
      sums.amount += cents(row.amount_eur);
      for (const part of PARTS) sums[part] += cents(row[`fee_${part}_eur`]);
      found.set(String(row.month), sums);
    }
    return found;
  };
  const range = `venue=${slug}&from=${isoDay(Date.now() - 330 * 24 * HOUR)}&to=${isoDay(Date.now())}`;
  const sorted = (sums: Map<string, Sums>) => Object.fromEntries([...sums].toSorted());
  assert.deepEqual(sorted(sumsOf(await rowsOf(`/fees?${range}`))), sorted(expected), 'the fee ledger');
  const totals = await rowsOf(`/fees/totals?${range}`);
  assert.deepEqual(sorted(sumsOf(totals.map(withAmount))), sorted(expected), 'the totals of the fee ledger');
  const desk = new Map<string, number>();
  for (const { books } of guests) for (const [key, amount] of books.till) add(desk, monthOf(key), amount);
  for (const month of new Set([...expected.keys(), ...desk.keys()])) {
    const { body } = await admin('GET', `/statements/${month}`, undefined, {}, 200);
    const sums = expected.get(month) ?? noSums();
    assert.deepEqual(sumsOf([withAmount(body)]), new Map([[month, sums]]), `the statement of ${month}`);
    assert.equal(cents(body.net_eur), sums.amount - sums.charged + sums.returned, `net of ${month}`);
    assert.equal(cents(body.desk_eur), desk.get(month) ?? 0, `the desk in the statement of ${month}`);
    const booked = guests.filter(
      (one) => isActive(one.books) && monthOf(dayOf(spec.dayStart, one.startsAt)) === month,
    );
    const showsVat = booked.filter(({ facility }) => facility.price.vat !== null);
    assert.equal(
      body.vat.reduce((sum: number, row: Row) => sum + cents(row.amount_eur), 0),
      showsVat.reduce((sum, { books }) => sum + books.price, 0),
      `VAT in the statement of ${month}`,
    );
  }
}

/** What is left of the money in a line of totals. */
const withAmount = (row: Row): Row => ({
  ...row,
  amount_eur:
    Number(row.payments_eur) -
    Number(row.refunds_eur) +
    Number(row.refunds_failed_eur) -
    Number(row.chargebacks_eur) +
    Number(row.chargebacks_returned_eur),
});
