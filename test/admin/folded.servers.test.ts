import assert from 'node:assert/strict';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { folded } from '../../admin-vue/src/views/checkIn/folded.ts';
import { openTestDatabase, type TestDatabase } from '../../services/kit/testing/testDatabase.ts';

/** Letters of Europe and its neighbours, letters with several accents, kana, CJK and their wide forms. */
const RANGES = [
  ...[
    [0x20, 0x58f],
    [0x590, 0x6ff],
    [0x1e00, 0x1ef9],
    [0x1f00, 0x1fff],
  ],
  ...[
    [0x2000, 0x206f],
    [0x3000, 0x30ff],
    [0x4e00, 0x4eff],
    [0xac00, 0xacff],
    [0xff00, 0xffef],
  ],
];

describe('the check-in page and the database', () => {
  let tables: TestDatabase;
  beforeAll(async () => {
    tables = await openTestDatabase(['booking']);
  });
  afterAll(() => tables.close());

  it('compare the same letters of a name', async () => {
    const texts = ['Ｏ’Brien–Müller\u00a0 Łukasz', ' J.P. ß ẞ İı', 'a\u200bb\tc\nd', ''];
    for (const [from = 0, to = 0] of RANGES)
      for (let code = from; code <= to; code++) texts.push(`a${String.fromCodePoint(code)}B`);
    const rows = await tables.rows<{ folded: string }>(
      'SELECT booking.folded(typed) FROM unnest($1::text[]) WITH ORDINALITY one (typed, nth) ORDER BY nth',
      texts,
    );
    const different = texts.filter((text, nth) => folded(text) !== rows[nth]?.folded);
    assert.deepEqual(
      different.map((text) => [text, text.codePointAt(1)?.toString(16)]),
      [],
    );
    assert.ok(texts.some((text) => folded(text) !== text.toLowerCase()));
  });
});
