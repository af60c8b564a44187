import assert from 'node:assert/strict';
import { MAX_REFUND_TIERS, RefundTiers } from '@venue-booking/proto/payment/refundTiers';
import fc from 'fast-check';
import { test } from 'vitest';
import { keptCents, keptOfPercent, tiersForGuests } from './refundRules.ts';

const HOUR = 3600_000;
const usual = [
  { until_hours: 48, percent: 100 },
  { until_hours: 24, percent: 50 },
];
const anyTiers = fc
  .tuple(
    fc.uniqueArray(fc.integer({ min: 0, max: 8760 }), { maxLength: MAX_REFUND_TIERS }),
    fc.uniqueArray(fc.integer({ min: 0, max: 100 }), { maxLength: MAX_REFUND_TIERS }),
  )
  .map(([hours, percents]): RefundTiers => {
    const descending = (numbers: number[]) => numbers.toSorted((a, b) => b - a);
    const length = Math.min(hours.length, percents.length);
    const ends = descending(hours.slice(0, length));
    const shares = descending(percents.slice(0, length));
    return ends.map((until_hours, at) => ({ until_hours, percent: shares[at] ?? 0 }));
  });
const anyCents = fc.integer({ min: 0, max: 10_000_000_000_000 });

test('refunds all until 48 hours before, half until 24, nothing after, precise to the ms', () => {
  const startsAt = 1_000 * HOUR;
  const kept = (before: number) => keptCents({ paidCents: 2501, startsAt, tiers: usual }, startsAt - before);
  assert.deepEqual([1000 * HOUR, 48 * HOUR].map(kept), [0, 0]);
  assert.deepEqual([48 * HOUR - 1, 24 * HOUR].map(kept), [1250, 1250]);
  assert.deepEqual([24 * HOUR - 1, 0, -HOUR].map(kept), [2501, 2501, 2501]);
  assert.equal(keptCents({ paidCents: 2501, startsAt, tiers: null }, startsAt), 0);
  assert.equal(keptCents({ paidCents: 2501, startsAt, tiers: [] }, 0), 2501);
});

test('refunds at least the promised share, at most a cent more, and never more than was paid', () => {
  fc.assert(
    fc.property(anyCents, fc.integer({ min: 0, max: 100 }), (paid, percent) => {
      const back = paid - keptOfPercent(paid, percent);
      assert.ok(back >= 0 && back <= paid);
      const surplus = BigInt(back) * 100n - BigInt(paid) * BigInt(percent);
      assert.ok(surplus >= 0n && surplus < 100n, `${surplus}`);
    }),
  );
});

test('a refund never increases with time', () => {
  fc.assert(
    fc.property(
      anyTiers,
      anyCents,
      fc.array(fc.integer({ min: -100, max: 9000 })),
      (tiers, paidCents, moments) => {
        const kept = moments
          .toSorted((a, b) => b - a)
          .map((before) => keptCents({ paidCents, startsAt: 0, tiers }, -before * HOUR));
        assert.deepEqual(
          kept,
          kept.toSorted((a, b) => a - b),
        );
      },
    ),
  );
});

test('guests see exactly the rules that apply while they may cancel', () => {
  fc.assert(
    fc.property(anyTiers, fc.integer({ min: 0, max: 8760 }), anyCents, (tiers, cancelUntil, paidCents) => {
      const shown = tiersForGuests(tiers, cancelUntil);
      assert.equal(shown.at(-1)?.until_hours, cancelUntil);
      const moments = [...tiers, ...shown].flatMap(({ until_hours: hours }) => [
        hours,
        hours + 0.5,
        hours - 0.5,
      ]);
      for (const before of moments.filter((hours) => hours >= cancelUntil)) {
        const kept = (by: RefundTiers) => keptCents({ paidCents, startsAt: 0, tiers: by }, -before * HOUR);
        assert.equal(kept(shown), kept(tiers), `${before} hours before`);
      }
    }),
  );
});

test('tiers must descend in hours and in percent, and their number is limited', () => {
  const accepts = (tiers: unknown) => RefundTiers.safeParse(tiers).success;
  fc.assert(fc.property(anyTiers, (tiers) => assert.ok(accepts(tiers))));
  for (const wrong of [
    usual.toReversed(),
    [usual[0], usual[0]],
    [
      { until_hours: 48, percent: 50 },
      { until_hours: 24, percent: 50 },
    ],
    [{ until_hours: 48, percent: 101 }],
    [{ until_hours: 8761, percent: 1 }],
    [{ until_hours: 48 }],
    [{ ...usual[0], name: 'early' }],
    Array.from({ length: MAX_REFUND_TIERS + 1 }, (_, at) => ({ until_hours: 90 - at, percent: 90 - at })),
    '',
  ])
    assert.equal(accepts(wrong), false, JSON.stringify(wrong));
});
