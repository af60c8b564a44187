import assert from 'node:assert/strict';
import { createServiceMetrics } from '@venue-booking/kit/metrics/metrics';
import { sequentiallyScannedTables } from '@venue-booking/kit/testing/testDatabase';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { parseMetrics } from '../../test/stack/metrics.ts';
import { bookingMetrics } from './metrics.ts';
import { silentLog } from './testing/testBookings.ts';
import { openTestWebhooks, type TestWebhooks } from './testing/testWebhooks.ts';

describe('queue metrics of the booking service', () => {
  let hooks: TestWebhooks;
  beforeAll(async () => {
    hooks = await openTestWebhooks();
  });
  afterAll(() => hooks.close());

  /** Number of items and age in whole seconds per queue. */
  const read = async () => {
    const metrics = createServiceMetrics('booking');
    bookingMetrics({ metrics, database: hooks.database, log: silentLog });
    const page = parseMetrics(await metrics.metrics(), 'booking');
    return (queue: string) => [
      page.read('venue_booking_queue_items', { queue }),
      Math.floor(page.read('venue_booking_queue_oldest_age_seconds', { queue }) ?? Number.NaN),
    ];
  };

  it('count due items with their age, but none that are done or wait for a retry', async () => {
    const { database } = hooks;
    const empty = await read();
    for (const queue of ['outbox', 'mail', 'webhooks', 'dead_letters'])
      assert.deepEqual(empty(queue), [0, 0]);

    const booking = await hooks.book();
    await database.mail.deleteMany();
    const webhook = await hooks.create('http://127.0.0.1:1');
    await hooks.queue(webhook, 1, 4);
    await database.$executeRaw`
      UPDATE booking.webhook_delivery d SET status = n.status, next_at = now() + n.wait * interval '1 second',
        delivered_at = CASE WHEN n.status = 'delivered' THEN now() END
      FROM (SELECT venue_id, id, (ARRAY['queued', 'queued', 'queued', 'delivered'])[n] AS status, (ARRAY[-200, -20, 20, -900])[n] AS wait
            FROM (SELECT venue_id, id, row_number() OVER () AS n FROM booking.webhook_delivery) AS numbered) AS n
      WHERE (d.venue_id, d.id) = (n.venue_id, n.id)`;
    await database.$executeRaw`
      INSERT INTO booking.mail (venue_id, id, booking_id, kind, status, attempts, next_at)
      SELECT 1, gen_random_uuid(), ${booking}, 'confirmed', status, attempts, now() + wait * interval '1 second'
      FROM (VALUES ('queued', 0, -30), ('queued', 3, -100), ('queued', 9, 60), ('sent', 1, -900)) AS m(status, attempts, wait)`;
    await database.$executeRaw`UPDATE booking.outbox SET created_at = now() - interval '40 seconds'`;
    const filled = await read();
    assert.deepEqual(['outbox', 'mail', 'webhooks'].map(filled), [
      [1, 40],
      [2, 100],
      [2, 200],
    ]);
    await hooks.database.$executeRaw`UPDATE booking.outbox SET published_at = now()`;
    assert.deepEqual((await read())('outbox'), [0, 0]);
  });

  it('are read through indexes, whatever the size of the tables', async () => {
    const read = await sequentiallyScannedTables(hooks.database, (database) => {
      const metrics = createServiceMetrics('booking');
      bookingMetrics({ metrics, database, log: silentLog });
      return metrics.metrics();
    });
    assert.deepEqual(read, ['dead_letter']);
  });
});
