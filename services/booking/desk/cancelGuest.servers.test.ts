import assert from 'node:assert/strict';
import { until } from '@venue-booking/kit/testing/testMessaging';
import { afterAll, beforeAll, it } from 'vitest';
import { newBooking, openTestBookings, type TestBookings } from '../testing/testBookings.ts';
import { publish, saveBooking } from '../testing/testEffects.ts';
import { cancelGuest } from './cancelGuest.ts';

const HOUR = 3600_000;
const TOGETHER = 4;

let bookings: TestBookings;
beforeAll(async () => {
  bookings = await openTestBookings();
});
afterAll(() => bookings.close());

it('cancels the bookings of a guest in small concurrent batches, soonest first', async () => {
  const { database } = bookings;
  const uids: string[] = [];
  for (let nth = 0; nth < 2 * TOGETHER + 1; nth++) {
    // Booked in reverse order of their start.
    const startsAt = Date.UTC(2099, 5, 3, 8) - nth * HOUR;
    const booking = newBooking({ startsAt, endsAt: startsAt + HOUR });
    uids.unshift(booking.uid);
    await saveBooking(database, booking);
  }
  const given: string[] = [];
  const deps = {
    database,
    publish,
    hashKey: new Uint8Array(32),
    wakeWorkers() {},
    async releasePlaces(_venueId: number, uid: string) {
      given.push(uid);
      // Cancellations of one batch wait for each other: run one by one, they would wait for ever.
      const nth = Math.floor((given.length - 1) / TOGETHER) * TOGETHER;
      await until(() => given.length >= Math.min(nth + TOGETHER, uids.length));
    },
  };
  const guest = { venueId: 1, email: 'Ada@example.com', actor: 'owner' };
  assert.deepEqual(await cancelGuest(deps, guest), { cancelled_bookings: uids.length, left_bookings: 0 });
  const times = (of: string[]) =>
    [of.slice(0, TOGETHER), of.slice(TOGETHER, 2 * TOGETHER), of.slice(2 * TOGETHER)].map((some) =>
      some.sort(),
    );
  assert.deepEqual(times(given), times(uids));
  assert.deepEqual(await cancelGuest(deps, guest), { cancelled_bookings: 0, left_bookings: 0 });
});
