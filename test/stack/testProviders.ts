import { type FakeMollie, startMollie } from '../fakes/mollie.ts';
import { type FakeStripe, startStripe } from '../fakes/stripe.ts';
import type { Stack } from './stack.ts';

/**
 * A venue's account at a provider. `link` is the body of the admin call; `revoke` ends our access to the
 * account.
 */
type TestAccount = {
  link: { provider: string; credentials: Record<string, unknown> };
  revoke(): void;
  restore(): void;
};

/** A checkout as its provider knows it. */
type Order = {
  cents: number;
  currency: string;
  feeCents: number;
  mode: 'live' | 'test';
  metadata: unknown;
  /** The fee in the request, as it was sent. */
  feeSent: unknown;
  /** Headers of the request, which include the API key. */
  headers: Record<string, string | undefined>;
};

/** A fake provider that responds over HTTP as the real one does, and what differs between providers. */
export type TestProvider = {
  name: 'mollie' | 'stripe';
  fake: FakeMollie | FakeStripe;
  /** Path of the request that creates a checkout. */
  checkouts: string;
  /** Status with which the provider rejects a request for good. */
  refusal: number;
  newAccount(): TestAccount;
  /** The newest checkout of an attempt and the request that created it. */
  order(attemptId: string): Order;
};

const ofMollie = (mollie: FakeMollie): TestProvider => ({
  name: 'mollie',
  fake: mollie,
  checkouts: '/v2/payments',
  refusal: 422,
  newAccount() {
    const token = mollie.add(`access_${crypto.randomUUID().replaceAll('-', '')}`);
    const credentials = { access_token: token, profile_id: mollie.profileId, testmode: true };
    return {
      link: { provider: 'mollie', credentials },
      revoke: () => mollie.revoke(token),
      restore: () => void mollie.add(token),
    };
  },
  order(attemptId) {
    const request = mollie.requests.findLast(({ body }) => body.includes(attemptId));
    const [payment] = mollie.payments(attemptId);
    if (!request || !payment) throw new Error(`no checkout for ${attemptId}`);
    const { cents, currency, feeCents, mode, metadata } = payment;
    const feeSent = JSON.parse(request.body).applicationFee?.amount;
    return { cents, currency, feeCents, mode, metadata, feeSent, headers: request.headers };
  },
});

const ofStripe = (stripe: FakeStripe): TestProvider => ({
  name: 'stripe',
  fake: stripe,
  checkouts: '/v1/checkout/sessions',
  refusal: 400,
  newAccount() {
    const id = stripe.connect();
    return {
      link: { provider: 'stripe', credentials: { account_id: id } },
      revoke: () => stripe.disconnect(id),
      restore: () => void stripe.connect({ id }),
    };
  },
  order(attemptId) {
    const request = stripe.requests.findLast(({ body }) => body.includes(attemptId));
    const [session] = stripe.payments(attemptId);
    if (!request || !session) throw new Error(`no checkout for ${attemptId}`);
    const { cents, currency, feeCents, live, metadata } = session;
    const feeSent = new URLSearchParams(request.body).get('payment_intent_data[application_fee_amount]');
    const mode = live ? 'live' : 'test';
    return {
      cents,
      currency: currency.toUpperCase(),
      feeCents,
      mode,
      metadata,
      feeSent,
      headers: request.headers,
    };
  },
});

/** Starts all fake providers. A stack with the settings in `env` uses them. */
export async function startTestProviders() {
  const [mollie, stripe] = await Promise.all([startMollie(), startStripe()]);
  return {
    mollie,
    stripe,
    all: [ofMollie(mollie), ofStripe(stripe)],
    env: {
      MOLLIE_API_URL: mollie.url,
      ...stripe.env(),
    },
    /** Stripe has one webhook URL for all events; Mollie gets one with each payment. */
    connectTo({ api }: Stack): void {
      stripe.webhookUrl = `${api.url}/webhooks/stripe`;
    },
    stop: () => Promise.all([mollie.stop(), stripe.stop()]),
  };
}

export type TestProviders = Awaited<ReturnType<typeof startTestProviders>>;
