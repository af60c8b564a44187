import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { t } from '@venue-booking/kit/messaging/rpc';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { listUnsettled, settlePlaces, takePlaces } from '../availability/ledger/ledger.ts';
import { resizePlaces } from '../availability/ledger/ledgerResize.ts';
import { availabilityRouter } from '../availability/router.ts';
import { openTestLedger, type TestLedger } from '../availability/testing/testLedger.ts';
import { type SweepDeps, startSweep, sweepReservations } from './sweep.ts';
import { newBooking, openTestBookings, silentLog, type TestBookings } from './testing/testBookings.ts';
import { saveBooking } from './testing/testEffects.ts';

const AGE_MS = 20_000;

describe('sweep of reservations', () => {
  let bookings: TestBookings;
  let places: TestLedger;
  let hour = 0;
  beforeAll(async () => {
    [bookings, places] = await Promise.all([openTestBookings(), openTestLedger()]);
  });
  afterAll(async () => {
    assert.deepEqual(await places.broken(), [], 'booked places equal the sum of live allocations');
    await Promise.all([bookings.close(), places.close()]);
  });

  /** Reserves two places in a new slot, `agoMs` ago. */
  const reserve = async (agoMs: number) => {
    hour += 1;
    const slotId = places.slotAt(hour);
    const uid = randomUUID();
    await places.reserve(slotId, [{ bookingUid: uid, people: 2 }]);
    await places.database.$executeRaw`
      UPDATE availability.allocation SET reserved_at = now() - ${agoMs} * interval '1 millisecond'
      WHERE booking_uid = ${uid}::uuid`;
    return { uid, slotId };
  };
  /** Availability's router, which validates its input. */
  const ledger = (): SweepDeps['ledger'] => {
    const router = availabilityRouter({
      ...{ database: places.database, takePlaces, resizePlaces },
      publishSlotsChanged: () => {},
      deadLetters: {} as never,
    });
    const { unsettled, release, settle } = t.createCallerFactory(router)({});
    return { unsettled, release, settle };
  };
  const deps = (faults: Partial<SweepDeps['ledger']> = {}): SweepDeps => ({
    database: bookings.database,
    ledger: { ...ledger(), ...faults },
    log: silentLog,
  });
  const sweep = (faults?: Partial<SweepDeps['ledger']>) => sweepReservations(deps(faults), AGE_MS);
  const save = (uid: string) => saveBooking(bookings.database, newBooking({ uid }));
  const unsettled = async () =>
    (await listUnsettled(places.database, { olderThanMs: 0, limit: 1000 })).map(
      ({ bookingUid }) => bookingUid,
    );
  const outage = async () => {
    throw new Error('the ledger is away');
  };

  it('releases an old reservation without a booking', async () => {
    const { uid, slotId } = await reserve(AGE_MS + 1000);
    await sweep();
    assert.equal(await places.booked(slotId), 0);
    assert.deepEqual(await unsettled(), []);
    assert.equal(await save(uid), null, 'a late booking is rejected');
  });

  it('settles an old reservation with a booking, and keeps its places', async () => {
    const { uid, slotId } = await reserve(AGE_MS + 1000);
    await save(uid);
    await sweep();
    assert.equal(await places.booked(slotId), 2);
    assert.deepEqual(await unsettled(), []);
  });

  it('skips a recent reservation, which may still become a booking', async () => {
    const { uid, slotId } = await reserve(AGE_MS - 10_000);
    await sweep();
    assert.equal(await places.booked(slotId), 2);
    assert.deepEqual(await unsettled(), [uid]);
    assert.ok(await save(uid));
    await settlePlaces(places.database, [{ venueId: 1, bookingUid: uid }]);
  });

  it('distinguishes reservations with and without a booking in one run', async () => {
    const all = await Promise.all(Array.from({ length: 12 }, () => reserve(AGE_MS * 3)));
    await Promise.all(all.filter((_, index) => index % 3 === 0).map(({ uid }) => save(uid)));
    await sweep();
    const booked = await Promise.all(all.map(({ slotId }) => places.booked(slotId)));
    assert.deepEqual(
      booked,
      all.map((_, index) => (index % 3 === 0 ? 2 : 0)),
    );
  });

  it('can run in several replicas at once', async () => {
    const [orphan, saved] = [await reserve(AGE_MS * 2), await reserve(AGE_MS * 2)];
    await save(saved.uid);
    await Promise.all([sweep(), sweep(), sweep()]);
    assert.deepEqual([await places.booked(orphan.slotId), await places.booked(saved.slotId)], [0, 2]);
  });

  it('neither takes a booking’s places nor leaves any behind in a race with saving', async () => {
    for (let round = 0; round < 20; round++) {
      const { uid, slotId } = await reserve(AGE_MS * 2);
      const [saved] = await Promise.all([save(uid), sweep()]);
      assert.equal(await places.booked(slotId), saved ? 2 : 0);
    }
  });

  it('leaves everything to the next run if the ledger fails', async () => {
    const [orphan, saved] = [await reserve(AGE_MS * 2), await reserve(AGE_MS * 2)];
    await save(saved.uid);
    await assert.rejects(sweep({ unsettled: outage }), /away/);
    assert.equal(await bookings.database.reservationOutcome.count({ where: { bookingUid: orphan.uid } }), 0);
    await assert.rejects(sweep({ release: outage, settle: outage }), /away/);
    assert.deepEqual([await places.booked(orphan.slotId), await places.booked(saved.slotId)], [2, 2]);
    assert.deepEqual((await unsettled()).sort(), [orphan.uid, saved.uid].sort());
    assert.equal(
      await save(orphan.uid),
      null,
      'already void, because its places may be released at any time',
    );
    await sweep();
    assert.deepEqual([await places.booked(orphan.slotId), await places.booked(saved.slotId)], [0, 2]);
    assert.deepEqual(await unsettled(), []);
  });

  it('releases nothing that it could not declare void', async () => {
    const { slotId } = await reserve(AGE_MS * 2);
    const closed = await openTestBookings();
    await closed.close();
    await assert.rejects(sweepReservations({ ...deps(), database: closed.database }, AGE_MS));
    assert.equal(await places.booked(slotId), 2);
    await sweep();
  });

  it('continues after a failure until it is stopped', async () => {
    let calls = 0;
    const unsettledAtLast: SweepDeps['ledger']['unsettled'] = (query) => {
      calls += 1;
      return calls < 3 ? outage() : ledger().unsettled(query);
    };
    const { slotId } = await reserve(AGE_MS * 2);
    const running = startSweep(deps({ unsettled: unsettledAtLast }), { intervalMs: 20, ageMs: AGE_MS });
    const end = Date.now() + 10_000;
    while ((await places.booked(slotId)) > 0 && Date.now() < end) await sleep(10);
    await running.stop();
    assert.equal(await places.booked(slotId), 0);
    const callsUntilStop = calls;
    await sleep(100);
    assert.equal(calls, callsUntilStop);
  });
});
