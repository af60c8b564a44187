import assert from 'node:assert/strict';
import type { Facility } from '@venue-booking/proto/facility/facility';
import { test } from 'vitest';
import { countIn, partyFor } from './party.ts';

const category = (key: string) => ({
  ...{ key, name: { nl: key, en: key }, eur: 10 },
  ...{ takes_place: true, min: 0, max: null },
});
const facility = (...keys: string[]) =>
  ({ price: { per: 'person', from_eur: 10, varies: false, categories: keys.map(category) } }) as Facility;

test('keeps the counts of a party’s categories, whatever their keys', () => {
  const before = { people: 2, guests: { adult: 2 } };
  assert.deepEqual(partyFor(facility('adult', 'constructor'), before), {
    people: 2,
    guests: { adult: 2, constructor: 0 },
  });
  assert.equal(countIn({ towel: 1 }, 'constructor'), undefined);
  assert.equal(countIn({ constructor: 3 }, 'constructor'), 3);
  assert.equal(countIn(undefined, 'towel'), undefined);
});
