import { BANK, type PaymentDetail, type Refund } from '@venue-booking/proto/payment/payment';
import { toEuro } from '@venue-booking/proto/primitives';
import type { PaymentDeps } from '../deps.ts';
import type { Prisma } from '../gen/prisma/client.ts';

/** The payment attempts of a venue's bookings, by booking number, oldest first. */
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
  });
  return Object.fromEntries(
    payments.map(({ bookingId, attempts }) => [Number(bookingId), attempts.map(toDetail)]),
  );
}

const toDetail = (
  attempt: Prisma.AttemptGetPayload<{ include: { account: true; refunds: true } }>,
): PaymentDetail => ({
  id: attempt.id,
  provider: attempt.account.provider,
  provider_id: attempt.providerId,
  mode: attempt.account.mode as PaymentDetail['mode'],
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
