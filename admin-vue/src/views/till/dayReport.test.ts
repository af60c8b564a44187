import assert from 'node:assert/strict';
import type { CalendarBooking } from '@venue-booking/proto/booking/calendar';
import { it } from 'vitest';
import { reportOf } from './dayReport.ts';

it('counts who came and who did not, also within a party, and lists what is left to do', () => {
  const booking = (id: number, more: Partial<CalendarBooking>) =>
    ({ id, people: 4, ...more }) as CalendarBooking;
  const { noShows, unmarked, open, ...counts } = reportOf([
    booking(1, { status: 'checked_in', arrived: 4 }),
    booking(2, { status: 'checked_in', arrived: 3, absent: 1, open_eur: 5 }),
    booking(3, { status: 'no_show', absent: 4, open_eur: 80 }),
    booking(4, { status: 'confirmed', open_eur: 80 }),
    booking(5, { status: 'pending_payment' }),
  ]);
  assert.deepEqual(counts, { people: 16, came: 7, absent: 5 });
  const ids = [noShows, unmarked, open].map((list) => list.map(({ id }) => id));
  assert.deepEqual(ids, [[2, 3], [4], [2]]);
});
