import { randomUUID } from 'node:crypto';
import { batchCalls } from '@venue-booking/kit/concurrency/batchCalls';
import type { Delivery } from '@venue-booking/kit/messaging/messaging';
import type { PaymentDeps as BookingDeps } from '../../services/booking/payments/payments.ts';
import { paymentConsumer } from '../../services/booking/payments/payments.ts';
import { openTestBookings, silentLog } from '../../services/booking/testing/testBookings.ts';
import { publish } from '../../services/booking/testing/testEffects.ts';
import { linkAccount } from '../../services/payment/accounts/accounts.ts';
import { bookingConsumer, bookingEventHandlers } from '../../services/payment/bookingEvents.ts';
import type { PaymentDeps } from '../../services/payment/deps.ts';
import { ProviderError, type RemotePayment } from '../../services/payment/providers/provider.ts';
import { inMemoryProvider } from '../../services/payment/testing/inMemoryProvider.ts';
import { openTestPayments } from '../../services/payment/testing/testPayments.ts';
import type { VenueTerms } from './tab.ts';
import { details } from './venueDetails.ts';

/** An event on its way from one service to the other. */
export type Fact = Delivery & { to: 'booking' | 'payment' };

type Row = Pick<Delivery, 'id' | 'subject' | 'payload'>;

const HOUR = 3600_000;

/**
 * Booking and payment with their databases, and a provider whose guests and banks the model plays.
 */
export async function openMoneyWorld() {
  const remote = inMemoryProvider();
  /** Checkouts whose refunds the provider rejects. */
  const rejecting = new Set<string>();
  const state = (remoteId: string): RemotePayment => remote.change(remoteId, {});
  const leftAt = (remoteId: string) => {
    const { status, amountCents, refunds, chargedBackCents } = state(remoteId);
    const back = refunds
      .filter((one) => one.status !== 'failed')
      .reduce((all, one) => all + one.amountCents, 0);
    return status === 'paid' ? amountCents - back - chargedBackCents : 0;
  };
  const provider: typeof remote.provider = {
    ...remote.provider,
    account(credentials) {
      const account = remote.provider.account(credentials);
      return {
        ...account,
        async refund(order) {
          const { paymentId, refundId, amountCents } = order;
          const isMade = state(paymentId).refunds.some(({ reference }) => reference === refundId);
          if (!isMade && (rejecting.has(paymentId) || amountCents > leftAt(paymentId)))
            throw new ProviderError('refused', 'the provider rejects it');
          return account.refund(order);
        },
      };
    },
  };
  const [bookings, payments] = await Promise.all([
    openTestBookings(),
    openTestPayments({ others: { mollie: provider, stripe: provider } }),
  ]);
  const { database } = bookings;
  /** Slots that were sold meanwhile. */
  const soldSlots = new Set<number>();

  const bookingDeps = (own: Partial<BookingDeps> = {}): BookingDeps => ({
    database,
    publish,
    queue: {
      enter: async ({ slotId }, _, proceed) => {
        const slot = { ...(slots.get(slotId) ?? { startsAt: 0, endsAt: 0 }), facilityId: 1 };
        const isSold = soldSlots.has(slotId);
        return proceed({ slot, refused: isSold ? { code: 'slot_full' } : null } as never);
      },
    } as BookingDeps['queue'],
    ledger: { release: async () => {}, settle: async () => {} } as unknown as BookingDeps['ledger'],
    releasePlaces: async () => {},
    mailRefusedAccount: async () => {},
    wakeWorkers: () => {},
    log: silentLog,
    ...own,
  });
  const slots = new Map<number, { startsAt: number; endsAt: number }>();

  const onTheirWay = new Map<number, Fact[]>();
  const route = (rows: Row[], to: Fact['to']) => {
    for (const { id, subject, payload } of rows) {
      const isHeard = to === 'booking' || subject in bookingEventHandlers;
      if (isHeard)
        onTheirWay
          .get(Number((payload as { venueId: number }).venueId))
          ?.push({ id, subject, payload, attempt: 1, to });
    }
  };
  /**
   * Takes all events that were written before the call. Concurrent stories share the statements.
   */
  const collect = batchCalls(async () => {
    const [fromBooking, fromPayment] = await Promise.all([
      database.$queryRaw<Row[]>`DELETE FROM booking.outbox RETURNING seq, id::text, subject, payload`,
      payments.database.$queryRaw<
        Row[]
      >`DELETE FROM payment.outbox RETURNING seq, id::text, subject, payload`,
    ]);
    route(fromBooking, 'payment');
    route(fromPayment, 'booking');
    return undefined;
  }) as (nothing?: undefined) => Promise<undefined>;

  const deliver = (fact: Fact, deps: { booking: BookingDeps; payment: PaymentDeps }): Promise<void> => {
    const consumer =
      fact.to === 'booking' ? paymentConsumer(deps.booking, () => {}) : bookingConsumer(deps.payment);
    return consumer.handle(fact);
  };

  let venues = 1;
  let slot = 0;
  return {
    ...{ database, payments, bookingDeps, rejecting, soldSlots, remote, state, leftAt, collect, deliver },
    /** A venue with a linked account, and the events of its bookings. */
    async openVenue({ provider: name, bearer, feeBasisPoints, feeFixedCents }: VenueTerms) {
      const venueId = ++venues;
      const facts: Fact[] = [];
      onTheirWay.set(venueId, facts);
      await database.venue.create({
        data: {
          ...{ id: venueId, timezone: 'Europe/Amsterdam', live: true, redirectOrigins: [], revision: 1n },
          ...{ cancelUntilHours: 0, invoicing: details },
        },
      });
      await database.facility.create({
        data: {
          ...{ id: venueId, venueId, name: 'Pass', minPeople: 1, maxPeoplePerBooking: 10 },
          ...{ priceCents: 1250, active: true, revision: 2n },
        },
      });
      await linkAccount(payments.deps, venueId, {
        ...{ provider: name, credentials: { key: 'good' }, platform_fee_bearer: bearer },
        ...{ platform_fee_percent: feeBasisPoints / 100, platform_fee_fixed_eur: feeFixedCents / 100 },
      });
      await collect();
      for (const fact of facts.splice(0))
        await deliver(fact, { booking: bookingDeps(), payment: payments.deps });
      return { venueId, facts };
    },
    /** A slot that starts in some hours. */
    newSlot(hours: number) {
      const startsAt = Date.now() + hours * HOUR;
      slots.set(++slot, { startsAt, endsAt: startsAt + HOUR });
      return { slotId: slot, startsAt, endsAt: startsAt + HOUR, paymentId: randomUUID() };
    },
    forget: (venueId: number) => void onTheirWay.delete(venueId),
    close: () => Promise.all([bookings.close(), payments.close()]),
  };
}

export type MoneyWorld = Awaited<ReturnType<typeof openMoneyWorld>>;
