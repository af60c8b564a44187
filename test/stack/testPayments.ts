import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { type EventOf, type EventSubject, event, type StoredEvent } from '@venue-booking/proto/events';
import { releasePlaces, settlePlaces, takePlaces } from '../../services/availability/ledger/ledger.ts';
import { createReserve } from '../../services/availability/reserve/reserve.ts';
import { openTestLedger } from '../../services/availability/testing/testLedger.ts';
import type { ReserveResult } from '../../services/booking/core/ledger.ts';
import type { NewBooking } from '../../services/booking/core/saveBooking.ts';
import { type PaymentDeps, paymentConsumer } from '../../services/booking/payments/payments.ts';
import { noSlotLock } from '../../services/booking/slots/slotLock.ts';
import { createSlotQueue } from '../../services/booking/slots/slotQueue.ts';
import { newBooking, openTestBookings, silentLog } from '../../services/booking/testing/testBookings.ts';
import { publish, saveBooking } from '../../services/booking/testing/testEffects.ts';

/** An unpaid booking with its places. */
export type Hold = { id: number; uid: string; slotId: number; paymentId: string };

type PaymentSubject = Extract<EventSubject, `events.payment.payment_${string}`>;

/** Booking's own database and a real ledger, with helpers for payment tests. */
export async function openTestPayments() {
  const [bookings, places] = await Promise.all([openTestBookings(), openTestLedger()]);
  const { database } = bookings;
  let hour = 0;
  const ledger: PaymentDeps['ledger'] = {
    release: ({ venueId, bookingUid }) => releasePlaces(places.database, venueId, bookingUid),
    settle: ({ bookings: saved }) => settlePlaces(places.database, saved),
  };
  const reserve = createReserve({ database: places.database, takePlaces });
  const queue = createSlotQueue<ReserveResult>({
    lock: noSlotLock,
    async reserve(at, parties) {
      const { slot, parties: answers } = await reserve({ ...at, parties });
      return new Map(
        answers.map(({ bookingUid, refused }) => [bookingUid, { slot, refused } as ReserveResult]),
      );
    },
  });
  /** The dependencies of the use cases; `faults` replace some of them. */
  const deps = (faults: Partial<PaymentDeps> = {}): PaymentDeps => ({
    database,
    publish,
    queue,
    ledger,
    releasePlaces: async (venueId, bookingUid) => void (await ledger.release({ venueId, bookingUid })),
    mailRefusedAccount: async () => {},
    wakeWorkers: () => {},
    log: silentLog,
    ...faults,
  });
  const find = (id: number) => database.booking.findUniqueOrThrow({ where: { id: BigInt(id) } });

  return {
    database,
    places,
    deps,
    find,
    /** Delivers a payment event about a hold. A second call with the same `eventId` is a duplicate. */
    async tell<S extends PaymentSubject>(
      subject: S,
      { id, paymentId }: Hold,
      { eventId = randomUUID(), ...fact }: Partial<Omit<EventOf<S>, '$typeName'>> & { eventId?: string } = {},
    ): Promise<void> {
      const stored = event(subject, { venueId: 1, bookingId: BigInt(id), paymentId, ...fact } as never);
      await paymentConsumer(deps(), () => {}).handle({ ...stored, id: eventId, attempt: 1 });
    },
    /** Delivers a change of venue 1's account; by default to a linked sandbox without a fee. */
    async account(
      revision: bigint,
      change: { linked?: boolean; provider?: string; feeBasisPoints?: number; feeFixedCents?: number } = {},
    ): Promise<void> {
      const terms = { venueId: 1, revision, linked: true, provider: 'sandbox', ...change };
      const stored = event('events.payment.account_changed', terms);
      await paymentConsumer(deps(), () => {}).handle({ ...stored, id: randomUUID(), attempt: 1 });
    },
    paid(hold: Hold, eventId = randomUUID()) {
      return this.tell('events.payment.payment_paid', hold, { eventId, amountCents: 2500n });
    },
    lapsed(hold: Hold, eventId = randomUUID()) {
      return this.tell('events.payment.payment_lapsed', hold, { eventId });
    },
    /** A slot of 10 places that no other test uses. */
    freshSlot: () => places.slotAt(++hour),
    /** Takes places of a slot for another booking. */
    async take(slotId: number, people: number): Promise<string> {
      const uid = randomUUID();
      const { parties } = await places.reserve(slotId, [{ bookingUid: uid, people }]);
      assert.equal(parties[0]?.refused, null);
      await settlePlaces(places.database, [{ venueId: 1, bookingUid: uid }]);
      return uid;
    },
    /** An unpaid booking of two people with its places, as createBooking makes it. */
    async hold(changes: Partial<NewBooking> = {}): Promise<Hold> {
      const { slotId = places.slotAt(++hour), people = 2 } = changes;
      const booking = newBooking({ status: 'pending_payment', slotId, people, ...changes });
      await places.reserve(slotId, [{ bookingUid: booking.uid, people }]);
      const saved = await saveBooking(database, booking);
      await settlePlaces(places.database, [{ venueId: 1, bookingUid: booking.uid }]);
      assert.ok(saved && booking.payment);
      return { id: saved.id, uid: booking.uid, slotId, paymentId: booking.payment.id };
    },
    /** Booking's events about one booking, oldest first. */
    async facts({ id }: { id: number }): Promise<string[]> {
      const rows = await database.$queryRaw<(StoredEvent & { payload: { status?: string } })[]>`
        SELECT subject, payload FROM booking.outbox WHERE payload->>'bookingId' = ${String(id)} ORDER BY seq`;
      return rows.map(({ subject, payload }) =>
        [subject.replace('events.booking.', ''), payload.status].filter(Boolean).join(' '),
      );
    },
    history: async ({ id }: { id: number }) =>
      (await database.history.findMany({ where: { bookingId: BigInt(id) }, orderBy: { seq: 'asc' } })).map(
        ({ actor, action, note }) => [actor, action, note].filter(Boolean).join(' '),
      ),
    /** Status and payment status of a booking. */
    async state({ id }: { id: number }) {
      const { status, paymentStatus } = await find(id);
      return `${status}, ${paymentStatus}`;
    },
    /** Live reservations in the ledger that booking has not settled. */
    unsettled: async () =>
      (
        await places.database.$queryRaw<{ uid: string }[]>`
          SELECT booking_uid::text AS uid FROM availability.allocation WHERE settled_at IS NULL AND released_at IS NULL`
      ).map(({ uid }) => uid),
    async close() {
      assert.deepEqual(await places.broken(), [], 'booked is the sum of live allocations');
      await Promise.all([bookings.close(), places.close()]);
    },
  };
}

export type TestPayments = Awaited<ReturnType<typeof openTestPayments>>;
