import { type Handlers, inboxConsumer } from '@venue-booking/kit/events/inbox';
import type { Delivery, ReplayableConsumer } from '@venue-booking/kit/messaging/messaging';
import type { RefundReason } from '@venue-booking/proto/payment/payment';
import type { Locale } from '@venue-booking/proto/primitives';
import type { PaymentTx } from './database.ts';
import type { PaymentDeps } from './deps.ts';
import { ensurePayment, lockPaidBy } from './payments/paymentStore.ts';
import { requestRefund } from './refunds/requestRefund.ts';

/** Handlers of booking events. They run in the transaction that inserts the inbox row. */
export const bookingEventHandlers = {
  'events.booking.payment_requested': async (tx, request) => {
    const { venueId, paymentId, holdUntil, description } = request;
    const order = {
      ...{ venueId, paymentId, description },
      bookingId: Number(request.bookingId),
      amountCents: Number(request.amountCents),
      feeCents: Number(request.feeCents),
      holdUntil: Number(holdUntil),
      locale: request.locale as Locale,
    };
    // The worker creates the checkout in advance, so that the guest need not wait for the provider.
    const made = await ensurePayment(tx, order, { dueAtOnce: true });
    if (!made) throw new Error('the booking already has another payment');
  },
  'events.booking.booking_status_changed': async (
    tx,
    { venueId, bookingId, status, moneyKept, keptCents },
  ) => {
    const of = { venueId, bookingId };
    if (status === 'expired') await close(tx, of, 'expired');
    if (status !== 'cancelled') return;
    await close(tx, of, 'canceled');
    // Only a cancellation triggers a refund here. An expired booking may still be confirmed by a late
    // payment. A replayed dead letter may predate `keptCents`, when a venue kept all or nothing.
    if (moneyKept && keptCents === undefined) return;
    await refundPaid(tx, of, { reason: 'cancelled', keepCents: Number(keptCents ?? 0n) });
  },
  // `paidCents` is set only when the booking became cheaper. A later change that leaves less makes this a
  // no-op.
  'events.booking.booking_changed': async (tx, { venueId, bookingId, paidCents }) => {
    if (paidCents !== undefined)
      await refundPaid(tx, { venueId, bookingId }, { reason: 'changed', keepCents: Number(paidCents) });
  },
  'events.booking.payment_declined': (tx, { venueId, bookingId }) =>
    refundPaid(tx, { venueId, bookingId }, { reason: 'declined', keepCents: 0 }),
} satisfies Handlers<PaymentTx>;

/** Most booking changes create no payment work. */
const isWithoutWork = ({ subject, payload }: Delivery): boolean => {
  const { status = '', paidCents } = payload as { status?: string; paidCents?: string };
  if (subject === 'events.booking.booking_changed') return paidCents === undefined;
  return subject === 'events.booking.booking_status_changed' && !['expired', 'cancelled'].includes(status);
};

/** The consumer of booking events that affect payments. */
export const bookingConsumer = ({ database, wakeWorker, log }: PaymentDeps): ReplayableConsumer =>
  inboxConsumer({
    ...{ database, service: 'payment', from: 'booking', log },
    handlers: bookingEventHandlers,
    async afterwards(delivery) {
      if (!isWithoutWork(delivery)) wakeWorker();
    },
  });

type OfBooking = { venueId: number; bookingId: bigint };

/** Closes the payment of a booking that is over; its checkouts are due to be ended. */
async function close(tx: PaymentTx, of: OfBooking, status: 'canceled' | 'expired'): Promise<void> {
  const [closed] = await tx.payment.updateManyAndReturn({
    where: { ...of, status: 'open' },
    data: { status },
  });
  // A separate statement also sees an attempt that was inserted before the payment was closed.
  if (closed)
    await tx.$executeRaw`
      UPDATE payment.attempt SET next_refresh_at = now()
      WHERE venue_id = ${closed.venueId} AND payment_id = ${closed.id}::uuid AND status = 'open'`;
}

/** Refunds what paid a booking, except the amount to keep. Idempotent. */
async function refundPaid(
  tx: PaymentTx,
  of: OfBooking,
  what: { reason: RefundReason; keepCents: number },
): Promise<void> {
  const attemptId = await lockPaidBy(tx, of);
  if (attemptId) await requestRefund(tx, { venueId: of.venueId, attemptId, actor: 'system', ...what });
}
