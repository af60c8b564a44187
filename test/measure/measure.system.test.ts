import assert from 'node:assert/strict';
import { platform as system } from 'node:os';
import type { ServiceName } from '@venue-booking/proto/subjects';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { assertBookingsHoldPlaces } from '../stack/ledger.ts';
import { compare, QUICK_COMPARE } from './compare.ts';
import { GOALS } from './goals.ts';
import { measureLoad, QUICK_LOAD } from './load.ts';
import { namesOnPages } from './measuredPages.ts';
import { CARELESS_SETTINGS, OFTEN_SWEPT, type Platform, startPlatform } from './platform.ts';

// Figures of processes are read from /proc.
const skip = system() !== 'linux';

describe('npm run measure', { skip }, () => {
  let platform: Platform;
  const measured: string[] = [];
  beforeAll(async () => {
    const nodeOptions = `--import=${new URL('modelWatch.js', import.meta.url).href}`;
    platform = await startPlatform(OFTEN_SWEPT, CARELESS_SETTINGS, nodeOptions);
  });
  afterAll(() => platform?.stop());

  it('compare: measures every goal', async () => {
    const tables = await compare(platform, QUICK_COMPARE);
    measured.push(...Object.keys(tables));
    const lines = tables.goals.split('\n').slice(2);
    assert.equal(lines.length, Object.keys(GOALS).length);
    for (const [at, { what, goal }] of Object.values(GOALS).entries()) {
      const line = lines[at] ?? '';
      assert.ok(line.startsWith(`| ${what} | `) && line.includes(` | ${goal} | `), line);
      // A short measurement may use less processor time than the kernel counts: "?".
      assert.match(line, /^\|[^|]+\| (\d[\d.,]*|\?)( \S+)? \|/);
    }
    assert.match(tables.goals, /gateway \d+/);
    assert.match(tables['machine of the goals'], /cores.*\n.*Node\.js \d+/);
    assert.equal(tables['compared reads'].match(/^\| `\w+` \| [1-9]/gm)?.length, 3);
    const { concurrency } = QUICK_COMPARE.bookings;
    assert.equal(tables['cost of bookings'].match(/^\| \d+ \| [1-9]/gm)?.length, concurrency.length);
    await assertBookingsHoldPlaces(platform.stack);
  });

  it('load: measures each kind of request and projects sizes', async () => {
    const tables = await measureLoad(platform, QUICK_LOAD);
    measured.push(...Object.keys(tables));
    assert.match(tables.sizing, /\| bookings a second \| 0\.0083 \| 8\.33 \| 833 \|/);
    await assertBookingsHoldPlaces(platform.stack);
  });

  it('availability and booking have not loaded Prisma models, which need 30 MB', () => {
    const load = (service: ServiceName) =>
      platform.stack.of(service).some((one) => one.output().includes('Prisma has loaded its compiler'));
    assert.deepEqual([load('availability'), load('booking'), load('payment')], [false, false, true]);
  });

  it('every measured table has a place in the docs, and every place a table', () => {
    const others = ['shares of guests', 'shares of attackers', 'old bookings'];
    assert.deepEqual(namesOnPages().sort(), [...measured, ...others].sort());
  });
});
