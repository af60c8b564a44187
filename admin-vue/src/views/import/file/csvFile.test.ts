import assert from 'node:assert/strict';
import { describe, it } from 'vitest';
import { decodeText, MAX_ROWS, readTable, writeTable } from './csvFile.ts';

const utf8 = (text: string) => new TextEncoder().encode(text);

describe('a file of bookings', () => {
  it('is read in UTF-8 with and without a byte order mark, in UTF-16 and in Windows-1252', () => {
    assert.equal(decodeText(utf8('Zoë; € 5')), 'Zoë; € 5');
    assert.equal(readTable(decodeText(utf8('\ufeffName\nZoë')))?.headers[0], 'Name');
    const utf16 = new Uint8Array([0xff, 0xfe, 0x5a, 0, 0xf6, 0]);
    assert.equal(decodeText(utf16), 'Zö');
    assert.equal(decodeText(new Uint8Array([0x5a, 0x6f, 0xeb, 0x20, 0x80])), 'Zoë €');
  });

  for (const [name, delimiter] of [
    ['commas', ','],
    ['semicolons', ';'],
    ['tabs', '\t'],
  ] as const)
    it(`is read with ${name}, quoted cells and line breaks within them`, () => {
      const text = [
        ['Name', 'Note', 'Price'].join(delimiter),
        ['"Smit, Jan"', '"two\r\nlines; ""quoted""\ttab"', '"1,50"'].join(delimiter),
        '',
        ['Eva', '', '2'].join(delimiter),
      ].join('\r\n');
      const table = readTable(text);
      assert.equal(table?.delimiter, delimiter);
      assert.deepEqual(table?.rows, [
        ['Smit, Jan', 'two\r\nlines; "quoted"\ttab', '1,50'],
        ['Eva', '', '2'],
      ]);
    });

  it('may begin with the separator of Excel, and have short and long rows', () => {
    assert.deepEqual(readTable('sep=;\r\nA;B\r\n1\r\n1;2;3\r\n'), {
      ...{ headers: ['A', 'B', ''], leftOut: 0, delimiter: ';' },
      rows: [
        ['1', '', ''],
        ['1', '2', '3'],
      ],
    });
  });

  it('has a row below its headings, and at most 10,000 count', () => {
    assert.equal(readTable('Name;Date'), null);
    assert.equal(readTable(''), null);
    const table = readTable(`Name;Date\n${'Jan;31-12-2026\n'.repeat(MAX_ROWS + 2)}`);
    assert.deepEqual([table?.rows.length, table?.leftOut], [MAX_ROWS, 2]);
  });

  it('is written so that it is read as it was', () => {
    const table = {
      ...{ headers: ['Name', 'Note'], delimiter: ';' },
      rows: [
        ['=1+1', 'a;b\r\n"c"'],
        ['Zoë', ''],
      ],
    };
    const text = writeTable(table);
    assert.ok(text.startsWith('\ufeff'));
    assert.deepEqual(readTable(decodeText(utf8(text))), { ...table, leftOut: 0 });
  });
});
