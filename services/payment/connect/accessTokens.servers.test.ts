import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, it } from 'vitest';
import { openCheckout } from '../checkout/openCheckout.ts';
import type { PaymentDeps } from '../deps.ts';
import { refreshPayment } from '../reconcile/refreshPayment.ts';
import { type ConnectTest, openConnectTest } from '../testing/testConnect.ts';
import { newOrder } from '../testing/testPayments.ts';
import { followConnections } from './followConnections.ts';

/** Bookings of the long test. Many more take minutes. */
const BOOKINGS = Number(process.env.CONNECT_BOOKINGS ?? 60);

describe('the access to a connected account', () => {
  let test: ConnectTest;
  let venueId: number;
  let replicas: PaymentDeps[];
  beforeAll(async () => {
    test = await openConnectTest();
    replicas = [test.deps, test.replica()];
  });
  afterAll(() => test.close());
  beforeEach(async () => {
    venueId = test.nextVenue();
    test.mollie.faults.clear();
    test.mollie.onRequest(() => {});
    Object.assign(test.mollie.oauth, { lifeSeconds: 3600, renewals: 0, reuses: 0 });
    assert.equal((await test.connect()).is, 'linked');
  });
  const open = (deps = test.deps) => openCheckout(deps, newOrder({ venueId, feeCents: 100 }));

  it('is renewed once when it has expired, for concurrent guests of two replicas', async () => {
    const { oauth } = test.mollie;
    await test.expireAccess();
    const checkouts = await Promise.all(Array.from({ length: 10 }, (_, at) => open(replicas[at % 2])));
    assert.deepEqual([...new Set(checkouts.map(({ state }) => state))], ['payable']);
    assert.deepEqual([oauth.renewals, oauth.reuses], [1, 0]);
  });

  it('is renewed once after a 401, and the call succeeds', async () => {
    const { oauth } = test.mollie;
    oauth.expireTokens();
    const checkouts = await Promise.all(Array.from({ length: 10 }, (_, at) => open(replicas[at % 2])));
    assert.deepEqual([...new Set(checkouts.map(({ state }) => state))], ['payable']);
    assert.deepEqual([oauth.renewals, oauth.reuses], [1, 0]);
  });

  it('is not renewed after a 403, because new tokens have the same permissions', async () => {
    test.mollie.faults.add({ path: '/v2/payments', act: 'status', status: 403 });
    assert.deepEqual(await open(), { state: 'unavailable', because: 'account' });
    assert.equal(test.mollie.oauth.renewals, 0);
  });

  it('is renewed by the sweep before it expires, by one of two replicas', async () => {
    const { oauth } = test.mollie;
    await test.renewalIsDue();
    await Promise.all(replicas.map(followConnections));
    assert.deepEqual([oauth.renewals, oauth.reuses], [1, 0]);
    const { version, renewAt } = await test.database.connection.findFirstOrThrow({ where: { venueId } });
    assert.equal(version, 2);
    const minutes = (Number(renewAt) - Date.now()) / 60_000;
    assert.ok(minutes > 30 && minutes < 60, String(minutes));
  });

  it('keeps working until it expires while Mollie cannot renew it', async () => {
    test.mollie.faults.add({ path: '/oauth2/tokens', act: 'status', status: 503, times: 100 });
    await test.renewalIsDue();
    await followConnections(test.deps);
    assert.equal((await open()).state, 'payable');
    await test.expireAccess();
    assert.equal((await open()).state, 'unavailable');
    test.mollie.faults.clear();
    assert.equal((await open()).state, 'payable');
  });

  it('is renewed by another process after one has crashed while it renewed', async () => {
    await test.expireAccess();
    await test.database.connection.updateMany({
      where: { venueId },
      data: { renewingUntil: new Date(Date.now() - 1) },
    });
    assert.equal((await open()).state, 'payable');
  });

  it('stores a refresh token that Mollie has issued, although the database fails meanwhile', async () => {
    let failures = 0;
    const flaky = new Proxy(test.deps.database, {
      get(target, name, receiver) {
        if (name !== '$executeRaw' || failures === 2) return Reflect.get(target, name, receiver);
        failures += 1;
        return () => Promise.reject(new Error('the database is away'));
      },
    });
    await test.renewalIsDue();
    await followConnections({ ...test.deps, database: flaky });
    assert.equal(failures, 2);
    await test.expireAccess();
    assert.equal((await open()).state, 'payable');
    assert.deepEqual([test.mollie.oauth.renewals, test.mollie.oauth.reuses], [2, 0]);
  });

  it(`loses none of ${BOOKINGS} bookings over many expiries and two replicas, and each carries the fee`, async (t) => {
    const { mollie, database } = test;
    mollie.oauth.lifeSeconds = 1;
    await test.expireAccess();
    let [renewing, mostRenewing, requests] = [0, 0, 0];
    mollie.onRequest(async ({ path, phase }) => {
      if (path === '/oauth2/tokens') {
        renewing += phase === 'before' ? 1 : -1;
        mostRenewing = Math.max(mostRenewing, renewing);
        // Long enough for another process to begin as well.
        if (phase === 'before') await sleep(20);
      } else if (phase === 'before') {
        requests += 1;
        // Mollie ends tokens early now and then, answers slowly, and goes away.
        if (requests % 25 === 0) mollie.oauth.expireTokens();
        if (requests % 40 === 0)
          mollie.faults.add({ act: 'status', status: 503, times: 3, path: /oauth2|payments/ });
      }
    });
    let isOver = false;
    const sweep = async (deps: PaymentDeps) => {
      while (!isOver) {
        await followConnections(deps);
        await sleep(20);
      }
    };
    const sweeps = replicas.map(sweep);
    const book = async (at: number): Promise<void> => {
      const deps = replicas[at % 2] ?? test.deps;
      const order = newOrder({ venueId, feeCents: 100 + at });
      let checkout = await openCheckout(deps, order);
      while (checkout.state !== 'payable') {
        assert.equal(checkout.state, 'unavailable', `booking ${at}`);
        checkout = await openCheckout(deps, order);
      }
      const attempt = await database.attempt.findFirstOrThrow({
        where: { paymentId: order.paymentId, status: 'open' },
      });
      await mollie.pay(attempt.providerId ?? '');
      const refresh = () => refreshPayment(deps, { venueId, attemptId: attempt.id });
      for (
        let tries = 1;
        await refresh().then(
          () => false,
          () => true,
        );
        tries++
      )
        assert.ok(tries < 50, `booking ${at}`);
      const paid = await database.payment.findUniqueOrThrow({ where: { id: order.paymentId } });
      assert.equal(paid.status, 'paid');
      assert.equal(mollie.payment(attempt.providerId ?? '').feeCents, 100 + at);
    };
    const waiting = Array.from({ length: BOOKINGS }, (_, at) => at);
    await Promise.all(
      Array.from({ length: 6 }, async () => {
        for (let at = waiting.shift(); at !== undefined; at = waiting.shift()) await book(at);
      }),
    );
    isOver = true;
    await Promise.all(sweeps);
    const { oauth } = mollie;
    assert.deepEqual([oauth.reuses, mostRenewing], [0, 1]);
    assert.ok(oauth.renewals >= BOOKINGS / 30, `${oauth.renewals} renewals`);
    t.annotate(`${oauth.renewals} renewals, ${requests} requests`);
    assert.equal(await database.payment.count({ where: { venueId, status: 'paid' } }), BOOKINGS);
  });
});
