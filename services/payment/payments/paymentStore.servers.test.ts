import assert from 'node:assert/strict';
import { platformFee } from '@venue-booking/domain/payment/platformFee';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { type MolliePayments, openMolliePayments } from '../testing/testMollie.ts';

describe('the fee of an attempt', () => {
  let payments: MolliePayments;
  beforeAll(async () => {
    payments = await openMolliePayments();
  });
  afterAll(() => payments.close());

  it('does not exceed the maximum of the provider to which the venue has moved', async () => {
    const { mollie, link, open, attemptsOf } = payments;
    await link({ access_token: mollie.accessToken, profile_id: mollie.profileId, testmode: true });
    const most = platformFee({ provider: 'mollie', feeBasisPoints: 10_000, feeFixedCents: 0 }, 2500);
    assert.ok(most > 0 && most < 2500);
    for (const [feeCents, sent] of [
      [2500, most],
      [most, most],
      [100, 100],
    ] as const) {
      const { order, of } = await open({ feeCents });
      assert.equal((await attemptsOf(order))[0]?.feeCents, BigInt(sent));
      const request = mollie.requests.findLast(({ body }) => body.includes(of.attemptId));
      assert.equal(JSON.parse(request?.body ?? '{}').applicationFee.amount.value, (sent / 100).toFixed(2));
    }
    await link();
    assert.equal((await attemptsOf((await open({ feeCents: 100 })).order))[0]?.feeCents, 0n);
  });
});
