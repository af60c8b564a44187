import { formatEuro } from '@venue-booking/domain/wording/formats';
import { Actor } from '@venue-booking/proto/booking/adminBooking';
import { IdempotencyKey } from '@venue-booking/proto/booking/idempotencyKey';
import { fail, inEachLanguage } from '@venue-booking/proto/failures';
import type { PaymentDetail } from '@venue-booking/proto/payment/payment';
import { toEuro, VenueId } from '@venue-booking/proto/primitives';
import { z } from 'zod';
import type { PaymentDeps } from '../deps.ts';
import { listPayments } from '../payments/listPayments.ts';
import { lockPaidBy } from '../payments/paymentStore.ts';
import { leftOf, requestRefund } from './requestRefund.ts';

/** A refund of a booking by the venue. */
export const BookingRefund = z.object({
  venueId: VenueId,
  bookingId: z.int(),
  /** Absent: all that is left. */
  amountCents: z.int().min(1).optional(),
  actor: Actor,
  /** Idempotency key: the same key means the same refund. */
  requestKey: IdempotencyKey.optional(),
});

/**
 * Refunds money of a booking, by default all that is left. Idempotent by `requestKey`.
 * @returns the booking's payments
 * @throws `refund_too_much`, `idempotency_mismatch` for a key that was used with another amount
 */
export async function refundBooking(
  deps: PaymentDeps,
  request: z.infer<typeof BookingRefund>,
): Promise<PaymentDetail[]> {
  const { database, wakeWorker } = deps;
  const { venueId, bookingId, amountCents, actor } = request;
  // "All that is left" never matches a request for an amount, even if both are equal.
  const keys = { part: `${bookingId} ${request.requestKey}`, rest: `${bookingId}+ ${request.requestKey}` };
  const requestKey =
    request.requestKey === undefined ? null : keys[amountCents === undefined ? 'rest' : 'part'];
  await database.$transaction(async (tx) => {
    const attemptId = await lockPaidBy(tx, { venueId, bookingId });
    if (!attemptId) throw fail('refund_too_much', leftParam(0));
    const either = { venueId, requestKey: { in: Object.values(keys) } };
    const made = requestKey && (await tx.refund.findFirst({ where: either }));
    if (made) {
      const isSame = amountCents === undefined || made.amountCents === BigInt(amountCents);
      if (made.requestKey !== requestKey || !isSame) throw fail('idempotency_mismatch');
      return;
    }
    const of = { venueId, attemptId };
    if (await requestRefund(tx, { ...of, reason: 'owner', actor, amountCents, requestKey })) return;
    throw fail('refund_too_much', leftParam(await leftOf(tx, of)));
  });
  wakeWorker();
  return (await listPayments(deps, { venueId, bookingIds: [bookingId] }))[bookingId] ?? [];
}

const leftParam = (cents: number) =>
  inEachLanguage('left', (language) => formatEuro(toEuro(cents), language));
