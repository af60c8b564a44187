/**
 * Plays the money model without vitest and prints how far it is. Exits with 1 after a story that fails.
 *
 * - `MONEY_MODEL_STEPS`, `MONEY_MODEL_SEED`: how much, and from which seed on
 * - `MUTATION`: removes the rule with this number in `mutations.ts` first
 */

import { removeRule } from '../mutations/mutation.ts';
import { makeTemplate } from '../servers/migratedDatabase.ts';
import { startPostgres } from '../servers/postgres.ts';
import { mutations } from './mutations.ts';

const { MONEY_MODEL_STEPS = '2000', MONEY_MODEL_SEED = '1' } = process.env;
const { mutation, sql } = removeRule(mutations);

// Imported after the hook is in place.
const { runMoneyModel } = await import('./runMoneyModel.ts');
const isOwnServer = process.env.TEST_DATABASE_URL === undefined;
const server = await startPostgres();
process.env.TEST_DATABASE_URL = server.url;
if (isOwnServer) await makeTemplate(server);
const startedAt = Date.now();
try {
  await runMoneyModel({
    ...{ steps: Number(MONEY_MODEL_STEPS), seed: Number(MONEY_MODEL_SEED) },
    // The shortest story matters only for a bug.
    ...{ shrinks: mutation === undefined, sql },
    onProgress({ steps, stories, tally }) {
      const rate = Math.round((1000 * steps) / (Date.now() - startedAt));
      const kinds = [...tally].map(([kind, times]) => `${kind} ${times}`).join(', ');
      console.log(`${steps} steps in ${stories} stories, ${rate} a second: ${kinds}`);
    },
  });
} catch (error) {
  console.error(error);
  process.exitCode = 1;
} finally {
  await server.stop();
}
