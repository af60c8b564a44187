import { TryLater, type WorkHandlers } from '@venue-booking/kit/events/work';
import type { PaymentDeps } from './deps.ts';
import { endHold } from './endHold.ts';
import { makeCheckout } from './makeCheckout.ts';
import { makeRefund } from './makeRefund.ts';
import { findPayableAttempt, newAttempt } from './paymentStore.ts';
import { providerErrorOf } from './providerCalls.ts';
import { refreshPayment } from './refreshPayment.ts';

/**
 * What payment does about its own messages. Each may come again, and calls a provider, so none runs in a
 * transaction.
 */
export const workHandlers = (deps: PaymentDeps): WorkHandlers => ({
  'events.payment.checkout_requested': async ({ venueId, paymentId }) => {
    const { database } = deps;
    const payment = await database.payment.findUniqueOrThrow({
      where: { venueId_id: { venueId, id: paymentId } },
    });
    const attempt = (await findPayableAttempt(database, payment)) ?? (await newAttempt(database, payment));
    if (!attempt || attempt.providerId !== null) return;
    // Not tried again for ever: the guest's own visit makes the checkout as well.
    if ((await makeCheckout(deps, payment, attempt)).state === 'unavailable')
      throw new TryLater('the provider makes no checkout at the moment');
  },
  'events.payment.refresh_requested': async ({ venueId, attemptId }) => {
    const attempt = await deps.database.attempt.findUniqueOrThrow({
      where: { venueId_id: { venueId, id: attemptId } },
      include: { payment: true },
    });
    try {
      // Somebody knows of a checkout that we have no answer about: asked under the same key, the provider
      // tells it again.
      if (attempt.providerId === null) {
        const { state } = await makeCheckout(deps, attempt.payment, attempt);
        if (state === 'unavailable') throw new TryLater('its checkout is being made');
      } else await refreshPayment(deps, { venueId, attemptId });
    } catch (error) {
      if (!providerErrorOf(error)) throw error;
      // Nobody may tell of it again.
      await deps.database.$executeRaw`
        UPDATE payment.attempt SET next_refresh_at = least(next_refresh_at, now() + interval '1 minute')
        WHERE venue_id = ${venueId} AND id = ${attemptId}::uuid`;
      throw new TryLater((error as Error).message);
    }
  },
  'events.payment.hold_ended': (of) => endHold(deps, of),
  'events.payment.refund_requested': (of) => makeRefund(deps, of),
});
