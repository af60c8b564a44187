import assert from 'node:assert/strict';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { carriedOut } from '../model/command.ts';
import { ended } from '../model/outcome.ts';
import { anySequenceEndsWell } from '../model/sequences.ts';
import { startWorld, type World } from '../model/world.ts';
import { assertNoErrorsLogged } from '../stack/ledger.ts';

/** More for a long look; a run takes some five seconds. */
const RUNS = Number(process.env.PAYMENT_MODEL_RUNS ?? 10);

/** From here on refunds stand in the books as made, without anybody having asked the provider. */
const FORGET_REFUNDS = `
  CREATE FUNCTION payment.forget_refund() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN NEW.status = 'succeeded'; RETURN NEW; END $$;
  CREATE TRIGGER forget_refund BEFORE INSERT ON payment.refund FOR EACH ROW EXECUTE FUNCTION payment.forget_refund()`;
const REMEMBER_REFUNDS = 'DROP FUNCTION payment.forget_refund CASCADE';

const tally = (counts: Map<string, number>): string =>
  [...counts]
    .sort(([, a], [, b]) => b - a)
    .map(([what, times]) => `${what} ${times}`)
    .join(', ');

describe('payments, whatever guests, venue, provider and crashes do in any order', () => {
  let world: World;
  beforeAll(async () => {
    world = await startWorld();
  });
  afterAll(() => world.stop());

  it('end as the model allows: money and places are where they belong, and everything happened once', async (t) => {
    const startedAt = Date.now();
    const bounds = { maxCommands: 32, restMs: 60_000, totalMs: 180_000 + RUNS * 10_000 };
    const details = await fc.check(anySequenceEndsWell(world, bounds), { numRuns: RUNS, unbiased: true });
    const seconds = Math.round((Date.now() - startedAt) / 1000);
    t.annotate(`seed ${details.seed}, ${details.numRuns} runs in ${seconds} s`);
    t.annotate(`commands: ${tally(carriedOut)}`);
    t.annotate(`bookings: ${tally(ended)}`);
    if (details.failed)
      throw new Error(await fc.asyncDefaultReportMessage(details), { cause: details.errorInstance });
    assertNoErrorsLogged(world.stack);
  });

  it('would be noticed not to: money that does not come back, though the books say so', async (t) => {
    await world.stack.database.query(FORGET_REFUNDS);
    try {
      const bounds = { maxCommands: 16, calm: true, restMs: 20_000, totalMs: 90_000 };
      // Found is enough: to make it short takes a minute.
      const once = { numRuns: 30, unbiased: true, endOnFailure: true };
      const details = await fc.check(anySequenceEndsWell(world, bounds), once);
      const [, commands] = details.counterexample ?? [];
      t.annotate(`found after ${details.numRuns} runs: ${commands}`);
      assert.ok(details.failed, 'no sequence showed it');
      assert.match(String(details.errorInstance), /the provider has what is owed/);
    } finally {
      await world.stack.database.query(REMEMBER_REFUNDS);
    }
  });
});
