import assert from 'node:assert/strict';
import fc from 'fast-check';
import { test } from 'vitest';
import { digitsIn } from './searchCondition.ts';

test('finds a phone number by the same digits in any spelling', () => {
  for (const q of ['0612345678', '06-12345678', '+31 6 1234 5678', '0031612345678', '(06) 12.34.56.78'])
    assert.equal(digitsIn(q), '12345678', q);
});

test('searches only text for a query that is no phone number', () => {
  for (const q of ['Anna', '06 Anna', 'a@example.com', '#12345678', '1234', '0', '+', '-']) {
    assert.equal(digitsIn(q), null, q);
  }
});

test('ignores separators in a phone number', () => {
  const digit = fc.constantFrom(...'0123456789');
  fc.assert(
    fc.property(
      fc.array(digit, { minLength: 1, maxLength: 15 }),
      fc.constantFrom(' ', '-', '.', '/'),
      (number, by) => {
        assert.equal(digitsIn(number.join(by)), digitsIn(number.join('')));
      },
    ),
  );
});
