import type { PaymentDeps } from '../deps.ts';

/**
 * What a deletion of the venue would lose: payments and refunds that are under way, and open items about
 * payments that need a person, such as a failed refund.
 */
export async function venueObstacles(
  { database }: Pick<PaymentDeps, 'database'>,
  venueId: number,
): Promise<{ payments: number; owed: number }> {
  const [open, paying, refunds, owed] = await Promise.all([
    database.payment.count({ where: { venueId, status: 'open' } }),
    database.attempt.count({ where: { venueId, status: 'open', payment: { status: { not: 'open' } } } }),
    database.refund.count({ where: { venueId, status: { in: ['requested', 'pending'] } } }),
    database.attention.count({ where: { venueId, resolvedAt: null, bookingId: { not: null } } }),
  ]);
  return { payments: open + paying + refunds, owed };
}
