import { formatEuro } from '@venue-booking/domain/wording/formats';
import { Actor } from '@venue-booking/proto/booking/adminBooking';
import { IdempotencyKey } from '@venue-booking/proto/booking/idempotencyKey';
import { fail, inEachLanguage } from '@venue-booking/proto/failures';
import type { PaymentDetail } from '@venue-booking/proto/payment/payment';
import { toEuro, VenueId } from '@venue-booking/proto/primitives';
import { z } from 'zod';
import type { PaymentDeps } from '../deps.ts';
import { listPayments } from '../payments/listPayments.ts';
import { lockPaid } from '../payments/paymentStore.ts';
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
 * Refunds money of a booking, by default all that is left: the newest payment first. Idempotent by
 * `requestKey`.
 * @returns the booking's payments
 * @throws `refund_too_much`, `idempotency_mismatch` for a key that was used with another amount
 */
export async function refundBooking(
  deps: PaymentDeps,
  request: z.infer<typeof BookingRefund>,
): Promise<PaymentDetail[]> {
  const { database, wakeWorker } = deps;
  const { venueId, bookingId, amountCents, actor } = request;
  await database.$transaction(async (tx) => {
    const paid = await lockPaid(tx, { venueId, bookingId });
    const keys = request.requestKey === undefined ? null : keysOf(bookingId, request.requestKey, paid.length);
    const own = keys?.[amountCents === undefined ? 'rest' : 'part'] ?? [];
    const made = keys
      ? await tx.refund.findMany({
          where: { venueId, requestKey: { in: [...keys.part, ...keys.rest] } },
        })
      : [];
    if (made.length > 0) {
      const cents = made.reduce((sum, refund) => sum + Number(refund.amountCents), 0);
      const isSame = amountCents === undefined || cents === amountCents;
      if (!isSame || !made.some(({ requestKey }) => requestKey === own[0]))
        throw fail('idempotency_mismatch');
      return;
    }
    const shares = sharesOf(
      await Promise.all(paid.map(async (one) => ({ ...one, left: await leftOf(tx, { venueId, ...one }) }))),
      amountCents,
    );
    for (const [n, { attemptId, cents }] of shares.entries()) {
      const requestKey = own[n] ?? null;
      const of = { venueId, attemptId, reason: 'owner', actor, amountCents: cents, requestKey } as const;
      if (!(await requestRefund(tx, of))) throw new Error(`attempt ${attemptId} changed under its lock`);
    }
  });
  wakeWorker();
  return (await listPayments(deps, { venueId, bookingIds: [bookingId] }))[bookingId] ?? [];
}

/**
 * The refunds that an amount is made of, in the order of the payments.
 * @throws `refund_too_much` if less is left, or nothing
 */
function sharesOf(
  payments: readonly { attemptId: string; left: number }[],
  amountCents?: number,
): { attemptId: string; cents: number }[] {
  const left = payments.reduce((sum, payment) => sum + payment.left, 0);
  let open = amountCents ?? left;
  if (open === 0 || open > left) throw fail('refund_too_much', leftParam(left));
  return payments.flatMap(({ attemptId, left: most }) => {
    const cents = Math.min(open, most);
    open -= cents;
    return cents > 0 ? [{ attemptId, cents }] : [];
  });
}

/**
 * The keys of the refunds that one request makes, one per payment at most. "All that is left" never matches a
 * request for an amount, even if both are equal.
 */
const keysOf = (bookingId: number, key: string, payments: number) => {
  const each = (kind: string) =>
    Array.from({ length: payments }, (_, n) => `${bookingId}${kind}${n > 0 ? `/${n}` : ''} ${key}`);
  return { part: each(''), rest: each('+') };
};

const leftParam = (cents: number) =>
  inEachLanguage('left', (language) => formatEuro(toEuro(cents), language));
