import type { FakeRequest, FakeResponse } from './exchange.ts';
import { startFakeServer } from './fakeProvider.ts';
import { type MollieAccess, type MollieWorld, mollieProblem, workAsMollie } from './mollieApi.ts';
import { mollieOauth } from './mollieOauth.ts';
import {
  type MollieMode,
  type MolliePayment,
  type MolliePaymentStatus,
  newId,
  refundedCents,
} from './mollieState.ts';
import { webhookSender } from './webhookSender.ts';

const outcomes: Record<string, MolliePaymentStatus> = {
  paid: 'paid',
  failed: 'failed',
  canceled: 'canceled',
  expired: 'expired',
  pending: 'pending',
};

/** The attempt id that we store in a payment's metadata. */
const referenceOf = ({ metadata }: MolliePayment): string =>
  (metadata as { attempt_id?: string } | null)?.attempt_id ?? '';

/**
 * A stateful fake of Mollie's Payments API v2, as documented. The checkout page at `_links.checkout` (its
 * form posts `outcome`) and the controls below change payments. Each change calls the payment's webhook. It
 * starts with one live key, one test key and one access token for the same profile. `add` adds more, and
 * `oauth` is an app that owners may give access to.
 */
export async function startMollie() {
  const webhooks = webhookSender();
  const profileId = newId('pfl');
  const { oauth, handleTokens, handleAuthorize } = mollieOauth(profileId);
  const world: MollieWorld = {
    access: [],
    oauth,
    payments: new Map(),
    cancelable: true,
    refundsBeginAs: 'pending',
    methods: ['ideal', 'creditcard', 'applepay', 'banktransfer'],
    baseUrl: '',
    payer: { name: 'T. TEST', email: 'guest@example.com' },
  };
  const server = await startFakeServer({
    work(request) {
      if (request.path.startsWith('/checkout/')) return guest(request);
      if (request.path === '/oauth2/tokens') return handleTokens(request);
      if (request.path === '/oauth2/authorize') return handleAuthorize(request);
      return workAsMollie(world, request);
    },
    problem: mollieProblem,
    owner: ({ headers }) => oauth.find(headers.authorization)?.organization ?? headers.authorization ?? '',
  });
  world.baseUrl = server.url;

  const add = (secret: string, profile = profileId): string => {
    const kind = secret.startsWith('access_') ? 'token' : 'key';
    world.access.push({ secret, profileId: profile, kind } satisfies MollieAccess);
    return secret;
  };
  const payment = (id: string): MolliePayment => {
    const found = world.payments.get(id);
    if (!found) throw new Error(`no payment ${id}`);
    return found;
  };
  const tell = async ({ id, webhookUrl: url }: MolliePayment): Promise<void> => {
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
    if (url) await webhooks.send({ url, headers, body: `id=${id}` });
  };
  const change = async (id: string, values: Partial<MolliePayment>): Promise<void> => {
    await tell(Object.assign(payment(id), values));
  };
  const setRefund = async (id: string, status: 'refunded' | 'failed'): Promise<void> => {
    const owner = [...world.payments.values()].find(({ refunds }) => refunds.some((one) => one.id === id));
    const refund = owner?.refunds.find((one) => one.id === id);
    if (!owner || !refund) throw new Error(`no refund ${id}`);
    refund.status = status;
    await tell(owner);
  };

  function guest({ method, path, body }: FakeRequest): FakeResponse {
    const found = world.payments.get(path.slice('/checkout/'.length));
    if (!found) return { status: 404, body: 'No such payment' };
    if (method !== 'POST') return { status: 200, body: `<form method="post">${found.description}</form>` };
    const outcome = outcomes[new URLSearchParams(body).get('outcome') ?? ''];
    if (!outcome) return { status: 400, body: 'No such outcome' };
    if (found.status === 'open' || found.status === 'pending') void change(found.id, { status: outcome });
    return { status: 303, headers: { Location: found.redirectUrl } };
  }

  return {
    ...server,
    webhooks,
    oauth,
    profileId,
    /** Settings of a payment service that uses this fake. */
    env: () => ({
      MOLLIE_API_URL: server.url,
      MOLLIE_AUTH_URL: `${server.url}/oauth2/authorize`,
      MOLLIE_TOKEN_URL: `${server.url}/oauth2/tokens`,
      MOLLIE_CLIENT_ID: oauth.clientId,
      MOLLIE_CLIENT_SECRET: oauth.clientSecret,
    }),
    testKey: add(newId('test')),
    liveKey: add(newId('live')),
    accessToken: add(newId('access')),
    /** Adds a credential. */
    add,
    /** Rejects this credential from now on. */
    revoke(secret: string): void {
      world.access = world.access.filter((one) => one.secret !== secret);
    },
    /** Settings for new payments and refunds. `payer` applies to all. */
    set: (values: Partial<Pick<MollieWorld, 'cancelable' | 'refundsBeginAs' | 'methods' | 'payer'>>): void =>
      void Object.assign(world, values),
    /** All payments, or those of one attempt. */
    payments: (reference?: string): MolliePayment[] =>
      [...world.payments.values()].filter((one) => reference === undefined || referenceOf(one) === reference),
    payment,
    // Actions of the guest or a bank, in any payment status. They resolve once the webhook is delivered.
    pay: (id: string) => change(id, { status: 'paid' }),
    /** The guest has paid, but the bank has not confirmed it. */
    pend: (id: string) => change(id, { status: 'pending' }),
    fail: (id: string) => change(id, { status: 'failed' }),
    cancelByGuest: (id: string) => change(id, { status: 'canceled' }),
    expire: (id: string) => change(id, { status: 'expired' }),
    chargeBack: (id: string, cents: number) => change(id, { chargedBackCents: cents }),
    /** The bank returns the disputed amount. */
    winDisputes: (id: string) => change(id, { chargedBackCents: 0 }),
    /** A refund made in Mollie's own dashboard. */
    async refundElsewhere(id: string, cents: number): Promise<string> {
      const { refunds, currency } = payment(id);
      const refund = { id: newId('re'), cents, currency, status: 'pending', metadata: null } as const;
      refunds.push({ ...refund, description: '' });
      await tell(payment(id));
      return refund.id;
    },
    settleRefund: (refundId: string) => setRefund(refundId, 'refunded'),
    failRefund: (refundId: string) => setRefund(refundId, 'failed'),
    // Make a payment contradict our request, without a webhook.
    setAmount: (id: string, cents: number): void => void Object.assign(payment(id), { cents }),
    setCurrency: (id: string, currency: string): void => void Object.assign(payment(id), { currency }),
    setMode: (id: string, statedMode: MollieMode): void => void Object.assign(payment(id), { statedMode }),
    setReference: (id: string, reference: string): void =>
      void Object.assign(payment(id), { metadata: { attempt_id: reference } }),
    /** Cents captured and refunded, by attempt id. */
    totals(): Record<string, { captured: number; refunded: number }> {
      const totals: Record<string, { captured: number; refunded: number }> = {};
      for (const one of world.payments.values()) {
        const reference = referenceOf(one);
        const sum = totals[reference] ?? { captured: 0, refunded: 0 };
        const captured = sum.captured + (one.status === 'paid' ? one.cents : 0);
        totals[reference] = { captured, refunded: sum.refunded + refundedCents(one) };
      }
      return totals;
    },
  };
}

export type FakeMollie = Awaited<ReturnType<typeof startMollie>>;
