import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { endWithTests } from '../servers/endWithTests.ts';
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
/** Longer than the balancer needs to notice that a gateway is leaving. */
const SHUTDOWN_DELAY_MS = 3000;
/** Minimum number of requests of the test with busy cores. `RESTART_REQUESTS=5000` takes minutes. */
const REQUESTS = Number(process.env.RESTART_REQUESTS ?? 500);

/** A process that uses a whole core. */
function startBusyLoop(): ChildProcess {
  const child = spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' });
  if (child.pid) child.once('exit', endWithTests(child.pid, 'KILL'));
  return child;
}

const isReady = async (url: string) => (await call(`${url}/readyz`).catch(() => null))?.status === 200;

describe('a rolling restart of all services while guests book, pay and cancel', () => {
  let stack: Stack;
  let balancer: Balancer;
  let places: Parameters<typeof startGuests>[1];
  /**
   * URLs of running gateways. Gateways that start later serve health apart from what guests reach, as in a
   * cluster.
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
   * Replaces a replica as a rolling update with no unavailable replicas does: the new one starts before the
   * old one stops. Returns the exit code of the old one.
   */
  const replace = async (service: ServiceName, old: ServiceProcess) => {
    const { process, url, healthUrl } = await stack.more(service);
    await eventually(`new ${service} ready`, () => isReady(healthUrl));
    if (service !== 'gateway') return old.stop();
    for (const path of ['/livez', '/readyz', '/metrics'])
      assert.equal((await call(url + path)).status, 404, `guests can not reach ${path}`);
    assert.match((await call(`${healthUrl}/metrics`)).text, /^http_requests_total[{].*"other"/m);
    urls.set(process, { url, healthUrl });
    balancer.add(url, healthUrl);
    const leaving = urls.get(old) ?? assert.fail();
    const stopping = old.stop();
    await eventually(
      'the leaving gateway is out of rotation',
      () => !balancer.inRotation(leaving.url),
      SHUTDOWN_DELAY_MS,
    );
    assert.equal(
      (await call(`${leaving.healthUrl}/livez`)).status,
      200,
      'a leaving gateway reports that it is alive',
    );
    assert.equal((await call(`${leaving.url}/docs`)).status, 200, 'a leaving gateway still serves requests');
    const code = await stopping;
    balancer.remove(leaving.url);
    return code;
  };

  const replaceWell = async (service: ServiceName, old: ServiceProcess) =>
    assert.equal(await replace(service, old), 0, `${service} exits with 0: ${old.output()}`);

  it('fails no request, loses and doubles no event and sells no place twice', async (t) => {
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
    await assertEventsArrive(stack);
    await eventually('all paid bookings are confirmed', async () => {
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

  it('loses no request while all cores are busy and services stop together', async (t) => {
    const others = Array.from({ length: availableParallelism() }, () => startBusyLoop());
    const guests = startGuests(balancer, places, { times: 4 });
    try {
      // Booking calls availability, and the gateway calls both. At the end every service is replaced.
      const groups: ServiceName[][] = [
        ['availability', 'booking'],
        ['catalog', 'payment'],
        ['availability', 'booking', 'payment'],
      ];
      for (let round = 0; guests.counts.requests < REQUESTS; round++) {
        const group = groups[round % groups.length] ?? [];
        const leaving = group.map((service) => stack.of(service).at(-1) ?? assert.fail());
        const joined = await Promise.all(group.map((service) => stack.more(service)));
        for (const { healthUrl } of joined)
          await eventually('the new replicas are ready', () => isReady(healthUrl));
        assert.deepEqual(
          await Promise.all(leaving.map((old) => old.stop())),
          leaving.map(() => 0),
        );
        if (round % 3 === 2) await replaceWell('gateway', stack.of('gateway').at(-1) ?? assert.fail());
      }
    } finally {
      for (const other of others) other.kill('SIGKILL');
      await guests.stop();
    }
    const { counts } = guests;
    // A gateway rejects requests beyond the concurrency limit of a venue, which an overloaded machine
    // reaches.
    const lost = guests.failures.filter((failure) => !/This venue is very busy/.test(failure));
    assert.deepEqual(lost.slice(0, 10), [], `of ${counts.requests} requests ${lost.length} were lost`);
    t.annotate(`${counts.requests} requests, ${JSON.stringify(counts)}`);
    await assertEventsArrive(stack);
    await assertOnce(stack);
    await assertMoneyHolds(stack);
    await assertBookingsHoldPlaces(stack);
    await assertLedgerHolds(stack);
  });

  it('would fail requests if replicas were killed, so the test can fail', async () => {
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
      // Each request reads another day, because gateways cache days.
      asked = Array.from({ length: 40 }, (_, day) =>
        balancer
          .send('GET', `/api/site/facilities/${facility}/slots?date=${daysAhead(25 + day)}`, { headers })
          .then(({ status }) => status)
          .catch(() => 'no answer'),
      );
      const killed = [stack.of('gateway').at(-1), stack.of('availability').at(-1)];
      // Reads of one process share a statement, so two waiting statements mean that both replicas have reads
      // in progress.
      await eventually('reads wait in both availability replicas', async () => (await waiting()) >= 2);
      await Promise.all(killed.map((one) => one?.kill9()));
    } finally {
      await holder.query('ROLLBACK').finally(() => holder.release());
    }
    const answers = await Promise.all(asked);
    assert.ok(answers.includes('no answer'), `requests to the killed gateway: ${answers}`);
    assert.ok(answers.includes(504), `requests to the killed service: ${answers}`);
  });
});
