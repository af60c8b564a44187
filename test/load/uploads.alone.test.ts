import assert from 'node:assert/strict';
import { platform as system } from 'node:os';
import { describe, it } from 'vitest';
import { at } from '../measure/flood.ts';
import { measureUploads, type Uploads } from '../measure/uploads.ts';
import { startAsServices } from '../stack/stack.ts';

/** The memory limit of a gateway in the chart, in bytes. */
const MAX_MEMORY = 640 * 2 ** 20;
/**
 * Maximum slowdown of the best attempt. It is 3 on an idle machine; uploads that are parsed on the main
 * thread make it 22 to 156.
 */
const MAX_SLOWDOWN = 10;
/**
 * Pauses of the attackers between two uploads, in ms. On a slow or busy machine the attacking programs take
 * CPU time from the gateway. With longer pauses they take less and send the same uploads.
 */
const PAUSES = [20, 20, 200, 500, 1000];

// The measurement reads CPU and memory use from /proc.
const skip = system() !== 'linux';

/** How many times slower each figure is under attack than right before it. */
const slowdowns = ({ quiet, attack }: Uploads): Record<string, number> =>
  Object.fromEntries(
    (['livez', 'reads'] as const).flatMap((what) =>
      [0.5, 0.95].map((share) => [
        `${what} p${share * 100}`,
        at(share, attack[what]) / at(share, quiet[what]),
      ]),
    ),
  );

describe('hostile uploads: large headers, many boxes, wrong sizes, bombs, slow bodies, tiny chunks', {
  skip,
}, () => {
  it('slow other requests down only a little and do not exhaust the gateway’s memory', async () => {
    const stack = await startAsServices({
      env: { TRUST_PROXY: 'false', NODE_OPTIONS: '--max-old-space-size=256', MALLOC_ARENA_MAX: '2' },
    });
    try {
      const tries: number[] = [];
      for (const pauseMs of PAUSES) {
        const uploads = await measureUploads(stack, { rounds: 1, seconds: 4, pauseMs });
        assert.deepEqual([...uploads.quiet.failures, ...uploads.attack.failures], []);
        assert.ok(uploads.attack.memory < MAX_MEMORY, `${uploads.attack.memory} bytes`);
        assert.ok((uploads.answers['422'] ?? 0) > 0, JSON.stringify(uploads.answers));
        const slower = slowdowns(uploads);
        tries.push(Math.max(...Object.values(slower)));
        if ((tries.at(-1) ?? 0) <= MAX_SLOWDOWN) return;
      }
      assert.fail(`${tries} times slower`);
    } finally {
      await stack.stop();
    }
  });
});
