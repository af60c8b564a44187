import { type Handlers, inboxConsumer } from '@venue-booking/kit/events/inbox';
import type { Delivery, ReplayableConsumer } from '@venue-booking/kit/messaging/messaging';
import { type PaymentPurpose, RefundReason } from '@venue-booking/proto/payment/payment';
import type { Locale } from '@venue-booking/proto/primitives';
import type { PaymentTx } from './database.ts';
import type { PaymentDeps } from './deps.ts';
import { recordAttention } from './payments/attention.ts';
import { ensurePayment, lockPaidBy } from './payments/paymentStore.ts';
import { amountText } from './payments/settle.ts';
import { leftOf, requestRefund } from './refunds/requestRefund.ts';

/** Handlers of booking events. They run in the transaction that inserts the inbox row. */
export const bookingEventHandlers = {
  'events.booking.payment_requested': async (tx, request) => {
    const { venueId, paymentId, holdUntil, description } = request;
    const order = {
      ...{ venueId, paymentId, description },
      bookingId: Number(request.bookingId),
      ...(request.purpose !== undefined && { purpose: request.purpose as PaymentPurpose }),
      amountCents: Number(request.amountCents),
      feeCents: Number(request.feeCents),
      holdUntil: Number(holdUntil),
      locale: request.locale as Locale,
    };
    // The worker creates the first checkout in advance, so that the guest need not wait for the provider. A
    // later payment may be opened in weeks, or never, and a checkout would be over by then.
    const made = await ensurePayment(tx, order, { dueAtOnce: order.purpose === undefined });
    if (!made) throw new Error('the booking already has another first payment');
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
  'events.booking.payment_declined': async (tx, { venueId, bookingId }) => {
    await refundPaid(tx, { venueId, bookingId }, { reason: 'declined', keepCents: 0 });
  },
  'events.booking.payment_withdrawn': (tx, { venueId, paymentId }) =>
    close(tx, { venueId, id: paymentId }, 'canceled'),
  // What is kept of a payment is its own maximum, not a total of the booking's payments: such maximums give
  // the same result in every order (docs/decisions/0105-later-payments.md).
  'events.booking.payment_reduced': async (tx, { venueId, bookingId, paymentId, keptCents, reason }) => {
    const what = { reason: RefundReason.parse(reason), keepCents: Number(keptCents) };
    const refunded = await refundPaid(tx, { venueId, paymentId }, what);
    if (refunded && what.reason === 'declined')
      await recordAttention(tx, { venueId, id: refunded.attemptId, bookingId }, surplus(paymentId, refunded));
  },
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

/** Closes open payments: all of a booking that is over, or one. Their checkouts are due to be ended. */
async function close(
  tx: PaymentTx,
  which: { venueId: number } & ({ bookingId: bigint } | { id: string }),
  status: 'canceled' | 'expired',
): Promise<void> {
  const closed = await tx.payment.updateManyAndReturn({
    where: { ...which, status: 'open' },
    data: { status },
  });
  // A separate statement also sees an attempt that was inserted before the payment was closed.
  for (const { venueId, id } of closed)
    await tx.$executeRaw`
      UPDATE payment.attempt SET next_refresh_at = now()
      WHERE venue_id = ${venueId} AND payment_id = ${id}::uuid AND status = 'open'`;
}

/**
 * Refunds what came in by one payment, except the amount to keep: the given payment, or the first one of a
 * booking. Idempotent. Returns the refunded cents and their attempt; null if nothing was refunded.
 */
async function refundPaid(
  tx: PaymentTx,
  which: Parameters<typeof lockPaidBy>[1],
  { reason, keepCents }: { reason: RefundReason; keepCents: number },
): Promise<{ attemptId: string; cents: number } | null> {
  const attemptId = await lockPaidBy(tx, which);
  if (!attemptId) return null;
  const of = { venueId: which.venueId, attemptId };
  const cents = (await leftOf(tx, of)) - keepCents;
  const isRequested = await requestRefund(tx, { ...of, actor: 'system', reason, keepCents });
  return isRequested ? { attemptId, cents } : null;
}

/** The item about money that arrived when it was no longer due. */
const surplus = (paymentId: string, { cents }: { cents: number }) => ({
  kind: 'payment_surplus' as const,
  subject: paymentId,
  detail: `${amountText(cents)} were paid that were no longer open; they are refunded`,
});
