import assert from 'node:assert/strict';
import { test } from 'vitest';
import { chosenDates, type PreviewedDate } from './repetition.ts';

const at = (slot_id: number, more: Partial<PreviewedDate> = {}): PreviewedDate => ({
  ...{ slot_id, starts_at: '2030-06-03T10:00', free: 4, amount_eur: 10 },
  ...more,
});
const dates = [
  at(1),
  at(2, { conflict: 'full', others: [at(20), at(21)] }),
  at(3),
  at(4, { conflict: 'closed' }),
  at(5),
];
const idsOf = (...choices: Parameters<typeof chosenDates>[1][]) =>
  choices.map((choice) => chosenDates(dates, choice).map(({ slot_id }) => slot_id));

test('leaves dates with a conflict out unless another time or the end is chosen', () => {
  assert.deepEqual(idsOf({}, { 2: 21 }, { 2: 21, 4: 'stop' }, { 2: 'stop' }, { 2: 99 }), [
    [1, 3, 5],
    [1, 21, 3, 5],
    [1, 21, 3],
    [1],
    [1, 3, 5],
  ]);
});
