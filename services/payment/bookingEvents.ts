import { type Handlers, inboxConsumer } from '@venue-booking/kit/events/inbox';
import type { Delivery, ReplayableConsumer } from '@venue-booking/kit/messaging/messaging';
import type { RefundReason } from '@venue-booking/proto/payment';
import type { Locale } from '@venue-booking/proto/primitives';
import type { PaymentTx } from './database.ts';
import type { PaymentDeps } from './deps.ts';
import { ensurePayment, lockPaidBy } from './paymentStore.ts';
import { requestRefund } from './requestRefund.ts';

/** What payment does about facts of bookings, in the transaction of the inbox row. */
export const bookingEventHandlers = {
  'events.booking.payment_requested': async (tx, asked) => {
    const { venueId, paymentId, holdUntil, description } = asked;
    const order = {
      ...{ venueId, paymentId, description },
      bookingId: Number(asked.bookingId),
      amountCents: Number(asked.amountCents),
      feeCents: Number(asked.feeCents),
      holdUntil: Number(holdUntil),
      locale: asked.locale as Locale,
    };
    // Its checkout is made beforehand, so that the guest need not wait for the provider.
    const made = await ensurePayment(tx, order, { dueAtOnce: true });
    if (!made) throw new Error('a payment for a booking that has another one');
  },
  'events.booking.booking_status_changed': async (
    tx,
    { venueId, bookingId, status, moneyKept, keptCents },
  ) => {
    const of = { venueId, bookingId };
    if (status === 'expired') await close(tx, of, 'expired');
    if (status !== 'cancelled') return;
    await close(tx, of, 'canceled');
    // Only a booking that was cancelled is no longer owed anything; one that expired may yet be had for late
    // money.
    // A dead letter may be from before amounts were told, when a venue kept all or nothing.
    if (moneyKept && keptCents === undefined) return;
    await giveBack(tx, of, { reason: 'cancelled', keepCents: Number(keptCents ?? 0n) });
  },
  // Only what became cheaper: a later change that leaves less makes this one come to nothing.
  'events.booking.booking_changed': async (tx, { venueId, bookingId, paidCents }) => {
    if (paidCents !== undefined)
      await giveBack(tx, { venueId, bookingId }, { reason: 'changed', keepCents: Number(paidCents) });
  },
  'events.booking.payment_declined': (tx, { venueId, bookingId }) =>
    giveBack(tx, { venueId, bookingId }, { reason: 'declined', keepCents: 0 }),
} satisfies Handlers<PaymentTx>;

/** Most changes of bookings make nothing due here. */
const isOfNoWork = ({ subject, payload }: Delivery): boolean => {
  const { status = '', paidCents } = payload as { status?: string; paidCents?: string };
  if (subject === 'events.booking.booking_changed') return paidCents === undefined;
  return subject === 'events.booking.booking_status_changed' && !['expired', 'cancelled'].includes(status);
};

/** What booking tells, and payment acts on. */
export const bookingConsumer = ({ database, wakeWorker, log }: PaymentDeps): ReplayableConsumer =>
  inboxConsumer({
    ...{ database, service: 'payment', from: 'booking', log },
    handlers: bookingEventHandlers,
    async afterwards(delivery) {
      if (!isOfNoWork(delivery)) wakeWorker();
    },
  });

type OfBooking = { venueId: number; bookingId: bigint };

/** The booking is over: its checkouts are due to be ended. */
async function close(tx: PaymentTx, of: OfBooking, status: 'canceled' | 'expired'): Promise<void> {
  const [closed] = await tx.payment.updateManyAndReturn({
    where: { ...of, status: 'open' },
    data: { status },
  });
  // A statement of its own sees an attempt that was made until the payment was closed.
  if (closed)
    await tx.$executeRaw`
      UPDATE payment.attempt SET next_refresh_at = now()
      WHERE venue_id = ${closed.venueId} AND payment_id = ${closed.id}::uuid AND status = 'open'`;
}

/** Gives back what paid a booking, except what is to be kept of it; done twice, it is done once. */
async function giveBack(
  tx: PaymentTx,
  of: OfBooking,
  what: { reason: RefundReason; keepCents: number },
): Promise<void> {
  const attemptId = await lockPaidBy(tx, of);
  if (attemptId) await requestRefund(tx, { venueId: of.venueId, attemptId, actor: 'system', ...what });
}
