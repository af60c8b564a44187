import assert from 'node:assert/strict';
import path from 'node:path';
import { describe, it } from 'vitest';
import { chosenOf, playWithout } from '../mutations/mutation.ts';
import { mutations } from './mutations.ts';

/** How many rules are removed, one after the other: a few, or `all`. */
const { MONEY_MUTATIONS = '1' } = process.env;
/** Steps within which the model must fail. */
const STEPS = 20_000;
const model = {
  script: path.join(import.meta.dirname, 'play.ts'),
  env: { MONEY_MODEL_STEPS: String(STEPS), MONEY_MODEL_SEED: '1' },
};

describe('the model of money', () => {
  it.each(chosenOf(mutations, MONEY_MUTATIONS))(
    'fails without rule $mutation: $rule',
    async ({ mutation, rule }) => {
      const output = await playWithout(mutation, model);
      assert.match(output, /MONEY_MODEL_SEED=\d+ MONEY_MODEL_STEPS=1 repeats it, after \d+ steps/, rule);
    },
  );
});
