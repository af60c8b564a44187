import { BANK, type PaymentDetail, type Refund } from '@venue-booking/proto/payment/payment';
import { toEuro } from '@venue-booking/proto/primitives';
import type { PaymentDeps } from '../deps.ts';
import type { Prisma } from '../gen/prisma/client.ts';

/**
 * The payment attempts of a venue's bookings, by booking number: by payment, then by attempt, oldest first.
 */
export async function listPayments(
  { database }: Pick<PaymentDeps, 'database'>,
  { venueId, bookingIds }: { venueId: number; bookingIds: number[] },
): Promise<Record<number, PaymentDetail[]>> {
  const payments = await database.payment.findMany({
    where: { venueId, bookingId: { in: bookingIds.map(BigInt) } },
    include: {
      attempts: {
        include: { account: true, refunds: { orderBy: [{ createdAt: 'asc' }, { id: 'asc' }] } },
        orderBy: { number: 'asc' },
      },
    },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
  });
  const byBooking = Map.groupBy(payments, ({ bookingId }) => Number(bookingId));
  return Object.fromEntries(
    [...byBooking].map(([id, those]) => [
      id,
      those.flatMap(({ purpose, attempts }) => attempts.map((attempt) => toDetail(attempt, purpose))),
    ]),
  );
}

const toDetail = (
  attempt: Prisma.AttemptGetPayload<{ include: { account: true; refunds: true } }>,
  purpose: string,
): PaymentDetail => ({
  id: attempt.id,
  provider: attempt.account.provider,
  provider_id: attempt.providerId,
  mode: attempt.account.mode as PaymentDetail['mode'],
  purpose: purpose as PaymentDetail['purpose'],
  status: attempt.status as PaymentDetail['status'],
  amount_eur: toEuro(Number(attempt.amountCents)),
  platform_fee_eur: toEuro(Number(attempt.feeCents)),
  refunded_eur: toEuro(Number(attempt.refundedCents)),
  created_at: attempt.createdAt.toISOString(),
  paid_at: attempt.paidAt?.toISOString() ?? null,
  refunds: attempt.refunds.map((refund) => ({
    id: refund.id,
    amount_eur: toEuro(Number(refund.amountCents)),
    reason: refund.reason as Refund['reason'],
    status: refund.status as Refund['status'],
    ...(refund.actor === BANK && { taken_back: true }),
    created_at: refund.createdAt.toISOString(),
  })),
});
