import type { Checkout, PaymentOrder } from '@venue-booking/proto/payment/payment';
import { byKey } from '../database.ts';
import type { PaymentDeps } from '../deps.ts';
import type { Attempt, Payment } from '../gen/prisma/client.ts';
import { createAttempt, ensurePayment, findPayableAttempt } from '../payments/paymentStore.ts';
import { makeCheckout } from './makeCheckout.ts';

/**
 * Returns where a guest can pay for a booking. Inserts the payment if its event has not arrived yet. Creates
 * a new checkout during the hold if none can be paid, also after one that failed.
 */
export async function openCheckout(deps: PaymentDeps, order: PaymentOrder): Promise<Checkout> {
  const payment = await ensurePayment(deps.database, order);
  if (!payment) return { state: 'refused' };
  if (payment.status === 'paid' || payment.status === 'refunded') return { state: payment.status };
  if (payment.status !== 'open' || payment.holdUntil.getTime() <= Date.now()) return { state: 'closed' };
  const attempt = await payableAttempt(deps, payment);
  if (!attempt) return stateNow(deps, payment);
  const checkout: Checkout = attempt.checkoutUrl
    ? { state: 'payable', url: attempt.checkoutUrl }
    : await makeCheckout(deps, payment, attempt);
  // The guest can pay from now on, so ask the provider at the usual interval.
  if (checkout.state === 'payable')
    await deps.database.$executeRaw`
      UPDATE payment.attempt SET next_refresh_at = now() + ${deps.sweepIntervalMs} * interval '1 millisecond'
      WHERE venue_id = ${attempt.venueId} AND id = ${attempt.id}::uuid AND next_refresh_at >= ${payment.holdUntil}`;
  return checkout;
}

async function payableAttempt({ database }: PaymentDeps, payment: Payment): Promise<Attempt | null> {
  return (
    (await findPayableAttempt(database, payment)) ??
    (await createAttempt(database, payment)) ??
    // A concurrent call has inserted it.
    (await findPayableAttempt(database, payment))
  );
}

/** No attempt is possible: the payment was just closed or paid, or no provider is linked any more. */
async function stateNow({ database }: PaymentDeps, { venueId, id }: Payment): Promise<Checkout> {
  const { status } = await database.payment.findUniqueOrThrow({ where: byKey(venueId, id) });
  if (status === 'paid' || status === 'refunded') return { state: status };
  return { state: status === 'open' ? 'refused' : 'closed' };
}
