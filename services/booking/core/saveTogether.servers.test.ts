import assert from 'node:assert/strict';
import { failureOf } from '@venue-booking/kit/messaging/rpc';
import { afterAll, beforeAll, describe, it } from 'vitest';
import type { BookingDatabase } from '../database.ts';
import { newBooking, openTestBookings, type TestBookings } from '../testing/testBookings.ts';
import { publish } from '../testing/testEffects.ts';
import { saveTogether } from './saveBooking.ts';

describe('saving bookings together', () => {
  let bookings: TestBookings;
  beforeAll(async () => {
    bookings = await openTestBookings();
  });
  afterAll(() => bookings.close());

  /** Saves so many bookings, with a limit of 5 a day. Returns how many, or the failure's code. */
  const save = (database: BookingDatabase, count: number, queueEffects = async () => {}) =>
    saveTogether(
      { database, publish },
      { bookings: Array.from({ length: count }, () => newBooking()), perDay: 5 },
      queueEffects,
    ).then(
      (saved) => saved?.length,
      (error) => failureOf(error)?.code,
    );

  it('counts all of them for the limit of a day, also those of a concurrent transaction', async () => {
    const { database } = bookings;
    assert.equal(await save(database, 6), 'venue_day_full');
    let second: Promise<unknown> = Promise.resolve();
    let isDone = false;
    const first = await save(database, 3, async () => {
      second = save(bookings.anotherReplica(), 3).finally(() => {
        isDone = true;
      });
      // Without a lock, the second would be saved before the first is committed.
      for (let waiting = 0; waiting === 0 && !isDone; ) {
        const [row] = await database.$queryRaw<{ waiting: number }[]>`
          SELECT count(*)::integer AS waiting FROM pg_stat_activity
          WHERE datname = current_database() AND wait_event_type = 'Lock'`;
        waiting = row?.waiting ?? 0;
      }
    });
    assert.deepEqual([first, await second], [3, 'venue_day_full']);
    assert.equal(await save(database, 2), 2);
    assert.equal(await save(database, 1), 'venue_day_full');
  });
});
