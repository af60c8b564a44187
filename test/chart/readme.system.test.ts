import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'vitest';
import { configurationTable, tableInReadme } from './configurationTable.ts';
import { chartFolder, least, ofKind, render, type Values } from './render.ts';
import { importTool } from './tools.ts';

const readme = readFileSync(path.join(chartFolder, 'README.md'), 'utf8');

test('the configuration table matches the schema', async () => {
  assert.equal(
    tableInReadme(),
    await configurationTable(),
    'update it with `node test/chart/configurationTable.ts`',
  );
});

test('the README lists every key that the Secret must have, and creates each', async () => {
  const keys = ofKind(
    await render({
      ...{ mollie: { enabled: true }, stripe: { enabled: true }, oidc: { enabled: true } },
      settings: { OIDC_ISSUER: 'https://accounts.example.com' },
    }),
    'Deployment',
  )
    .flatMap(({ spec }) => spec.template.spec.containers[0].env)
    .flatMap(({ valueFrom }) => valueFrom?.secretKeyRef.key ?? []);
  for (const key of new Set(keys)) {
    assert.match(readme, new RegExp(`^\\| \`${key}\` \\|`, 'm'), key);
    assert.match(readme, new RegExp(`--from-literal=${key}=`), key);
  }
});

test('the README installs with values that the chart accepts', async () => {
  const set = [...readme.matchAll(/--set (\w+)=(\S+)/g)].map(([, name, value]) => [name, value]);
  assert.deepEqual(Object.fromEntries(set), least);
});

test('the chart accepts the values of every example in the README', async () => {
  const { parse } = await importTool<{ parse(text: string): Values }>('yaml/dist/index.js');
  const examples = [...readme.matchAll(/^```yaml\n([\s\S]*?)^```/gm)].map(([, text = '']) => text);
  // Examples for other programs begin with a comment, or are Kubernetes objects.
  const ours = examples.filter((text) => !/^# |^apiVersion:/.test(text));
  assert.ok(ours.length >= 4);
  for (const text of ours) assert.ok((await render(parse(text))).length > 0, text);
});
