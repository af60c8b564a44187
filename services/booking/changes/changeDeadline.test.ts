import assert from 'node:assert/strict';
import { MAX_REFUND_TIERS, RefundTiers } from '@venue-booking/proto/payment/refundTiers';
import fc from 'fast-check';
import { test } from 'vitest';
import { cancelDeadline } from '../core/bookingView.ts';
import { keptByRules } from '../core/keptMoney.ts';
import { changeDeadline } from './changeDeadline.ts';

const HOUR = 3600_000;
const startsAt = new Date(20_000 * HOUR);
const anyHours = fc.integer({ min: 0, max: 8760 });
const anyTiers = fc
  .tuple(
    fc.uniqueArray(anyHours, { maxLength: MAX_REFUND_TIERS }),
    fc.uniqueArray(fc.integer({ min: 0, max: 100 }), { maxLength: MAX_REFUND_TIERS }),
    fc.boolean(),
  )
  .map(([hours, percents, startsWhole]) => {
    const shares = startsWhole ? [100, ...percents.filter((percent) => percent < 100)] : percents;
    const length = Math.min(hours.length, shares.length, MAX_REFUND_TIERS);
    const [ends, falling] = [hours, shares].map((all) => all.slice(0, length).toSorted((a, b) => b - a));
    return RefundTiers.parse(
      ends?.map((until_hours, at) => ({ until_hours, percent: falling?.[at] ?? 0 })) ?? [],
    );
  });

const deadlineOf = (
  refundTiers: RefundTiers | null,
  changeUntilHours: number | null,
  cancelUntilHours = 24,
) => {
  const deadline = changeDeadline({ startsAt, refundTiers }, { changeUntilHours, cancelUntilHours });
  return deadline === null ? null : (startsAt.getTime() - deadline) / HOUR;
};

test('ends the time for changes at the earliest of the venue’s change deadline, cancellation deadline and full-refund tier', () => {
  const tiers = [
    { until_hours: 48, percent: 100 },
    { until_hours: 12, percent: 50 },
  ];
  assert.equal(deadlineOf(null, 30), 30);
  assert.equal(deadlineOf(null, 2), 24);
  assert.equal(deadlineOf(null, 2, 0), 2);
  assert.equal(deadlineOf(tiers, 2), 48);
  assert.equal(deadlineOf(tiers, 72), 72);
  assert.equal(deadlineOf(tiers.slice(1), 2), null, 'cancelling never gives a full refund');
  assert.equal(deadlineOf([], 2), null);
  assert.equal(deadlineOf(null, null), null);
});

test('allows a change only while cancelling gives a full refund', () => {
  fc.assert(
    fc.property(
      fc.option(anyTiers),
      anyHours,
      anyHours,
      fc.integer({ min: 0, max: 9000 * HOUR }),
      fc.bigInt({ min: 0n, max: 10_000_000n }),
      (refundTiers, changeUntilHours, cancelUntilHours, ahead, amountCents) => {
        const now = startsAt.getTime() - ahead;
        const deadline = changeDeadline({ startsAt, refundTiers }, { changeUntilHours, cancelUntilHours });
        fc.pre(deadline !== null && now <= deadline);
        const later = { furtherCents: 0n, deskCents: 0n };
        const row = { ...later, startsAt, refundTiers, amountCents, paidCents: null, paymentStatus: 'paid' };
        assert.equal(keptByRules(row, now), 0);
        assert.ok(now <= cancelDeadline({ status: 'confirmed', startsAt }, cancelUntilHours));
      },
    ),
  );
});

test('lets a guest who was asked to choose another time change and cancel freely until then, at most until the start', () => {
  const now = Date.now();
  const [soon, later] = [new Date(now + HOUR), new Date(now + 2 * HOUR)];
  const tiers = [{ until_hours: 48, percent: 50 }];
  const terms = { changeUntilHours: null, cancelUntilHours: 24 };
  const row = (freeChangeUntil: Date | null, startsAt = later) => ({
    ...{ startsAt, freeChangeUntil, refundTiers: tiers, status: 'confirmed', paymentStatus: 'paid' },
    ...{ paidCents: 100n, amountCents: 100n, furtherCents: 0n, deskCents: 0n },
  });
  assert.equal(changeDeadline(row(soon), terms), soon.getTime());
  assert.equal(changeDeadline(row(later, soon), terms), soon.getTime());
  assert.equal(cancelDeadline(row(soon), 24), soon.getTime());
  assert.equal(keptByRules(row(soon), now), 0);
  assert.equal(keptByRules(row(soon), soon.getTime() + 1), 100);
  for (const none of [null, new Date(now - HOUR)]) assert.equal(changeDeadline(row(none), terms), null);
  assert.equal(keptByRules(row(null), now), 100);
});
