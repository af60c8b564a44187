import { z } from 'zod';
import type { FakeAnswer, FakeRequest } from './fakeProvider.ts';
import {
  disputeView,
  listView,
  newStripeId,
  refundedCents,
  refundView,
  type StripeRefund,
  type StripeSession,
  sessionView,
} from './stripeState.ts';

export type StripeAccount = { id: string; chargesEnabled: boolean; disabledReason: string | null };

export type StripeWorld = {
  apiKey: string;
  accounts: Map<string, StripeAccount>;
  sessions: Map<string, StripeSession>;
  /** How a refund begins that is made from now on. */
  refundsBeginAs: StripeRefund['status'];
  baseUrl: string;
};

class Refused extends Error {
  readonly status: number;
  readonly code: string | undefined;
  constructor(status: number, message: string, code?: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

/** https://docs.stripe.com/api/errors */
export const stripeProblem = (status: number, message: string, code?: string) => {
  const aboutKey = message.includes('idempotency key');
  const type = aboutKey ? 'idempotency_error' : status >= 500 ? 'api_error' : 'invalid_request_error';
  return { error: { type, message, ...(code && { code }) } };
};

type Form = { [key: string]: string | Form };

/** What Stripe's forms mean: `a[b][0]=c` is `{a: {b: {0: 'c'}}}`. */
function parseForm(params: URLSearchParams): Form {
  const form: Form = {};
  for (const [name, value] of params) {
    const keys = name.split('[').map((key) => key.replace(']', ''));
    const last = keys.pop() ?? '';
    const inner = keys.reduce((at, key) => {
      const next = at[key];
      const deeper = typeof next === 'object' ? next : {};
      at[key] = deeper;
      return deeper;
    }, form);
    inner[last] = value;
  }
  return form;
}

const cents = z.coerce.number().int().min(1);
const metadata = z.record(z.string(), z.string()).default({});
const NewSession = z.strictObject({
  mode: z.literal('payment'),
  client_reference_id: z.string().max(200).optional(),
  metadata,
  line_items: z.strictObject({
    0: z.strictObject({
      quantity: z.literal('1'),
      price_data: z.strictObject({
        currency: z.string().length(3),
        unit_amount: cents.min(50, 'The total amount due must add up to at least €0.50 eur'),
        product_data: z.strictObject({ name: z.string().min(1).max(250) }),
      }),
    }),
  }),
  payment_intent_data: z
    .strictObject({ metadata, description: z.string(), application_fee_amount: cents.optional() })
    .optional(),
  locale: z.enum(['nl', 'en', 'auto']).optional(),
  success_url: z.url(),
  cancel_url: z.url(),
  expires_at: z.coerce.number().int().optional(),
});
const NewRefund = z.strictObject({
  payment_intent: z.string(),
  amount: cents,
  metadata,
  refund_application_fee: z.enum(['true', 'false']).optional(),
});

function read<Body>(shape: z.ZodType<Body>, { body }: FakeRequest): Body {
  const parsed = shape.safeParse(parseForm(new URLSearchParams(body)));
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new Refused(400, `${issue?.path.join('.')}: ${issue?.message}`, 'parameter_invalid');
}

/** Does what a request to the API asks for. */
export function workAsStripe(world: StripeWorld, request: FakeRequest): FakeAnswer {
  try {
    return { status: 200, body: route(world, request), headers: { 'Request-Id': newStripeId('req') } };
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return { status: error.status, body: stripeProblem(error.status, error.message, error.code) };
  }
}

function route(world: StripeWorld, request: FakeRequest): unknown {
  const { method, path, query, headers } = request;
  if (headers.authorization !== `Bearer ${world.apiKey}`)
    throw new Refused(401, 'Invalid API Key provided: sk_test_********************wxyz');
  const [, , resource, second, third, fourth] = path.split('/');
  if (method === 'GET' && resource === 'accounts') return showAccount(world, second ?? '');
  const account = headers['stripe-account'] ?? '';
  accountOf(world, account);
  const mine = [...world.sessions.values()].filter((session) => session.account === account);
  if (resource === 'refunds' && method === 'POST') return createRefund(world, mine, request);
  const charged = mine.find(({ intent }) => intent && intent.chargeId === query.get('charge'));
  if (resource === 'refunds') return listView(charged?.refunds.map((one) => refundView(charged, one)) ?? []);
  if (resource === 'disputes') return listView(charged?.disputes.map(disputeView) ?? []);
  if (resource !== 'checkout' || second !== 'sessions') throw new Refused(404, 'Unrecognized request URL');
  if (method === 'POST' && !third) return createSession(world, account, request);
  const session = mine.find(({ id }) => id === third);
  if (!session) throw new Refused(404, `No such checkout.session: ${third}`, 'resource_missing');
  const expand = Object.values(parseForm(query).expand ?? {}).map(String);
  if (method === 'GET' && !fourth) return sessionView(session, world.baseUrl, expand);
  if (method !== 'POST' || fourth !== 'expire') throw new Refused(404, 'Unrecognized request URL');
  if (session.status !== 'open')
    throw new Refused(
      400,
      `Only Checkout Sessions with a status in ["open"] can be expired: ${session.status}.`,
    );
  session.status = 'expired';
  return sessionView(session, world.baseUrl);
}

function accountOf(world: StripeWorld, id: string): StripeAccount {
  const account = world.accounts.get(id);
  // As Stripe writes it, with parts of the key.
  if (!account)
    throw new Refused(
      403,
      `The provided key 'sk_test_****wxyz' does not have access to account '${id}'`,
      'account_invalid',
    );
  return account;
}

function showAccount(world: StripeWorld, asked: string) {
  const { id, chargesEnabled, disabledReason } = accountOf(world, asked);
  return {
    id,
    object: 'account',
    charges_enabled: chargesEnabled,
    requirements: { disabled_reason: disabledReason },
    email: 'owner@example.com',
  };
}

const HALF_AN_HOUR = 1800;
const DAY = 24 * 3600;

function createSession(world: StripeWorld, account: string, request: FakeRequest) {
  const order = read(NewSession, request);
  const { unit_amount: amount, currency, product_data: product } = order.line_items[0].price_data;
  const { application_fee_amount: feeCents = 0, metadata: intentMetadata = {} } =
    order.payment_intent_data ?? {};
  if (feeCents > amount) throw new Refused(400, 'The application fee is greater than the amount');
  const now = Date.now() / 1000;
  const expiresAt = order.expires_at ?? Math.floor(now) + DAY;
  if (expiresAt < now + HALF_AN_HOUR || expiresAt > now + DAY)
    throw new Refused(
      400,
      'expires_at must be between 30 minutes and 24 hours from now',
      'parameter_invalid',
    );
  const live = world.apiKey.includes('_live_');
  const session: StripeSession = {
    ...{ id: newStripeId(live ? 'cs_live' : 'cs_test'), account, status: 'open', paid: false, intent: null },
    ...{ cents: amount, currency, live, feeCents, reference: order.client_reference_id ?? null },
    ...{ metadata: order.metadata, intentMetadata, description: product.name, locale: order.locale ?? null },
    ...{ successUrl: order.success_url, cancelUrl: order.cancel_url, expiresAt, refunds: [], disputes: [] },
  };
  world.sessions.set(session.id, session);
  return sessionView(session, world.baseUrl);
}

function createRefund(world: StripeWorld, mine: StripeSession[], request: FakeRequest) {
  const order = read(NewRefund, request);
  const session = mine.find(({ intent }) => intent?.id === order.payment_intent);
  if (!session) throw new Refused(404, `No such payment_intent: ${order.payment_intent}`, 'resource_missing');
  if (!session.paid)
    throw new Refused(400, 'This PaymentIntent does not have a successful charge to refund.');
  if (order.amount > session.cents - refundedCents(session))
    throw new Refused(
      400,
      'Refund amount is greater than unrefunded amount on charge',
      'charge_already_refunded',
    );
  const feeRefunded = order.refund_application_fee === 'true';
  if (feeRefunded && session.feeCents === 0) throw new Refused(400, 'There is no application fee to refund');
  const refund: StripeRefund = {
    ...{ id: newStripeId('re'), cents: order.amount, status: world.refundsBeginAs },
    ...{ metadata: order.metadata, feeRefunded },
  };
  session.refunds.push(refund);
  return refundView(session, refund);
}
