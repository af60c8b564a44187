import assert from 'node:assert/strict';
import { PATIENCE_MS } from '@venue-booking/kit/testing/testTiming';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { carriedOut } from '../model/command.ts';
import { ended } from '../model/outcome.ts';
import { anySequenceEndsWell } from '../model/sequences.ts';
import { startWorld, type World } from '../model/world.ts';
import { assertNoErrorsLogged } from '../stack/ledger.ts';

/** Can be raised for a longer search; a run takes some five seconds. */
const RUNS = Number(process.env.PAYMENT_MODEL_RUNS ?? 3);

/** Makes payment record new refunds as succeeded without a call to the provider. */
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

describe('payments under random sequences of guest, venue, provider and crash steps', () => {
  let world: World;
  beforeAll(async () => {
    world = await startWorld();
  });
  afterAll(() => world.stop());

  it('end as the model allows: money and places are where they belong, and every effect happened once', async (t) => {
    const startedAt = Date.now();
    const bounds = { maxCommands: 32, totalMs: 180_000 + RUNS * 10_000 };
    const details = await fc.check(anySequenceEndsWell(world, bounds), { numRuns: RUNS, unbiased: true });
    const seconds = Math.round((Date.now() - startedAt) / 1000);
    t.annotate(`seed ${details.seed}, ${details.numRuns} runs in ${seconds} s`);
    t.annotate(`commands: ${tally(carriedOut)}`);
    t.annotate(`bookings: ${tally(ended)}`);
    if (details.failed)
      throw new Error(await fc.asyncDefaultReportMessage(details), { cause: details.errorInstance });
    assertNoErrorsLogged(world.stack);
  });

  it('fail the model check when a refund is recorded but never made', async (t) => {
    await world.stack.database.query(FORGET_REFUNDS);
    try {
      const bounds = { maxCommands: 16, calm: true, totalMs: PATIENCE_MS };
      // Finding a failure is enough; shrinking it takes a minute.
      const once = { numRuns: 30, unbiased: true, endOnFailure: true };
      const details = await fc.check(anySequenceEndsWell(world, bounds), once);
      const [, commands] = details.counterexample ?? [];
      t.annotate(`found after ${details.numRuns} runs: ${commands}`);
      assert.ok(details.failed, 'no sequence revealed the missing refund');
      assert.match(String(details.errorInstance), /the provider holds what is owed/);
    } finally {
      await world.stack.database.query(REMEMBER_REFUNDS);
    }
  });
});
