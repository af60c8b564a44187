import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Failure } from '@venue-booking/proto/failures';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { openTestPayments, type TestPayments } from '../../../test/stack/testPayments.ts';
import { guestHashes } from '../limits/guestHashes.ts';
import { memoryRateLimit } from '../limits/rateLimit.ts';
import { changeStatus, noWaitingList } from '../testing/testEffects.ts';
import { voidReservations } from './bookingStore.ts';
import { cancelBooking } from './cancelBooking.ts';
import { type Deps, placeBooking } from './placeBooking.ts';

const ADDRESS = '192.0.2.1';

describe('places and counts of a booking that ends or fails', () => {
  let pay: TestPayments;
  beforeAll(async () => {
    pay = await openTestPayments();
  });
  afterAll(() => pay.close());

  /** Releases places as usual, but with a delay. */
  const slowly: Deps['releasePlaces'] = async (venueId, bookingUid) => {
    await sleep(50);
    await pay.deps().releasePlaces(venueId, bookingUid);
  };
  const cancel = (id: number) =>
    cancelBooking(
      { ...pay.deps(), releasePlaces: slowly },
      { venueId: 1, id },
      { guest: false, actor: 'operator' },
    );

  it('are released before a cancellation responds', async () => {
    const [unpaid, paid, again] = await Promise.all([pay.hold(), pay.hold(), pay.hold()]);
    assert.ok(unpaid && paid && again);
    await pay.paid(paid);
    // Cancelled by a concurrent request that has not released the places yet.
    await changeStatus(pay.database, { venueId: 1, id: again.id }, { to: 'cancelled', actor: 'guest' });
    for (const { id, slotId } of [unpaid, paid, again]) {
      assert.equal(await pay.places.booked(slotId), 2);
      await cancel(id);
      assert.equal(await pay.places.booked(slotId), 0);
    }
  });

  it('stay taken if the guest is checked in, or if staff without rights over money cancel a paid booking', async () => {
    const [there, comes] = [await pay.hold(), await pay.hold()];
    for (const hold of [there, comes]) await pay.paid(hold);
    await changeStatus(pay.database, { venueId: 1, id: there.id }, { to: 'checked_in', actor: 'desk' });
    const refused = ({ id }: { id: number }, unpaidOnly: boolean) =>
      cancelBooking(pay.deps(), { venueId: 1, id }, { guest: false, actor: 'them', unpaidOnly }).then(
        () => 'cancelled',
        (error: Failure) => error.code,
      );
    assert.deepEqual(
      [await refused(there, false), await refused(there, true), await refused(comes, true)],
      ['booking_checked_in', 'booking_checked_in', 'owner_only'],
    );
    assert.deepEqual([await pay.places.booked(there.slotId), await refused(comes, false)], [2, 'cancelled']);
  });

  it('are released if a booking is not saved, also in the hourly rate limit', async () => {
    const limit = memoryRateLimit();
    const before = await limit.peek(ADDRESS);
    const deps: Deps = {
      ...pay.deps(),
      releasePlaces: slowly,
      limit,
      onPlaced: () => {},
      hashKey: new Uint8Array(32),
      spendProof: async () => {},
      tally: () => {},
      waiting: noWaitingList,
      signingKeys: [],
    };
    const request = (uid: string, slot_id: number) => ({
      uid,
      venueId: 1,
      body: {
        slot_id,
        people: 2,
        customer_name: 'Ada',
        customer_email: `${uid}@example.com`,
        extra: {},
        locale: 'en' as const,
      },
      idempotencyKey: null,
      by: {
        source: 'online' as const,
        clientAddress: ADDRESS,
        guest: guestHashes(deps.hashKey, { email: `${uid}@example.com`, clientAddress: ADDRESS }),
        offer: null,
      },
    });
    const [voided, slotId] = [randomUUID(), pay.freshSlot()];
    await voidReservations(pay.database, [{ venueId: 1, bookingUid: voided }]);
    const isUnavailable = (error: unknown) => error instanceof Failure && error.code === 'unavailable';
    await assert.rejects(placeBooking(deps, request(voided, slotId)), isUnavailable);
    assert.deepEqual(await limit.peek(ADDRESS), before);
    assert.equal(await pay.places.booked(slotId), 0);
    await placeBooking(deps, request(randomUUID(), slotId));
    assert.equal((await limit.peek(ADDRESS)).remaining, before.remaining - 1, 'a saved booking counts');
    assert.equal(await pay.places.booked(slotId), 2);
  });
});
