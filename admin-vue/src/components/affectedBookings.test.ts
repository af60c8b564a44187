import assert from 'node:assert/strict';
import { test } from 'vitest';
import { affectedIn } from './affectedBookings.ts';

const K7 = { number: 'K7QF-3MXT', at: '2026-12-01 10:00' };
const seven = { number: '#7', at: '2026-12-02 11:00' };

test('parses the bookings in a failure message, and how many more there are', () => {
  const named = 'K7QF-3MXT (2026-12-01 10:00), #7 (2026-12-02 11:00)';
  for (const [message, affected] of [
    [
      `Dit raakt komende boekingen (2): ${named}. Stuur het opnieuw affected \`force\`.`,
      { named: [K7, seven], more: 0 },
    ],
    [`This affects upcoming bookings (12): ${named}, ….`, { named: [K7, seven], more: 10 }],
    [`This affects upcoming bookings (1000+): ${named}, ….`, { named: [K7, seven], more: undefined }],
    ['', { named: [], more: 0 }],
  ] as const)
    assert.deepEqual(affectedIn(message), affected);
});
