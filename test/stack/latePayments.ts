import assert from 'node:assert/strict';
import { listUnsettled, releasePlaces, settlePlaces } from '../../services/availability/ledger/ledger.ts';
import { settleLatePayments } from '../../services/booking/payments/settleLatePayments.ts';
import { sweepReservations } from '../../services/booking/sweep.ts';
import { silentLog } from '../../services/booking/testing/testBookings.ts';
import type { Hold, TestPayments } from './testPayments.ts';

/**
 * Helpers for bookings that are paid after their hold: how they come about, how they are settled, and
 * assertions on the result.
 */
export function latePayments(pay: () => TestPayments) {
  /** A hold of two places that expired and was then paid. */
  const late = async (changes?: Parameters<TestPayments['hold']>[0]): Promise<Hold> => {
    const hold = await pay().hold(changes);
    await pay().lapsed(hold);
    await pay().paid(hold);
    assert.equal(await pay().state(hold), 'expired, paid');
    return hold;
  };
  const lateUid = async (hold: Hold) => {
    const uid = (await pay().find(hold.id)).lateUid;
    assert.ok(uid);
    return uid;
  };
  const settle = (faults?: Parameters<TestPayments['deps']>[0]) => settleLatePayments(pay().deps(faults));
  /**
   * As after a crash `agoMs` ago: the places of a late booking are reserved again, but it is not confirmed.
   */
  const crash = async (hold: Hold, agoMs = 0) => {
    const uid = await lateUid(hold);
    const { parties } = await pay().places.reserve(hold.slotId, [{ bookingUid: uid, people: 2 }]);
    assert.equal(parties[0]?.refused, null);
    await pay().places.database.$executeRaw`
      UPDATE availability.allocation SET reserved_at = now() - ${agoMs} * interval '1 millisecond'
      WHERE booking_uid = ${uid}::uuid`;
    return uid;
  };
  const sweep = (release?: () => Promise<never>) =>
    sweepReservations(
      {
        database: pay().database,
        ledger: {
          unsettled: (query) => listUnsettled(pay().places.database, query),
          release:
            release ??
            (({ venueId, bookingUid }) => releasePlaces(pay().places.database, venueId, bookingUid)),
          settle: ({ bookings }) => settlePlaces(pay().places.database, bookings),
        },
        log: silentLog,
      },
      20_000,
    );
  const isConfirmed = async (hold: Hold, booked = 2) => {
    assert.equal(await pay().state(hold), 'confirmed, paid');
    assert.deepEqual((await pay().facts(hold)).slice(3), ['booking_status_changed confirmed']);
    assert.deepEqual((await pay().history(hold)).slice(2), ['system paid €25.00', 'system confirmed']);
    assert.equal(await pay().places.booked(hold.slotId), booked);
    assert.deepEqual(await pay().unsettled(), []);
  };
  const isDeclined = async (hold: Hold, booked: number) => {
    assert.equal(await pay().state(hold), 'expired, paid');
    assert.equal((await pay().find(hold.id)).lateUid, null);
    assert.deepEqual((await pay().facts(hold)).slice(3), ['payment_declined']);
    assert.deepEqual((await pay().history(hold)).slice(2), ['system paid €25.00', 'system payment_declined']);
    assert.equal(await pay().places.booked(hold.slotId), booked);
  };
  return { late, lateUid, settle, crash, sweep, isConfirmed, isDeclined };
}
