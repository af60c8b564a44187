import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { until } from '@venue-booking/kit/testMessaging';
import { fail } from '@venue-booking/proto/failures';
import { type Hold, openTestPayments, type TestPayments } from '../../../test/stack/testPayments.ts';
import { givePlacesBack, listUnsettled, settlePlaces } from '../../availability/ledger.ts';
import { cancelBooking } from '../cancelBooking.ts';
import type { BookingDatabase } from '../database.ts';
import { claimKey } from '../idempotency.ts';
import { sweepReservations } from '../sweep.ts';
import { silentLog } from '../testBookings.ts';
import { startHoldsWorker } from './payments.ts';
import { settleLate } from './settleLate.ts';

describe('money that comes after the hold', () => {
  let pay: TestPayments;
  before(async () => {
    pay = await openTestPayments();
  });
  after(() => pay.close());

  type Changes = Parameters<TestPayments['hold']>[0];
  /** A hold of two places that lapsed and was paid then. */
  const late = async (changes?: Changes): Promise<Hold> => {
    const hold = await pay.hold(changes);
    await pay.lapsed(hold);
    await pay.paid(hold);
    assert.equal(await pay.state(hold), 'expired, paid');
    return hold;
  };
  const lateUid = async (hold: Hold) => {
    const uid = (await pay.find(hold.id)).lateUid;
    assert.ok(uid);
    return uid;
  };
  const settle = (faults?: Parameters<TestPayments['deps']>[0]) => settleLate(pay.deps(faults));
  /** Takes the places of a late booking again and dies before it is confirmed; some time ago. */
  const crash = async (hold: Hold, agoMs = 0) => {
    const uid = await lateUid(hold);
    const { parties } = await pay.places.reserve(hold.slotId, [{ bookingUid: uid, people: 2 }]);
    assert.equal(parties[0]?.refused, null);
    await pay.places.database.$executeRaw`
      UPDATE availability.allocation SET reserved_at = now() - ${agoMs} * interval '1 millisecond'
      WHERE booking_uid = ${uid}::uuid`;
    return uid;
  };
  const sweep = (release?: () => Promise<never>) =>
    sweepReservations(
      {
        database: pay.database,
        ledger: {
          unsettled: (query) => listUnsettled(pay.places.database, query),
          release:
            release ??
            (({ venueId, bookingUid }) => givePlacesBack(pay.places.database, venueId, bookingUid)),
          settle: ({ bookings }) => settlePlaces(pay.places.database, bookings),
        },
        log: silentLog,
      },
      20_000,
    );
  const isConfirmed = async (hold: Hold, booked = 2) => {
    assert.equal(await pay.state(hold), 'confirmed, paid');
    assert.deepEqual((await pay.facts(hold)).slice(3), ['booking_status_changed confirmed']);
    assert.deepEqual((await pay.history(hold)).slice(2), ['system paid €25.00', 'system confirmed']);
    assert.equal(await pay.places.booked(hold.slotId), booked);
    assert.deepEqual(await pay.unsettled(), []);
  };
  const isDeclined = async (hold: Hold, booked: number) => {
    assert.equal(await pay.state(hold), 'expired, paid');
    assert.equal((await pay.find(hold.id)).lateUid, null);
    assert.deepEqual((await pay.facts(hold)).slice(3), ['payment_declined']);
    assert.deepEqual((await pay.history(hold)).slice(2), ['system paid €25.00', 'system payment_declined']);
    assert.equal(await pay.places.booked(hold.slotId), booked);
  };

  it('confirms the booking while places are free, under a uid of its own', async () => {
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
    await claimKey(pay.database, { venueId: 1, key }, { owner: uid, body });
    const hold = await late({ uid, idempotencyKey: key });
    const newUid = await lateUid(hold);
    await settle();
    await settle();
    await isConfirmed(hold);
    assert.equal((await pay.find(hold.id)).uid, newUid);
    assert.equal(await claimKey(pay.database, { venueId: 1, key }, { owner: randomUUID(), body }), newUid);
    await cancelBooking(pay.deps(), { venueId: 1, id: hold.id }, { guest: false, actor: 'operator' });
    assert.equal(await pay.places.booked(hold.slotId), 0, 'its new places are the ones that are given back');
  });

  it('takes the last places, and declines the money when they are gone', async () => {
    const [fits, gone] = [await late(), await late()];
    await pay.take(fits.slotId, 8);
    await pay.take(gone.slotId, 9);
    await settle();
    await settle();
    await isConfirmed(fits, 10);
    await isDeclined(gone, 9);
  });

  it('declines the money once the slot has begun, and when it was blocked', async () => {
    const [begun, blocked] = [await late({ startsAt: Date.now() - 1000 }), await late()];
    await pay.places.database.slot.update({ where: { id: BigInt(blocked.slotId) }, data: { blocked: true } });
    await settle();
    await isDeclined(begun, 0);
    await isDeclined(blocked, 0);
  });

  it('is decided once by many replicas at once, and never sells a place twice', async () => {
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

  it('waits while the ledger is away', async () => {
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

  it('goes on after a crash with the places that it had taken', async () => {
    const hold = await late();
    await pay.take(hold.slotId, 8);
    const uid = await crash(hold);
    assert.equal(await pay.places.booked(hold.slotId), 10);
    await settle();
    await isConfirmed(hold, 10);
    assert.equal((await pay.find(hold.id)).uid, uid);
  });

  it('is not refused for places that are its own, given back or not', async () => {
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

  it('is not refused for the places of the hold, should they not be free yet', async () => {
    const hold = await pay.hold();
    await pay.take(hold.slotId, 8);
    await pay.database.$executeRaw`
      UPDATE booking.booking SET status = 'expired', payment_status = 'expired', client = NULL WHERE id = ${hold.id}`;
    await pay.paid(hold);
    assert.equal(await pay.places.booked(hold.slotId), 10);
    await settle();
    assert.equal(await pay.state(hold), 'confirmed, paid');
    assert.equal(await pay.places.booked(hold.slotId), 10);
  });

  it('gets other places when the sweep voids its reservation right before it is confirmed', async () => {
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
    assert.equal(await pay.places.booked(hold.slotId), 0, 'nothing is held that nobody has');
    await settle();
    await isConfirmed(hold);
  });

  it('confirms nothing after the database failed between places and booking, and then once', async () => {
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

  it('takes no places for money that went back meanwhile', async () => {
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

  it('is settled for more bookings than are looked at together', async () => {
    const holds = await Promise.all(Array.from({ length: 45 }, () => late()));
    await settle();
    assert.deepEqual(new Set(await Promise.all(holds.map(pay.state))), new Set(['confirmed, paid']));
  });

  it('is looked after by a worker when it is nudged, and by itself', async () => {
    const worker = startHoldsWorker(pay.deps(), { intervalMs: 60_000 });
    const hold = await late();
    worker.nudge();
    await until(async () => (await pay.state(hold)) === 'confirmed, paid');
    await worker.stop();
    const another = await late();
    const frequent = startHoldsWorker(pay.deps(), { intervalMs: 20 });
    await until(async () => (await pay.state(another)) === 'confirmed, paid');
    await frequent.stop();
  });
});
