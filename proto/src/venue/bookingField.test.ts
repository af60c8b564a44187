import assert from 'node:assert/strict';
import fc from 'fast-check';
import { test } from 'vitest';
import { NewBookingFields } from './bookingField.ts';

const parse = (...fields: unknown[]) => NewBookingFields.safeParse({ fields });
const accepts = (...fields: unknown[]) => parse(...fields).success;
const text = { key: 'remarks', label: 'Remarks', type: 'text' };
const select = { key: 'size', label: 'Size', type: 'select', options: ['S', 'M'] };

test('a field has one of five types and is optional by default', () => {
  for (const type of ['text', 'tel', 'checkbox', 'textarea']) {
    const result = parse({ ...text, type });
    assert.deepEqual(result.data, { fields: [{ ...text, type, required: false }] });
  }
  assert.deepEqual(parse({ ...select, required: true }).data, { fields: [{ ...select, required: true }] });
  assert.equal(accepts({ ...text, type: 'email' }), false);
});

test('a select requires options, and other types reject them', () => {
  assert.equal(accepts({ ...select, options: undefined }), false);
  assert.equal(accepts({ ...select, options: [] }), false);
  for (const type of ['text', 'tel', 'checkbox', 'textarea'])
    assert.equal(accepts({ ...text, type, options: ['S'] }), false, type);
});

test('an option is a line of text and unique', () => {
  assert.equal(accepts({ ...select, options: ['S', 'S'] }), false);
  assert.equal(accepts({ ...select, options: ['S', ' S '] }), false);
  assert.equal(accepts({ ...select, options: ['S', ''] }), false);
  assert.equal(accepts({ ...select, options: ['a\nb'] }), false);
  assert.equal(accepts({ ...select, options: ['s', 'S'] }), true);
});

test('a key has at most 50 lower-case characters', () => {
  const letter = 'abcdefghijklmnopqrstuvwxyz';
  const first = fc.constantFrom(...letter);
  const rest = fc.string({ unit: fc.constantFrom(...letter, ...'0123456789_'), maxLength: 49 });
  fc.assert(fc.property(first, rest, (a, b) => assert.equal(accepts({ ...text, key: a + b }), true)));
  for (const key of [
    '',
    '1st',
    '_x',
    'Name',
    'two words',
    'e-mail',
    'naïve',
    'a\n',
    '__proto__',
    'a'.repeat(51),
  ])
    assert.equal(accepts({ ...text, key }), false, JSON.stringify(key));
});

test('rejects duplicate keys', () => {
  const keys = fc.array(fc.constantFrom('a', 'b', 'c', 'd', 'e'), { maxLength: 5 });
  fc.assert(
    fc.property(keys, (chosen) => {
      const distinct = chosen.every((key, index) => chosen.indexOf(key) === index);
      assert.equal(accepts(...chosen.map((key) => ({ ...text, key }))), distinct);
    }),
  );
});

test('a venue has 0 to 30 fields', () => {
  const fields = Array.from({ length: 31 }, (_, index) => ({ ...text, key: `field_${index}` }));
  assert.equal(accepts(), true);
  assert.equal(accepts(...fields.slice(1)), true);
  assert.equal(accepts(...fields), false);
});

test('rejects unknown properties of a field', () => {
  assert.equal(accepts({ ...text, placeholder: 'x' }), false);
  assert.equal(accepts({ ...text, label: '' }), false);
  assert.equal(accepts({ ...text, label: 'one\ntwo' }), false);
  assert.equal(accepts({ ...text, required: 'yes' }), false);
});
