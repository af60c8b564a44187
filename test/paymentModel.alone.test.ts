import { after, before, describe, it } from 'node:test';
import fc from 'fast-check';
import { carriedOut } from './model/command.ts';
import { ended } from './model/outcome.ts';
import { anySequenceEndsWell } from './model/sequences.ts';
import { startWorld, type World } from './model/world.ts';

/** More for a long look; a run takes some ten seconds. */
const RUNS = Number(process.env.PAYMENT_MODEL_RUNS ?? 14);
const MAX_COMMANDS = 32;

describe('payments, whatever guests, venue, provider and crashes do in any order', () => {
  let world: World;
  before(async () => {
    world = await startWorld();
  });
  after(() => world.stop());

  it('end as the model allows: money and places are where they belong, and everything happened once', async (t) => {
    const startedAt = Date.now();
    const bounds = { maxCommands: MAX_COMMANDS, restMs: 60_000, totalMs: 150_000 + RUNS * 10_000 };
    const details = await fc.check(anySequenceEndsWell(world, bounds), { numRuns: RUNS, unbiased: true });
    const tally = (counts: Map<string, number>) =>
      [...counts]
        .sort(([, a], [, b]) => b - a)
        .map(([what, n]) => `${what}: ${n}`)
        .join('; ');
    t.diagnostic(
      `seed ${details.seed}, ${details.numRuns} runs in ${Math.round((Date.now() - startedAt) / 1000)} s`,
    );
    t.diagnostic(`commands: ${tally(carriedOut)}`);
    t.diagnostic(`bookings: ${tally(ended)}`);
    if (!details.failed) return;
    throw new Error(await fc.asyncDefaultReportMessage(details), { cause: details.errorInstance });
  });
});
