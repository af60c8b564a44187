import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { configurationTable, tableInReadme } from './configurationTable.ts';
import { chartFolder, least, ofKind, render } from './render.ts';

const readme = readFileSync(path.join(chartFolder, 'README.md'), 'utf8');

test('the configuration table is that of the schema', async () => {
  assert.equal(
    tableInReadme(),
    await configurationTable(),
    'renew it by `node test/chart/configurationTable.ts`',
  );
});

test('the README names every key that the Secret must have, and makes each', async () => {
  const keys = ofKind(await render({ stripe: { enabled: true } }), 'Deployment')
    .flatMap(({ spec }) => spec.template.spec.containers[0].env)
    .flatMap(({ valueFrom }) => valueFrom?.secretKeyRef.key ?? []);
  for (const key of new Set(keys)) {
    assert.match(readme, new RegExp(`^\\| \`${key}\` \\|`, 'm'), key);
    assert.match(readme, new RegExp(`--from-literal=${key}=`), key);
  }
});

test('the README installs with values that the chart takes', async () => {
  const set = [...readme.matchAll(/--set (\w+)=(\S+)/g)].map(([, name, value]) => [name, value]);
  assert.deepEqual(Object.fromEntries(set), least);
});
