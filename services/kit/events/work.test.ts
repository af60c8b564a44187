import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { event } from '@venue-booking/proto/events';
import { currentCall } from '../messaging/callContext.ts';
import type { Delivery, Messaging } from '../messaging/messaging.ts';
import { openTestDatabase, type TestDatabase } from '../testing/testDatabase.ts';
import { silentLog, type TestTransport, transports, until } from '../testing/testMessaging.ts';
import { appendEvents, type Relay, startRelay } from './outbox.ts';
import { TryLater, type WorkHandlers, workConsumer } from './work.ts';

const SUBJECT = 'events.payment.refresh_requested';
const fact = (venueId = 1) => event(SUBJECT, { venueId, attemptId: randomUUID() });
const delivery = (attempt = 1): Delivery => ({ id: randomUUID(), ...fact(), attempt });

describe('work', () => {
  let tables: TestDatabase;
  before(async () => {
    tables = await openTestDatabase(['payment']);
  });
  after(() => tables.close());
  beforeEach(() => tables.pool.query('TRUNCATE payment.outbox, payment.outbox_storage, payment.dead_letter'));

  const consumer = (job: NonNullable<WorkHandlers[typeof SUBJECT]>, options: { budgetMs?: number } = {}) =>
    workConsumer({
      database: tables.database,
      service: 'payment',
      from: 'payment',
      handlers: { [SUBJECT]: job },
      log: silentLog,
      ...options,
    });
  const letters = () =>
    tables.rows('SELECT event_id::text AS id, subject, payload, error FROM payment.dead_letter');

  it('is done with its event, its delivery and a deadline', async () => {
    const it = delivery(3);
    const seen: unknown[] = [];
    await consumer(async ({ venueId }, { eventId, attempt }) => {
      const left = (currentCall()?.deadlineAt ?? 0) - Date.now();
      seen.push(venueId, eventId, attempt, left > 24_000 && left <= 25_000);
    }).handle(it);
    assert.deepEqual(seen, [1, it.id, 3, true]);
  });

  it('holds no connection to the database while it is done', async () => {
    let open = -1;
    await consumer(async () => {
      open = tables.pool.totalCount - tables.pool.idleCount;
    }).handle(delivery());
    assert.equal(open, 0);
  });

  it('comes again three times while the provider is away, and is then left without a dead letter', async () => {
    const away = consumer(async () => {
      throw new TryLater();
    });
    const it = delivery();
    for (let attempt = 1; attempt < 4; attempt++)
      await assert.rejects(away.handle({ ...it, attempt }), TryLater);
    for (const attempt of [4, 8, 9]) await away.handle({ ...it, attempt });
    assert.deepEqual(await letters(), []);
  });

  it('is put aside after its eighth failed delivery, without what a provider said', async () => {
    const broken = consumer(async () => {
      JSON.parse('Anna Jansen');
    });
    const it = delivery();
    for (let attempt = 1; attempt < 8; attempt++) await assert.rejects(broken.handle({ ...it, attempt }));
    assert.deepEqual(await letters(), []);
    await broken.handle({ ...it, attempt: 8 });
    assert.deepEqual(await letters(), [
      { id: it.id, subject: SUBJECT, payload: it.payload, error: 'SyntaxError' },
    ]);
  });

  it('fails once its time is over, whatever it still waits for', async () => {
    const hanging = consumer(() => new Promise(() => {}), { budgetMs: 50 });
    await assert.rejects(hanging.handle(delivery()), /not done within 50 ms/);
  });

  it('refuses a payload that is no such event', async () => {
    const never = consumer(async () => assert.fail('begun'));
    await assert.rejects(never.handle({ ...delivery(), payload: { venueId: 'one' } }), /venueId|venue_id/);
  });

  for (const [name, start] of Object.entries(transports))
    describe(name, () => {
      let transport: TestTransport;
      let relay: Relay;
      before(async () => {
        transport = await start();
      });
      after(() => transport.stop());
      afterEach(async () => {
        await relay.stop();
        await transport.reset();
      });

      const startRelayOn = (messaging: Messaging) => {
        const { database } = tables;
        relay = startRelay({ database, service: 'payment', messaging, log: silentLog, pollMs: 20 });
      };
      const append = (count: number, venueId: number) =>
        tables.database.$transaction((tx) =>
          appendEvents(
            tx,
            'payment',
            Array.from({ length: count }, () => fact(venueId)),
          ),
        );

      it('is not held up by a hundred jobs that hang', async () => {
        const messaging = await transport.open();
        const end = Promise.withResolvers<void>();
        let hanging = 0;
        const done = new Set<string>();
        await messaging.consume(
          consumer(async ({ venueId }, { eventId }) => {
            if (venueId === 1) hanging += 1;
            if (venueId === 1) await end.promise;
            done.add(eventId);
          }),
        );
        startRelayOn(messaging);
        const slow = await append(100, 1);
        await until(() => hanging === 100);
        const quick = await append(100, 2);
        relay.wake();
        await until(() => quick.every((id) => done.has(id)), 5000);
        assert.equal(done.size, 100);
        end.resolve();
        await until(() => slow.every((id) => done.has(id)));
        assert.equal(hanging, 100, 'each begun once');
      });

      it('comes again while the provider is away, and no more once it was left', async () => {
        const messaging = await transport.open();
        const attempts: number[] = [];
        await messaging.consume(
          consumer(async (_, { attempt }) => {
            attempts.push(attempt);
            throw new TryLater();
          }),
        );
        startRelayOn(messaging);
        await append(1, 1);
        await until(() => attempts.length === 4);
        await sleep(500);
        assert.deepEqual(attempts, [1, 2, 3, 4]);
        assert.deepEqual(await letters(), []);
      });
    });
});
