import assert from 'node:assert/strict';
import fc from 'fast-check';
import { test } from 'vitest';
import { z } from 'zod';
import {
  Euro,
  guestLine,
  LocalDate,
  Locale,
  multiLine,
  singleLine,
  TimeOfDay,
  toCents,
  toEuro,
  withoutUndefined,
} from './primitives.ts';
import { codePoint } from './testing/codePoint.ts';

const Name = singleLine(200);
const accepts = (schema: z.ZodType, value: unknown) => schema.safeParse(value).success;

/** Unicode's general category Cc, and the two line separators outside of it. */
const isControl = (character: string) => /[\p{Cc}\u2028\u2029]/u.test(character);
/** Characters that change the order in which the following text is shown. */
const turnsText = (character: string) => /[\u202a-\u202e\u2066-\u2069]/u.test(character);
const inner = fc.string({
  unit: codePoint.filter((one) => !isControl(one) && !turnsText(one)),
  maxLength: 198,
});

test('keeps a name of 1 to 200 characters unchanged', () => {
  fc.assert(fc.property(inner, (text) => assert.equal(Name.parse(`A${text}Z`), `A${text}Z`)));
});

test('trims white space around a name before counting characters', () => {
  const space = fc.string({ unit: fc.constantFrom(' ', '\t', '\u00a0', '\u3000'), maxLength: 300 });
  fc.assert(
    fc.property(space, inner, space, (a, text, b) =>
      assert.equal(Name.parse(`${a}A${text}Z${b}`), `A${text}Z`),
    ),
  );
});

test('rejects a name that is empty after trimming', () => {
  for (const name of ['', ' ', '\t \n', '\u00a0'])
    assert.equal(accepts(Name, name), false, JSON.stringify(name));
  assert.equal(accepts(singleLine(200, 0), ' '), true);
});

test('rejects a control character at any position of a name', () => {
  const codes = fc.integer({ min: 0, max: 0x2100 }).map((code) => String.fromCodePoint(code));
  const controls = codes.filter(isControl);
  fc.assert(
    fc.property(inner, controls, (text, control) =>
      assert.equal(accepts(Name, `A${control}${text}Z`), false),
    ),
  );
  for (const control of ['\0', '\n', '\r', '\t', '\u001b', '\u007f', '\u0085', '\u2028', '\u2029'])
    assert.equal(accepts(Name, `Jan${control}Jansen`), false, JSON.stringify(control));
});

test('counts characters as people do, not UTF-16 code units', () => {
  for (const character of ['x', 'é', 'Ж', '名', '🎉', '𝒜']) {
    assert.equal(accepts(Name, character.repeat(200)), true, `200 × ${character}`);
    assert.equal(accepts(Name, character.repeat(201)), false, `201 × ${character}`);
  }
});

test('accepts names in any script, with emoji, joiners and direction marks', () => {
  const names = [
    'Zoë 🎉',
    '👩‍👩‍👧‍👦 familie',
    'محمد علي',
    'שרה כהן',
    '\u200fשרה\u200f Levi',
    "O'Brien-de Vries",
    '山田 太郎',
    '<b>Jan</b>',
  ];
  for (const name of names) assert.equal(Name.parse(name), name);
});

test('the JSON schema of a name has the same maximum', () => {
  const schema = z.toJSONSchema(Name) as { minLength?: number; maxLength?: number };
  assert.deepEqual({ min: schema.minLength, max: schema.maxLength }, { min: 1, max: 200 });
});

test('rejects characters that change the text direction in a name, but accepts direction marks', () => {
  for (const turning of [
    '\u202a',
    '\u202b',
    '\u202c',
    '\u202d',
    '\u202e',
    '\u2066',
    '\u2067',
    '\u2068',
    '\u2069',
  ])
    assert.equal(accepts(Name, `Jan ${turning}nesnaJ`), false, JSON.stringify(turning));
  for (const mark of ['\u200e', '\u200f', '\u061c', '\u200d']) assert.equal(accepts(Name, `א${mark}ב`), true);
});

test('removes direction changes from a guest’s line', () => {
  for (const unseen of '\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069')
    assert.equal(guestLine(200).parse(`${unseen}+31 6 1234${unseen} 5678`), '+31 6 1234 5678');
  assert.equal(guestLine(3).parse('\u202aAnn\u202c '), 'Ann');
  assert.equal(accepts(guestLine(3), '\u202a\u202c'), false);
  assert.equal(accepts(guestLine(3), 'a\nb'), false);
  assert.deepEqual(z.toJSONSchema(guestLine(200)), z.toJSONSchema(Name));
});

test('treats a guest’s line without visible characters as empty', () => {
  for (const unseen of ['\u200b', '\u200e\u200f', '\u3164', '\u00ad \u2060', '\u2800', '\ufe0f']) {
    const { error } = guestLine(200).safeParse(unseen);
    assert.deepEqual(
      error?.issues.map(({ message }) => message),
      ['must not be empty'],
      JSON.stringify(unseen),
    );
    assert.equal(accepts(guestLine(200), `Jan${unseen}`), true);
    assert.equal(accepts(guestLine(200, 0), unseen), true);
  }
});

test('accepts line breaks and tabs in longer texts, but no other control characters', () => {
  const Text = multiLine(100);
  assert.equal(Text.parse('one\r\ntwo\n\tthree'), 'one\r\ntwo\n\tthree');
  for (const control of ['\0', '\u001b', '\u007f', '\u0085'])
    assert.equal(accepts(Text, `a${control}b`), false);
  assert.equal(accepts(Text, '🎉'.repeat(100)), true);
  assert.equal(accepts(Text, '🎉'.repeat(101)), false);
});

test('every amount in whole cents survives the conversion to euros and back', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 10_000_000 }), (cents) => {
      assert.equal(toCents(Euro.parse(toEuro(cents))), cents);
      assert.equal(
        toCents(Euro.parse(Number(`${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`))),
        cents,
      );
    }),
  );
});

test('rejects an amount with fractions of a cent', () => {
  const mills = fc.integer({ min: 1, max: 99_999_999 }).filter((mill) => mill % 10 !== 0);
  fc.assert(fc.property(mills, (mill) => assert.equal(accepts(Euro, mill / 1000), false)));
});

test('accepts amounts from 0 to 100,000', () => {
  for (const euro of [-0.01, 100_000.01, Number.NaN, Number.POSITIVE_INFINITY, '12.50', null])
    assert.equal(accepts(Euro, euro), false, String(euro));
  for (const euro of [0, 0.01, 12.5, 100_000]) assert.equal(accepts(Euro, euro), true, String(euro));
});

test('accepts exactly the existing dates, from 1900 on', () => {
  const pad = (number: number, length = 2) => String(number).padStart(length, '0');
  const parts = fc.tuple(
    fc.integer({ min: 1, max: 9999 }),
    fc.integer({ min: 0, max: 13 }),
    fc.integer({ min: 0, max: 32 }),
  );
  fc.assert(
    fc.property(parts, ([year, month, day]) => {
      const date = new Date(0);
      date.setUTCFullYear(year, month - 1, day);
      const exists =
        date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
      assert.equal(accepts(LocalDate, `${pad(year, 4)}-${pad(month)}-${pad(day)}`), exists && year >= 1900);
    }),
    { numRuns: 500 },
  );
});

test('accepts leap days only in leap years', () => {
  for (const date of ['2024-02-29', '2000-02-29', '2400-02-29'])
    assert.equal(accepts(LocalDate, date), true, date);
  for (const date of ['2026-02-29', '2100-02-29', '1900-02-29'])
    assert.equal(accepts(LocalDate, date), false, date);
});

test('accepts a date only in one format', () => {
  const others = [
    '2026-6-1',
    '20260601',
    '2026-06-01T00:00',
    ' 2026-06-01',
    '2026-06-01\n',
    '01-06-2026',
    '+002026-06-01',
    '',
  ];
  for (const date of others) assert.equal(accepts(LocalDate, date), false, JSON.stringify(date));
});

test('reports one error for an invalid date, and a missing one as required', () => {
  const faults = (value: unknown) => LocalDate.safeParse(value).error?.issues.map(({ message }) => message);
  assert.deepEqual(faults(undefined), ['is required']);
  for (const date of ['', '2026-02-30', '10000-01-01', 20260101])
    assert.deepEqual(faults(date), ['must be a date that exists, as YYYY-MM-DD'], JSON.stringify(date));
  assert.deepEqual(faults('1899-12-31'), ['must be a date from 1900 on']);
});

test('accepts a time of day of a 24-hour clock, in five characters', () => {
  const clock = Array.from({ length: 1440 }, (_, minute) =>
    new Date(minute * 60_000).toISOString().slice(11, 16),
  );
  for (const time of clock) assert.equal(TimeOfDay.parse(time), time);
  for (const time of ['24:00', '23:60', '9:00', '09:0', '09:00:00', '09:00\n', '-1:00', '٠٩:٠٠', ''])
    assert.equal(accepts(TimeOfDay, time), false, JSON.stringify(time));
});

test('the languages are nl, en, de and fr', () => {
  assert.deepEqual(
    ['nl', 'en', 'de', 'fr', 'NL', 'de-DE', '', undefined].filter((locale) => accepts(Locale, locale)),
    ['nl', 'en', 'de', 'fr'],
  );
});

test('a patch keeps given values, including null, false and 0, and drops undefined ones', () => {
  const patch = withoutUndefined({ a: 1, b: undefined, c: null, d: false, e: 0, f: '' });
  assert.deepEqual(patch, { a: 1, c: null, d: false, e: 0, f: '' });
  assert.equal('b' in patch, false);
});
