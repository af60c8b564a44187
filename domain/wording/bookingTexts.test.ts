import assert from 'node:assert/strict';
import { Locale } from '@venue-booking/proto/primitives';
import { test } from 'vitest';
import { countedText, guestsText, partyText, vatRows } from './bookingTexts.ts';

test('capitalises a price line only at its beginning, or if the venue wrote it so', () => {
  assert.equal(countedText({ text: 'Per persoon', count: 1 }), 'Per persoon');
  assert.equal(countedText({ text: 'Per persoon', count: 2 }), '2 × per persoon');
  assert.equal(countedText({ text: 'Extra person', count: 3 }), '3 × extra person');
  assert.equal(countedText({ text: 'Volwassene', count: 2 }), '2 × Volwassene');
  assert.equal(countedText({ text: 'Zusätzliche Person', count: 3 }), '3 × zusätzliche Person');
});

test('counts a party in the plural of the language', () => {
  const texts = (people: number) => Locale.options.map((locale) => partyText({ people }, locale));
  assert.deepEqual(texts(1), ['1 persoon', '1 person', '1 Person', '1 personne']);
  assert.deepEqual(texts(4), ['4 personen', '4 people', '4 Personen', '4 personnes']);
});

test('names guests in the language, or in English without a name in it', () => {
  const guests = [{ name: { nl: 'Kind', en: 'Child', fr: 'Enfant' }, count: 2 }];
  const texts = Locale.options.map((locale) => guestsText({ people: 2, guests }, locale));
  assert.deepEqual(texts, ['2 × Kind', '2 × Child', '2 × Child', '2 × Enfant']);
});

test('labels the VAT of a rate', () => {
  const labels = Locale.options.map((locale) => vatRows([{ percent: 8.1, vat_eur: 1 }], locale)[0]?.[0]);
  assert.deepEqual(labels, [
    'Waarvan btw 8,1%',
    'Of which VAT 8.1%',
    'Inkl. 8,1\u00a0% MwSt.',
    'Dont TVA 8,1\u00a0%',
  ]);
});
