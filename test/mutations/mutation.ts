import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { registerHooks } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';

/**
 * A rule, and what removes it: another text in a source file, or a statement after the migrations.
 */
export type Mutation = { rule: string } & ({ file: string; text: string; by: string } | { sql: string });

/** Environment variable with the number of the rule that a script plays without. */
const MUTATION = 'MUTATION';

/**
 * Removes the rule that the environment names: call it before importing what has the rule. Returns the rule,
 * or undefined if nothing is to be removed, and the statement that removes it.
 */
export function removeRule(mutations: readonly Mutation[]): {
  mutation: Mutation | undefined;
  sql: string | null;
} {
  const mutation = mutations[Number(process.env[MUTATION] ?? Number.NaN)];
  if (mutation && 'file' in mutation) replaceText(mutation);
  return { mutation, sql: mutation && 'sql' in mutation ? mutation.sql : null };
}

/** Replaces a text of a source file while it is loaded. */
function replaceText({ file, text, by }: { file: string; text: string; by: string }): void {
  const target = pathToFileURL(path.join(import.meta.dirname, '../..', file)).href;
  registerHooks({
    load(url, context, next) {
      const loaded = next(url, context);
      if (url !== target) return loaded;
      const parts = String(loaded.source).split(text);
      assert.equal(parts.length, 2, `${file} has this text ${parts.length - 1} times: ${text}`);
      return { ...loaded, source: parts.join(by) };
    },
  });
}

/**
 * The rules to remove, with their numbers.
 * @param many how many, or `all`
 */
export const chosenOf = (
  mutations: readonly Mutation[],
  many: string,
): { rule: string; mutation: number }[] =>
  mutations
    .map(({ rule }, mutation) => ({ rule, mutation }))
    .slice(0, many === 'all' ? undefined : Number(many));

/** The output of a script without a rule, which must fail. */
export async function playWithout(
  mutation: number,
  { script, env }: { script: string; env: Record<string, string> },
): Promise<string> {
  return promisify(execFile)(process.execPath, ['--disable-warning=ExperimentalWarning', script], {
    env: { ...process.env, ...env, [MUTATION]: String(mutation) },
  }).then(
    ({ stdout }) => assert.fail(`nothing noticed it in ${stdout}`),
    ({ stderr = '', message }) => (stderr === '' ? assert.fail(message) : stderr),
  );
}
