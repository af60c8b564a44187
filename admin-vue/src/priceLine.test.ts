import assert from 'node:assert/strict';
import { lineTexts } from '@venue-booking/domain/price/lineTexts';
import { Locale } from '@venue-booking/proto/primitives';
import { it } from 'vitest';
import { priceLine } from './priceLine.ts';

it('translates a price line into the language of the reader', () => {
  const items = [{ name: { nl: 'Kind', en: 'Child' } }];
  const said = (text: string, count = 1) => priceLine({ text, count }, items, 'nl');
  assert.equal(said('Child', 2), '2 × Kind');
  assert.equal(said('Kind'), 'Kind');
  assert.equal(said('Per person', 3), '3 × per persoon');
  assert.equal(said('Per person'), 'Per persoon');
  assert.equal(said('Weekend'), 'Weekend', 'a rule has one name');
  assert.equal(said('2 Weekends'), '2 Weekends');
  assert.equal(priceLine({ text: 'Kind', count: 2 }, items, 'fr'), '2 × Child', 'there is no French name');
  assert.equal(priceLine({ text: '2 personen', count: 1 }, [], 'de'), '2 Personen');
});

it('has a translation of every built-in name', () => {
  const named = (language: Locale) => {
    const { party, ...names } = lineTexts[language];
    return [...Object.values(names), ...[1, 2, 60].map(party)];
  };
  for (const from of Locale.options)
    for (const to of Locale.options)
      assert.deepEqual(
        named(from).map((text) => priceLine({ text, count: 1 }, [], to)),
        named(to),
      );
});
