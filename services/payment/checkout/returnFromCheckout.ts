import type { Checkout, Returned } from '@venue-booking/proto/payment/payment';
import type { PaymentDeps } from '../deps.ts';
import type { AttemptRef } from '../payments/paymentStore.ts';
import { ProviderError } from '../providers/provider.ts';
import { refreshPayment } from '../reconcile/refreshPayment.ts';

/** Provider calls under way, by attempt. Concurrent returns of a guest share one call. */
const refreshes = new Map<string, Promise<void>>();

/**
 * Handles a guest who returns from a provider's checkout. Asks the provider for the state, because the
 * webhook may be slower. Returns null if the token is unknown.
 */
export async function returnFromCheckout(deps: PaymentDeps, returnToken: string): Promise<Returned | null> {
  const { database, log } = deps;
  const attempt = await database.attempt.findUnique({ where: { returnToken } });
  if (!attempt) return null;
  const { venueId, id: attemptId } = attempt;
  let isUnavailable = false;
  if (attempt.status === 'open')
    await refreshOnce(deps, { venueId, attemptId }).catch((error: unknown) => {
      if (!(error instanceof ProviderError)) throw error;
      log.info({ err: error }, 'guest returned from checkout, but the provider does not respond');
      isUnavailable = true;
    });
  const [now] = await database.$queryRaw<(StateNow & { bookingId: bigint })[]>`
    SELECT a.status, a.checkout_url AS "checkoutUrl", p.status AS "paymentStatus", p.hold_until AS "holdUntil",
      p.booking_id AS "bookingId"
    FROM payment.attempt a JOIN payment.payment p ON p.id = a.payment_id AND p.venue_id + 0 = a.venue_id -- by id: see docs/decisions/0068
    WHERE a.venue_id = ${venueId} AND a.id = ${attemptId}::uuid`;
  return now
    ? {
        ...{ venueId, bookingId: Number(now.bookingId), paymentId: attempt.paymentId },
        checkout: stateOf(now, isUnavailable),
      }
    : null;
}

type StateNow = { status: string; checkoutUrl: string | null; paymentStatus: string; holdUntil: Date };

function refreshOnce(deps: PaymentDeps, ref: AttemptRef): Promise<void> {
  const { attemptId } = ref;
  const refresh =
    refreshes.get(attemptId) ?? refreshPayment(deps, ref).finally(() => refreshes.delete(attemptId));
  refreshes.set(attemptId, refresh);
  return refresh;
}

function stateOf(
  { status, checkoutUrl, paymentStatus, holdUntil }: StateNow,
  isUnavailable: boolean,
): Checkout {
  if (paymentStatus === 'paid' || paymentStatus === 'refunded') return { state: paymentStatus };
  if (isUnavailable) return { state: 'unavailable' };
  if (paymentStatus !== 'open' || holdUntil.getTime() <= Date.now()) return { state: 'closed' };
  if (status === 'open')
    return checkoutUrl ? { state: 'payable', url: checkoutUrl } : { state: 'unavailable' };
  return { state: 'failed' };
}
