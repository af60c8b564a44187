import assert from 'node:assert/strict';
import { it } from 'node:test';
import { priceLine } from './priceLine.ts';

it('a line of a price is in the language of who reads it, not of who booked', () => {
  const items = [{ name: { nl: 'Kind', en: 'Child' } }];
  const said = (text: string, count = 1) => priceLine({ text, count }, items, 'nl');
  assert.equal(said('Child', 2), '2 × Kind');
  assert.equal(said('Kind'), 'Kind');
  assert.equal(said('Per person', 3), '3 × Per persoon');
  assert.equal(said('Weekend'), 'Weekend', 'a rule has one name');
});
