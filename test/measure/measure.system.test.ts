import assert from 'node:assert/strict';
import { platform as system } from 'node:os';
import type { ServiceName } from '@venue-booking/proto/subjects';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { assertBookingsHoldPlaces } from '../stack/ledger.ts';
import { compare, QUICK_COMPARE } from './compare.ts';
import { GOALS } from './goals.ts';
import { measureGrowth, QUICK_SIZES } from './growth.ts';
import { measureLoad, QUICK } from './load.ts';
import { measureMail, QUICK_MAIL } from './mail.ts';
import { namesOnPages } from './measuredPages.ts';
import { CARELESS_SETTINGS, OFTEN_SWEPT, type Platform, startPlatform } from './platform.ts';
import { profile, QUICK_PROFILE } from './profile.ts';
import { compareRooms, QUICK_ROOMS } from './roomCost.ts';
import { compareRuled, QUICK_RULED } from './ruledReads.ts';

// What processes use is read from /proc.
const skip = system() !== 'linux';

describe('npm run measure', { skip }, () => {
  let platform: Platform;
  const measured: string[] = [];
  beforeAll(async () => {
    const nodeOptions = `--import=${new URL('modelWatch.js', import.meta.url).href}`;
    platform = await startPlatform(OFTEN_SWEPT, CARELESS_SETTINGS, { nodeOptions });
  });
  afterAll(() => platform?.stop());

  it('tells what a booking costs every part, and what it leaves in every table', async () => {
    const { cost, tables } = await measureLoad(platform, QUICK);
    measured.push(...Object.keys(tables));
    const { counts, cpu } = cost.per['paid booking'];
    // A few bookings may take less than the kernel counts, or than an idle platform takes in the same time.
    assert.deepEqual(
      Object.keys(cpu),
      platform.watched.map(({ name }) => name),
    );
    for (const [name, ms] of Object.entries(cpu)) assert.ok(ms >= 0, `${name}: ${ms}`);
    assert.ok((counts.events ?? 0) >= 1000 * 3, JSON.stringify(counts));
    assert.equal(cost.grown['free booking']['booking.booking']?.rows, 1);
    assert.equal(cost.grown['free booking']['payment.payment']?.rows, 0);
    assert.equal(cost.grown['paid booking']['payment.payment']?.rows, 1);
    for (const { name, end } of cost.memory) assert.ok(end > 1024 ** 2, `${name} has memory`);
    assert.match(tables.races ?? '', /\| 12 \| 10 \| 10 \| 2 \|/);
    await assertBookingsHoldPlaces(platform.stack);
  });

  it('tells how all that has a goal compares with what does least for the same, and what bookings cost', async () => {
    const started = { ...platform, stop: () => Promise.resolve() };
    const tables = await compare(() => Promise.resolve(started), QUICK_COMPARE);
    measured.push(...Object.keys(tables));
    const lines = tables.goals.split('\n').slice(2);
    assert.equal(lines.length, Object.keys(GOALS).length);
    for (const [at, { what, goal }] of Object.values(GOALS).entries()) {
      const line = lines[at] ?? '';
      assert.ok(line.startsWith(`| ${what} | `) && line.includes(` | ${goal} | `), line);
      // Not every machine has pgbench.
      assert.match(line, what.includes('pgbench') ? /not measured/ : /^\|[^|]+\| (\d[\d.,]*|\?)( \w+)? \|/);
    }
    assert.match(tables.goals, /gateway \d+/);
    assert.match(tables['machine of the goals'], /cores.*\n.*Node\.js \d+/);
    assert.equal(tables['compared reads'].match(/Express, the same bytes|Express, one `SELECT`/g)?.length, 7);
    const { atOnce } = QUICK_COMPARE.bookings;
    assert.equal(tables['cost of bookings'].split('\n').length, 2 + atOnce.length);
    // Three peers and ours, each of which booked something.
    assert.equal(tables['compared bookings'].match(/^\| .+ \| [1-9][\d,.]* \|/gm)?.length, 4);
    await assertBookingsHoldPlaces(platform.stack);
  });

  it('has had no use for models of Prisma by now in availability and booking, which are 30 MB', () => {
    const load = (service: ServiceName) =>
      platform.stack.of(service).some((one) => one.output().includes('Prisma has loaded its compiler'));
    assert.deepEqual([load('availability'), load('booking'), load('payment')], [false, false, true]);
  });

  it('tells where the time of services goes, and draws it', async () => {
    const { tables, graphs } = await profile(QUICK_PROFILE);
    measured.push(...Object.keys(tables));
    for (const table of Object.values(tables)) assert.match(table, /\| own code \| \d[\d.]* \(\d+ %\) \|/);
    assert.deepEqual(Object.keys(graphs).sort(), [
      'flame-availability-after.svg',
      'flame-booking-after.svg',
      'flame-gateway-after.svg',
    ]);
  });

  it('tells what seasons, price lists and rooms cost a read, and rooms a booking', async () => {
    const reads = await compareRuled(platform, QUICK_RULED);
    const bookings = await compareRooms(platform, QUICK_ROOMS);
    measured.push('ruled reads', 'bookings with rooms');
    assert.match(reads, /`slots` of a day \| \d.*\n\| `availability` of 31 days \| \d/);
    assert.match(bookings, /\| 2 \| \d\S* \| \d\S* \| [\d?]\S* \|/);
  });

  it('tells how mail keeps pace with bookings, in one process and as services', async () => {
    const table = await measureMail(QUICK_MAIL);
    measured.push('mail');
    assert.match(table, /\| one process \| 4 \| .*\n\| services \| 4 \| /);
  });

  it('tells what grows with the number of venues, and every table has its place in the docs', async () => {
    const tables = await measureGrowth(platform, QUICK_SIZES);
    measured.push(...Object.keys(tables));
    assert.match(tables.growth ?? '', /the other \d{2} statements/);
    // Measured elsewhere: the owner's day in a browser, by test/admin/daySpeed.visits.test.ts, and test/shares.
    const elsewhere = ['day', 'shares of guests', 'shares of attackers'];
    assert.deepEqual(namesOnPages().sort(), [...measured, ...elsewhere].sort());
  });
});
