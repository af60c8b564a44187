import assert from 'node:assert/strict';
import type { VenueContact } from '@venue-booking/proto/venue/venue';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { silentLog as log, openTestBookings, type TestBookings } from '../testing/testBookings.ts';
import { nameVenues } from './nameVenues.ts';

describe('copies of venues', () => {
  let bookings: TestBookings;
  beforeAll(async () => {
    bookings = await openTestBookings();
  });
  afterAll(() => bookings.close());
  const contactOf = (slug: string, name: string) => async () => ({ slug, name }) as VenueContact;
  const named = () =>
    bookings.database.venue.findUniqueOrThrow({ where: { id: 1 }, select: { slug: true, name: true } });

  it('get a slug and a name from the catalog once, if an earlier release wrote them', async () => {
    const { database } = bookings;
    assert.deepEqual(await named(), { slug: null, name: null });
    await nameVenues({ database, log, contact: contactOf('spa', 'Spa') });
    assert.deepEqual(await named(), { slug: 'spa', name: 'Spa' });
    await nameVenues({ database, log, contact: contactOf('spa', 'Former name') });
    assert.deepEqual(await named(), { slug: 'spa', name: 'Spa' });
  });

  it('keep the name of an event that arrives during the call to the catalog', async () => {
    const { database } = bookings;
    await database.venue.update({ where: { id: 1 }, data: { slug: null, name: null } });
    await nameVenues({
      ...{ database, log },
      async contact() {
        await database.venue.update({ where: { id: 1 }, data: { slug: 'spa', name: 'New name' } });
        return { slug: 'spa', name: 'Old name' } as VenueContact;
      },
    });
    assert.deepEqual(await named(), { slug: 'spa', name: 'New name' });
  });
});

describe('with_offset', () => {
  let bookings: TestBookings;
  beforeAll(async () => {
    bookings = await openTestBookings();
  });
  afterAll(() => bookings.close());

  it('writes an instant in a time zone with its UTC offset', async () => {
    for (const [instant, zone, expected] of [
      ['2026-10-25T00:30Z', 'Europe/Amsterdam', '2026-10-25T02:30:00+02:00'],
      ['2026-10-25T01:30Z', 'Europe/Amsterdam', '2026-10-25T02:30:00+01:00'],
      ['2026-01-01T02:00Z', 'America/St_Johns', '2025-12-31T22:30:00-03:30'],
      ['2026-01-01T20:00Z', 'Asia/Kolkata', '2026-01-02T01:30:00+05:30'],
      ['2026-01-01T20:00Z', 'UTC', '2026-01-01T20:00:00+00:00'],
    ]) {
      const [row] = await bookings.database.$queryRaw<{ text: string }[]>`
        SELECT booking.with_offset(${instant}::timestamptz, ${zone}) AS text`;
      assert.equal(row?.text, expected);
      assert.equal(Date.parse(row?.text ?? ''), Date.parse(instant ?? ''));
    }
  });
});
