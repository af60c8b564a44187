import assert from 'node:assert/strict';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { call, daysAhead, eventually } from '../stack/api.ts';
import { type Balancer, startBalancer } from '../stack/balancer.ts';
import { assertEventsArrive } from '../stack/eventBooks.ts';
import { startGuests } from '../stack/guestLoad.ts';
import { assertBookingsHoldPlaces, assertLedgerHolds, assertNoErrorsLogged } from '../stack/ledger.ts';
import { assertMoneyHolds, assertOnce } from '../stack/money.ts';
import { newPaidVenue } from '../stack/paidVenue.ts';
import { runCommand } from '../stack/runCommand.ts';
import type { ServiceProcess } from '../stack/serviceProcess.ts';
import { type ServiceName, type Stack, startAsServices } from '../stack/stack.ts';

const SERVICES: ServiceName[] = ['catalog', 'availability', 'payment', 'booking', 'gateway'];
/** Longer than it takes the balancer to hear that a gateway leaves. */
const SHUTDOWN_DELAY_MS = 3000;

const isReady = async (url: string) => (await call(`${url}/readyz`).catch(() => null))?.status === 200;

describe('services that are restarted one after the other, while guests book, pay and cancel', () => {
  let stack: Stack;
  let balancer: Balancer;
  let places: Parameters<typeof startGuests>[1];
  /**
   * Where the gateways are that run, and where each says how it fares: those that come do so apart from what
   * guests reach, as in a cluster.
   */
  const urls = new Map<ServiceProcess, { url: string; healthUrl: string }>();
  beforeAll(async () => {
    const replicas = { catalog: 2, availability: 2, payment: 2, booking: 2, gateway: 2 };
    stack = await startAsServices({
      replicas,
      env: { SHUTDOWN_DELAY_MS: String(SHUTDOWN_DELAY_MS), MIGRATE_AT_START: 'false' },
      async prepare(databaseUrl) {
        assert.equal((await runCommand(['migrate'], { DATABASE_URL: databaseUrl })).code, 0);
        return undefined;
      },
    });
    for (const [at, gateway] of stack.of('gateway').entries()) {
      const url = stack.apis[at]?.url ?? '';
      urls.set(gateway, { url, healthUrl: url });
    }
    balancer = startBalancer([...urls.values()].map(({ url }) => url));
    const slug = await stack.api.newVenue();
    const facility = await stack.api.newFacility(slug, { capacity: 4 });
    places = {
      free: { slug, facility },
      paid: await newPaidVenue(stack, { facility: { capacity: 40 } }),
    };
    await call(`${stack.api.url}/api/site/facilities/${facility}/slots?date=${daysAhead(3)}`);
  });
  afterAll(async () => {
    balancer?.stop();
    await stack?.stop();
  });

  /**
   * As a rolling update does with no replica less at any time: the new one first, then the old one is told to
   * stop.
   */
  const replace = async (service: ServiceName, old: ServiceProcess) => {
    const { process, url, healthUrl } = await stack.more(service);
    await eventually(`new ${service} ready`, () => isReady(healthUrl), 20_000);
    if (service !== 'gateway') return old.stop();
    for (const path of ['/livez', '/readyz', '/metrics'])
      assert.equal((await call(url + path)).status, 404, `guests reach no ${path}`);
    assert.match((await call(`${healthUrl}/metrics`)).text, /^http_requests_total[{].*"other"/m);
    urls.set(process, { url, healthUrl });
    balancer.add(url, healthUrl);
    const leaving = urls.get(old) ?? assert.fail();
    const stopping = old.stop();
    await eventually('out of rotation', () => !balancer.inRotation(leaving.url), SHUTDOWN_DELAY_MS);
    assert.equal((await call(`${leaving.healthUrl}/livez`)).status, 200, 'one that leaves is alive');
    assert.equal((await call(`${leaving.url}/docs`)).status, 200, 'and still answers');
    const code = await stopping;
    balancer.remove(leaving.url);
    return code;
  };

  const replaceWell = async (service: ServiceName, old: ServiceProcess) =>
    assert.equal(await replace(service, old), 0, `${service} ends well and in time: ${old.output()}`);

  it('fail no request, lose and double no event, and sell no place twice', async (t) => {
    const guests = startGuests(balancer, places);
    try {
      for (const service of SERVICES) {
        for (const old of stack.of(service).slice(0, 2)) await replaceWell(service, old);
      }
      const [, , newcomer] = stack.of('gateway');
      await replaceWell('gateway', newcomer ?? assert.fail());
    } finally {
      await guests.stop();
    }
    const { failures, counts } = guests;
    assert.deepEqual(failures.slice(0, 10), [], `of ${counts.requests} requests ${failures.length} failed`);
    t.annotate(`${counts.requests} requests, ${JSON.stringify(counts)}`);
    assert.ok(Math.min(counts.paid, counts.cancelled, counts.full) > 3, JSON.stringify(counts));
    await assertEventsArrive(stack, 45_000);
    await eventually('all who paid are confirmed', async () => {
      const { rows } = await stack.database.query(
        `SELECT count(*)::int AS paid FROM booking.booking WHERE payment_id IS NOT NULL AND status = 'confirmed'`,
      );
      return rows[0].paid >= counts.paid;
    });
    await assertOnce(stack);
    await assertMoneyHolds(stack);
    await assertBookingsHoldPlaces(stack);
    await assertLedgerHolds(stack);
    assertNoErrorsLogged(stack);
  });

  it('would show it: of what a process is at that is killed, requests fail', async () => {
    const { slug, facility } = places.free;
    const headers = { 'X-Tenant': slug };
    const holder = await stack.database.connect();
    let asked: Promise<number | 'no answer'>[] = [];
    try {
      await holder.query('BEGIN; LOCK TABLE availability.slot IN ACCESS EXCLUSIVE MODE');
      const waiting = async () => {
        const { rows } = await holder.query(
          `SELECT count(*)::int AS waiting FROM pg_locks WHERE NOT granted AND relation = 'availability.slot'::regclass`,
        );
        return rows[0].waiting;
      };
      // A day of its own each, as gateways keep what they have just been told.
      asked = Array.from({ length: 40 }, (_, day) =>
        balancer
          .send('GET', `/api/site/facilities/${facility}/slots?date=${daysAhead(25 + day)}`, { headers })
          .then(({ status }) => status)
          .catch(() => 'no answer'),
      );
      const killed = [stack.of('gateway').at(-1), stack.of('availability').at(-1)];
      // Reads of one process share a statement: each of the two replicas has some under way when one is
      // killed.
      await eventually('reads are under way in services', async () => (await waiting()) >= 2);
      await Promise.all(killed.map((one) => one?.kill9()));
    } finally {
      await holder.query('ROLLBACK').finally(() => holder.release());
    }
    const answers = await Promise.all(asked);
    assert.ok(answers.includes('no answer'), `of a gateway: ${answers}`);
    assert.ok(answers.includes(504), `of a service: ${answers}`);
  });
});
