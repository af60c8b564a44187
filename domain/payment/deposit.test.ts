import assert from 'node:assert/strict';
import { Deposit } from '@venue-booking/proto/payment/deposit';
import fc from 'fast-check';
import { test } from 'vitest';
import { depositOf } from './deposit.ts';

const price = fc.integer({ min: 0, max: 1_000_000_000_000 });
const euros = (min: number) => fc.integer({ min: min * 100, max: 10_000_000 }).map((cents) => cents / 100);
const from = fc
  .option(euros(0), { nil: undefined })
  .map((from_eur) => (from_eur === undefined ? {} : { from_eur }));
const anyDeposit = fc
  .tuple(
    fc.oneof(fc.record({ percent: fc.integer({ min: 1, max: 99 }) }), fc.record({ fixed_eur: euros(1) })),
    from,
  )
  .map(([amount, limit]): Deposit => ({ ...amount, ...limit, rest: 'venue' }));

test('a deposit is in whole cents, at most the price, and at least a euro if the price is', () => {
  fc.assert(
    fc.property(price, anyDeposit, (amount, deposit) => {
      const cents = depositOf(amount, deposit);
      assert.ok(Number.isInteger(cents) && cents <= amount);
      assert.ok(cents >= Math.min(amount, 100));
    }),
  );
});

test('a percentage is rounded up, by less than a cent', () => {
  fc.assert(
    fc.property(price, fc.integer({ min: 1, max: 99 }), (amount, percent) => {
      const cents = depositOf(amount, { percent, rest: 'venue' });
      const surplus = BigInt(cents) * 100n - BigInt(amount) * BigInt(percent);
      if (amount >= 10_000) assert.ok(surplus >= 0n && surplus < 100n, `${surplus}`);
    }),
  );
  assert.equal(depositOf(8000, { percent: 25, rest: 'venue' }), 2000);
  assert.equal(depositOf(1001, { percent: 30, rest: 'venue' }), 301);
});

test('a fixed deposit is itself, or the whole price if that is lower', () => {
  fc.assert(
    fc.property(price, euros(1), (amount, fixed_eur) =>
      assert.equal(
        depositOf(amount, { fixed_eur, rest: 'venue' }),
        Math.min(amount, Math.round(fixed_eur * 100)),
      ),
    ),
  );
});

test('the whole price is due without a deposit, and below the price that has one', () => {
  fc.assert(
    fc.property(price, anyDeposit, (amount, deposit) => {
      assert.equal(depositOf(amount, null), amount);
      const limit = Math.round((deposit.from_eur ?? 0) * 100);
      if (amount < limit) assert.equal(depositOf(amount, deposit), amount);
      // The setting's limit itself has a deposit.
      const { from_eur: _, ...always } = deposit;
      if (limit > 0) assert.equal(depositOf(limit, deposit), depositOf(limit, always));
    }),
  );
});

test('a higher price never has a lower deposit', () => {
  fc.assert(
    fc.property(price, price, anyDeposit, (one, other, { from_eur: _, ...deposit }) => {
      const [low, high] = [Math.min(one, other), Math.max(one, other)];
      assert.ok(depositOf(low, deposit) <= depositOf(high, deposit));
    }),
  );
});

test('the whole price is due if there is less than a day until the deadline of the rest', () => {
  const online = { percent: 25, rest: 'online', rest_until_hours: 72 } as const;
  const due = (hoursAhead: number) => depositOf(8000, online, hoursAhead);
  assert.deepEqual([96, 95.99, 0, -5].map(due), [2000, 8000, 8000, 8000]);
  assert.equal(depositOf(8000, { percent: 25, rest: 'venue' }, -5), 2000);
});

test('a setting has exactly one of percent and fixed amount', () => {
  const accepts = (deposit: unknown) => Deposit.safeParse(deposit).success;
  fc.assert(fc.property(anyDeposit, (deposit) => assert.ok(accepts(deposit))));
  assert.deepEqual(Deposit.parse({ percent: 25 }), { percent: 25, rest: 'venue' });
  assert.ok(accepts({ percent: 25, rest: 'online', rest_until_hours: 48, unpaid: 'cancel' }));
  for (const wrong of [
    {},
    { from_eur: 50 },
    { percent: 25, fixed_eur: 20 },
    { percent: 0 },
    { percent: 100 },
    { percent: 12.5 },
    { percent: '25' },
    { fixed_eur: 0.99 },
    { fixed_eur: 20.001 },
    { fixed_eur: 100_001 },
    { percent: 25, from_eur: -1 },
    { percent: 25, rest: 'never' },
    { percent: 25, rest: 'online' },
    { percent: 25, rest: 'online', rest_until_hours: 0 },
    { percent: 25, rest_until_hours: 48 },
    { percent: 25, rest: 'venue', unpaid: 'cancel' },
    { percent: 25, rest: 'online', rest_until_hours: 48, unpaid: 'sue' },
    { percent: 25, until: 3 },
    [],
    25,
  ])
    assert.equal(accepts(wrong), false, JSON.stringify(wrong));
});
