import assert from 'node:assert/strict';
import { createServiceMetrics } from '@venue-booking/kit/metrics/metrics';
import { sequentiallyScannedTables } from '@venue-booking/kit/testing/testDatabase';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { parseMetrics } from '../../test/stack/metrics.ts';
import { openCheckout } from './checkout/openCheckout.ts';
import { paymentMetrics } from './metrics.ts';
import { recordAttention, resolveAttention } from './payments/attention.ts';
import { requestRefund } from './refunds/requestRefund.ts';
import { type MolliePayments, openMolliePayments } from './testing/testMollie.ts';
import { newOrder } from './testing/testPayments.ts';

describe('the metrics of payment', () => {
  let payments: MolliePayments;
  beforeAll(async () => {
    payments = await openMolliePayments();
  });
  afterAll(() => payments.close());

  const measure = (database: Parameters<typeof paymentMetrics>[0]['database'] = payments.database) => {
    const metrics = createServiceMetrics('payment');
    const { log } = payments.deps;
    return { metrics, measured: paymentMetrics({ metrics, database, log }) };
  };
  const read = async ({ metrics }: ReturnType<typeof measure>) =>
    parseMetrics(await metrics.metrics(), 'payment');

  it('report the jobs in each queue and the age of the oldest', async () => {
    const { database, deps, mollie } = payments;
    // Their checkouts exist, and the sweep has just checked them; two are made due below.
    const [open, , over] = [await payments.open(), await payments.open(), await payments.open()];
    await database.$executeRaw`UPDATE payment.attempt SET next_refresh_at = now() + interval '10 minutes'`;
    await database.$executeRaw`
      UPDATE payment.attempt SET next_refresh_at = now() - interval '50 minutes' WHERE id = ${open.of.attemptId}::uuid`;
    await database.$executeRaw`
      UPDATE payment.payment SET hold_until = now() - interval '70 minutes', next_look_at = now() + interval '10 seconds'
      WHERE id = ${over.order.paymentId}::uuid`;
    // Its checkout does not exist, because Mollie is unavailable.
    mollie.faults.add({ act: 'status', status: 503, method: 'POST', times: Number.POSITIVE_INFINITY });
    assert.equal((await openCheckout(deps, newOrder())).state, 'unavailable');
    mollie.faults.clear();
    await database.$executeRaw`
      UPDATE payment.attempt SET next_refresh_at = now() - interval '60 minutes' WHERE provider_id IS NULL`;
    const paid = await payments.paid();
    await database.$executeRaw`
      UPDATE payment.attempt SET next_refresh_at = now() + interval '1 hour' WHERE id = ${paid.of.attemptId}::uuid`;
    await requestRefund(database, { ...paid.of, reason: 'owner', actor: 'operator' });
    await database.$executeRaw`UPDATE payment.refund SET created_at = now() - interval '80 minutes'`;
    for (const subject of ['open', 'resolved'])
      await recordAttention(
        database,
        { venueId: 1, id: paid.of.attemptId, bookingId: 1n },
        { kind: 'chargeback', subject, detail: subject },
      );
    const resolved = await database.attention.findFirstOrThrow({ where: { subject: 'resolved' } });
    await resolveAttention(deps, { venueId: 1, id: resolved.id, actor: 'operator' });
    await database.$executeRaw`UPDATE payment.attention SET created_at = now() - interval '90 minutes'`;

    const page = await read(measure());
    const queueOf = (queue: string) => [
      queue,
      page.read('venue_booking_queue_items', { queue }),
      // Whole minutes, because the machine may be slow.
      Math.floor((page.read('venue_booking_queue_oldest_age_seconds', { queue }) ?? Number.NaN) / 60),
    ];
    assert.deepEqual(
      ['refreshes', 'checkouts', 'hold_ends', 'refunds', 'attention', 'dead_letters'].map(queueOf),
      [
        ['refreshes', 1, 50],
        ['checkouts', 1, 60],
        ['hold_ends', 1, 70],
        ['refunds', 1, 80],
        ['attention', 1, 90],
        ['dead_letters', 0, 0],
      ],
    );
  });

  it('read the queues by an index, however long the tables are', async () => {
    const tables = await sequentiallyScannedTables(payments.database, (database) =>
      measure(database).metrics.metrics(),
    );
    assert.deepEqual(tables, ['dead_letter']);
  });

  it('count the outcomes of payments, refunds and provider calls, each once', async () => {
    const { deps, mollie } = payments;
    await payments.work();
    const made = measure();
    deps.measured = made.measured;
    const paid = await payments.paid();
    await payments.makeDue();
    await payments.work();
    await requestRefund(payments.database, { ...paid.of, reason: 'owner', actor: 'operator' });
    mollie.faults.add({ act: 'status', status: 503, method: 'POST', path: '/refunds' });
    await assert.rejects(payments.makeRefunds(paid.order));
    await payments.makeRefunds(paid.order);
    const page = await read(made);
    assert.equal(page.read('venue_booking_payments_settled_total', { outcome: 'paid' }), 1);
    assert.equal(page.read('venue_booking_refunds_total', { outcome: 'accepted' }), 1);
    const calls = (outcome: string) =>
      page.read('venue_booking_provider_call_duration_seconds_count', { provider: 'mollie', outcome });
    assert.equal(calls('unavailable'), 1);
    assert.ok(Number(calls('ok')) >= 3);
  });
});
