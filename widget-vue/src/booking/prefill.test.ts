import assert from 'node:assert/strict';
import fc from 'fast-check';
import { test } from 'vitest';
import { prefilled } from './prefill.ts';

const field = (key: string, type: string, more = {}) =>
  ({ key, label: key, type, required: false, ...more }) as Parameters<typeof prefilled>[0][number];
const fields = [
  field('mobile', 'tel'),
  field('size', 'select', { options: ['S', 'M'] }),
  field('parking', 'checkbox'),
  field('rules', 'checkbox', { required: true }),
  field('constructor', 'text'),
];

test('takes values that fit the controls', () => {
  const extra = { size: 'M', parking: true, constructor: 'Anna BV', unknown: 'x' };
  assert.deepEqual(prefilled(fields, { name: 'Anna', email: 'a@example.com', phone: '06', extra }), {
    customer_name: 'Anna',
    customer_email: 'a@example.com',
    'extra.mobile': '06',
    'extra.size': 'M',
    'extra.parking': true,
    'extra.constructor': 'Anna BV',
  });
});

test('never ticks a required checkbox, and ignores options that do not exist and texts that are too long', () => {
  const extra = { size: 'XL', parking: 'yes', rules: true, mobile: '0'.repeat(51) };
  assert.deepEqual(prefilled(fields, { name: 'A'.repeat(201), email: 7, extra }), {});
});

test('ignores anything malformed', () => {
  fc.assert(
    fc.property(fc.anything(), (prefill) => {
      for (const value of Object.values(prefilled(fields, prefill)))
        assert.ok(['string', 'boolean'].includes(typeof value));
    }),
  );
  for (const prefill of [null, undefined, 'name', 7, [], { extra: null }, { extra: 'text' }])
    assert.deepEqual(prefilled(fields, prefill), {});
});
