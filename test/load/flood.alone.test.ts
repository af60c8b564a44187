import assert from 'node:assert/strict';
import { platform as system } from 'node:os';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { type Costly, measureCostlyReads, QUICK_COSTLY } from '../measure/costlyReads.ts';
import { at, measureFlood, NO_PROXY, QUICK_FLOOD, sized } from '../measure/flood.ts';
import { CARELESS_SETTINGS, type Platform, startPlatform } from '../measure/platform.ts';

/** A gateway's heap of a pod, and all around it. */
const MOST_MEMORY = 256 * 1024 ** 2;
/**
 * What there is less of on a machine that is slow, or has other things to do: that would show how much it can
 * take, not who goes before whom. And how many times as long what is short may take then: 1 to 4 times on two
 * calm cores, without limits 480, 47 and 8 times.
 */
const SIZES = [
  { size: 1, stretch: 50 },
  { size: 1 / 2, stretch: 20 },
  { size: 1 / 4, stretch: 5 },
];

/**
 * How many times as long another venue's reads take, by their p95, while one venue is read from: rounds go on
 * until that.
 */
const GOAL = 3;
/** On a busy machine. Unbounded reads make it 9 and 31 times, and fail requests. */
const MOST_STRETCH = 6;
/** A machine with other things to do spoils some rounds; unbounded reads spoil all of them. */
const ROUNDS = 7;
/**
 * The best round, held against the quiet of any round: how busy the machine is changes from one to the next.
 */
const stretchOf = ({ rounds }: Costly): number =>
  Math.min(...rounds.map(({ busy }) => busy)) / Math.max(...rounds.map(({ quiet }) => quiet));

// What processes use is read from /proc.
const skip = system() !== 'linux';

describe('what comes upon one venue', { skip }, () => {
  let platform: Platform;
  beforeAll(async () => {
    platform = await startPlatform(NO_PROXY, CARELESS_SETTINGS);
  });
  afterAll(() => platform?.stop());

  it('fails no request of another venue, keeps it going, and does not fill the gateway', async () => {
    const stretched: string[] = [];
    for (const { size, stretch } of SIZES) {
      const { quiet, flood, after } = await measureFlood(platform, sized(QUICK_FLOOD, size));
      for (const { failures } of [quiet, flood, after]) assert.deepEqual(failures, []);
      assert.ok(flood.memory < MOST_MEMORY, `${flood.memory} bytes`);
      const times = (kind: 'reads' | 'bookings') => at(0.5, flood[kind]) / at(0.5, quiet[kind]);
      if (Math.max(times('reads'), times('bookings')) < stretch) return;
      stretched.push(`reads ${times('reads')} and bookings ${times('bookings')} times as long, at ${size}`);
    }
    assert.fail(stretched.join('\n'));
  });

  it('delays reads of another venue little, be it feeds, exports or the most expensive schedule', async () => {
    const measured = await measureCostlyReads(
      platform,
      { ...QUICK_COSTLY, rounds: ROUNDS },
      (one) => stretchOf(one) <= GOAL,
    );
    for (const one of measured) {
      assert.deepEqual(one.failures, [], one.what);
      assert.ok(one.answers > 0, `${one.what}: no answer`);
      assert.ok(stretchOf(one) <= MOST_STRETCH, `${one.what}: ${JSON.stringify(one.rounds)} ms`);
    }
  });
});
