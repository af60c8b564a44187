import { describe, it } from 'vitest';
import { runMoneyModel } from './runMoneyModel.ts';

/** Enough to notice most of the rules in `mutations.ts` that one may remove. More finds the rest. */
const STEPS = Number(process.env.MONEY_MODEL_STEPS ?? 1000);
/** Fixed, so that the change under test causes a failure. Other seeds find other stories. */
const SEED = Number(process.env.MONEY_MODEL_SEED ?? 1);

describe('money of bookings under random steps of guests, desks, venues, providers, banks and crashes', () => {
  it(
    'is where the model says, to the cent, and nothing is due at rest',
    async (t) => {
      const startedAt = Date.now();
      const { steps, stories, tally } = await runMoneyModel({ steps: STEPS, seed: SEED });
      const seconds = (Date.now() - startedAt) / 1000;
      t.annotate(
        `seed ${SEED}: ${steps} steps in ${stories} stories, ${Math.round(steps / seconds)} a second`,
      );
      t.annotate([...tally].map(([kind, times]) => `${kind} ${times}`).join(', '));
    },
    24 * 3600_000,
  );
});
