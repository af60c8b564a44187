import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'vitest';
import { de } from '../texts/de.ts';
import { en } from '../texts/en.ts';
import { fr } from '../texts/fr.ts';
import { nl } from '../texts/nl.ts';
import { type Checked, clauseOf, named } from './fieldFailure.ts';

const formats = {
  day: (date: string) => `day ${date}`,
  count: (value: number) => value.toLocaleString('en'),
};
const valid = {
  badInput: false,
  customError: false,
  patternMismatch: false,
  rangeOverflow: false,
  rangeUnderflow: false,
  stepMismatch: false,
  tooLong: false,
  tooShort: false,
  typeMismatch: false,
  valueMissing: false,
};
const clause = (wrong: Partial<typeof valid>, control: Partial<Checked> = {}) =>
  clauseOf(
    { validity: { ...valid, ...wrong }, validationMessage: '', type: 'text', ...control },
    en.fields,
    formats,
  );

describe('the failure of a field', () => {
  it('states what the browser finds wrong, for each kind of control', () => {
    assert.equal(clause({ valueMissing: true }), 'must be filled in');
    assert.equal(clause({ valueMissing: true }, { type: 'select-one' }), 'must be chosen');
    assert.equal(clause({ badInput: true }, { type: 'number' }), 'must be a number');
    assert.equal(clause({ badInput: true }, { type: 'date' }), 'must be a date');
    assert.equal(clause({ badInput: true }, { type: 'time' }), 'must be a time');
    assert.equal(clause({ rangeUnderflow: true }, { type: 'number', min: '0' }), 'must be at least 0');
    assert.equal(
      clause({ rangeOverflow: true }, { type: 'number', max: '100000' }),
      'must be at most 100,000',
    );
    assert.equal(
      clause({ rangeUnderflow: true }, { type: 'date', min: '1900-01-01' }),
      'must not be before day 1900-01-01',
    );
    assert.equal(clause({ stepMismatch: true }, { type: 'number' }), 'must be a whole number');
    assert.match(clause({ typeMismatch: true }, { type: 'email' }), /^must be an e-mail address/);
    assert.match(clause({ typeMismatch: true }, { type: 'url' }), /^must be a web address/);
  });

  it('reports an empty required field before the format of its value', () => {
    const both = { valueMissing: true, customError: true };
    assert.equal(clause(both, { validationMessage: 'must be an amount' }), 'must be filled in');
    assert.equal(
      clause({ customError: true }, { validationMessage: 'must be an amount' }),
      'must be an amount',
    );
  });

  it('names the field by its label, and keeps a sentence as it is', () => {
    assert.equal(named('Name', 'must not be empty', en.fields), '“Name” must not be empty.');
    assert.equal(named('Naam', 'mag niet leeg zijn', nl.fields), '‘Naam’ mag niet leeg zijn.');
    assert.equal(named('Events', 'choose at least one', en.fields), 'Events: choose at least one.');
    const sentence = 'Enter the address of a website.';
    assert.equal(named('Website', sentence, en.fields), sentence);
  });

  it('joins the same failures to the label in each language', () => {
    const isJoined = (texts: typeof en, text: string) =>
      named('⟦label⟧', text, texts.fields) === texts.fields.named('⟦label⟧', text);
    for (const key of Object.keys(en.failures) as (keyof typeof en.failures)[])
      for (const texts of [nl, de, fr])
        assert.equal(
          isJoined(texts, texts.failures[key]),
          isJoined(en, en.failures[key]),
          texts.failures[key],
        );
  });
});

/** Inputs that no form sends: files, and fields that act while they are typed. */
const OUTSIDE_OF_FORMS = /type="(?:checkbox|radio|file|hidden|search)"/;

it('every text, number and choice in a form has its label and its failure from a FormField', () => {
  const root = path.join(import.meta.dirname, '..');
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.vue'),
  );
  const inForms = files
    .map((file) => ({ file, text: readFileSync(path.join(root, file), 'utf8') }))
    .filter(({ text }) => /<(?:form|SectionForm)\b/.test(text));
  assert.ok(inForms.length > 20);
  for (const { file, text } of inForms)
    for (const [control] of text.matchAll(/<(?:input|select|textarea|AmountInput)\b[^>]*>/gs))
      assert.ok(
        OUTSIDE_OF_FORMS.test(control) || control.includes('v-bind="control"'),
        `${file}: ${control}`,
      );
});
