import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { fail } from '@venue-booking/proto/failures';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { latePayments } from '../../../test/stack/latePayments.ts';
import { openTestPayments, type TestPayments } from '../../../test/stack/testPayments.ts';
import type { BookingDatabase } from '../database.ts';

describe('late payment with failures', () => {
  let pay: TestPayments;
  beforeAll(async () => {
    pay = await openTestPayments();
  });
  afterAll(() => pay.close());

  const { late, settle, crash, sweep, isConfirmed } = latePayments(() => pay);

  it('waits while the ledger is unavailable', async () => {
    const hold = await late();
    const away = async () => {
      throw fail('unavailable');
    };
    const { ledger } = pay.deps();
    await settle({ ledger: { ...ledger, release: away } });
    await settle({ queue: { enter: away } });
    await settle({
      queue: {
        enter: (_at, _party, proceed) =>
          proceed({ slot: null, refused: { code: 'unavailable', params: {} } } as never),
      },
    });
    assert.deepEqual((await pay.facts(hold)).slice(3), []);
    await settle({ ledger: { ...ledger, settle: away } });
    assert.equal(await pay.state(hold), 'confirmed, paid');
    await pay.places.database
      .$executeRaw`UPDATE availability.allocation SET reserved_at = now() - interval '1 minute'`;
    await sweep();
    await isConfirmed(hold);
  });

  it('continues after a crash with the places that it had reserved', async () => {
    const hold = await late();
    await pay.take(hold.slotId, 8);
    const uid = await crash(hold);
    assert.equal(await pay.places.booked(hold.slotId), 10);
    await settle();
    await isConfirmed(hold, 10);
    assert.equal((await pay.find(hold.id)).uid, uid);
  });

  it('is not declined because of its own reservation, whether that is released or not', async () => {
    const outage = async () => Promise.reject(new Error('the ledger is away'));
    for (const release of [undefined, outage]) {
      const hold = await late();
      await pay.take(hold.slotId, 8);
      const orphan = await crash(hold, 30_000);
      await sweep(release);
      await settle();
      await isConfirmed(hold, 10);
      assert.notEqual((await pay.find(hold.id)).uid, orphan);
    }
  });

  it('is not declined because of its own hold if that is not released yet', async () => {
    const hold = await pay.hold();
    await pay.take(hold.slotId, 8);
    await pay.database.$executeRaw`
      UPDATE booking.booking SET status = 'expired', payment_status = 'expired' WHERE id = ${hold.id}`;
    await pay.paid(hold);
    assert.equal(await pay.places.booked(hold.slotId), 10);
    await settle();
    assert.equal(await pay.state(hold), 'confirmed, paid');
    assert.equal(await pay.places.booked(hold.slotId), 10);
  });

  it('reserves again if the sweep declares its reservation void right before the confirmation', async () => {
    const hold = await late();
    const { queue } = pay.deps();
    await settle({
      queue: {
        enter: (at, party, proceed) =>
          queue.enter(at, party, async (result) => {
            await pay.places.database.$executeRaw`
              UPDATE availability.allocation SET reserved_at = now() - interval '1 minute' WHERE booking_uid = ${party.bookingUid}::uuid`;
            await sweep(async () => Promise.reject(new Error('the ledger is away')));
            return proceed(result);
          }),
      },
    });
    assert.equal(await pay.state(hold), 'expired, paid');
    assert.equal(await pay.places.booked(hold.slotId), 0, 'no places stay taken without a booking');
    await settle();
    await isConfirmed(hold);
  });

  it('confirms the booking once by a retry after the database failed between reservation and booking', async () => {
    const hold = await late();
    let failures = 0;
    const database = new Proxy(pay.database, {
      get(target, name) {
        const value = Reflect.get(target, name);
        if (name !== '$queryRaw' || typeof value !== 'function') return value;
        return (strings: TemplateStringsArray, ...values: unknown[]) => {
          if (!strings.join('').includes("status = 'confirmed'"))
            return value.call(target, strings, ...values);
          failures += 1;
          throw new Error('connection lost');
        };
      },
    }) as BookingDatabase;
    await settle({ database });
    assert.deepEqual([failures, await pay.state(hold)], [1, 'expired, paid']);
    await settle();
    await isConfirmed(hold);
  });

  it('takes no places if the payment is refunded meanwhile', async () => {
    const hold = await late();
    const uid = await crash(hold, 30_000);
    await pay.tell('events.payment.payment_refunded', hold, {
      refundId: randomUUID(),
      amountCents: 2500n,
      reason: 'owner',
      inFull: true,
    });
    await settle();
    await sweep();
    assert.equal(await pay.state(hold), 'expired, refunded');
    assert.equal(await pay.places.booked(hold.slotId), 0);
    assert.equal(
      (await pay.database.reservationOutcome.findUnique({ where: { bookingUid: uid } }))?.void,
      true,
    );
  });
});
