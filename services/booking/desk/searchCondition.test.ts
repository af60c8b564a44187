import assert from 'node:assert/strict';
import fc from 'fast-check';
import { test } from 'vitest';
import { asciiAddress, phonesIn } from './searchCondition.ts';

test('finds a phone number by the same digits in any spelling', () => {
  const national = ['0612345678', '06-12345678', '(06) 12.34.56.78', '06–1234–5678', 'tel:0612345678'];
  const wide = ['０６１２３４５６７８', '\u202a06\u00a012345678\u202c'];
  for (const q of [...national, ...wide]) assert.deepEqual(phonesIn(q), ['12345678'], q);
  for (const q of ['+31 6 1234 5678', '0031612345678', '0 0-31 6 12345678', '+31 (0)6 12345678'])
    assert.deepEqual(phonesIn(q), ['12345678', '#2345678#', '#345678#', '#45678#'], q);
});

test('finds an address by its domain as typed and as stored', () => {
  const stored: Record<string, string | null> = {
    'Anna@Почта.рф': 'Anna@xn--80a1acny.xn--p1ai',
    '@münchen.example': '@xn--mnchen-3ya.example',
    'anna@münchen': 'anna@xn--mnchen-3ya',
    'почта.рф': 'xn--80a1acny.xn--p1ai',
    'anna@Example.com': null,
    'Anna Müller': null,
    '1.2.3': null,
    'é%': null,
    [`é${'x'.repeat(199)}@`]: null,
  };
  for (const [q, address] of Object.entries(stored)) assert.equal(asciiAddress(q), address, q);
});

test('searches only text for a query that is no phone number', () => {
  for (const q of ['Anna', '06 Anna', 'a@example.com', '#12345678', '1234', '0', '+', '-']) {
    assert.deepEqual(phonesIn(q), [], q);
  }
});

test('ignores separators in a phone number', () => {
  const digit = fc.constantFrom(...'0123456789');
  fc.assert(
    fc.property(
      fc.array(digit, { minLength: 1, maxLength: 15 }),
      fc.constantFrom(' ', '-', '.', '/'),
      (number, by) => {
        assert.deepEqual(phonesIn(number.join(by)), phonesIn(number.join('')));
      },
    ),
  );
});
