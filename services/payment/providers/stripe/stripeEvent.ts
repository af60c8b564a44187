import Stripe from 'stripe';
import { z } from 'zod';
import { ProviderError, type ProviderEvent } from '../provider.ts';
import { checkedResponse } from './stripeApi.ts';

/** Id of our attempt in the metadata of a session or an intent; a charge copies that of its intent. */
const AttemptMetadata = z
  .object({ attempt_id: z.uuid() })
  .transform((metadata) => metadata.attempt_id)
  .nullish()
  .catch(null);

const ofConnectedAccount = { account: z.string(), livemode: z.boolean() };

/** An event of a connected account about a checkout (https://docs.stripe.com/api/events/types). */
const CheckoutEvent = z.object({
  ...ofConnectedAccount,
  type: z.enum([
    'checkout.session.completed',
    'checkout.session.async_payment_succeeded',
    'checkout.session.async_payment_failed',
    'checkout.session.expired',
  ]),
  data: z.object({ object: z.object({ id: z.string(), metadata: AttemptMetadata }) }),
});

/** An event about a refund or a chargeback: its object is a charge, a refund or a dispute. */
const MoneyBackEvent = z.object({
  ...ofConnectedAccount,
  type: z.string().regex(/^(charge\.refund(ed|\.updated)|refund\.(updated|failed)|charge\.dispute\.\w+)$/),
  data: z.object({ object: z.object({ payment_intent: z.string(), metadata: AttemptMetadata }) }),
});

/** An event about an account itself. Its contents may be outdated, so only its type counts. */
const AccountEvent = z.object({
  ...ofConnectedAccount,
  type: z.enum(['account.updated', 'account.application.deauthorized']),
});

/** Stripe waits at least 10 s for the response to an event, our gateway 5 s. */
const HINT_TIMEOUT_MS = 4000;

/** Asks Stripe for the attempt stored with a payment. */
type AttemptOf = (of: { account: string; intentId: string }) => Promise<string | null>;

/**
 * Asks Stripe for the attempt stored with a payment of a connected account. Returns null if there is none, or
 * if the account is no longer connected.
 * @throws {ProviderError} `unavailable`
 */
export const stripeAttemptOf =
  (stripe: Stripe): AttemptOf =>
  async ({ account, intentId }) => {
    const options = { stripeAccount: account, timeout: HINT_TIMEOUT_MS };
    try {
      const intent = await checkedResponse(
        'payment_intent',
        stripe.paymentIntents.retrieve(intentId, {}, options),
      );
      return intent.metadata.attempt_id ?? null;
    } catch (error) {
      if (error instanceof ProviderError && error.kind !== 'unavailable') return null;
      throw error;
    }
  };

/**
 * Parses an event: its unchanged body, and the header `Stripe-Signature`. Returns null if Stripe did not sign
 * it within the last 5 minutes. A dispute names only the payment, so this asks Stripe for the attempt.
 * @throws {ProviderError} from `attemptOf`
 */
export const readStripeEvent =
  ({ secret, attemptOf }: { secret: string; attemptOf: AttemptOf }) =>
  async (body: string, signature: string): Promise<ProviderEvent | null> => {
    const event = signedEvent(body, signature, secret);
    if (event === null) return null;
    const about = AccountEvent.safeParse(event).data;
    if (about) {
      const is = about.type === 'account.updated' ? 'changed' : 'disconnected';
      return { hint: null, account: { account: about.account, mode: modeOf(about), is } };
    }
    const checkout = CheckoutEvent.safeParse(event).data;
    if (checkout) {
      const { id: checkoutId, metadata: attemptId = null } = checkout.data.object;
      return { hint: { account: checkout.account, mode: modeOf(checkout), checkoutId, attemptId } };
    }
    const moneyBack = MoneyBackEvent.safeParse(event).data;
    if (!moneyBack) return { hint: null };
    const { account } = moneyBack;
    const { payment_intent: intentId, metadata } = moneyBack.data.object;
    const attemptId =
      metadata ?? AttemptMetadata.parse({ attempt_id: await attemptOf({ account, intentId }) });
    return { hint: attemptId ? { account, mode: modeOf(moneyBack), checkoutId: null, attemptId } : null };
  };

const modeOf = ({ livemode }: { livemode: boolean }) => (livemode ? 'live' : 'test');

/** Verifies and parses an event; null if Stripe did not sign it. JSON `null` becomes an empty object. */
function signedEvent(body: string, signature: string, secret: string): object | null {
  try {
    return Stripe.webhooks.constructEvent(body, signature, secret) ?? {};
  } catch {
    return null;
  }
}
