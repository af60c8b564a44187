import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { runAsProcess } from '../../cli/testRun.ts';
import { DEMO_DAYS } from '../../services/one-process/demo/demoBookings.ts';
import { PAST_DAYS } from '../../services/one-process/demo/pastParties.ts';
import { claimPort } from '../servers/claimPort.ts';
import { call, daysAhead, eventually } from '../stack/api.ts';
import { payThrough } from '../stack/guest.ts';
import { npmStart } from '../stack/npmStart.ts';
import { assertSmokeTestPasses } from '../stack/smokeTest.ts';

const MAX_MS = 5000;
/**
 * What {@link emptyProgram} returned on the machine where `MAX_MS` was set. On a slower machine the limit
 * grows in proportion.
 */
const PACE_MS = 34;

const SAUNA = { 'X-Tenant': 'sauna-aan-het-meer' };

/** Memory in MB of all processes that `isOurs` selects; shared pages count once. */
function memoryOf(isOurs: (pid: string, command: string) => boolean): number {
  let kilobytes = 0;
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      if (!isOurs(pid, readFileSync(`/proc/${pid}/cmdline`, 'utf8'))) continue;
      kilobytes += Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1] ?? 0);
    } catch {} // the process ended after the folder was listed
  }
  return kilobytes / 1024;
}

/** Mean run time of an empty program in ms, over 20 runs. */
function emptyProgram(): number {
  const startedAt = performance.now();
  for (let run = 0; run < 20; run++) execFileSync(process.execPath, ['-e', '0'], { timeout: 30_000 });
  return (performance.now() - startedAt) / 20;
}

/** Process group of a process. */
const groupOf = (pid: string) =>
  readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ')[2];

describe('npm start', () => {
  let dataDir: string;
  let port: number;
  let url: string;
  beforeAll(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'vb-start-'));
    port = await claimPort();
    url = `http://127.0.0.1:${port}`;
  });
  afterAll(() => rmSync(dataDir, { recursive: true, force: true }));
  const start = async () => {
    const startedAt = performance.now();
    const started = npmStart({ DATA_DIR: dataDir, PORT: String(port) });
    await eventually(`ready: ${started.errors()}`, async () => {
      const answer = await call(`${url}/readyz`).catch(() => null);
      return answer?.status === 200 && /Stop with Ctrl-C/.test(started.output());
    });
    return { started, ms: Math.round(performance.now() - startedAt) };
  };
  let bookingPath: string;

  /** Starts up to five times, with `fresh` data each, since another program may take CPU time meanwhile. */
  const startInTime = async (fresh: () => void) => {
    for (let attempt = 1; ; attempt++) {
      fresh();
      const { started, ms } = await start();
      const limit = ms < MAX_MS ? MAX_MS : MAX_MS * Math.max(1, emptyProgram() / PACE_MS);
      if (ms < limit) return { started, took: `${ms} ms of ${Math.round(limit)}` };
      await started.ctrlC();
      assert.ok(attempt < 5, `ready after ${ms} ms of ${Math.round(limit)}`);
    }
  };

  /** Asserts that the link in the terminal signs in to both demo venues. */
  const signsInAsOwner = async (started: { output(): string }) => {
    const [, link] = /\/admin\/sign-in#([\w-]{43})\n/.exec(started.output()) ?? [];
    const owner = await call(`${url}/api/admin/sign-in/link`, { body: { token: link } });
    assert.deepEqual([owner.status, owner.body.venues?.length], [200, 2]);
  };

  it('serves the demo venues within 5 s, in under 400 MB, and lets a newcomer book', async (t) => {
    const { started, took } = await startInTime(() => rmSync(dataDir, { recursive: true, force: true }));
    try {
      t.annotate(`ready after ${took}, with a new database and the demo venues`);
      for (const expected of [
        `http://localhost:${port}/`,
        '/docs',
        '/dev/mail',
        '/sign-in?operator\n',
        'curl ',
      ])
        assert.ok(started.output().includes(expected));

      await signsInAsOwner(started);

      const { code, out, err } = await runAsProcess(['venue', 'list'], { env: { DATA_DIR: dataDir } });
      assert.deepEqual([code, err, out.includes('sauna-aan-het-meer')], [0, '', true]);

      const { body: site } = await call(`${url}/api/site/facilities`, { headers: SAUNA });
      assert.equal(site.live, true);
      // The demo fills its coming days in the background.
      const [, token] = /Operator token +(\S+)/.exec(started.output()) ?? [];
      await eventually('the demo has bookings', async () => {
        const headers = { Authorization: `Bearer ${token}` };
        return (
          (await call(`${url}/api/admin/venues/sauna-aan-het-meer/bookings`, { headers })).body.length > 0
        );
      });
      assert.deepEqual(
        new Set(site.facilities.map(({ mode }: { mode: string }) => mode)),
        new Set(['FULL', 'CAPACITY']),
      );
      for (const image of site.facilities.flatMap(({ images }: { images: string[] }) => images))
        assert.equal((await call(new URL(image, url).href)).status, 200);
      assert.equal((await call(`${url}/`, { headers: { Accept: 'text/html' } })).status, 200);
      assert.equal((await call(`${url}/docs`, { headers: { Accept: 'text/html' } })).status, 200);
      assert.equal((await call(`${url}/widget/venue-booking.js`)).status, 200);

      const pass = site.facilities.find(({ mode }: { mode: string }) => mode === 'CAPACITY');
      const range = await call(`${url}/api/site/facilities/${pass.id}/availability`, { headers: SAUNA });
      const { date } = range.body.days.find(
        (day: { date: string; bookable: boolean }) => day.bookable && day.date > daysAhead(DEMO_DAYS),
      );
      const { body: day } = await call(`${url}/api/site/facilities/${pass.id}/slots?date=${date}`, {
        headers: SAUNA,
      });
      const slot = day.slots.find(({ bookable }: { bookable: boolean }) => bookable);
      const extra = Object.fromEntries(
        site.fields
          .filter(({ required }: { required: boolean }) => required)
          .map((field: { key: string; type: string; options?: string[] }) => [
            field.key,
            field.type === 'checkbox' ? true : (field.options?.[0] ?? '06 12345678'),
          ]),
      );
      const booked = await call(`${url}/api/site/bookings`, {
        headers: SAUNA,
        body: {
          slot_id: slot.id,
          customer_name: 'Nieuwkomer',
          customer_email: 'new@example.com',
          people: pass.min_people,
          extra,
        },
      });
      assert.equal(booked.status, 201, booked.text);
      const { body: check } = await call(`${url}/api/site/slots/${slot.id}`, { headers: SAUNA });
      assert.equal(check.free, slot.free - pass.min_people);
      bookingPath = new URL(booked.body.ticket_url).pathname;
      await payThrough(booked.body.payment.checkout_url);
      await eventually('the mail to the guest is shown', async () =>
        /new@example\.com/.test((await call(`${url}/dev/mail`)).text),
      );

      const megabytes = memoryOf(
        (pid, command) => groupOf(pid) === String(started.pid) || command.includes(dataDir),
      );
      t.annotate(`${Math.round(megabytes)} MB with its database`);
      assert.ok(megabytes > 50 && megabytes < 400, `${megabytes} MB`);
    } finally {
      await started.ctrlC();
    }
    assert.match(started.output(), /All data is kept/);
  });

  it('keeps the data for the next start, which is as fast, passes the smoke test and stops cleanly on Ctrl-C', async (t) => {
    const { started, took } = await startInTime(() => {});
    try {
      t.annotate(`ready again after ${took}`);
      const ticket = await call(url + bookingPath, { headers: { Accept: 'application/json' } });
      assert.equal(ticket.body.customer_name, 'Nieuwkomer');
      await signsInAsOwner(started);
      const { body } = await call(`${url}/api/site/facilities`, { headers: SAUNA });
      assert.ok(body.facilities.length > 0);

      const [, OPERATOR_TOKEN = ''] = /Operator token +(\S+)/.exec(started.output()) ?? [];
      const range = `from=${daysAhead(-PAST_DAYS)}&to=${daysAhead(-1)}&by=day`;
      const figures = `${url}/api/admin/venues/sauna-aan-het-meer/figures?${range}`;
      const headers = { Authorization: `Bearer ${OPERATOR_TOKEN}` };
      const filledDays = async () => {
        const { periods } = (await call(figures, { headers })).body;
        return periods.filter(({ bookings }: { bookings: number }) => bookings > 0).length;
      };
      // The first start usually ends before it has filled them all. `test/docs/running` waits for all.
      const before = await filledDays();
      await eventually('more past days have bookings', async () => {
        const filled = await filledDays();
        return filled > before || filled > 0.9 * PAST_DAYS;
      });

      // A newcomer may run the smoke test more than once.
      for (let run = 1; run <= 2; run++)
        assert.match(await assertSmokeTestPasses({ API_URL: url, OPERATOR_TOKEN }), /^ok {7}pay /m);
    } finally {
      await started.ctrlC();
    }
    assert.match(started.output(), /Stopped. All data is kept/);
    await eventually(
      'no process is left',
      () => memoryOf((_pid, command) => command.includes(dataDir)) === 0,
    );
  });

  it('stops with one line when the port is in use', async () => {
    const taken = createServer().listen(port, '127.0.0.1');
    await once(taken, 'listening');
    try {
      const other = mkdtempSync(join(tmpdir(), 'vb-start-'));
      const second = npmStart({ DATA_DIR: other, PORT: String(port) });
      const [code] = await second.exited;
      rmSync(other, { recursive: true, force: true });
      assert.notEqual(code, 0);
      assert.match(second.errors(), /^PORT: .*in use|^PORT: cannot listen/m);
    } finally {
      taken.close();
    }
  });
});
