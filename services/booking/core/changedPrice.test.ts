import assert from 'node:assert/strict';
import fc from 'fast-check';
import { test } from 'vitest';
import { changedPrice, toReturnOf, unpaidOf } from './changedPrice.ts';

const cents = fc.integer({ min: 0, max: 10_000_000 });
const of = (paid: number) =>
  ({
    amountCents: BigInt(paid),
    paidCents: null,
    leftCents: null,
    refundingCents: 0n,
    furtherCents: 0n,
    deskCents: 0n,
    paymentStatus: 'paid',
  }) as const;

test('splits a new price into a paid and an open amount, and refunds the rest of the payment', () => {
  fc.assert(
    fc.property(cents, fc.array(cents, { minLength: 1, maxLength: 5 }), cents, (paid, prices, given) => {
      const goodwill = Math.min(given, paid);
      let row: Parameters<typeof changedPrice>[0] = { ...of(paid), leftCents: BigInt(paid - goodwill) };
      let back = 0;
      for (const price of prices) {
        const { paidCents, backCents, openCents } = changedPrice(row, price);
        assert.equal((paidCents ?? 0) + openCents, price);
        assert.ok(backCents >= 0 && openCents >= 0);
        back += backCents;
        row = {
          ...row,
          amountCents: BigInt(price),
          paidCents: BigInt(paidCents ?? 0),
          refundingCents: row.refundingCents + BigInt(backCents),
        };
      }
      // After all events, payment refunds everything beyond the lowest price.
      const least = Math.min(paid, ...prices);
      assert.equal(back, Math.max(0, paid - goodwill - least));
    }),
  );
});

test('refunds nothing and leaves nothing open for a booking that was never paid online', () => {
  const { paidCents, backCents, openCents } = changedPrice({ ...of(2500), paymentStatus: null }, 100);
  assert.deepEqual([paidCents, backCents, openCents], [null, 0, 0]);
});

test('counts the money of a failed refund towards a later, higher price', () => {
  // Paid 100.00, then 60.00, and the refund of 40.00 failed.
  const row = { ...of(6000), paidCents: 6000n, leftCents: 10_000n };
  assert.deepEqual(changedPrice(row, 9000), {
    paidCents: 9000,
    laterCents: 0,
    backCents: 1000,
    openCents: 0,
  });
  assert.deepEqual(changedPrice(row, 12_000), {
    paidCents: 10_000,
    laterCents: 0,
    backCents: 0,
    openCents: 2000,
  });
  // While that refund is under way, its money does not count.
  const underWay = { ...row, refundingCents: 4000n };
  assert.deepEqual(changedPrice(underWay, 9000), {
    paidCents: 6000,
    laterCents: 0,
    backCents: 0,
    openCents: 3000,
  });
});

test('counts the money of the desk, and refunds the online payment before it', () => {
  fc.assert(
    fc.property(cents, cents, cents, (paid, desk, price) => {
      const row = { ...of(paid), furtherCents: BigInt(desk), deskCents: BigInt(desk), deskKeptCents: null };
      const { paidCents, backCents, openCents } = changedPrice(row, price);
      const after = {
        ...row,
        amountCents: BigInt(price),
        paidCents: BigInt(paidCents ?? 0),
        status: 'confirmed',
      };
      assert.equal(openCents, unpaidOf(after));
      assert.equal(openCents, Math.max(0, price - paid - desk));
      assert.equal(backCents + toReturnOf(after), Math.max(0, paid + desk - price));
      assert.equal(backCents, Math.min(paid, Math.max(0, paid + desk - price)));
    }),
  );
});

test('refunds later online payments before the first one, and never more than they brought', () => {
  fc.assert(
    fc.property(cents, cents, cents, cents, (paid, later, desk, price) => {
      const furtherCents = BigInt(later + desk);
      const row = { ...of(paid), furtherCents, deskCents: BigInt(desk), deskKeptCents: null };
      const { paidCents, laterCents, backCents, openCents } = changedPrice(row, price);
      assert.ok(paidCents !== null && laterCents >= 0 && laterCents <= later);
      // The first payment loses nothing while a later one has something left.
      assert.ok(paidCents === paid || laterCents === 0);
      assert.equal(backCents, paid - paidCents + later - laterCents);
      assert.equal(openCents, Math.max(0, price - paid - later - desk));
      assert.equal(paidCents + laterCents, Math.min(paid + later, Math.max(0, price - desk)));
    }),
  );
});

test('leaves to return what a cancellation does not keep, and nothing more', () => {
  const row = { ...of(2500), furtherCents: 1000n, deskCents: 1000n, status: 'cancelled' };
  const returned = (deskKeptCents: bigint | null) => [toReturnOf({ ...row, deskKeptCents }), unpaidOf(row)];
  assert.deepEqual(
    [returned(null), returned(400n), returned(2000n)],
    [
      [1000, 0],
      [600, 0],
      [0, 0],
    ],
  );
});
