import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { until } from '@venue-booking/kit/testing/testMessaging';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { latePayments } from '../../../test/stack/latePayments.ts';
import { type Hold, openTestPayments, type TestPayments } from '../../../test/stack/testPayments.ts';
import { cancelBooking } from '../core/cancelBooking.ts';
import { claimKey } from '../core/idempotency.ts';
import { startHoldsWorker } from './payments.ts';

describe('late payment', () => {
  let pay: TestPayments;
  beforeAll(async () => {
    pay = await openTestPayments();
  });
  afterAll(() => pay.close());

  const { late, lateUid, settle, isConfirmed, isDeclined } = latePayments(() => pay);

  it('confirms the booking under a new uid while places are free', async () => {
    const key = randomUUID();
    const body = {
      slot_id: 1,
      people: 2,
      customer_name: 'A',
      customer_email: 'a@b.example',
      extra: {},
      locale: 'nl',
    } as const;
    const uid = randomUUID();
    const termsRequest = { venueId: 1, facilityId: 1, guest: null };
    await claimKey(pay.database, key, { owner: uid, body, termsRequest });
    const hold = await late({ uid, idempotencyKey: key });
    const newUid = await lateUid(hold);
    await settle();
    await settle();
    await isConfirmed(hold);
    assert.equal((await pay.find(hold.id)).uid, newUid);
    const again = await claimKey(pay.database, key, { owner: randomUUID(), body, termsRequest });
    assert.equal(again.bookingUid, newUid);
    await cancelBooking(pay.deps(), { venueId: 1, id: hold.id }, { guest: false, actor: 'operator' });
    assert.equal(await pay.places.booked(hold.slotId), 0, 'its new places are released');
  });

  it('takes the last places, and is declined when they are gone', async () => {
    const [fits, gone] = [await late(), await late()];
    await pay.take(fits.slotId, 8);
    await pay.take(gone.slotId, 9);
    await settle();
    await settle();
    await isConfirmed(fits, 10);
    await isDeclined(gone, 9);
  });

  it('is declined once the slot has begun or is blocked', async () => {
    const [begun, blocked] = [await late({ startsAt: Date.now() - 1000 }), await late()];
    await pay.places.database.slot.update({ where: { id: BigInt(blocked.slotId) }, data: { blocked: true } });
    await settle();
    await isDeclined(begun, 0);
    await isDeclined(blocked, 0);
  });

  it('is settled once by several concurrent replicas, without overselling', async () => {
    for (let round = 0; round < 5; round++) {
      const slotId = pay.freshSlot();
      const rivals: Hold[] = [];
      for (let count = 0; count < 5; count++) rivals.push(await late({ slotId }));
      await pay.take(slotId, 6);
      await Promise.all(Array.from({ length: 6 }, () => settle()));
      await settle();
      const states = (await Promise.all(rivals.map(pay.state))).sort();
      assert.deepEqual(states, ['confirmed, paid', 'confirmed, paid', ...Array(3).fill('expired, paid')]);
      assert.equal(await pay.places.booked(slotId), 10);
      for (const rival of rivals) assert.equal((await pay.facts(rival)).length, 4);
      assert.deepEqual(await pay.unsettled(), []);
    }
  });

  it('is settled for more bookings than one batch', async () => {
    const holds = await Promise.all(Array.from({ length: 45 }, () => late()));
    await settle();
    assert.deepEqual(new Set(await Promise.all(holds.map(pay.state))), new Set(['confirmed, paid']));
  });

  it('is settled by the worker when woken, and at its interval', async (t) => {
    const worker = startHoldsWorker(pay.deps(), { intervalMs: 60_000 });
    t.onTestFinished(() => worker.stop());
    const hold = await late();
    worker.wake();
    await until(async () => (await pay.state(hold)) === 'confirmed, paid');
    const another = await late();
    const frequent = startHoldsWorker(pay.deps(), { intervalMs: 20 });
    t.onTestFinished(() => frequent.stop());
    await until(async () => (await pay.state(another)) === 'confirmed, paid');
  });
});
