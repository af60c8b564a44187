import assert from 'node:assert/strict';
import fc from 'fast-check';
import { test } from 'vitest';
import { toContinentalCsv } from './continentalCsv.ts';

/** CSV as the API writes it, optionally with another separator. */
const csvOf = (rows: string[][], separator = ',') =>
  rows
    .map((row) => row.map((cell) => (/[",;\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)))
    .map((row) => `${row.join(separator)}\r\n`)
    .join('');

test('separates cells by semicolons, and puts a decimal comma only in numbers', () => {
  const rows = [
    ['id', 'amount_eur', 'customer_name', 'note', 'vat_percent', 'version'],
    ['1', '12.5', 'Jansen, Anna', 'half 3;\n"later"', '9', '1.5'],
    ['2', '-0.05', 'x;y', '', '5.5', '2'],
  ];
  assert.equal(
    toContinentalCsv(csvOf(rows)),
    [
      'id;amount_eur;customer_name;note;vat_percent;version',
      '1;12,5;"Jansen, Anna";"half 3;\n""later""";9;1.5',
      '2;-0,05;"x;y";;5,5;2',
      '',
    ].join('\r\n'),
  );
});

test('keeps all text in its cell', () => {
  const texts = fc.array(
    fc.array(fc.string({ unit: fc.constantFrom(...'a1.,;"\r\n= é') }), { minLength: 3, maxLength: 3 }),
  );
  fc.assert(
    fc.property(texts, (rows) => {
      const all = [['a', 'b', 'c'], ...rows];
      assert.equal(toContinentalCsv(csvOf(all)), csvOf(all, ';'));
    }),
  );
});
