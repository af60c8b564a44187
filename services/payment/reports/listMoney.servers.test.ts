import assert from 'node:assert/strict';
import type { MoneyPage } from '@venue-booking/proto/reports/figures';
import { afterAll, beforeAll, describe, it } from 'vitest';
import type { PaymentTx } from '../database.ts';
import { openTestPayments, type TestPayments } from '../testing/testPayments.ts';
import { listMoney } from './listMoney.ts';
import { sumMoney } from './sumMoney.ts';

const HOUR = 3_600_000;
const [FROM, TO] = [Date.parse('2026-06-01T00:00Z'), Date.parse('2026-07-01T00:00Z')];
/** Payments of a venue in that month; every second one has a refund in the same second. */
const PAYMENTS = 1200;
const FAILED = 7;

describe('the payments and refunds of a venue', () => {
  let payments: TestPayments;
  beforeAll(async () => {
    payments = await openTestPayments();
    for (const venueId of [1, 2]) await fill(payments.database, venueId);
  });
  afterAll(() => payments.close());

  const page = (request: Partial<Parameters<typeof listMoney>[1]> = {}) =>
    listMoney(payments, { venueId: 1, from: FROM, to: TO, limit: 500, ...request });
  async function all(limit: number): Promise<MoneyPage['moved']> {
    const moved: MoneyPage['moved'] = [];
    for (let cursor: string | undefined, isLast = false; !isLast; ) {
      const { moved: more, next } = await page({ limit, cursor });
      moved.push(...more);
      isLast = next === null;
      cursor = next ?? undefined;
    }
    return moved;
  }
  const centsOf = (moved: MoneyPage['moved'], kind: 'payment' | 'refund') =>
    moved
      .filter((it) => it.kind === kind)
      .reduce((sum, { amount_eur }) => sum + Math.round(amount_eur * 100), 0);

  it('add up to the totals of the same days, to the cent', async () => {
    const moved = await all(500);
    const [sums] = await sumMoney(payments, { venueId: 1, limits: [FROM, TO] });
    assert.ok(sums && sums.revenue_eur > 0 && sums.refunds_eur > 0);
    assert.equal(centsOf(moved, 'payment'), Math.round(sums.revenue_eur * 100));
    assert.equal(centsOf(moved, 'refund'), -Math.round(sums.refunds_eur * 100));
    assert.equal(moved.length, PAYMENTS + PAYMENTS / 2 - FAILED);
  });

  it('appear once each and in order for any page size, even with many at the same instant', async () => {
    const moved = await all(500);
    const places = moved.map(({ moved_at, id }) => `${moved_at}_${id}`);
    assert.deepEqual(places, places.toSorted());
    assert.equal(new Set(places).size, places.length);
    assert.deepEqual(await all(7), moved);
  });

  it('are limited to the requested time and venue', async () => {
    const at = (await all(500))[0]?.moved_at ?? 0;
    const [before, then] = [await page({ to: at }), await page({ to: at + 1 })];
    assert.equal(before.moved.length, 0);
    assert.ok(then.moved.length > 0 && then.moved.every((it) => it.moved_at === at));
    assert.deepEqual((await page({ venueId: 3 })).moved, []);
    const [own, others] = [await page(), await page({ venueId: 2 })];
    const ids = new Set(own.moved.map(({ id }) => id));
    assert.equal(others.moved.length, own.moved.length);
    assert.ok(others.moved.every(({ id }) => !ids.has(id)));
    // A cursor cannot extend the requested time.
    const early = `0_${own.moved[0]?.id}`;
    assert.deepEqual((await page({ from: TO, to: TO + HOUR, cursor: early })).moved, []);
  });

  it('include the provider’s ids, the platform fee, the reason of a refund, and test mode', async () => {
    const moved = await all(500);
    const refund = moved.find(({ kind }) => kind === 'refund');
    const payment = moved.find(
      ({ provider_id: id, kind }) => kind === 'payment' && id === refund?.provider_id,
    );
    assert.deepEqual(
      [payment?.platform_fee_eur, payment?.reason, payment?.provider_refund_id, payment?.mode],
      [0.25, null, null, 'test'],
    );
    assert.deepEqual(
      [refund?.platform_fee_eur, refund?.reason, refund?.provider, refund?.mode],
      [null, 'owner', 'sandbox', 'test'],
    );
    assert.match(`${payment?.provider_id} ${refund?.provider_refund_id}`, /^tr_1_\d+ re_1_\d+$/);
    assert.equal(refund?.booking_id, payment?.booking_id);
    assert.ok((refund?.amount_eur ?? 0) < 0);
  });

  it('distinguish chargebacks from refunds, and omit returned ones', async () => {
    const { moved } = await page({ limit: 1 });
    const [payment] = moved;
    const month = { from: TO, to: 2 * TO - FROM };
    await payments.database.$executeRaw`
      INSERT INTO payment.refund (venue_id, id, attempt_id, amount_cents, reason, status, actor, provider_id, created_at)
      SELECT venue_id, gen_random_uuid(), id, 400, 'owner', status, 'bank', provider_id, to_timestamp(${TO / 1000}::float8)
      FROM (SELECT venue_id, id, provider_id FROM payment.attempt) a, unnest(ARRAY['succeeded', 'failed']) status WHERE id = ${payment?.id}::uuid`;
    const [back, ...others] = (await page(month)).moved;
    assert.deepEqual(
      [
        back?.kind,
        back?.amount_eur,
        back?.reason,
        back?.provider_refund_id,
        back?.provider_id,
        others.length,
      ],
      ['chargeback', -4, null, null, payment?.provider_id, 0],
    );
    const [sums] = await sumMoney(payments, { venueId: 1, limits: [month.from, month.to] });
    assert.deepEqual(sums, { revenue_eur: 0, refunds_eur: 4 });
  });

  it('are read page by page: the last page reads as few rows as the first', () =>
    payments.database.$transaction(async (tx) => {
      const deps = { database: tx as typeof payments.database };
      const rowsOf = async (cursor?: string) => {
        const before = await rowsRead(tx);
        await listMoney(deps, { venueId: 1, from: FROM, to: TO, limit: 10, cursor });
        return (await rowsRead(tx)) - before;
      };
      const late = (await all(500)).at(-5);
      assert.ok((await rowsOf()) < PAYMENTS / 4);
      assert.ok((await rowsOf(`${late?.moved_at}_${late?.id}`)) < PAYMENTS / 4);
    }));
});

const rowsRead = async (tx: PaymentTx): Promise<number> => {
  const [row] = await tx.$queryRaw<{ rows: number }[]>`
    SELECT sum(seq_tup_read + idx_tup_fetch)::float8 AS rows FROM pg_stat_xact_user_tables WHERE schemaname = 'payment'`;
  return row?.rows ?? 0;
};

/** Inserts payments of a venue: always four in the same second, and a refund of every second one. */
async function fill(tx: PaymentTx, venueId: number): Promise<void> {
  await tx.$executeRaw`
    WITH linked AS (
      INSERT INTO payment.account (venue_id, id, provider, credentials, provider_account, mode, carries_fee, fee_basis_points, fee_fixed_cents)
      VALUES (${venueId}, gen_random_uuid(), 'sandbox', '', 'sandbox', 'test', true, 0, 25) RETURNING venue_id, id
    ),
    made AS (
      SELECT n, gen_random_uuid() AS payment, gen_random_uuid() AS attempt, 1000 + n AS cents,
        to_timestamp(${FROM / 1000}::float8 + 60 + n / 4) AS at
      FROM generate_series(1, ${PAYMENTS}::integer) n
    ),
    payments AS (
      INSERT INTO payment.payment (venue_id, id, booking_id, amount_cents, fee_cents, description, locale, hold_until, status, paid_by, next_look_at)
      SELECT ${venueId}, payment, n, cents, 25, '', 'nl', at, 'paid', attempt, at FROM made
    ),
    attempts AS (
      INSERT INTO payment.attempt (venue_id, id, payment_id, account_id, number, status, amount_cents, fee_cents, provider_id,
        webhook_token, return_token, captured_cents, refunded_cents, paid_at)
      SELECT venue_id, attempt, payment, linked.id, 1, 'paid', cents, 25, 'tr_' || venue_id || '_' || n,
        attempt, attempt, cents, CASE WHEN n % 2 = 0 THEN n ELSE 0 END, at FROM made, linked
    )
    INSERT INTO payment.refund (venue_id, id, attempt_id, amount_cents, reason, status, actor, provider_id, created_at)
    SELECT ${venueId}, gen_random_uuid(), attempt, n, 'owner', CASE WHEN n <= ${FAILED * 2} THEN 'failed' ELSE 'succeeded' END,
      'test', 're_' || ${venueId}::integer || '_' || n, at FROM made WHERE n % 2 = 0`;
}
