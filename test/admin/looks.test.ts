import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { brandProperties } from '@venue-booking/domain/brand/css';
import { DEFAULT_ACCENT, DEFAULT_RADIUS } from '@venue-booking/domain/brand/palette';
import { it } from 'vitest';

const root = path.join(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
const propertiesOf = (css: string) =>
  new Map([...css.matchAll(/^ *(--[a-z-]+): (.+);$/gm)].map(([, name = '', value = '']) => [name, value]));
const guests = propertiesOf(read('services/gateway/pages/layout/site.css'));

it('guest pages have the colours and corners of the default brand', () =>
  assert.deepEqual(guests, propertiesOf(brandProperties(DEFAULT_ACCENT, DEFAULT_RADIUS))));

it('the dashboard has the same colours as the guest pages', () => {
  const owners = propertiesOf(read('admin-vue/src/style/tokens.css'));
  const names = ['page', 'card', 'ink', 'soft', 'line', 'edge', 'good', 'wait', 'stop'];
  const renamed = { accent: 'accent-strong', tint: 'accent-soft', 'quiet-tint': 'quiet' };
  const tints = ['good', 'wait', 'stop'].map((name) => [`${name}-tint`, `${name}-soft`]);
  for (const [own = '', guest = ''] of [
    ...names.map((name) => [name, name]),
    ...Object.entries(renamed),
    ...tints,
  ])
    assert.equal(owners.get(`--${own}`), guests.get(`--${guest}`), own);
});
