import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { event } from '@venue-booking/proto/events';
import { afterAll, afterEach, beforeAll, describe, it } from 'vitest';
import { z } from 'zod';
import {
  publishWithRetry,
  silentLog,
  subscriptionsReady,
  type TestTransport,
  transports,
  until,
} from '../testing/testMessaging.ts';
import type { Consumer, Delivery } from './messaging.ts';
import { createClient, failureOf, serveRouter, t } from './rpc.ts';

const napRouter = (name: string, underWay: (change: number) => void = () => {}) =>
  t.router({
    who: t.procedure.query(() => name),
    nap: t.procedure.input(z.number()).query(async ({ input }) => {
      underWay(+1);
      await sleep(input);
      underWay(-1);
      return name;
    }),
  });
type NapRouter = ReturnType<typeof napRouter>;

const removed = (venueId: number) => ({
  id: randomUUID(),
  ...event('events.catalog.opening_exception_changed', { venueId, date: '2030-06-03', removed: true }),
});
const consumerOf = (name: string, handle: Consumer['handle']): Consumer => ({
  name,
  from: 'catalog',
  subjects: ['events.catalog.opening_exception_changed'],
  handle,
});

for (const [name, start] of Object.entries(transports)) {
  describe(`messaging ${name}`, () => {
    let transport: TestTransport;
    beforeAll(async () => {
      transport = await start();
    });
    afterAll(() => transport.stop());
    afterEach(() => transport.reset());

    it('finishes a request in progress when it closes, and accepts no other', async () => {
      let underWay = 0;
      const server = await transport.open();
      server.serve(
        'catalog',
        serveRouter(
          napRouter('catalog', (n) => {
            underWay += n;
          }),
          silentLog,
        ),
      );
      await subscriptionsReady(server);
      const client = createClient<NapRouter>('catalog', await transport.open());
      const answer = client.nap.query(400);
      await until(() => underWay === 1);
      await server.close();
      assert.equal(underWay, 0, 'closed after the request had finished');
      assert.equal(await answer, 'catalog');
      assert.equal(await client.who.query().catch((error) => failureOf(error)?.code), 'unavailable');
    });

    it('lets a request in progress make requests while it closes', async () => {
      const server = await transport.open();
      const other = await transport.open();
      other.serve('availability', serveRouter(napRouter('availability'), silentLog));
      await subscriptionsReady(other);
      const availability = createClient<NapRouter>('availability', server);
      let begun = false;
      const asking = t.router({
        who: t.procedure.query(async () => {
          begun = true;
          await sleep(200);
          return availability.nap.query(100);
        }),
      });
      server.serve('booking', serveRouter(asking, silentLog));
      await subscriptionsReady(server);
      const answer = createClient<NapRouter>('booking', await transport.open()).who.query();
      await until(() => begun);
      const closing = server.close();
      assert.equal(await answer, 'availability');
      await closing;
    });

    it('is healthy until it is closed', async () => {
      const messaging = await transport.open();
      assert.equal(messaging.healthy(), true);
      await messaging.close();
      assert.equal(messaging.healthy(), false);
    });

    it('delivers an event unchanged to every consumer', async () => {
      const [here, there, publisher] = [
        await transport.open(),
        await transport.open(),
        await transport.open(),
      ];
      const heard: [string, Delivery][] = [];
      await here.consume(consumerOf('availability', async (it) => void heard.push(['availability', it])));
      await there.consume(consumerOf('booking', async (it) => void heard.push(['booking', it])));
      const fact = removed(7);
      await publishWithRetry(publisher, fact);
      await until(() => heard.length === 2);
      assert.deepEqual(heard.map(([by]) => by).sort(), ['availability', 'booking']);
      for (const [, { id, subject, payload, attempt }] of heard)
        assert.deepEqual({ id, subject, payload, attempt }, { ...fact, attempt: 1 });
    });

    it('loses none of many events', async () => {
      const messaging = await transport.open();
      const heard = new Set<string>();
      await messaging.consume(consumerOf('availability', async ({ id }) => void heard.add(id)));
      const facts = Array.from({ length: 500 }, (_, index) => removed(index));
      await Promise.all(facts.map((fact) => publishWithRetry(messaging, fact)));
      await until(() => heard.size === 500);
      assert.deepEqual([...heard].sort(), facts.map(({ id }) => id).sort());
    });

    it('redelivers an event after a rejection, with the attempt number', async () => {
      const messaging = await transport.open();
      const attempts: number[] = [];
      await messaging.consume(
        consumerOf('availability', async ({ attempt }) => {
          attempts.push(attempt);
          if (attempts.length < 3) throw new Error('not now');
        }),
      );
      await publishWithRetry(messaging, removed(1));
      await until(() => attempts.length === 3);
      await sleep(300);
      assert.deepEqual(attempts, [1, 2, 3], 'and no further delivery');
    });

    it('continues with other events while one is rejected', async () => {
      const messaging = await transport.open();
      const done: number[] = [];
      const bad = removed(0);
      await messaging.consume(
        consumerOf('availability', async ({ id, attempt, payload }) => {
          if (id === bad.id && attempt < 3) throw new Error('not now');
          done.push((payload as { venueId?: number }).venueId ?? 0);
        }),
      );
      await Promise.all([bad, removed(1), removed(2)].map((fact) => publishWithRetry(messaging, fact)));
      await until(() => done.length === 3);
      assert.equal(done.at(-1), 0);
    });

    it('skips events of other subjects than the consumer’s', async () => {
      const messaging = await transport.open();
      const heard: string[] = [];
      await messaging.consume(consumerOf('availability', async ({ subject }) => void heard.push(subject)));
      await publishWithRetry(messaging, {
        id: randomUUID(),
        ...event('events.catalog.booking_fields_changed', { venueId: 1 }),
      });
      await publishWithRetry(messaging, removed(1));
      await until(() => heard.length > 0);
      assert.deepEqual(heard, ['events.catalog.opening_exception_changed']);
    });

    it('notifies all current listeners and nobody else', async () => {
      const [one, other, teller] = [await transport.open(), await transport.open(), await transport.open()];
      const heard: unknown[] = [];
      const others: unknown[] = [];
      one.subscribe('news.availability.slots_changed', (news) => heard.push(news));
      other.subscribe('news.availability.slots_changed', (news) => heard.push(news));
      other.subscribe('news.availability.other', (news) => others.push(news));
      // The broker processes the subscriptions a moment later.
      await teller.storageId('catalog');
      await until(() => {
        teller.publishNews('news.availability.slots_changed', { venueId: 1, facilityIds: [2] });
        return heard.length >= 2;
      });
      assert.deepEqual(heard.slice(0, 2), Array(2).fill({ venueId: 1, facilityIds: [2] }));
      assert.deepEqual(others, []);
    });

    it('passes published events to listeners of their subject', async () => {
      const [listening, publisher] = [await transport.open(), await transport.open()];
      const heard: { subject: string; payload: unknown }[] = [];
      const others: unknown[] = [];
      listening.subscribe('events.catalog.>', (payload, subject) => heard.push({ subject, payload }));
      listening.subscribe('events.booking.>', (payload) => others.push(payload));
      await publisher.storageId('catalog');
      const { id, ...fact } = removed(3);
      await until(async () => {
        await publishWithRetry(publisher, { id, ...fact });
        return heard.length > 0;
      });
      assert.deepEqual(heard[0], fact);
      assert.deepEqual(others, []);
    });

    it('keeps the identity of its storage', async () => {
      const [one, other] = [await transport.open(), await transport.open()];
      assert.equal(await one.storageId('catalog'), await other.storageId('catalog'));
      assert.equal(await one.storageId('catalog'), await one.storageId('catalog'));
    });
  });
}
