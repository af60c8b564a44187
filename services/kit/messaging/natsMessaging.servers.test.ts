import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { connect, RequestError } from '@nats-io/transport-node';
import { afterAll, afterEach, beforeAll, describe, it } from 'vitest';
import { newCall, runInCall } from '../concurrency/callContext.ts';
import {
  consumer,
  fact,
  type NatsTransport,
  natsTransport,
  publishWithRetry,
  silentLog,
  subscriptionsReady,
  until,
} from '../testing/testMessaging.ts';
import { assertTakesLessThan, timed } from '../testing/testTiming.ts';
import { createClient, failureOf, serveRouter, t } from './rpc.ts';

const replicaRouter = (answer: () => string) => t.router({ who: t.procedure.query(answer) });
type ReplicaRouter = ReturnType<typeof replicaRouter>;

describe('messaging over NATS with several replicas or an outage', () => {
  let transport: NatsTransport;
  beforeAll(async () => {
    transport = await natsTransport();
  });
  afterAll(() => transport.stop());
  afterEach(() => transport.reset());

  const openReplica = async (name: string, answered: string[]) => {
    const messaging = await transport.open();
    const answer = () => {
      answered.push(name);
      return name;
    };
    messaging.serve('catalog', serveRouter(replicaRouter(answer), silentLog));
    await subscriptionsReady(messaging);
    return messaging;
  };
  const openClient = async () => createClient<ReplicaRouter>('catalog', await transport.open());

  it('fails at once if the response is too large for a caller of an earlier version without parts', async () => {
    const messaging = await transport.open();
    const large = t.router({ read: t.procedure.query(() => 'x'.repeat(2_000_000)) });
    messaging.serve('catalog', serveRouter(large, silentLog));
    await subscriptionsReady(messaging);
    const connection = await connect({ servers: transport.server.url });
    try {
      const { headers, data } = await connection.request('rpc.catalog.read', '{"type":"query"}', {
        timeout: 20_000,
      });
      assert.equal(headers?.get('parts') ?? '', '');
      assert.equal(Buffer.from(data).toString(), '{"failure":"internal","params":{}}');
    } finally {
      await connection.close();
    }
  });

  it('replicas share the requests, and each is answered once', async () => {
    const answered: string[] = [];
    await openReplica('one', answered);
    await openReplica('other', answered);
    const client = await openClient();
    await Promise.all(Array.from({ length: 200 }, () => client.who.query()));
    assert.equal(answered.length, 200);
    const byOne = answered.filter((name) => name === 'one').length;
    assert.ok(byOne > 20 && byOne < 180, `one of two answered ${byOne} of 200`);
  });

  it('fails no request while one of two replicas closes', async () => {
    const answered: string[] = [];
    const leaving = await openReplica('leaving', answered);
    await openReplica('staying', answered);
    const client = await openClient();
    let closed = false;
    const closing = until(() => answered.includes('leaving'))
      .then(() => leaving.close())
      .then(() => {
        closed = true;
      });
    const answers: Promise<string>[] = [];
    while (!closed || answers.length < 100) {
      answers.push(client.who.query());
      await sleep(1);
    }
    await closing;
    await Promise.all(answers);
    assert.equal(answered.includes('leaving') && answered.includes('staying'), true);
    assert.equal(await client.who.query(), 'staying');
  });

  /** A replica that takes requests and never responds. `leave` announces its departure. */
  const openLosingReplica = async () => {
    const connection = await connect({ servers: transport.server.url });
    let taken = 0;
    const subscription = connection.subscribe('rpc.catalog.>', {
      queue: 'catalog',
      callback: () => {
        taken += 1;
      },
    });
    await connection.flush();
    return {
      taken: () => taken,
      async leave() {
        subscription.unsubscribe();
        connection.publish('news.left.catalog');
        await connection.flush();
        await connection.close();
      },
    };
  };

  it('sends a query again, within its deadline, when the replica that lost it leaves', async () => {
    const losing = await openLosingReplica();
    const client = await openClient();
    // The deadline is after that of this test.
    const asked = runInCall(newCall(600_000), () => client.who.query());
    await until(() => losing.taken() === 1);
    const answered: string[] = [];
    await openReplica('staying', answered);
    await losing.leave();
    assert.equal(await asked, 'staying');
    assert.deepEqual(answered, ['staying']);
  });

  it('sends a mutation again only if its client says that it is idempotent', async () => {
    const ran: string[] = [];
    const router = t.router({
      reserve: t.procedure.mutation(() => ran.push('reserve')),
      charge: t.procedure.mutation(() => ran.push('charge')),
    });
    const losing = await openLosingReplica();
    const client = createClient<typeof router>('catalog', await transport.open(), {
      mayRepeat: (path) => path === 'reserve',
    });
    const charged = runInCall(newCall(3000), () => client.charge.mutate()).catch(
      (error) => failureOf(error)?.code,
    );
    const reserved = runInCall(newCall(600_000), () => client.reserve.mutate());
    await until(() => losing.taken() === 2);
    const staying = await transport.open();
    staying.serve('catalog', serveRouter(router, silentLog));
    await subscriptionsReady(staying);
    await losing.leave();
    assert.equal(await reserved, 1);
    assert.equal(await charged, 'timeout');
    assert.deepEqual(ran, ['reserve']);
  });

  it('announces the departure of a replica after its last response', async () => {
    const leaving = await transport.open();
    const begun = Promise.withResolvers<void>();
    const finish = Promise.withResolvers<void>();
    leaving.serve('catalog', async () => {
      begun.resolve();
      await finish.promise;
      return Buffer.from('{"data":"leaving"}');
    });
    await subscriptionsReady(leaving);
    const answered: string[] = [];
    const client = await openClient();
    const asked = client.who.query();
    await begun.promise;
    await openReplica('staying', answered);
    const closed = leaving.close();
    finish.resolve();
    assert.equal(await asked, 'leaving');
    await closed;
    assert.deepEqual(answered, [], 'the query ran once');
  });

  it('closes while the broker is away, without the 10 s timeout of the library', async () => {
    const messaging = await openReplica('one', []);
    await messaging.consume(consumer(() => {}));
    await transport.server.kill();
    await until(() => !messaging.healthy());
    const took = await timed(() => messaging.close());
    await assertTakesLessThan(9000, async () => took);
    await transport.server.start();
  });

  it('fails open requests at once when the connection is lost, and rejects publications', async () => {
    const serving = await transport.open();
    const [requested, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    serving.serve('catalog', async () => {
      requested.resolve();
      await answered.promise;
      return Buffer.from('{}');
    });
    await subscriptionsReady(serving);
    const messaging = await transport.open();
    const client = createClient<ReplicaRouter>('catalog', messaging);
    const answer = client.who.query().catch((error: unknown) => failureOf(error)?.code);
    await requested.promise;
    await transport.server.kill();
    try {
      // Otherwise all of these would wait for their timeouts.
      assert.equal(await answer, 'unavailable');
      await assert.rejects(messaging.publish('catalog', { ...fact(1), attempt: 1 }), RequestError);
      await assert.rejects(messaging.storageId('catalog'), RequestError);
    } finally {
      answered.resolve();
      await transport.server.start();
    }
  });

  it('calls `missed` of listeners after a reconnect', async () => {
    const listening = await transport.open();
    let missed = 0;
    listening.subscribe(
      'events.catalog.>',
      () => {},
      () => {
        missed += 1;
      },
    );
    await subscriptionsReady(listening);
    for (let away = 1; away <= 2; away++) {
      assert.equal(missed, away - 1);
      await transport.server.kill();
      await until(() => !listening.healthy());
      await transport.server.start();
      await until(() => missed === away);
    }
  });

  it('fails within the deadline while the broker is away, and continues when it is back', async () => {
    const answered: string[] = [];
    const heard: string[] = [];
    const replica = await openReplica('one', answered);
    await replica.consume(consumer((id) => heard.push(id)));
    const messaging = await transport.open();
    const client = createClient<ReplicaRouter>('catalog', messaging);
    const code = () =>
      runInCall(newCall(500), () => client.who.query()).catch((error) => failureOf(error)?.code);
    await transport.server.kill();
    await until(() => !messaging.healthy());
    assert.match(String(await code()), /^(timeout|unavailable)$/);
    await transport.server.start();
    await until(() => messaging.healthy() && replica.healthy());
    await until(async () => (await code()) === 'one');
    await publishWithRetry(messaging, fact(1));
    await until(() => heard.length === 1);
  });

  it('starts once the broker runs', async () => {
    await transport.server.kill();
    const opening = transport.open();
    await transport.server.start();
    assert.equal((await opening).healthy(), true);
  });
});
