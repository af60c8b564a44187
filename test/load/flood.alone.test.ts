import assert from 'node:assert/strict';
import { platform as system } from 'node:os';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { type Costly, measureCostlyReads, QUICK_COSTLY } from '../measure/costlyReads.ts';
import { at, measureFlood, NO_PROXY, QUICK_FLOOD, sized } from '../measure/flood.ts';
import { CARELESS_SETTINGS, type Platform, startPlatform } from '../measure/platform.ts';

/** Maximum memory of the gateway process in bytes, as in a pod. */
const MAX_MEMORY = 256 * 1024 ** 2;
/**
 * Relative sizes of the load, and by how much the median time of another venue may grow under each. The sizes
 * are tried in turn until one passes: on a slow or busy machine, full load shows its capacity, not whether
 * venues affect each other. On two idle cores the growth was 1 to 4 times; without limits 480, 47 and 8
 * times.
 */
const SIZES = [
  { size: 1, stretch: 50 },
  { size: 1 / 2, stretch: 20 },
  { size: 1 / 4, stretch: 5 },
];

/**
 * By how much the p95 of another venue's reads may grow while one venue is read from. Rounds are repeated
 * until it is reached. It is 3 on an idle machine; without limits on reads it is 9 and 31, and requests fail.
 */
const MAX_STRETCH = 6;
/** A busy machine spoils some rounds; reads without limits spoil all of them. */
const ROUNDS = 7;
/**
 * The best busy round divided by the worst quiet round, as the load on the machine changes between rounds.
 */
const stretchOf = ({ rounds }: Costly): number =>
  Math.min(...rounds.map(({ busy }) => busy)) / Math.max(...rounds.map(({ quiet }) => quiet));

// The measurement reads CPU and memory use from /proc.
const skip = system() !== 'linux';

describe('load on one venue', { skip }, () => {
  let platform: Platform;
  beforeAll(async () => {
    platform = await startPlatform(NO_PROXY, CARELESS_SETTINGS);
  });
  afterAll(() => platform?.stop());

  it('fails no request of another venue, keeps it responsive and does not exhaust the gateway’s memory', async () => {
    const stretched: string[] = [];
    for (const { size, stretch } of SIZES) {
      const { quiet, flood, after } = await measureFlood(platform, sized(QUICK_FLOOD, size));
      for (const { failures } of [quiet, flood, after]) assert.deepEqual(failures, []);
      assert.ok(flood.memory < MAX_MEMORY, `${flood.memory} bytes`);
      const times = (kind: 'reads' | 'bookings') => at(0.5, flood[kind]) / at(0.5, quiet[kind]);
      if (Math.max(times('reads'), times('bookings')) < stretch) return;
      stretched.push(
        `reads ${times('reads')} and bookings ${times('bookings')} times as long, with load ${size}`,
      );
    }
    assert.fail(stretched.join('\n'));
  });

  it('delays reads of another venue only a little, even with feeds, exports or the most expensive schedule', async () => {
    const measured = await measureCostlyReads(
      platform,
      { ...QUICK_COSTLY, rounds: ROUNDS },
      (one) => stretchOf(one) <= MAX_STRETCH,
    );
    for (const one of measured) {
      assert.deepEqual(one.failures, [], one.what);
      assert.ok(one.answers > 0, `${one.what}: no response`);
      assert.ok(stretchOf(one) <= MAX_STRETCH, `${one.what}: ${JSON.stringify(one.rounds)} ms`);
    }
  });
});
