import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { jetstreamManager } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import { afterAll, afterEach, beforeAll, describe, it } from 'vitest';
import {
  consumer,
  deleteStreams,
  fact,
  type NatsTransport,
  natsTransport,
  publishWithRetry,
  until,
} from '../testing/testMessaging.ts';

describe('events over NATS with several replicas or a lost storage', () => {
  let transport: NatsTransport;
  beforeAll(async () => {
    transport = await natsTransport();
  });
  afterAll(() => transport.stop());
  afterEach(() => transport.reset());

  it('replicas of a consumer share the events', async () => {
    const heard: string[] = [];
    for (let replica = 0; replica < 2; replica++)
      await (await transport.open()).consume(consumer((id) => heard.push(id)));
    const publisher = await transport.open();
    const facts = Array.from({ length: 100 }, (_, index) => fact(index));
    await Promise.all(facts.map((it) => publishWithRetry(publisher, it)));
    await until(() => heard.length >= 100);
    await sleep(200);
    assert.deepEqual(heard.sort(), facts.map(({ id }) => id).sort());
  });

  it('handles received events before closing, so that they need no redelivery', async () => {
    const heard: string[] = [];
    const publisher = await transport.open();
    const facts = Array.from({ length: 1000 }, (_, index) => fact(index));
    const publishing: Promise<void>[] = [];
    for (let round = 0; round < 10; round++) {
      const leaving = await transport.open();
      await leaving.consume(consumer((id) => heard.push(id)));
      const before = heard.length;
      publishing.push(
        ...facts.slice(round * 100, (round + 1) * 100).map((it) => publishWithRetry(publisher, it)),
      );
      await until(() => heard.length > before);
      await leaving.close();
    }
    await Promise.all(publishing);
    await (await transport.open()).consume(consumer((id) => heard.push(id)));
    // Without draining, 20 events and more would be redelivered after 30 s. NATS 2.9.10 may delay a few as
    // long: those that it sends while the consumer disconnects.
    const missing = () => facts.length - new Set(heard).size;
    await until(() => missing() === 0, 10_000).catch(() =>
      assert.ok(missing() <= 10, `${missing()} of ${facts.length} events wait for a redelivery`),
    );
    await until(() => missing() === 0);
    // An acknowledgement may be lost on a busy machine.
    assert.ok(heard.length - facts.length <= 10, `${heard.length} deliveries of ${facts.length} events`);
  });

  it('reports the backlog of a consumer: pending, unacknowledged and redelivered events', async () => {
    const publisher = await transport.open();
    const messaging = await transport.open();
    let fails = true;
    const failing = consumer(() => {
      if (fails) throw new Error('not now');
    });
    await messaging.consume(failing);
    // The consumer is created soon after its start.
    const backlog = async () => Object.values((await messaging.backlog(failing).catch(() => null)) ?? {});
    await publishWithRetry(publisher, fact(1));
    await until(async () => String(await backlog()) === '0,1,1');
    fails = false;
    await until(async () => String(await backlog()) === '0,0,0');
    await messaging.close();
    const facts = Array.from({ length: 3 }, (_, index) => fact(index));
    await Promise.all(facts.map((it) => publishWithRetry(publisher, it)));
    assert.deepEqual(await publisher.backlog(failing), { pending: 3, unacknowledged: 0, redelivered: 0 });
    await assert.rejects(publisher.backlog({ ...failing, name: 'nobody' }));
  });

  it('keeps events for a consumer that is away', async () => {
    const heard: string[] = [];
    const first = await transport.open();
    await first.consume(consumer((id) => heard.push(id)));
    const publisher = await transport.open();
    const [seen, missed] = [fact(1), fact(2)];
    await publishWithRetry(publisher, seen);
    await until(() => heard.length === 1);
    await first.close();
    await publishWithRetry(publisher, missed);
    await (await transport.open()).consume(consumer((id) => heard.push(id)));
    await until(() => heard.length === 2);
    assert.deepEqual(heard, [seen.id, missed.id]);
  });

  it('delivers at once after a hung server was restarted', async () => {
    const heard: string[] = [];
    const messaging = await transport.open();
    await messaging.consume(consumer((id) => heard.push(id)));
    const publisher = await transport.open();
    await publishWithRetry(publisher, fact(1));
    await until(() => heard.length === 1);

    const frozenAt = performance.now();
    await transport.server.freeze();
    await until(() => !messaging.healthy() && !publisher.healthy());
    const hungMs = performance.now() - frozenAt;
    await transport.server.kill();
    await transport.server.start();
    await until(() => messaging.healthy() && publisher.healthy());
    const backAt = performance.now();
    await publishWithRetry(publisher, fact(2));
    await until(() => heard.length === 2);
    const deafMs = performance.now() - backAt;
    // A pull request that got lost while the server hung is repeated only after 8 s to more than a minute.
    assert.ok(deafMs < hungMs / 2, `${deafMs} ms without events, after ${hungMs} ms without a server`);
  });

  it('limits deliveries of an event to more than an outage of the database can cause', async (t) => {
    const messaging = await transport.open();
    await messaging.consume(consumer(() => {}));
    const connection = await connect({ servers: transport.server.url });
    t.onTestFinished(() => connection.close());
    const { consumers } = await jetstreamManager(connection);
    const maxDeliver = async () =>
      (await consumers.info('events_catalog', 'availability').catch(() => null))?.config.max_deliver ?? 0;
    await until(async () => (await maxDeliver()) > 0);
    // Redeliveries are a minute apart.
    assert.ok((await maxDeliver()) >= 7 * 24 * 60);
  });

  it('continues with a consumer that an earlier version created', async (t) => {
    const before = await transport.open();
    await before.storageId('catalog');
    const connection = await connect({ servers: transport.server.url });
    t.onTestFinished(() => connection.close());
    const { consumers } = await jetstreamManager(connection);
    await consumers.add('events_catalog', {
      durable_name: 'availability',
      ack_policy: 'explicit',
      deliver_policy: 'all',
      ack_wait: 30_000_000_000,
      max_ack_pending: 256,
    });
    const heard: string[] = [];
    await before.consume(consumer((id) => heard.push(id)));
    const it = fact(1);
    await publishWithRetry(before, it);
    await until(() => heard.length === 1);
    assert.equal((await consumers.info('events_catalog', 'availability')).config.max_deliver, -1);
  });

  it('stores an event once that two relays published', async () => {
    const heard: string[] = [];
    const [one, other] = [await transport.open(), await transport.open()];
    const it = fact(1);
    await one.storageId('catalog');
    await Promise.all([publishWithRetry(one, it), publishWithRetry(other, it)]);
    await one.consume(consumer((id) => heard.push(id)));
    await until(() => heard.length > 0);
    await sleep(200);
    assert.deepEqual(heard, [it.id]);
  });

  it('detects a new storage and consumes from it without a restart', async () => {
    const heard: string[] = [];
    const messaging = await transport.open();
    await messaging.consume(consumer((id) => heard.push(id)));
    const before = await messaging.storageId('catalog');
    await publishWithRetry(messaging, fact(1));
    await until(() => heard.length === 1);
    await deleteStreams(transport.server.url);
    assert.notEqual(await messaging.storageId('catalog'), before);
    const later = fact(2);
    await publishWithRetry(messaging, later);
    await until(() => heard.length === 2);
    assert.equal(heard[1], later.id);
  });

  it('delivers from a stream that was requested during the deletion of the previous one', async () => {
    const heard = new Set<string>();
    const messaging = await transport.open();
    await messaging.consume(consumer((id) => heard.add(id)));
    const asking = await transport.open();
    // Enough attempts to hit the race: without the wait before creating the stream again, all of them fail.
    for (let round = 0; round < 3; round++) {
      await Promise.all(Array.from({ length: 200 }, (_, index) => publishWithRetry(messaging, fact(index))));
      let gone = false;
      const publishing = (async () => {
        while (!gone) await asking.storageId('catalog');
      })();
      await deleteStreams(transport.server.url);
      gone = true;
      await publishing;
      const it = fact(round);
      await publishWithRetry(messaging, it);
      await until(() => heard.has(it.id));
    }
  });
});
