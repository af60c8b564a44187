import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'vitest';
import { chartFolder, full, helmAsync, least, type Values } from './render.ts';
import { importTool } from './tools.ts';

const { parse } = await importTool<{ parse(text: string, options: { merge: true }): Values }>(
  'yaml/dist/index.js',
);
const defaults = parse(readFileSync(path.join(chartFolder, 'values.yaml'), 'utf8'), { merge: true });

const isMap = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** All keys of a map and of the maps in it, each with its default. */
function* keysOf(values: Values, before: string[] = []): Generator<{ key: string[]; value: unknown }> {
  for (const [name, value] of Object.entries(values)) {
    const key = [...before, name];
    yield { key, value };
    if (isMap(value)) yield* keysOf(value, key);
  }
}

/** Values that the platform chooses if they are null. */
const OF_THE_PLATFORM = ['runAsUser', 'runAsGroup', 'fsGroup'];

const isEmpty = (value: unknown) =>
  value === '' || value === false || (typeof value === 'object' && Object.keys(value ?? {}).length === 0);

/** The values with one of them null, as an empty line of YAML is (`settings:`). */
function withNull(values: Values, key: string[]): Values {
  const changed = structuredClone(values);
  let at: Values = changed;
  for (const name of key.slice(0, -1)) {
    if (!isMap(at[name])) at[name] = {};
    at = at[name] as Values;
  }
  at[key.at(-1) ?? ''] = null;
  return changed;
}

const template = (values: Values) =>
  helmAsync(
    ['template', 'tickets', chartFolder, '--api-versions', 'monitoring.coreos.com/v1', '-f', '-'],
    values,
  );
const TEMPLATE_ERROR = /nil pointer|error calling|can't evaluate|wrong type|expected bool|executing/;

const keys = [...keysOf(defaults)];
const { stdout: byDefault } = await template(least);

// Every service has the same keys and templates.
const once = ({ key }: { key: string[] }) => key[0] !== 'services' || key[1] === 'gateway' || !key[1];

type Schema = {
  $ref?: string;
  required?: string[];
  properties?: Record<string, Schema>;
  $defs?: Record<string, Schema>;
};
const schema: Schema = JSON.parse(readFileSync(path.join(chartFolder, 'values.schema.json'), 'utf8'));

/** Whether the schema requires a key in its map. */
function isRequired(key: string[]): boolean {
  let at: Schema | undefined = schema;
  for (const [depth, name] of key.entries()) {
    if (at?.$ref) at = schema.$defs?.[at.$ref.replace('#/$defs/', '')];
    if (depth === key.length - 1) return at?.required?.includes(name) ?? false;
    at = at?.properties?.[name];
  }
  return false;
}

describe('a null value', () => {
  it('without an empty default is rejected by the schema', () => {
    const needed = keys.filter(({ value }) => !isEmpty(value));
    assert.ok(needed.length > 100);
    const optional = needed.filter(({ key }) => !isRequired(key));
    assert.deepEqual(
      optional.map(({ key }) => key.join('.')),
      OF_THE_PLATFORM,
    );
  });

  for (const key of [
    ['services', 'gateway'],
    ['services', 'booking', 'replicas'],
    ['networkPolicy', 'to', 'smtp'],
  ])
    it(`is rejected with a sentence that names it: ${key.join('.')}`, async () => {
      const { status, stderr } = await template(withNull(least, key));
      assert.notEqual(status, 0);
      assert.ok(
        stderr.includes(`- at '/${key.slice(0, -1).join('/')}': missing property '${key.at(-1)}'`),
        stderr,
      );
      assert.doesNotMatch(stderr, TEMPLATE_ERROR);
    });

  it('with an empty default is its default', async () => {
    const empty = keys.filter(({ value }) => isEmpty(value)).filter(once);
    assert.ok(empty.length > 30);
    const rendered = await inTurn(empty, ({ key }) => template(withNull(least, key)));
    for (const [index, { status, stdout, stderr }] of rendered.entries()) {
      const name = empty[index]?.key.join('.');
      assert.doesNotMatch(stderr, TEMPLATE_ERROR, name);
      if (status === 0) assert.equal(stdout, byDefault, name);
      // The two values that an installation needs, and switches.
      else assert.match(stderr, /(publicUrl|existingSecret) is needed|missing property 'enabled'/, name);
    }
  });

  it('leads to no template error beside other values', async () => {
    const others = keys.filter(({ value }) => isEmpty(value)).filter(once);
    for (const { stdout, stderr } of await inTurn(others, ({ key }) => template(withNull(full, key)))) {
      assert.doesNotMatch(stderr, TEMPLATE_ERROR);
      assert.doesNotMatch(stdout, /<nil>|<no value>/);
    }
  });

  for (const key of [
    ['settings', 'LOG_LEVEL'],
    ['settings', 'TRUST_PROXY'],
    ['secretRefs', 'NATS_URL'],
    ['databaseSecretRefs', 'booking'],
    ['migrations', 'databaseSecretRefs', 'booking'],
    ['extraEnv', 'NODE_OPTIONS'],
    ['podLabels', 'team'],
    ['podAnnotations', 'team'],
    ['serviceAnnotations', 'team'],
    ['nodeSelector', 'disk'],
    ['ingress', 'annotations', 'team'],
  ])
    it(`of a key without a default is rejected with a sentence: ${key.join('.')}`, async () => {
      const { stderr } = await template(withNull(least, key));
      assert.match(stderr, new RegExp(`- at '/${key.join('/')}': got null, want `));
    });
});

/** Runs a few at a time: helm uses a core for each. */
async function inTurn<T, R>(items: readonly T[], run: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  for (let at = 0; at < items.length; at += 4)
    results.push(...(await Promise.all(items.slice(at, at + 4).map(run))));
  return results;
}
