import { inboxConsumer } from '@venue-booking/kit/events/inbox';
import type { ReplayableConsumer } from '@venue-booking/kit/messaging/messaging';
import { every } from '@venue-booking/kit/scheduling/every';
import { type EventOf, readEvent } from '@venue-booking/proto/events';
import { findBooking } from '../core/bookingStore.ts';
import type { Deps as CancelDeps } from '../core/cancelBooking.ts';
import { changeStatus } from '../core/changeStatus.ts';
import type { Publish } from '../core/publish.ts';
import { copyPaymentTerms } from '../core/termsStore.ts';
import type { BookingTx } from '../database.ts';
import { recordLaterLapse } from '../later/recordLater.ts';
import { expireHolds } from './expireHolds.ts';
import { followRests } from './followRests.ts';
import { recordPayment } from './recordPayment.ts';
import { recordRefund, recordRejectedRefund } from './recordRefund.ts';
import { type LateDeps, settleLatePayments } from './settleLatePayments.ts';

export type PaymentDeps = CancelDeps &
  LateDeps & {
    /** Mails a venue that its provider does not accept its account. */
    mailRefusedAccount(venueId: number): Promise<void>;
  };

type Lapsed = EventOf<'events.payment.payment_lapsed'>;

async function findLapsed(database: BookingTx, { venueId, bookingId, paymentId }: Lapsed) {
  const row = await findBooking(database, { venueId, id: Number(bookingId) });
  return row?.paymentId === paymentId ? row : null;
}

/** Expires a hold that ended certainly unpaid, or closes the link of a later payment. */
async function recordLapse(
  { database, publish }: { database: BookingTx; publish: Publish },
  event: Lapsed,
): Promise<void> {
  const of = { venueId: event.venueId, id: Number(event.bookingId) };
  if (await recordLaterLapse(database, event)) return;
  if (await findLapsed(database, event))
    await changeStatus({ database, publish }, of, { to: 'expired', actor: 'system' });
}

/** Releases the places of a lapsed hold; after an error the booking's event does it. */
async function releaseLapsed({ database, releasePlaces }: PaymentDeps, event: Lapsed): Promise<void> {
  const row = await findLapsed(database, event);
  if (row?.status === 'expired') await releasePlaces(row.venueId, row.uid);
}

/** Consumes payment's events. @param onLatePayment called when a late payment may have arrived */
export function paymentConsumer(deps: PaymentDeps, onLatePayment: () => void): ReplayableConsumer {
  const { publish } = deps;
  return inboxConsumer({
    database: deps.database.raw,
    service: 'booking',
    from: 'payment',
    log: deps.log,
    handlers: {
      'events.payment.account_changed': copyPaymentTerms,
      // Only the mail, which `afterwards` sends.
      'events.payment.account_refused': async () => {},
      'events.payment.payment_paid': (database, event, eventId) =>
        recordPayment({ database, publish }, event, eventId),
      'events.payment.payment_lapsed': (database, event) => recordLapse({ database, publish }, event),
      'events.payment.payment_refunded': recordRefund,
      'events.payment.payment_refund_rejected': recordRejectedRefund,
    },
    async afterwards({ subject, payload }) {
      deps.wakeWorkers();
      onLatePayment();
      if (subject === 'events.payment.account_refused')
        await deps.mailRefusedAccount(readEvent(subject, payload).venueId);
      if (subject === 'events.payment.payment_lapsed') await releaseLapsed(deps, readEvent(subject, payload));
    },
  });
}

/**
 * Expires unpaid holds, settles late payments and follows the rests of deposits, at an interval and when
 * woken, until stopped.
 */
export function startHoldsWorker(deps: PaymentDeps, { intervalMs }: { intervalMs: number }) {
  const logFailure = (work: Promise<unknown>) =>
    work.catch((error: unknown) => deps.log.warn({ err: error }, 'unpaid holds: will be retried'));
  const run = async () => {
    const more = await logFailure(expireHolds(deps));
    await logFailure(settleLatePayments(deps));
    const moreRests = await logFailure(followRests(deps));
    return more || moreRests;
  };
  return every(intervalMs, { name: 'unpaid holds', run }, deps.log);
}
