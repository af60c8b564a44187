import type { FakeRequest, FakeResponse } from './exchange.ts';
import { Fields } from './fields.ts';
import { accountView, newStripeAccount, type StripeAccount, type StripeLink } from './stripeOnboarding.ts';
import {
  disputeView,
  intentView,
  listView,
  newStripeId,
  refundedCents,
  refundView,
  type StripeRefund,
  type StripeSession,
  sessionView,
} from './stripeState.ts';

export type StripeWorld = {
  apiKey: string;
  accounts: Map<string, StripeAccount>;
  /** Links to the onboarding form, by the last part of their URL. */
  links: Map<string, StripeLink>;
  sessions: Map<string, StripeSession>;
  /** The initial status of refunds created from now on. */
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

/** Parses Stripe's form encoding: `a[b][0]=c` becomes `{a: {b: {0: 'c'}}}`. */
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

/** The fields of a form body, with errors in Stripe's format. */
function fieldsOf({ body }: FakeRequest): Fields {
  const refuse = (field: string, why: string) => new Refused(400, `${field}: ${why}`, 'parameter_invalid');
  return new Fields(parseForm(new URLSearchParams(body)), refuse);
}

const readCents = (fields: Fields, name: string): number => Number(fields.text(name, /^[1-9]\d*$/));

function readLine(fields: Fields) {
  fields.text('quantity', /^1$/);
  const price = fields.inside('price_data');
  const product = price.inside('product_data');
  const line = {
    currency: price.text('currency', /^[a-z]{3}$/),
    cents: readCents(price, 'unit_amount'),
    description: product.text('name', /^.{1,250}$/),
  };
  for (const one of [fields, price, product]) one.noOthers();
  return line;
}

function readSession(request: FakeRequest) {
  const fields = fieldsOf(request);
  fields.text('mode', /^payment$/);
  const lines = fields.inside('line_items');
  const ofIntent = fields.optional('payment_intent_data', (inner) => {
    const feeCents = inner.has('application_fee_amount') ? readCents(inner, 'application_fee_amount') : 0;
    const intentMetadata = inner.texts('metadata');
    inner.any('description');
    inner.noOthers();
    return { feeCents, intentMetadata };
  });
  const order = {
    ...readLine(lines.inside('0')),
    ...(ofIntent ?? { feeCents: 0, intentMetadata: {} }),
    reference: fields.has('client_reference_id') ? fields.text('client_reference_id', /^.{1,200}$/) : null,
    metadata: fields.texts('metadata'),
    locale: fields.has('locale') ? fields.text('locale', /^(nl|en|de|fr|auto)$/) : null,
    successUrl: fields.text('success_url', /^https?:/),
    cancelUrl: fields.text('cancel_url', /^https?:/),
    expiresAt: fields.has('expires_at') ? readCents(fields, 'expires_at') : null,
  };
  for (const one of [fields, lines]) one.noOthers();
  return order;
}

/** Handles an API request. */
export function workAsStripe(world: StripeWorld, request: FakeRequest): FakeResponse {
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
  if (method === 'GET' && resource === 'accounts') return accountView(accountOf(world, second ?? ''));
  if (method === 'POST' && path === '/v1/accounts') return createAccount(world, request);
  if (method === 'POST' && path === '/v1/account_links') return createLink(world, request);
  const account = headers['stripe-account'] ?? '';
  accountOf(world, account);
  const mine = [...world.sessions.values()].filter((session) => session.account === account);
  if (resource === 'refunds' && method === 'POST') return createRefund(world, mine, request);
  const charged = mine.find(({ intent }) => intent && intent.chargeId === query.get('charge'));
  if (resource === 'refunds') return listView(charged?.refunds.map((one) => refundView(charged, one)) ?? []);
  if (resource === 'disputes')
    return listView(charged?.disputes.map((one) => disputeView(charged, one)) ?? []);
  if (resource === 'payment_intents') return showIntent(mine, second ?? '');
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
  // Stripe's wording, which includes parts of the key.
  if (!account)
    throw new Refused(
      403,
      `The provided key 'sk_test_****wxyz' does not have access to account '${id}'`,
      'account_invalid',
    );
  return account;
}

/** https://docs.stripe.com/api/accounts/create, only as an account with Stripe's full dashboard. */
function createAccount(world: StripeWorld, request: FakeRequest) {
  const fields = fieldsOf(request);
  const controller = fields.inside('controller');
  controller.inside('fees').text('payer', /^account$/);
  controller.inside('losses').text('payments', /^stripe$/);
  controller.inside('stripe_dashboard').text('type', /^full$/);
  controller.text('requirement_collection', /^stripe$/);
  const account = newStripeAccount({ metadata: fields.texts('metadata') });
  for (const one of [fields, controller]) one.noOthers();
  world.accounts.set(account.id, account);
  return accountView(account);
}

/** https://docs.stripe.com/api/account_links/create */
function createLink(world: StripeWorld, request: FakeRequest) {
  const fields = fieldsOf(request);
  fields.text('type', /^account_onboarding$/);
  const { id: account } = accountOf(world, fields.text('account', /^acct_/));
  const link = {
    account,
    returnUrl: fields.text('return_url', /^https?:/),
    refreshUrl: fields.text('refresh_url', /^https?:/),
    expiresAt: Date.now() + LINK_MS,
  };
  fields.noOthers();
  const key = newStripeId('link');
  world.links.set(key, link);
  return {
    object: 'account_link',
    created: Math.floor(Date.now() / 1000),
    expires_at: Math.floor(link.expiresAt / 1000),
    url: `${world.baseUrl}/setup/${key}`,
  };
}

function showIntent(mine: StripeSession[], id: string) {
  const session = mine.find(({ intent }) => intent?.id === id);
  if (!session) throw new Refused(404, `No such payment_intent: '${id}'`, 'resource_missing');
  return intentView(session, ['payment_intent']);
}

const LINK_MS = 5 * 60_000;
const HALF_AN_HOUR = 1800;
const DAY = 24 * 3600;

function createSession(world: StripeWorld, account: string, request: FakeRequest) {
  const order = readSession(request);
  if (order.cents < 50)
    throw new Refused(400, 'The total amount due must add up to at least €0.50 eur', 'amount_too_small');
  if (order.feeCents > order.cents) throw new Refused(400, 'The application fee is greater than the amount');
  const now = Date.now() / 1000;
  const expiresAt = order.expiresAt ?? Math.floor(now) + DAY;
  if (expiresAt < now + HALF_AN_HOUR || expiresAt > now + DAY)
    throw new Refused(
      400,
      'expires_at must be between 30 minutes and 24 hours from now',
      'parameter_invalid',
    );
  const live = world.apiKey.includes('_live_');
  const session: StripeSession = {
    ...order,
    ...{ id: newStripeId(live ? 'cs_live' : 'cs_test'), account, status: 'open', paid: false, intent: null },
    ...{ live, expiresAt, refunds: [], disputes: [] },
  };
  world.sessions.set(session.id, session);
  return sessionView(session, world.baseUrl);
}

function createRefund(world: StripeWorld, mine: StripeSession[], request: FakeRequest) {
  const fields = fieldsOf(request);
  const intentId = fields.text('payment_intent', /^pi_/);
  const cents = readCents(fields, 'amount');
  const metadata = fields.texts('metadata');
  const feeRefunded = fields.any('refund_application_fee') === 'true';
  fields.noOthers();
  const session = mine.find(({ intent }) => intent?.id === intentId);
  if (!session) throw new Refused(404, `No such payment_intent: ${intentId}`, 'resource_missing');
  if (!session.paid)
    throw new Refused(400, 'This PaymentIntent does not have a successful charge to refund.');
  if (cents > session.cents - refundedCents(session))
    throw new Refused(400, 'Refund amount is greater than unrefunded amount on charge');
  if (feeRefunded && session.feeCents === 0) throw new Refused(400, 'There is no application fee to refund');
  const refund = { id: newStripeId('re'), cents, status: world.refundsBeginAs, metadata, feeRefunded };
  session.refunds.push(refund);
  return refundView(session, refund);
}
