import assert from 'node:assert/strict';
import path from 'node:path';
import { describe, it } from 'vitest';
import { chosenOf, playWithout } from '../mutations/mutation.ts';
import { mutations } from './mutations.ts';

/** How many rules are removed, one after the other: a few, or `all`. */
const { VISIT_MAIL_MUTATIONS = '2' } = process.env;
/** Years within which the simulation must fail. */
const YEARS = 20;
const simulation = {
  script: path.join(import.meta.dirname, 'play.ts'),
  env: { VISIT_MAIL_YEARS: String(YEARS) },
};

describe('the simulated year of mails about visits', () => {
  it.each(chosenOf(mutations, VISIT_MAIL_MUTATIONS))(
    'fails without rule $mutation: $rule',
    async ({ mutation, rule }) => {
      const output = await playWithout(mutation, simulation);
      assert.match(output, /VISIT_MAIL_SEED=\d+ repeats it:/, rule);
    },
  );
});
