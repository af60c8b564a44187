import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { describe, it } from 'vitest';
import { mutations } from './mutations.ts';

/** How many rules are removed, one after the other: a few, or `all`. */
const { MONEY_MUTATIONS = '1' } = process.env;
/** Steps within which the model must fail. */
const STEPS = 20_000;

const chosen = mutations
  .map(({ rule }, mutation) => ({ rule, mutation }))
  .slice(0, MONEY_MUTATIONS === 'all' ? undefined : Number(MONEY_MUTATIONS));

/** The output of the model without a rule, which must fail. */
async function playWithout(mutation: number): Promise<string> {
  const env = {
    ...process.env,
    ...{ MONEY_MODEL_MUTATION: String(mutation), MONEY_MODEL_STEPS: String(STEPS), MONEY_MODEL_SEED: '1' },
  };
  const script = path.join(import.meta.dirname, 'play.ts');
  return promisify(execFile)(process.execPath, ['--disable-warning=ExperimentalWarning', script], {
    env,
  }).then(
    ({ stdout }) => assert.fail(`nothing noticed it in ${stdout}`),
    ({ stderr = '', message }) => (stderr === '' ? assert.fail(message) : stderr),
  );
}

describe('the model of money', () => {
  it.each(chosen)('fails without rule $mutation: $rule', async ({ mutation, rule }) => {
    const output = await playWithout(mutation);
    assert.match(output, /MONEY_MODEL_SEED=\d+ MONEY_MODEL_STEPS=1 repeats it, after \d+ steps/, rule);
  });
});
