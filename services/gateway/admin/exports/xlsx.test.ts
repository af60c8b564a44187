import assert from 'node:assert/strict';
import { buffer } from 'node:stream/consumers';
import { read } from '@e965/xlsx';
import fc from 'fast-check';
import readExcelFile from 'read-excel-file/node';
import { test } from 'vitest';
import { type Column, type Kind, workbook } from './xlsx.ts';

const column = (kind: Kind, at: number): Column => ({ name: `${kind}_${at}`, kind });
async function* each<T>(items: Iterable<T>) {
  yield* items;
}
const write = (columns: Column[], rows: unknown[][]) => buffer(workbook(columns, each(rows)));

/** The cells by one reader, with their type and format. */
function bySheetJs(bytes: Buffer) {
  const sheet = Object.values(read(bytes, { cellNF: true, cellFormula: true }).Sheets)[0];
  assert.ok(sheet);
  return (at: string) =>
    sheet[at] as { t: string; v: unknown; z?: string; f?: string; w?: string } | undefined;
}

test('writes text, numbers, amounts, dates and times that two readers see with their types', async () => {
  const columns = (['text', 'integer', 'euro', 'date', 'time', 'text'] as const).map(column);
  const bytes = await write(columns, [
    ['0612345678', 41, 12.5, '2027-01-31', '2027-01-31T23:45', '+31 6 1234 5678'],
    ['', null, undefined, '', '', ''],
    ['x', '7', '-0.01', 'later', '2027-02-30', '=1+1'],
  ]);
  const [sheet] = await readExcelFile(bytes);
  const [names, cells] = sheet?.data ?? [];
  assert.deepEqual(
    names,
    columns.map(({ name }) => name),
  );
  // The reader cuts the fractions of a millisecond.
  const seconds = cells?.map((one) => (one instanceof Date ? Math.round(one.getTime() / 1000) : one));
  const [day, time] = ['2027-01-31T00:00Z', '2027-01-31T23:45Z'].map((at) => Date.parse(at) / 1000);
  assert.deepEqual(seconds, ['0612345678', 41, 12.5, day, time, '+31 6 1234 5678']);
  const cell = bySheetJs(bytes);
  assert.deepEqual([cell('A2')?.t, cell('A2')?.v], ['s', '0612345678']);
  assert.deepEqual([cell('C2')?.t, cell('C2')?.v, cell('C2')?.w], ['n', 12.5, '12.50']);
  assert.equal(cell('D2')?.w, '2027-01-31');
  assert.equal(cell('E2')?.w, '2027-01-31 23:45');
  assert.equal(cell('A3'), undefined);
  // What is no number or date in such a column stays text.
  assert.deepEqual([cell('B4')?.v, cell('C4')?.v, cell('D4')?.v, cell('D4')?.t], [7, -0.01, 'later', 's']);
});

test('keeps any text of a guest as text, never a formula, number or date', async () => {
  const hostile = fc.string({
    unit: fc.oneof(
      fc.constantFrom(
        '=',
        '+',
        '-',
        '@',
        '<',
        '>',
        '&',
        '"',
        "'",
        ']]>',
        '\n',
        '\t',
        '\0',
        '\ud800',
        '😀',
        '0',
        '1',
      ),
      fc
        .string({ unit: 'grapheme', minLength: 1, maxLength: 1 })
        .filter((one) => !/[\r\ufffe\uffff]/.test(one)),
    ),
    minLength: 1,
    maxLength: 60,
  });
  const clean = (text: string) =>
    [...text.toWellFormed()].filter((one) => one >= ' ' || one === '\n' || one === '\t').join('');
  const fixed = [
    "=cmd|' /C calc'!A0",
    '=HYPERLINK("http://evil.example")',
    '@SUM(A1)',
    '2027-01-01',
    '007',
    '1e5',
    'TRUE',
  ];
  await fc.assert(
    fc.asyncProperty(fc.array(hostile, { minLength: 1, maxLength: 20 }), async (made) => {
      const texts = [...fixed, ...made];
      const cell = bySheetJs(
        await write(
          [column('text', 0)],
          texts.map((text) => [text]),
        ),
      );
      for (const [at, text] of texts.entries()) {
        const found = cell(`A${at + 2}`);
        assert.equal(found?.f, undefined);
        assert.deepEqual([found?.t, found?.v], ['s', clean(text)]);
      }
    }),
    { numRuns: 100 },
  );
});

test('writes a row as soon as it has the next, with constant memory for any number of rows', async () => {
  const columns = Array.from({ length: 28 }, (_, at) => column('text', at));
  const row = columns.map((_, at) => `${'Some text of a guest'} ${at}`);
  let read = 0;
  async function* rows() {
    for (; read < 10_000; read++) yield row;
  }
  let ahead = 0;
  let before = 0;
  let bytes = 0;
  for await (const chunk of workbook(columns, rows())) {
    ahead = Math.max(ahead, read - before);
    before = read;
    bytes += chunk.length;
  }
  assert.equal(read, 10_000);
  assert.ok(bytes > 0);
  assert.ok(ahead < 500, `${ahead} rows between two chunks`);
});

test('names the columns after Z as spreadsheets do, and cuts a text that no cell can hold', async () => {
  const columns = Array.from({ length: 60 }, (_, at) => column('text', at));
  const cell = bySheetJs(await write(columns, [columns.map(() => 'x'.repeat(40_000))]));
  assert.equal(cell('AA1')?.v, 'text_26');
  assert.equal(cell('BH1')?.v, 'text_59');
  assert.equal(String(cell('BH2')?.v).length, 32_767);
});
