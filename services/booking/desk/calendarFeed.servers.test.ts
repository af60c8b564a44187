import assert from 'node:assert/strict';
import { afterAll, beforeAll, it } from 'vitest';
import { newBooking, openTestBookings, type TestBookings } from '../testing/testBookings.ts';
import { saveBooking } from '../testing/testEffects.ts';
import { readFeed, renewFeed } from './calendarFeed.ts';

let bookings: TestBookings;
beforeAll(async () => {
  bookings = await openTestBookings();
});
afterAll(() => bookings.close());

it('reads a calendar feed in its venue’s bulkhead, but looks up an unknown address outside of it', async () => {
  const { database } = bookings;
  const startsAt = Date.now() + 24 * 3600_000;
  await saveBooking(database, newBooking({ startsAt, endsAt: startsAt + 3600_000 }));
  const secret = await renewFeed(database, { venueId: 1, facilityId: 1 });
  const calls: string[] = [];
  const deps = {
    database,
    publicUrl: 'https://book.example',
    async readBulkhead<T>(name: string, work: () => Promise<T>): Promise<T> {
      calls.push(name);
      return work();
    },
  };
  assert.equal(await readFeed(deps, { secret: 's'.repeat(43), after: 0 }), null);
  assert.deepEqual(calls, []);
  const page = await readFeed(deps, { secret, after: 0 });
  assert.match(page?.calendar ?? '', /SUMMARY:Ada Lovelace \(2\)/);
  assert.deepEqual(calls, ['1']);
});
