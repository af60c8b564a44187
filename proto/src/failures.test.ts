import assert from 'node:assert/strict';
import fc from 'fast-check';
import { test } from 'vitest';
import {
  codeForPreviousRelease,
  Failure,
  type FailureCode,
  type FailureParams,
  fail,
  failureStatus,
  failures,
  failureTemplate,
  failureText,
  inEachLanguage,
} from './failures.ts';
import { Locale } from './primitives.ts';

const codes = Object.keys(failures) as FailureCode[];
const placeholdersOf = (text: string) => [...new Set(text.match(/\{\w+\}/g))].sort();

test('every failure has the same placeholders in each language', () => {
  for (const code of codes)
    for (const language of Locale.options)
      assert.deepEqual(
        placeholdersOf(failureTemplate(code, language)),
        placeholdersOf(failureTemplate(code, 'en')),
        `${code} in ${language}`,
      );
});

test('every failure has a sentence as its text in each language', () => {
  for (const code of codes)
    for (const language of Locale.options) {
      const text = failureTemplate(code, language);
      assert.match(text, /^\S.*\.$/, `${code}: ${text}`);
      assert.doesNotMatch(text.replace(/\{\w+\}/g, ''), /[{}]/, `${code}: a brace without a placeholder`);
    }
});

test('every failure is translated', () => {
  for (const code of codes.filter((each) => each !== 'validation')) {
    const texts = Locale.options.map((language) => failureTemplate(code, language));
    assert.equal(new Set(texts).size, texts.length, `${code}: ${texts}`);
  }
});

test('a code that the previous release does not know has a replacement with the same status', () => {
  for (const code of codes)
    assert.equal(failureStatus(codeForPreviousRelease(code)), failureStatus(code), code);
  assert.equal(codeForPreviousRelease('proof_needed'), 'proof_missing');
  assert.equal(codeForPreviousRelease('slot_full'), 'slot_full');
});

test('every failure has an error status', () => {
  for (const code of codes) {
    const status = failureStatus(code);
    assert.ok(Number.isInteger(status) && status >= 400 && status < 600, `${code}: ${status}`);
  }
});

test('failures have the statuses of the contract', () => {
  const expected: [number, FailureCode[]][] = [
    [
      400,
      [
        'venue_missing',
        'venue_unknown',
        'malformed_json',
        'invalid_request',
        'range_reversed',
        'range_too_long',
      ],
    ],
    [404, ['facility_not_found', 'slot_not_found', 'ticket_not_found', 'path_unknown', 'venue_not_found']],
    [409, ['slug_taken', 'domain_taken', 'idempotency_in_progress']],
    [
      422,
      [
        'validation',
        'venue_not_live',
        'slot_unknown',
        'slot_full',
        'slot_blocked',
        'slot_past',
        'slot_too_far',
      ],
    ],
    [422, ['places_short', 'people_too_few', 'people_too_many', 'redirect_refused', 'idempotency_mismatch']],
    [422, ['guests_unknown', 'guests_too_few', 'guests_too_many']],
    [422, ['add_on_unknown', 'add_on_too_few', 'add_on_too_many', 'add_on_gone']],
    [422, ['extra_unknown', 'extra_required', 'extra_invalid', 'hours_outside_day']],
  ];
  for (const [status, those] of expected)
    for (const code of those) assert.equal(failureStatus(code), status, code);
  assert.deepEqual(
    [failureStatus('too_many_bookings'), failureStatus('body_too_large'), failureStatus('origin_refused')],
    [429, 413, 403],
  );
  assert.equal(failureStatus('unauthorized'), 401);
});

test('a text is filled with the params, whatever characters they contain', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (venue) => {
      assert.ok(failureText('venue_unknown', { venue }, 'en').includes(`the venue "${venue}" is unknown.`));
      assert.ok(failureText('venue_unknown', { venue }, 'nl').includes(`de locatie "${venue}" is onbekend.`));
    }),
  );
  assert.equal(
    failureText('venue_unknown', { venue: '$& $1 {venue}' }, 'en'),
    'Online booking does not work here: the venue "$& $1 {venue}" is unknown. Contact the venue directly.',
  );
});

test('a limit of one reads as well as a larger one', () => {
  const said = (['en', 'nl'] as const).flatMap((language) => [
    failureText('people_too_few', { min: 1 }, language),
    failureText('people_too_many', { max: 1 }, language),
    failureText('range_too_long', { days: 1 }, language),
  ]);
  assert.deepEqual(said, [
    'The number of people must be at least 1.',
    'The number of people must be at most 1.',
    'The range has too many days: at most 1.',
    'Het aantal personen moet minstens 1 zijn.',
    'Het aantal personen mag hooguit 1 zijn.',
    'De periode heeft te veel dagen: hooguit 1.',
  ]);
});

test('shows numbers as digits, including 0', () => {
  assert.equal(
    failureText('places_short', { free: 0 }, 'en'),
    'Not enough places: 0 left. Book fewer people or choose another time.',
  );
});

test('never shows a placeholder, even without a value', () => {
  for (const code of codes)
    for (const language of Locale.options) {
      const text = failureText(code, {}, language);
      assert.doesNotMatch(text, /[{}]|undefined|null/, `${code}: ${text}`);
    }
});

test('a failure has a code and params', () => {
  const failure = fail('people_too_many', { max: 6 });
  assert.ok(failure instanceof Failure && failure instanceof Error);
  assert.equal(failure.code, 'people_too_many');
  assert.deepEqual(failure.params, { max: 6 });
  assert.deepEqual(fail('slot_full').params, {});
});

test('uses the name in the language of the text', () => {
  const params: FailureParams = inEachLanguage(
    'name',
    (language) => ({ nl: 'Badjas', en: 'Robe', de: 'Bademantel', fr: 'Peignoir' })[language],
  );
  const named = { ...params, max: 1 };
  assert.equal(failureText('add_on_too_many', named, 'nl'), '‘Badjas’: hooguit 1.');
  assert.equal(failureText('add_on_too_many', named, 'en'), '"Robe": at most 1.');
  assert.equal(failureText('add_on_too_many', named, 'de'), '„Bademantel“: höchstens 1.');
  assert.equal(failureText('add_on_too_many', named, 'fr'), '«\u00a0Peignoir\u00a0»\u00a0: 1 au maximum.');
  assert.equal(failureText('add_on_too_many', { name: 'Badjas', max: 1 }, 'en'), '"Badjas": at most 1.');
  const fromPreviousRelease = { name_nl: 'Badjas', name_en: 'Robe', max: 1 };
  assert.equal(failureText('add_on_too_many', fromPreviousRelease, 'de'), '„Robe“: höchstens 1.');
});
