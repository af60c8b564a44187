import assert from 'node:assert/strict';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { openTestBookings, silentLog, type TestBookings } from '../testing/testBookings.ts';
import { readTally, startLimitTally } from './limitTally.ts';

describe('counts of limits', () => {
  let bookings: TestBookings;
  beforeAll(async () => {
    bookings = await openTestBookings();
  });
  afterAll(() => bookings.close());

  it('are added up across processes by venue and kind, at the latest when those stop', async () => {
    const { database } = bookings;
    const tallies = [
      startLimitTally(database, silentLog),
      startLimitTally(bookings.anotherReplica(), silentLog),
    ];
    for (const { tally } of tallies)
      for (let count = 0; count < 3; count++) {
        tally(1, 'proof_asked');
        tally(2, 'refused_by_cap');
      }
    await Promise.all(tallies.map((one) => one.stop()));
    const none = { days: 30, proof_brought: 0, proof_asked: 0, refused_by_cap: 0, refused_by_hour: 0 };
    assert.deepEqual(await readTally(database, 1), { ...none, proof_asked: 6 });
    assert.deepEqual(await readTally(database, 2), { ...none, refused_by_cap: 6 });
    assert.deepEqual(await readTally(database, 3), none);
  });

  it('omit days before the period that the dashboard shows', async () => {
    const { database } = bookings;
    await database.$executeRaw`
      INSERT INTO booking.limit_tally VALUES (5, (now() AT TIME ZONE 'UTC')::date - 30, 'proof_asked', 9)`;
    assert.equal((await readTally(database, 5)).proof_asked, 0);
  });
});
