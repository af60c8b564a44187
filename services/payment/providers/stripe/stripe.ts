import type Stripe from 'stripe';
import {
  type CheckoutOrder,
  PROVIDER_TIMEOUT_MS,
  type Provider,
  ProviderError,
  type RefundOrder,
  type RemotePayment,
  type VerifiedAccount,
} from '../provider.ts';
import {
  chargeOf,
  checkedResponse,
  EXPAND,
  intentOf,
  openStripe,
  StripeCredentials,
  takesMoney,
  toRemotePayment,
  toRemoteRefund,
} from './stripeApi.ts';
import { stripeConnect } from './stripeConnect.ts';
import { readStripeEvent, stripeAttemptOf } from './stripeEvent.ts';

const MINUTE = 60_000;
const MAX_SESSION_MS = 24 * 60 * MINUTE;
const MIN_SESSION_MS = 30 * MINUTE;
const MAX_NAME = 250;

/**
 * Stripe Checkout for accounts connected to the platform's: direct charges with an application fee.
 * @param apiKey the platform's key; its mode applies to all payments
 * @param webhookSecret the secret that signs Stripe's events; without it, events are rejected
 * @param timeoutMs limit for one operation, including all its requests
 */
export const stripeProvider = ({
  apiKey,
  apiUrl,
  webhookSecret,
  timeoutMs = PROVIDER_TIMEOUT_MS,
}: {
  apiKey: string;
  apiUrl: string;
  webhookSecret?: string | undefined;
  timeoutMs?: number;
}): Provider<StripeCredentials> => {
  const stripe = openStripe({ apiKey, apiUrl });
  const readEvent =
    webhookSecret && readStripeEvent({ secret: webhookSecret, attemptOf: stripeAttemptOf(stripe) });
  const mode = /^[a-z]+_live_/.test(apiKey) ? 'live' : 'test';
  const verify = async (id: string): Promise<VerifiedAccount> => {
    const account = await checkedResponse(
      'account',
      stripe.accounts.retrieve(id, {}, { timeout: timeoutMs }),
    );
    if (account.charges_enabled) return { account: account.id, mode, carriesFee: true };
    const reason = account.requirements?.disabled_reason ?? 'its registration is not complete';
    throw new ProviderError('refused', `Stripe takes no payments for this account: ${reason}`);
  };

  return {
    credentials: StripeCredentials,
    account({ account_id: stripeAccount }) {
      const end = performance.now() + timeoutMs;
      const left = () => Math.max(1, Math.round(end - performance.now()));
      const options = () => ({ stripeAccount, timeout: left() });
      return { verify: () => verify(stripeAccount), ...operations(stripe, options) };
    },
    connect: stripeConnect({ stripe, mode, timeoutMs }),
    ...(readEvent && {
      readEvent: (body, headers) => readEvent(body, headers['stripe-signature'] ?? ''),
    }),
  };
};

/** The operations on one account. `options` returns the account and the remaining time for each request. */
function operations(stripe: Stripe, options: () => { stripeAccount: string; timeout: number }) {
  const { sessions } = stripe.checkout;

  const retrieve = (id: string) =>
    checkedResponse('checkout.session', sessions.retrieve(id, { expand: EXPAND }, options()));

  async function create(order: CheckoutOrder): Promise<RemotePayment> {
    const key = { ...options(), idempotencyKey: order.attemptId };
    return toRemotePayment(
      await checkedResponse('checkout.session', sessions.create(sessionOf(order, Date.now()), key)),
    );
  }

  async function fetch(id: string): Promise<RemotePayment> {
    const session = await retrieve(id);
    return toRemotePayment(session, await refundsOf(session), await chargedBack(session));
  }

  /** All refunds of a session; the session itself includes only the first few. */
  async function refundsOf(session: Stripe.Checkout.Session): Promise<Stripe.Refund[]> {
    const charge = chargeOf(session);
    if (!charge?.refunds?.has_more) return charge?.refunds?.data ?? [];
    const { data } = await checkedResponse(
      'list',
      stripe.refunds.list({ charge: charge.id, limit: 100 }, options()),
    );
    return data;
  }

  async function chargedBack(session: Stripe.Checkout.Session): Promise<number> {
    const charge = chargeOf(session);
    if (!charge?.disputed) return 0;
    const { data } = await checkedResponse(
      'list',
      stripe.disputes.list({ charge: charge.id, limit: 100 }, options()),
    );
    return data.filter(takesMoney).reduce((sum, { amount }) => sum + amount, 0);
  }

  async function cancel(id: string): Promise<RemotePayment> {
    try {
      return toRemotePayment(await checkedResponse('checkout.session', sessions.expire(id, {}, options())));
    } catch (error) {
      // Only an open session can be ended: this one was paid meanwhile, or has ended.
      if (error instanceof ProviderError && error.kind === 'refused') return fetch(id);
      throw error;
    }
  }

  async function refund({ paymentId, refundId, amountCents }: RefundOrder) {
    const session = await retrieve(paymentId);
    // Stripe may drop an idempotency key after a day, so look for a refund of an earlier try first.
    const made = (await refundsOf(session)).find(({ metadata }) => metadata?.refund_id === refundId);
    if (made) return toRemoteRefund(made);
    const intent = intentOf(session);
    if (!intent) throw new ProviderError('refused', 'nothing was paid that could be refunded');
    const order = {
      payment_intent: intent.id,
      amount: amountCents,
      metadata: { refund_id: refundId },
      // The platform refunds its share of the fee.
      ...((intent.application_fee_amount ?? 0) > 0 && { refund_application_fee: true }),
    };
    const key = { ...options(), idempotencyKey: refundId };
    return toRemoteRefund(await checkedResponse('refund', stripe.refunds.create(order, key)));
  }

  return { create, fetch, cancel, refund };
}

/**
 * The session of an order. It is the same for each try during the hold, because Stripe rejects a reused key
 * with a different body.
 */
function sessionOf(order: CheckoutOrder, now: number): Stripe.Checkout.SessionCreateParams {
  const metadata = { attempt_id: order.attemptId };
  // A session lasts at least half an hour, which is longer than most holds. Ending a hold also ends its
  // session.
  const expiresAt = Math.max(order.expiresAt, now) + MIN_SESSION_MS + MINUTE;
  return {
    mode: 'payment',
    client_reference_id: order.attemptId,
    metadata,
    line_items: [
      {
        quantity: 1,
        price_data: {
          currency: 'eur',
          unit_amount: order.amountCents,
          product_data: { name: order.description.slice(0, MAX_NAME) },
        },
      },
    ],
    payment_intent_data: {
      metadata,
      description: order.description,
      ...(order.feeCents > 0 && { application_fee_amount: order.feeCents }),
    },
    locale: order.locale,
    success_url: order.returnUrl,
    cancel_url: order.returnUrl,
    // Without an expiry, a session lasts a day, which is the maximum.
    ...(expiresAt < now + MAX_SESSION_MS && { expires_at: Math.floor(expiresAt / 1000) }),
  };
}
