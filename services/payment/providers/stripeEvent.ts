import Stripe from 'stripe';
import { z } from 'zod';
import type { StripeHint } from '../deps.ts';

/** An event of a connected account about a checkout (https://docs.stripe.com/api/events/types). */
const CheckoutEvent = z.object({
  account: z.string(),
  livemode: z.boolean(),
  type: z.enum([
    'checkout.session.completed',
    'checkout.session.async_payment_succeeded',
    'checkout.session.async_payment_failed',
    'checkout.session.expired',
  ]),
  data: z.object({ object: z.object({ id: z.string() }) }),
});

/**
 * Reads what is posted to `/webhooks/stripe`: the body as it came, and the header `Stripe-Signature`. Null when Stripe did not
 * sign it within the last 5 minutes; no hint when it is about no checkout. Refunds and disputes name no session; the sweep sees those.
 */
export const readStripeEvent =
  ({ secret }: { secret: string }) =>
  (body: string, signature: string): { hint: StripeHint | null } | null => {
    try {
      const event = CheckoutEvent.safeParse(Stripe.webhooks.constructEvent(body, signature, secret)).data;
      return {
        hint: event
          ? { account: event.account, sessionId: event.data.object.id, live: event.livemode }
          : null,
      };
    } catch {
      return null;
    }
  };
