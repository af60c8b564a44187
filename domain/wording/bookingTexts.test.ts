import assert from 'node:assert/strict';
import { test } from 'vitest';
import { countedText } from './bookingTexts.ts';

test('capitalises a price line only at its beginning, or if the venue wrote it so', () => {
  assert.equal(countedText({ text: 'Per persoon', count: 1 }), 'Per persoon');
  assert.equal(countedText({ text: 'Per persoon', count: 2 }), '2 × per persoon');
  assert.equal(countedText({ text: 'Extra person', count: 3 }), '3 × extra person');
  assert.equal(countedText({ text: 'Volwassene', count: 2 }), '2 × Volwassene');
});
