import { appendEvents } from '@venue-booking/kit/events/outbox';
import { event } from '@venue-booking/proto/events';
import { byKey } from '../database.ts';
import type { PaymentDeps } from '../deps.ts';
import type { Account, Attempt, Payment } from '../gen/prisma/client.ts';
import { callProvider } from '../providers/callProvider.ts';
import { ProviderError } from '../providers/provider.ts';
import { recordStatement } from '../reconcile/recordStatement.ts';

/**
 * Ends the checkouts of an unpaid payment that is no longer wanted. Once the provider has confirmed it,
 * reports the payment as lapsed. If money arrives meanwhile, the payment is paid after all.
 * @throws ProviderError while the provider is unavailable; booking releases the places in the end
 */
export async function endHold(
  deps: PaymentDeps,
  { venueId, paymentId }: { venueId: number; paymentId: string },
): Promise<void> {
  const payment = await deps.database.payment.findUniqueOrThrow({ where: byKey(venueId, paymentId) });
  if (payment.status === 'open' && payment.holdUntil.getTime() > Date.now()) return;
  // Includes attempts of replaced accounts.
  const open = await deps.database.attempt.findMany({
    where: { venueId, paymentId, status: 'open' },
    orderBy: { number: 'asc' },
    include: { account: true },
  });
  // Ends all of them, even if one provider is unavailable.
  const ended = await Promise.allSettled(open.map((attempt) => endCheckout(deps, attempt)));
  for (const one of ended) if (one.status === 'rejected') throw one.reason;
  if (payment.status === 'open') await lapse(deps, payment);
}

async function endCheckout(
  deps: PaymentDeps,
  { venueId, id, account, providerId }: Attempt & { account: Account },
): Promise<void> {
  if (providerId === null) {
    // No guest has seen its URL, so it cannot be paid, unless another process is creating the checkout right
    // now.
    const expired = await deps.database.$executeRaw`
      UPDATE payment.attempt SET status = 'expired'
      WHERE venue_id = ${venueId} AND id = ${id}::uuid AND status = 'open' AND provider_id IS NULL
        AND (claimed_until IS NULL OR claimed_until < now())`;
    if (expired === 0) throw new ProviderError('unavailable', 'its checkout is being made');
    return;
  }
  const reported = await callProvider(deps, account, (remote) => remote.cancel(providerId));
  await recordStatement(deps, { venueId, attemptId: id }, reported);
}

/** Publishes the lapse to booking, unless the payment was just paid. */
async function lapse(
  { database, wakeRelay }: PaymentDeps,
  { venueId, id, bookingId }: Payment,
): Promise<void> {
  await database.$transaction(async (tx) => {
    const { count } = await tx.payment.updateMany({
      where: { venueId, id, status: 'open' },
      data: { status: 'expired' },
    });
    if (count === 0) return;
    await appendEvents(tx, 'payment', [
      event('events.payment.payment_lapsed', { venueId, paymentId: id, bookingId }),
    ]);
  });
  wakeRelay();
}
