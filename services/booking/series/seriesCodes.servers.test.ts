import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { newBooking, openTestBookings, type TestBookings } from '../testing/testBookings.ts';
import { changeStatus, saveBooking } from '../testing/testEffects.ts';
import { createSeriesCode, findSeriesCode, useSeriesCode } from './seriesCodes.ts';

const WEEK = 7 * 24 * 3600_000;

describe('the limit of a code for series', () => {
  let bookings: TestBookings;
  beforeAll(async () => {
    bookings = await openTestBookings();
  });
  afterAll(() => bookings.close());

  const newCode = async () => {
    const wish = { venueId: 1, facility_id: 1, name: 'Judo club', max_dates: 3 };
    const { id, code } = await createSeriesCode(bookings.database, wish);
    const datesLeft = async () => (await findSeriesCode(bookings.database, code))?.datesLeft;
    return { id, datesLeft };
  };
  /** Books one date with a code. Returns the ids of the series and of its booking. */
  const book = async (codeId: string) => {
    const [seriesId, startsAt] = [randomUUID(), Date.now() + WEEK];
    const seriesPlace = { position: 1, count: 1, everyWeeks: 1 };
    const date = newBooking({ startsAt, endsAt: startsAt + 1000, seriesId, seriesPlace });
    const { id } = (await saveBooking(bookings.database, date)) ?? assert.fail();
    await bookings.database.raw.$transaction((tx) => useSeriesCode(tx, { codeId, seriesId, dates: 1 }));
    return { seriesId, id };
  };
  const moveBy = (id: number, weeks: number) => bookings.database.$executeRaw`
    UPDATE booking.booking SET starts_at = starts_at + ${weeks}::integer * interval '1 week' WHERE id = ${id}`;

  it('counts a past date that the desk moves to the future after the code was used again', async () => {
    const { id: codeId, datesLeft } = await newCode();
    const { id } = await book(codeId);
    await moveBy(id, -2);
    assert.equal(await datesLeft(), 3);
    await book(codeId);
    await moveBy(id, 3);
    assert.equal(await datesLeft(), 1);
  });

  it('forgets cancelled series, so that its row does not grow for ever', async () => {
    const { id: codeId, datesLeft } = await newCode();
    const { id } = await book(codeId);
    await changeStatus(bookings.database, { venueId: 1, id }, { to: 'cancelled', actor: 'guest' });
    const { seriesId } = await book(codeId);
    const [row] = await bookings.database.$queryRaw<{ series: string[] }[]>`
      SELECT series FROM booking.series_code WHERE id = ${codeId}::uuid`;
    assert.deepEqual(row?.series, [seriesId]);
    assert.equal(await datesLeft(), 2);
  });
});
