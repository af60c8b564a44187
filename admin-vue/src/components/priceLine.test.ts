import assert from 'node:assert/strict';
import { lineTexts } from '@venue-booking/domain/price/lineTexts';
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
});

it('has a translation of every built-in name', () => {
  const { nl, en } = lineTexts;
  const pairs = [
    ...(['person', 'booking', 'more', 'minimum'] as const).map((name) => [nl[name], en[name]]),
    ...[1, 2, 60].map((people) => [nl.party(people), en.party(people)]),
  ];
  assert.equal(pairs.length, Object.keys(nl).length + 2);
  for (const [dutch = '', english = ''] of pairs) {
    assert.equal(priceLine({ text: english, count: 1 }, [], 'nl'), dutch);
    assert.equal(priceLine({ text: dutch, count: 1 }, [], 'en'), english);
  }
});
