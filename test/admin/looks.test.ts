import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { it } from 'vitest';

const root = path.join(import.meta.dirname, '../..');
const propertiesOf = (file: string) =>
  new Map(
    [...readFileSync(path.join(root, file), 'utf8').matchAll(/^ {2}(--[a-z-]+): (.+);$/gm)].map(
      ([, name = '', value = '']) => [name, value],
    ),
  );

it('the dashboard has the same colours as the guest pages', () => {
  const guests = propertiesOf('services/gateway/pages/layout/site.css');
  const owners = propertiesOf('admin-vue/src/style/tokens.css');
  const names = [...guests.keys()].filter((name) => owners.has(name));
  assert.ok(names.length >= 8, `they share ${names}`);
  for (const name of names) assert.equal(owners.get(name), guests.get(name), name);
  assert.equal(owners.get('--stop'), guests.get('--problem'));
});
