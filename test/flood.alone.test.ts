import assert from 'node:assert/strict';
import { platform as system } from 'node:os';
import { describe, it } from 'node:test';
import { at, measureFlood, NO_PROXY, QUICK_FLOOD } from './measure/flood.ts';
import { CARELESS_SETTINGS, startPlatform } from './measure/platform.ts';

/** A gateway's heap of a pod, and all around it. */
const MOST_MEMORY = 256 * 1024 ** 2;
/**
 * Without limits it is hundreds of times as long, and what is short can be much longer on a machine that has
 * other things to do.
 */
const STRETCH = 50;

const skip = system() !== 'linux' && 'what processes use is read from /proc';

describe('a flood upon one venue: garbage, pipelined requests, slow readers and idle connections', {
  skip,
}, () => {
  it('fails no request of another venue, keeps it going, and does not fill the gateway', async () => {
    const platform = await startPlatform(NO_PROXY, CARELESS_SETTINGS);
    try {
      const { quiet, flood, after } = await measureFlood(platform, QUICK_FLOOD);
      for (const { failures } of [quiet, flood, after]) assert.deepEqual(failures, []);
      for (const kind of ['reads', 'bookings'] as const) {
        const [before, meanwhile] = [at(0.5, quiet[kind]), at(0.5, flood[kind])];
        assert.ok(
          meanwhile < STRETCH * before,
          `${kind}: ${meanwhile} ms in the flood, ${before} ms before it`,
        );
      }
      assert.ok(flood.memory < MOST_MEMORY, `${flood.memory} bytes`);
    } finally {
      await platform.stop();
    }
  });
});
