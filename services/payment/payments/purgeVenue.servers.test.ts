import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'vitest';
import { receiveWebhook } from '../reconcile/receiveWebhook.ts';
import { type MolliePayments, openMolliePayments } from '../testing/testMollie.ts';
import { recordAttention } from './attention.ts';
import { purgeVenue } from './purgeVenue.ts';

describe('the money of a purged venue', () => {
  let payments: MolliePayments;
  beforeEach(async () => {
    payments = await openMolliePayments();
  });
  afterEach(() => payments.close());

  const purge = async () => {
    while ((await purgeVenue(payments.deps, 1)) !== 'done');
  };
  const tokenOf = async (id: string) =>
    (await payments.database.attempt.findUniqueOrThrow({ where: { id } })).webhookToken;

  it('gets an item for the operator when its provider reports a change, though nobody can ask it', async () => {
    const { order, of, id } = await payments.paid();
    const token = await tokenOf(of.attemptId);
    await purge();
    for (let time = 0; time < 2; time++)
      assert.equal(await receiveWebhook(payments.deps, { token, id }), true);
    await purge();
    assert.deepEqual(await payments.claim(), [], 'no credentials are left to ask with');
    assert.deepEqual(await payments.attention(order), ['webhook_mismatch']);
    assert.equal(await receiveWebhook(payments.deps, { token: `${token}x`, id }), false);
  });

  it('keeps its open items, without those that are resolved or about no payment', async () => {
    const { order, of } = await payments.paid();
    const record = (subject: string, bookingId: bigint | null) =>
      recordAttention(
        payments.database,
        { venueId: 1, id: of.attemptId, bookingId },
        { kind: 'refund_failed', subject, detail: '' },
      );
    const bookingId = BigInt(order.bookingId);
    await record('open', bookingId);
    await record('of the account', null);
    await record('resolved', bookingId);
    await payments.database.attention.updateMany({
      where: { subject: 'resolved' },
      data: { resolvedAt: new Date(), resolvedBy: 'person Ada' },
    });
    await purge();
    const left = await payments.database.attention.findMany();
    assert.deepEqual(
      left.map(({ subject }) => subject),
      ['open'],
    );
  });
});
