import assert from 'node:assert/strict';
import { HORIZON_DAYS } from '@venue-booking/proto/venue/venueOffer';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { daySlots } from '../reads/slotReads.ts';
import { MONDAY_10, openTestLedger, type TestLedger } from '../testing/testLedger.ts';
import { placesOffered } from './placesOffered.ts';

const DAY_MS = 24 * 3600_000;

describe('the places that a venue offers', () => {
  let ledger: TestLedger;
  beforeAll(async () => {
    ledger = await openTestLedger();
  });
  afterAll(() => ledger.close());
  const offer = (around?: number) => placesOffered(ledger.database, { venueId: 1, around });
  const placesAt = async (instant: number) =>
    (await offer(instant)).days.find(({ startsAt, endsAt }) => instant >= startsAt && instant < endsAt)
      ?.places;
  const setFacility = (data: object) => ledger.database.facility.updateMany({ data });

  it('equal the capacities of all slots of a booking day', async () => {
    const of = { venueId: 1, facilityId: 1, date: '2030-06-03' };
    const { slots } = await daySlots({ database: ledger.database }, of);
    const places = slots.reduce((sum, { capacity }) => sum + capacity, 0);
    assert.ok(places > 0);
    assert.equal(await placesAt(MONDAY_10), places);
  });

  it('cover each day of the horizon, which ends where the venue takes no bookings', async () => {
    const { days } = await offer();
    assert.equal(days.length, HORIZON_DAYS);
    assert.ok((days[0]?.startsAt ?? Infinity) <= Date.now() && Date.now() < (days[0]?.endsAt ?? 0));
    for (const [at, { endsAt }] of days.entries())
      if (days[at + 1]) assert.equal(days[at + 1]?.startsAt, endsAt);
    await ledger.database.venue.updateMany({ data: { maxAdvanceDays: 6 } });
    assert.equal((await offer()).days.length, 7);
    await ledger.database.venue.updateMany({ data: { maxAdvanceDays: null } });
  });

  it('include the places per booking of a facility that is booked as a whole', async () => {
    assert.deepEqual((await offer()).privatePlaces, {});
    await setFacility({ mode: 'FULL' });
    const { privatePlaces } = await offer();
    assert.deepEqual(Object.keys(privatePlaces), ['1']);
    await setFacility({ mode: 'CAPACITY' });
  });

  it('are none for an inactive facility or an unknown venue', async () => {
    await setFacility({ active: false });
    assert.deepEqual(await offer(), { days: [], privatePlaces: {} });
    await setFacility({ active: true });
    const unknown = await placesOffered(ledger.database, { venueId: 99, around: Date.now() + DAY_MS });
    assert.deepEqual(unknown.days, []);
  });
});
