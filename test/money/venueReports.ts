import assert from 'node:assert/strict';
import type { SpanSums } from '@venue-booking/proto/reports/fees';
import { showTill } from '../../services/booking/deskMoney/till.ts';
import { listMoney } from '../../services/payment/reports/listMoney.ts';
import { sumFees } from '../../services/payment/reports/sumFees.ts';
import { sumMoney } from '../../services/payment/reports/sumMoney.ts';
import { type Books, type Entry, emptyBooks, type Tab } from './tab.ts';
import type { MoneyWorld } from './world.ts';

const inCents = (euro: number) => Math.round(euro * 100);

const booksOf = (sums: readonly SpanSums[]): Books => {
  const sum = (name: keyof SpanSums) => sums.reduce((all, it) => all + inCents(Number(it[name])), 0);
  return {
    payments: sum('payments_eur'),
    refunds: sum('refunds_eur'),
    refundsFailed: sum('refunds_failed_eur'),
    chargebacks: sum('chargebacks_eur'),
    chargebacksReturned: sum('chargebacks_returned_eur'),
    charged: sum('fee_charged_eur'),
    returned: sum('fee_returned_eur'),
    owed: sum('fee_owed_eur'),
    notReturned: sum('fee_not_returned_eur'),
  };
};

/** A venue's figures up to an instant, in ms since 1970. */
export type Cut = { at: number; books: Books };

/**
 * An instant after everything that was recorded, and before everything that follows, with its figures.
 */
export async function cutNow({ payments }: MoneyWorld, tabs: Tab[]): Promise<Cut> {
  const [row] = await payments.database.$queryRaw<{ at: number }[]>`
    SELECT ceil(extract(epoch FROM clock_timestamp()) * 1000)::float8 + 2 AS at, pg_sleep(0.004)::text`;
  const books = emptyBooks();
  for (const tab of tabs) tab.addTo(books);
  return { at: row?.at ?? 0, books };
}

/**
 * Asserts that the fee ledger, the money report and the till have the sums of the model's books, and
 * that later events changed no earlier figure.
 */
export async function assertReports(
  world: MoneyWorld,
  { venueId, cuts, entries, day }: { venueId: number; cuts: Cut[]; entries: Entry[]; day: string | null },
): Promise<void> {
  const { payments, database } = world;
  const spans = cuts.map(({ at }) => ({ venueId, from: 0, to: at }));
  const sums = Map.groupBy(await sumFees(payments, { spans }), ({ span }) => span);
  for (const [span, { books }] of cuts.entries())
    assert.deepEqual(booksOf(sums.get(span) ?? []), books, `the fee ledger up to cut ${span}`);
  const last = cuts.at(-1);
  assert.ok(last);
  const { books, at: to } = last;
  const net =
    books.payments - books.refunds + books.refundsFailed - books.chargebacks + books.chargebacksReturned;
  const [report] = await sumMoney(payments, { venueId, limits: [0, to] });
  assert.equal(inCents((report?.revenue_eur ?? 0) - (report?.refunds_eur ?? 0)) - net, 0, 'the report');
  const { moved } = await listMoney(payments, { venueId, from: 0, to, limit: 500 });
  assert.equal(
    moved.reduce((all, it) => all + inCents(it.amount_eur), 0) - net,
    0,
    'the lines of the report',
  );
  if (day === null) return;
  const till = await showTill(database, { venueId, dayStart: '00:00', date: day });
  const expected = new Map<string, number>();
  for (const { actor, method, cents } of entries)
    expected.set(`${actor} ${method}`, (expected.get(`${actor} ${method}`) ?? 0) + cents);
  const shown = till.people.map(({ by, method, amount_eur }) => [`${by} ${method}`, inCents(amount_eur)]);
  assert.deepEqual(new Map(shown as [string, number][]), new Map([...expected].sort()), 'the till');
}
