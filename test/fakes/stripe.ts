import { createHmac } from 'node:crypto';
import type { FakeRequest, FakeResponse } from './exchange.ts';
import { startFakeServer } from './fakeProvider.ts';
import { type StripeWorld, stripeProblem, workAsStripe } from './stripeApi.ts';
import {
  accountView,
  completeStripeAccount,
  newStripeAccount,
  onboardingForm,
  type StripeAccount,
} from './stripeOnboarding.ts';
import {
  chargeView,
  disputeView,
  newStripeId,
  refundedCents,
  refundView,
  type StripeRefund,
  type StripeSession,
  sessionView,
} from './stripeState.ts';
import { webhookSender } from './webhookSender.ts';

type Dispute = StripeSession['disputes'][number];

const referenceOf = ({ metadata }: StripeSession): string => metadata.attempt_id ?? '';

/**
 * The header with which Stripe signs a webhook body. See https://docs.stripe.com/webhooks, "Verify webhook
 * signatures manually".
 */
export function signAsStripe(body: string, secret: string, at = new Date()): string {
  const seconds = Math.floor(at.getTime() / 1000);
  return `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`;
}

/**
 * A stateful fake of Stripe as a platform uses it: connected accounts and their checkout sessions. The
 * checkout page at `url` (its form posts `outcome`) and the controls below change sessions. Each change sends
 * a signed event to `webhookUrl`, if that is set. It starts with one connected account. `connect` adds more.
 */
export async function startStripe({ mode = 'test' }: { mode?: 'live' | 'test' } = {}) {
  const webhooks = webhookSender();
  const world: StripeWorld = {
    apiKey: newStripeId(`sk_${mode}`),
    accounts: new Map(),
    links: new Map(),
    sessions: new Map(),
    refundsBeginAs: 'succeeded',
    baseUrl: '',
  };
  const server = await startFakeServer({
    work(request) {
      if (request.path.startsWith('/checkout/')) return guest(request);
      if (!request.path.startsWith('/setup/')) return workAsStripe(world, request);
      return onboardingForm(world, request, ({ id }) => void tellAccount(id));
    },
    problem: stripeProblem,
    owner: ({ headers }) => `${headers.authorization} ${headers['stripe-account']}`,
  });
  world.baseUrl = server.url;

  const connect = (values: Partial<StripeAccount> = {}): string => {
    const account = newStripeAccount({ ...completeStripeAccount, ...values });
    world.accounts.set(account.id, account);
    return account.id;
  };
  const session = (id: string): StripeSession => {
    const found = world.sessions.get(id);
    if (!found) throw new Error(`no session ${id}`);
    return found;
  };
  const webhookSecret = newStripeId('whsec');
  const stripe = { webhookUrl: null as string | null };

  const tell = ({ account, live, ...one }: StripeSession, type: string, about?: object): Promise<void> =>
    send({ account, live, type, object: about ?? sessionView({ account, live, ...one }, server.url) });

  async function send(about: {
    account: string;
    live: boolean;
    type: string;
    object: object;
  }): Promise<void> {
    const { account, live, type, object } = about;
    const event = {
      id: newStripeId('evt'),
      object: 'event',
      account,
      livemode: live,
      type,
      data: { object },
    };
    const body = JSON.stringify({ ...event, created: Math.floor(Date.now() / 1000) });
    const headers = {
      'Content-Type': 'application/json',
      'Stripe-Signature': signAsStripe(body, webhookSecret),
    };
    if (stripe.webhookUrl) await webhooks.send({ url: stripe.webhookUrl, body, headers });
  }

  const account = (id: string): StripeAccount => {
    const found = world.accounts.get(id);
    if (!found) throw new Error(`no account ${id}`);
    return found;
  };
  const live = mode === 'live';
  /** Sends the state of an account, which may be an old one: events can arrive out of order. */
  const tellAccount = (id: string, object: object = accountView(account(id))): Promise<void> =>
    send({ account: id, live, type: 'account.updated', object });

  type State = NonNullable<StripeSession['intent']>['state'];
  const complete = async (id: string, state: State, event: string): Promise<void> => {
    const one = session(id);
    const ids = one.intent ?? { id: newStripeId('pi'), chargeId: newStripeId('ch') };
    Object.assign(one, { status: 'complete', paid: state === 'succeeded', intent: { ...ids, state } });
    await tell(one, `checkout.session.${event}`);
  };
  const controls = {
    pay: (id: string) =>
      complete(id, 'succeeded', session(id).intent ? 'async_payment_succeeded' : 'completed'),
    /** The guest has paid by a delayed method, and the payment is still processing. */
    pend: (id: string) => complete(id, 'processing', 'completed'),
    /** The delayed payment failed. (A declined card would leave the session open.) */
    fail: (id: string) => complete(id, 'failed', 'async_payment_failed'),
    /** Redirects to the cancel URL and changes nothing. */
    cancelByGuest: async (_id: string): Promise<void> => {},
    async expire(id: string): Promise<void> {
      const one = session(id);
      one.status = 'expired';
      await tell(one, 'checkout.session.expired');
    },
  };
  const outcomes: Record<string, (id: string) => Promise<void>> = {
    ...{ paid: controls.pay, pending: controls.pend, failed: controls.fail },
    ...{ canceled: controls.cancelByGuest, expired: controls.expire },
  };

  function guest({ method, path, body }: FakeRequest): FakeResponse {
    const found = world.sessions.get(path.slice('/checkout/'.length));
    if (!found) return { status: 404, body: 'No such session' };
    if (method !== 'POST') return { status: 200, body: `<form method="post">${found.description}</form>` };
    const chosen = new URLSearchParams(body).get('outcome') ?? '';
    if (!outcomes[chosen]) return { status: 400, body: 'No such outcome' };
    if (found.status === 'open') void outcomes[chosen](found.id);
    const leaves = chosen === 'canceled' || chosen === 'expired';
    return { status: 303, headers: { Location: leaves ? found.cancelUrl : found.successUrl } };
  }

  const setRefund = async (id: string, status: StripeRefund['status']): Promise<void> => {
    const owner = [...world.sessions.values()].find(({ refunds }) => refunds.some((one) => one.id === id));
    const refund = owner?.refunds.find((one) => one.id === id);
    if (!owner || !refund) throw new Error(`no refund ${id}`);
    refund.status = status;
    await tell(owner, 'charge.refund.updated', refundView(owner, refund));
  };

  return Object.assign(stripe, {
    ...server,
    ...controls,
    webhooks,
    webhookSecret,
    apiKey: world.apiKey,
    /** Settings of a stack that uses this fake. */
    env: () => ({
      STRIPE_API_URL: server.url,
      STRIPE_API_KEY: world.apiKey,
      STRIPE_WEBHOOK_SECRET: webhookSecret,
    }),
    accountId: connect(),
    connect,
    /** Simulates an owner who disconnects the account, of which no event arrives. */
    disconnect: (accountId: string): void => void world.accounts.delete(accountId),
    account,
    /** Ids of all accounts, oldest first. */
    accounts: (): string[] => [...world.accounts.keys()],
    /** Changes an account, and sends the event. */
    async changeAccount(id: string, values: Partial<StripeAccount>): Promise<void> {
      Object.assign(account(id), values);
      await tellAccount(id);
    },
    tellAccount,
    /** The owner disconnects the account, or only an event says so. */
    async deauthorize(id: string, { really = true } = {}): Promise<void> {
      if (really) world.accounts.delete(id);
      const object = { id: newStripeId('ca'), object: 'application', name: 'Venue Booking' };
      await send({ account: id, live, type: 'account.application.deauthorized', object });
    },
    /** Settings for refunds created from now on. */
    set: (values: Partial<Pick<StripeWorld, 'refundsBeginAs'>>): void => void Object.assign(world, values),
    /** All sessions, or those of one attempt. */
    payments: (reference?: string): StripeSession[] =>
      [...world.sessions.values()].filter((one) => reference === undefined || referenceOf(one) === reference),
    payment: session,
    /** The payer's bank opens a dispute. With `warning_needs_response` it is only an inquiry. */
    async chargeBack(id: string, cents: number, status: Dispute['status'] = 'needs_response'): Promise<void> {
      const dispute = { id: newStripeId('dp'), cents, status };
      session(id).disputes.push(dispute);
      await tell(session(id), 'charge.dispute.created', disputeView(session(id), dispute));
    },
    /** The bank returns the disputed amount. */
    async winDisputes(id: string): Promise<void> {
      for (const dispute of session(id).disputes) {
        dispute.status = 'won';
        await tell(session(id), 'charge.dispute.closed', disputeView(session(id), dispute));
      }
    },
    /** A refund made in Stripe's own dashboard. */
    async refundElsewhere(id: string, cents: number): Promise<string> {
      const made = {
        id: newStripeId('re'),
        cents,
        status: 'succeeded',
        metadata: {},
        feeRefunded: false,
      } as const;
      session(id).refunds.push(made);
      await tell(session(id), 'charge.refunded', chargeView(session(id)));
      return made.id;
    },
    settleRefund: (refundId: string) => setRefund(refundId, 'succeeded'),
    failRefund: (refundId: string) => setRefund(refundId, 'failed'),
    // Make a session contradict our request, without an event.
    setAmount: (id: string, cents: number): void => void Object.assign(session(id), { cents }),
    setCurrency: (id: string, currency: string): void =>
      void Object.assign(session(id), { currency: currency.toLowerCase() }),
    setMode: (id: string, stated: 'live' | 'test'): void =>
      void Object.assign(session(id), { live: stated === 'live' }),
    setReference: (id: string, reference: string): void =>
      void Object.assign(session(id), { reference, metadata: { attempt_id: reference } }),
    /** Cents captured and refunded, by attempt id. */
    totals(): Record<string, { captured: number; refunded: number }> {
      const totals: Record<string, { captured: number; refunded: number }> = {};
      for (const one of world.sessions.values()) {
        const sum = totals[referenceOf(one)] ?? { captured: 0, refunded: 0 };
        const captured = sum.captured + (one.paid ? one.cents : 0);
        totals[referenceOf(one)] = { captured, refunded: sum.refunded + refundedCents(one) };
      }
      return totals;
    },
  });
}

export type FakeStripe = Awaited<ReturnType<typeof startStripe>>;
