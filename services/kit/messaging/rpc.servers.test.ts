import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { fail } from '@venue-booking/proto/failures';
import { afterAll, afterEach, beforeAll, describe, it } from 'vitest';
import { z } from 'zod';
import { parseMetrics } from '../../../test/stack/metrics.ts';
import { currentCall, newCall, runInCall } from '../concurrency/callContext.ts';
import { createServiceMetrics } from '../metrics/metrics.ts';
import { silentLog, subscriptionsReady, type TestTransport, transports } from '../testing/testMessaging.ts';
import type { Messaging } from './messaging.ts';
import { createClient, failureOf, serveRouter, t } from './rpc.ts';

/** The remaining time that a callee sees, in ms. */
const seenCall = () => {
  const { traceId, deadlineAt } = currentCall() ?? assert.fail('no call');
  return { traceId, left: deadlineAt - Date.now() };
};

const Party = z.object({ name: z.string(), people: z.int().max(5) });

const router = t.router({
  greet: t.procedure
    .input(Party)
    .query(({ input }) => ({ greeting: `Hello ${input.name}`, at: new Date(0) })),
  echo: t.procedure.input(z.string()).query(({ input }) => input),
  write: t.procedure.input(z.int()).query(({ input }) => 'ü'.repeat(input / 2)),
  nothing: t.procedure.mutation(() => {}),
  refuse: t.procedure.mutation(() => {
    throw fail('places_short', { free: 3 });
  }),
  breakDown: t.procedure.mutation(() => {
    throw new TypeError('the secret of the house');
  }),
  askDatabase: t.procedure.query(() => {
    throw Object.assign(new Error("Can't reach database server at 10.0.0.7"), { code: 'P1001' });
  }),
  writeDatabase: t.procedure.mutation(() => {
    throw Object.assign(new Error('Raw query failed'), {
      code: 'P2010',
      meta: { driverAdapterError: { cause: { originalCode: '57P01' } } },
    });
  }),
  refuseInside: t.procedure.mutation(() => {
    throw new Error('while reserving', { cause: new Error('deeper', { cause: fail('slot_full') }) });
  }),
  nap: t.procedure.input(z.number()).query(async ({ input }) => sleep(input)),
  seen: t.procedure.query(() => seenCall()),
});

/** Another service, which calls the first one. */
const askingRouter = (messaging: Messaging) =>
  t.router({
    relay: t.procedure.query(async () => {
      const onArrival = seenCall();
      await sleep(100);
      const onAsking = seenCall();
      return {
        onArrival,
        onAsking,
        there: await createClient<typeof router>('catalog', messaging).seen.query(),
      };
    }),
    relayRefusal: t.procedure.mutation(() =>
      createClient<typeof router>('catalog', messaging).refuse.mutate(),
    ),
  });

const failureIn = (work: Promise<unknown>) => work.then(() => assert.fail('it was answered'), failureOf);
const failureCode = async (work: Promise<unknown>) => (await failureIn(work))?.code;
const within = <T>(budgetMs: number, work: () => T) => runInCall(newCall(budgetMs), work);

for (const [name, start] of Object.entries(transports)) {
  describe(`a call to another service ${name}`, () => {
    let transport: TestTransport;
    beforeAll(async () => {
      transport = await start();
    });
    afterAll(() => transport.stop());
    afterEach(() => transport.reset());

    /** A client with its server. */
    async function openCatalog() {
      const server = await transport.open();
      server.serve('catalog', serveRouter(router, silentLog));
      await subscriptionsReady(server);
      const messaging = await transport.open();
      return { messaging, catalog: createClient<typeof router>('catalog', messaging) };
    }

    it('returns the procedure’s result, as JSON', async () => {
      const { catalog } = await openCatalog();
      const answer = await catalog.greet.query({ name: 'Zoë 🎳', people: 5 });
      assert.deepEqual(answer as unknown, { greeting: 'Hello Zoë 🎳', at: '1970-01-01T00:00:00.000Z' });
      assert.equal(await catalog.nothing.mutate(), undefined);
      const long = 'ü\u2028'.repeat(100_000);
      assert.equal(await catalog.echo.query(long), long);
    });

    it('returns responses larger than a broker’s message, also concurrently', async () => {
      const { catalog } = await openCatalog();
      const most = 1_048_576;
      const sizes = [most - 5000, most - 4000, most - 20, most, 2 * most - 8194, 3 * most, 9 * most, 10];
      const answers = await Promise.all(sizes.map((bytes) => catalog.write.query(bytes)));
      assert.deepEqual(
        answers.map((text) => Buffer.byteLength(text)),
        sizes,
      );
      assert.ok(answers.every((text) => /^ü+$/.test(text)));
    });

    it('ignores additional fields of a newer caller', async () => {
      const { catalog } = await openCatalog();
      const newer = { name: 'Ada', people: 2, channel: 'widget', party: [{ age: 4 }] };
      assert.equal((await catalog.greet.query(newer)).greeting, 'Hello Ada');
    });

    it('treats an unknown failure code of a newer callee as an unexpected error', async () => {
      const { messaging, catalog } = await openCatalog();
      messaging.serve('booking', async () =>
        Buffer.from('{"failure":"of_a_later_release","params":{"n":1}}'),
      );
      const newer = createClient<typeof router>('booking', messaging);
      assert.equal(await failureCode(newer.refuse.mutate()), undefined);
      assert.equal(await catalog.echo.query('still there'), 'still there');
    });

    it('uses the exact failure code if it is known, else its replacement', async () => {
      const { messaging } = await openCatalog();
      let exact: string;
      messaging.serve('booking', async () =>
        Buffer.from(JSON.stringify({ failure: 'too_many_holds', exact, params: {} })),
      );
      const codeOf = async (thrown: string) => {
        exact = thrown;
        return failureCode(createClient<typeof router>('booking', messaging).refuse.mutate());
      };
      assert.equal(await codeOf('of_a_later_release'), 'too_many_holds');
      assert.equal(await codeOf('too_many_coming'), 'too_many_coming');
    });

    it('fails with unavailable if the service’s database is away, for reads and writes', async () => {
      const { catalog } = await openCatalog();
      assert.equal(await failureCode(catalog.askDatabase.query()), 'unavailable');
      assert.equal(await failureCode(catalog.writeDatabase.mutate()), 'unavailable');
      assert.equal(await failureCode(catalog.breakDown.mutate()), 'internal');
    });

    it('keeps concurrent calls apart', async () => {
      const { catalog } = await openCatalog();
      const words = Array.from({ length: 300 }, (_, index) => `word ${index}`);
      assert.deepEqual(await Promise.all(words.map((word) => catalog.echo.query(word))), words);
    });

    it('transmits an expected failure with code and params, however deep it was thrown', async () => {
      const { catalog } = await openCatalog();
      const failure = await failureIn(catalog.refuse.mutate());
      assert.deepEqual([failure?.code, failure?.params], ['places_short', { free: 3 }]);
      assert.equal(await failureCode(catalog.refuseInside.mutate()), 'slot_full');
    });

    it('transmits an expected failure through an intermediate service', async () => {
      const { messaging } = await openCatalog();
      messaging.serve('booking', serveRouter(askingRouter(messaging), silentLog));
      const asking = await transport.open();
      const booking = createClient<ReturnType<typeof askingRouter>>('booking', asking);
      const failure = await failureIn(booking.relayRefusal.mutate());
      assert.deepEqual([failure?.code, failure?.params], ['places_short', { free: 3 }]);
    });

    it('rejects invalid input and names what is wrong', async () => {
      const { catalog } = await openCatalog();
      const failure = await failureIn(catalog.greet.query({ name: 'Ada', people: 6 }));
      assert.equal(failure?.code, 'validation');
      assert.match(String(failure.params.detail), /^people: /);
    });

    it('reveals nothing about an unexpected error', async () => {
      const { catalog } = await openCatalog();
      const error = await catalog.breakDown.mutate().then(
        () => assert.fail(),
        (thrown: Error) => thrown,
      );
      assert.equal(failureOf(error)?.code, 'internal');
      for (let cause: unknown = error; cause instanceof Error; cause = cause.cause)
        assert.doesNotMatch(`${cause.message}${JSON.stringify(cause)}`, /secret/);
      assert.equal(await catalog.echo.query('still there'), 'still there');
    });

    it('treats an unknown procedure as an unexpected error', async () => {
      const { messaging } = await openCatalog();
      const stranger = createClient<ReturnType<typeof askingRouter>>('catalog', messaging);
      assert.equal(await failureCode(stranger.relay.query()), 'internal');
    });

    it('is timed by procedure and outcome, never by an unknown procedure name', async () => {
      const metrics = createServiceMetrics('catalog');
      const server = await transport.open();
      server.serve('catalog', serveRouter(router, silentLog, metrics));
      const messaging = await transport.open();
      const catalog = createClient<typeof router>('catalog', messaging);
      const stranger = createClient<ReturnType<typeof askingRouter>>('catalog', messaging);
      await Promise.allSettled([
        catalog.echo.query('one'),
        catalog.echo.query('two'),
        catalog.refuse.mutate(),
        catalog.greet.query({ name: 'Ada', people: 6 }),
        catalog.breakDown.mutate(),
        stranger.relay.query(),
      ]);
      const { series } = parseMetrics(await metrics.metrics(), 'catalog');
      const counts = series
        .filter(({ name }) => name === 'venue_booking_rpc_duration_seconds_count')
        .map(({ labels, value }) => `${labels.procedure} ${labels.outcome} ${value}`);
      assert.deepEqual(counts.sort(), [
        'breakDown error 1',
        'echo ok 2',
        'greet refused 1',
        'other error 1',
        'refuse refused 1',
      ]);
    });

    it('passes on its trace, also through an intermediate service', async () => {
      const { messaging } = await openCatalog();
      messaging.serve('booking', serveRouter(askingRouter(messaging), silentLog));
      const booking = createClient<ReturnType<typeof askingRouter>>('booking', await transport.open());
      const call = newCall(3000);
      const { onArrival, there } = await runInCall(call, () => booking.relay.query());
      assert.deepEqual([onArrival.traceId, there.traceId], [call.traceId, call.traceId]);
    });

    it('gives the callee the remaining time until its deadline', async () => {
      const { messaging, catalog } = await openCatalog();
      messaging.serve('booking', serveRouter(askingRouter(messaging), silentLog));
      const booking = createClient<ReturnType<typeof askingRouter>>('booking', await transport.open());
      const direct = await within(3000, async () => ({
        asking: seenCall(),
        there: await catalog.seen.query(),
      }));
      assert.ok(direct.there.left <= direct.asking.left);
      const asking = await within(3000, async () => ({
        left: seenCall().left,
        ...(await booking.relay.query()),
      }));
      const { left, onArrival, onAsking, there } = asking;
      assert.ok(onArrival.left <= left && there.left <= onAsking.left);
      assert.ok(there.left > 0 && there.left <= 2910, 'less the time that the intermediate service used');
    });

    it('has a default timeout', async () => {
      const { catalog } = await openCatalog();
      const { left } = await catalog.seen.query();
      assert.ok(left > 2000 && left <= 5000);
    });

    it('is not sent after its deadline', async () => {
      const { catalog } = await openCatalog();
      assert.equal(await failureCode(within(0, () => catalog.nothing.mutate())), 'timeout');
      assert.equal(await failureCode(within(-1, () => catalog.nothing.mutate())), 'timeout');
    });

    it('fails at its deadline if the callee is slow', async () => {
      const { catalog } = await openCatalog();
      const begun = Date.now();
      assert.equal(await failureCode(within(150, () => catalog.nap.query(3000))), 'timeout');
      assert.ok(Date.now() - begun >= 140);
      assert.equal(await catalog.echo.query('next'), 'next');
    });

    it('fails at once if no replica serves it', async () => {
      const messaging = await transport.open();
      const catalog = createClient<typeof router>('catalog', messaging);
      assert.equal(await failureCode(catalog.nothing.mutate()), 'unavailable', 'no timeout');
    });
  });
}
