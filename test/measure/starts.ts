import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { claimPort } from '../servers/claimPort.ts';
import { call } from '../stack/api.ts';
import { npmStart } from '../stack/npmStart.ts';
import { print } from './work.ts';

/** Maximum duration of a start, in ms. */
const TIMEOUT_MS = 60_000;

/**
 * Runs `npm start` in this clone, first without data and then with the data of the first start. Resolves with
 * the seconds until `/readyz` responds with 200, by round.
 */
export async function measureStarts(rounds: number): Promise<{ first: number[]; next: number[] }> {
  const took = { first: [] as number[], next: [] as number[] };
  for (let round = 0; round < rounds; round++) {
    print(`npm start, round ${round + 1} of ${rounds}`);
    const dataDir = await mkdtemp(join(tmpdir(), 'venue-booking-starts-'));
    try {
      took.first.push(await startOnce(dataDir));
      took.next.push(await startOnce(dataDir));
    } finally {
      await rm(dataDir, { recursive: true, force: true, maxRetries: 3 });
    }
  }
  return took;
}

async function startOnce(dataDir: string): Promise<number> {
  const port = await claimPort();
  const startedAt = performance.now();
  const started = npmStart({ DATA_DIR: dataDir, PORT: String(port) });
  try {
    const answers = () => call(`http://127.0.0.1:${port}/readyz`).catch(() => null);
    while ((await answers())?.status !== 200) {
      if (performance.now() - startedAt > TIMEOUT_MS) throw new Error(`npm start: ${started.errors()}`);
      await sleep(10);
    }
    return (performance.now() - startedAt) / 1000;
  } finally {
    await started.ctrlC();
  }
}
