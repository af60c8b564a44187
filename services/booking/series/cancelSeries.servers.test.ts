import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { newBooking, openTestBookings, type TestBookings } from '../testing/testBookings.ts';
import { publish, saveBooking } from '../testing/testEffects.ts';
import { cancelSeries } from './cancelSeries.ts';

const WEEK = 7 * 24 * 3600_000;

describe('cancelling a series', () => {
  let bookings: TestBookings;
  beforeAll(async () => {
    bookings = await openTestBookings();
  });
  afterAll(() => bookings.close());

  it('sends one mail, although the request is repeated while it runs', async () => {
    const { database } = bookings;
    const seriesId = randomUUID();
    for (let position = 1; position <= 3; position++) {
      const startsAt = Date.now() + position * WEEK;
      const seriesPlace = { position, count: 3, everyWeeks: 1 };
      await saveBooking(database, newBooking({ startsAt, endsAt: startsAt + 1000, seriesId, seriesPlace }));
    }
    const deps = { database, publish, releasePlaces: async () => {}, wakeWorkers: () => {} };
    const by = { actor: 'desk', unpaidOnly: false };
    let done: Promise<unknown> = Promise.resolve();
    // Both find all dates before either cancels one.
    await database.raw.$transaction(async (tx) => {
      await tx.$queryRaw`SELECT FROM booking.booking WHERE series_id = ${seriesId}::uuid FOR UPDATE`;
      const other = bookings.anotherReplica();
      const cancelling = [deps, { ...deps, database: other }].map((of) =>
        cancelSeries(of, { venueId: 1, seriesId }, by),
      );
      for (let waiting = 0; waiting < 2; ) {
        const [row] = await database.$queryRaw<{ waiting: number }[]>`
          SELECT count(*)::integer AS waiting FROM pg_stat_activity
          WHERE datname = current_database() AND wait_event_type = 'Lock'`;
        waiting = row?.waiting ?? 0;
      }
      done = Promise.all(cancelling);
    });
    await done;
    const [counted] = await database.$queryRaw<{ mails: number; cancelled: number }[]>`
      SELECT (SELECT count(*) FROM booking.mail WHERE kind = 'cancelled')::integer AS mails,
        (SELECT count(*) FROM booking.booking WHERE status = 'cancelled')::integer AS cancelled`;
    assert.deepEqual(counted, { mails: 1, cancelled: 3 });
  });
});
