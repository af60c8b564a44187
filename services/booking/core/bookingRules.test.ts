import assert from 'node:assert/strict';
import { outcomeOf } from '@venue-booking/domain/testing/outcomeOf';
import { Failure, failureText } from '@venue-booking/proto/failures';
import type { Locale } from '@venue-booking/proto/primitives';
import type { BookingField } from '@venue-booking/proto/venue/bookingField';
import { NO_CAPS } from '@venue-booking/proto/venue/caps';
import fc from 'fast-check';
import { test } from 'vitest';
import {
  amountOf,
  type BookingTerms,
  checkExtra,
  checkPeople,
  correctedExtra,
  owedFor,
  restTermsOf,
} from './bookingRules.ts';

const terms = (facility: Partial<BookingTerms['facility']> = {}): BookingTerms => ({
  venue: {
    timezone: 'Europe/Amsterdam',
    live: true,
    redirectOrigins: [],
    holdMinutes: 15,
    refundTiers: null,
    quoteMinutes: 15,
    caps: NO_CAPS,
    proofOfWork: false,
  },
  facility: {
    name: 'Room',
    names: null,
    active: true,
    minPeople: 2,
    maxPeoplePerBooking: 8,
    priceCents: 1250,
    pricing: null,
    vatBasisPoints: null,
    deposit: null,
    ...facility,
  },
  fields: [],
  payment: null,
});
const field = (type: BookingField['type'], more: Partial<BookingField> = {}): BookingField => ({
  key: 'it',
  label: 'It',
  type,
  required: false,
  ...more,
});
const size = field('select', { options: ['S', 'M'] });

/** The failure that a call throws; null if it throws none. */
const failureIn = (call: () => unknown): Failure | null => {
  const outcome = outcomeOf(call);
  return outcome instanceof Failure ? outcome : null;
};

/** The stored value, or the code of the failure. */
function storedValue(one: BookingField, ...values: unknown[]): unknown {
  const result = outcomeOf(() => checkExtra([one], values.length > 0 ? { it: values[0] } : {}));
  if (result instanceof Failure) return result.code;
  return 'it' in result ? result.it : 'nothing';
}

test('asks for the deposit online, with the platform fee of that payment and the terms of the rest', () => {
  const payment = { provider: 'sandbox', feeBasisPoints: 1000, feeFixedCents: 50 };
  const restTerms = { untilHours: 48, unpaid: 'keep' } as const;
  const owed = (amountCents: number, dueCents: number, changes: Partial<BookingTerms> = {}) =>
    owedFor({ ...terms(), payment, ...changes }, { amountCents, dueCents, restTerms });
  const common = { holdMinutes: 15, refundTiers: null };
  assert.deepEqual(owed(8000, 2000), { ...common, feeCents: 250, depositCents: 2000, restTerms });
  assert.deepEqual(owed(8000, 8000), { ...common, feeCents: 850, depositCents: null, restTerms: null });
  assert.deepEqual([owed(0, 0), owed(8000, 2000, { payment: null })], [null, null]);
  const online = { percent: 25, rest: 'online', rest_until_hours: 48 } as const;
  assert.deepEqual(restTermsOf(online), restTerms);
  assert.deepEqual([restTermsOf({ percent: 25, rest: 'venue' }), restTermsOf(null)], [null, null]);
});

test('rejects a party exactly if it is smaller or larger than the facility allows', () => {
  const some = fc.integer({ min: 1, max: 30 });
  fc.assert(
    fc.property(some, some, some, (a, b, people) => {
      const [minPeople, maxPeoplePerBooking] = [Math.min(a, b), Math.max(a, b)];
      const expected =
        people < minPeople ? 'people_too_few' : people > maxPeoplePerBooking ? 'people_too_many' : undefined;
      assert.equal(
        failureIn(() => checkPeople(terms({ minPeople, maxPeoplePerBooking }), people))?.code,
        expected,
      );
    }),
  );
});

test('reports the facility’s minimum or maximum when it rejects a party', () => {
  assert.deepEqual(failureIn(() => checkPeople(terms(), 1))?.params, { min: 2 });
  assert.deepEqual(failureIn(() => checkPeople(terms(), 9))?.params, { max: 8 });
});

test('computes the amount as the price per person, to the cent', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 100_000 }),
      fc.integer({ min: 1, max: 500 }),
      (priceCents, people) => {
        const each = Array.from({ length: people }, () => priceCents);
        const party = {
          people,
          guests: null,
          addOns: null,
          startsAt: '2026-12-05T10:00',
          locale: 'nl',
        } as const;
        const amountCents = each.reduce((sum, cents) => sum + cents, 0);
        assert.deepEqual(amountOf(terms({ priceCents }), party), { amountCents, lines: null, vat: null });
      },
    ),
  );
});

test('rejects a value for an undeclared field', () => {
  const code = (given: Record<string, unknown>) => failureIn(() => checkExtra([field('text')], given))?.code;
  assert.equal(code({ it: 'x', other: '' }), 'extra_unknown');
  assert.equal(code({ constructor: 'x' }), 'extra_unknown');
  assert.equal(code(JSON.parse('{"__proto__": "x"}')), 'extra_unknown');
});

test('trims a text and accepts one line only', () => {
  assert.equal(storedValue(field('text'), '  nut allergy '), 'nut allergy');
  assert.equal(storedValue(field('tel'), ' +31 6 1234 5678 '), '+31 6 1234 5678');
  assert.equal(storedValue(field('text'), 'a\nb'), 'extra_invalid');
  assert.equal(storedValue(field('tel'), '06\u0000'), 'extra_invalid');
});

test('keeps the lines of a textarea', () => {
  assert.equal(storedValue(field('textarea'), 'one\r\ntwo\n'), 'one\r\ntwo\n');
  assert.equal(storedValue(field('textarea'), 'a\u0000b'), 'extra_invalid');
});

test('accepts exactly the options of a select', () => {
  assert.equal(storedValue(size, 'M'), 'M');
  for (const value of ['L', 's', ' M', 'S,M', ['S'], 0])
    assert.equal(storedValue(size, value), 'extra_invalid', String(value));
  // Never blank: catalog rejects such options.
  const option = fc.string({ minLength: 1 }).filter((text) => text.trim() !== '');
  const options = fc.uniqueArray(option, { minLength: 1, maxLength: 5 });
  fc.assert(
    fc.property(options, option, (all, value) => {
      assert.equal(
        storedValue({ ...size, options: all }, value),
        all.includes(value) ? value : 'extra_invalid',
      );
      assert.equal(storedValue({ ...size, options: all }, all.at(-1)), all.at(-1));
    }),
  );
});

test('accepts only booleans for a checkbox', () => {
  assert.equal(storedValue(field('checkbox'), true), true);
  assert.equal(storedValue(field('checkbox'), false), false);
  for (const value of ['true', 'on', '', 1, null, []])
    assert.equal(storedValue(field('checkbox'), value), 'extra_invalid', String(value));
});

test('rejects a value that is not a string for a text field', () => {
  for (const type of ['text', 'tel', 'textarea'] as const)
    for (const value of [null, 7, true, false, ['x'], { x: 1 }])
      assert.equal(storedValue(field(type), value), 'extra_invalid', type);
});

test('stores nothing for an optional field that is absent or blank', () => {
  for (const one of [field('text'), field('tel'), field('textarea'), size]) {
    assert.equal(storedValue(one), 'nothing', one.type);
    assert.equal(storedValue(one, ''), 'nothing', one.type);
  }
  for (const type of ['text', 'tel', 'textarea'] as const)
    assert.equal(storedValue(field(type), ' \t '), 'nothing', type);
  assert.equal(storedValue(field('checkbox')), 'nothing');
});

test('names a required field that is absent, blank or unchecked', () => {
  for (const one of [field('text'), field('tel'), field('textarea'), size, field('checkbox')])
    assert.equal(storedValue({ ...one, required: true }), 'extra_required', one.type);
  for (const one of [field('text'), field('tel'), field('textarea'), size])
    assert.equal(storedValue({ ...one, required: true }, ''), 'extra_required', one.type);
  for (const type of ['text', 'tel', 'textarea'] as const)
    for (const blank of ['  ', '\u200b', '\u200e', '\u3164'])
      assert.equal(storedValue(field(type, { required: true }), blank), 'extra_required', type);
  assert.equal(storedValue(field('checkbox', { required: true }), false), 'extra_required');
  assert.equal(storedValue(field('checkbox', { required: true }), true), true);
  const translations = { de: { label: 'Es' } };
  const missing = failureIn(() => checkExtra([field('text', { required: true, translations })], {}));
  const saidIn = (language: Locale) => missing && failureText(missing.code, missing.params, language);
  assert.match(saidIn('de') ?? '', /„Es“/);
  for (const language of ['en', 'fr'] as const) assert.match(saidIn(language) ?? '', /["«]\s?It/);
});

test('accepts a field key that is a property of every object', () => {
  const fields = [field('text', { key: 'constructor' })];
  assert.deepEqual(checkExtra(fields, {}), {});
  assert.deepEqual(checkExtra(fields, { constructor: 'Jansen' }), { constructor: 'Jansen' });
});

test('limits the values of all fields, former ones included, to 64 kB when a venue corrects them', () => {
  const fields = ['a', 'b'].map((key) => ({ key, label: key, type: 'textarea' as const, required: false }));
  const codeOf = (before: Record<string, string>, given: Record<string, string>) => {
    const corrected = outcomeOf(() => correctedExtra(fields, before, given));
    return corrected instanceof Failure ? corrected.code : Object.keys(corrected).sort().join();
  };
  const long = '€'.repeat(10_000);
  assert.equal(codeOf({}, { a: long, b: long }), 'a,b');
  assert.equal(codeOf({ gone: long }, { a: long, b: long }), 'extra_too_long');
  // Too long already, saved by an earlier release: it can be shortened step by step.
  const before = { gone: long + long, a: long, b: 'x' };
  assert.equal(codeOf(before, { a: 'short' }), 'a,b,gone');
  assert.equal(codeOf(before, { b: 'xx' }), 'extra_too_long');
});
