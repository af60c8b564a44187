import { z } from 'zod';
import type { FakeAnswer, FakeRequest } from './fakeProvider.ts';
import {
  type MollieMode,
  type MolliePayment,
  type MollieRefundStatus,
  newId,
  paymentView,
  refundView,
  remainingCents,
} from './mollieState.ts';

/** Who may ask: a key of one mode, or a token that says which mode it means. */
export type MollieAccess = { secret: string; profileId: string; kind: 'key' | 'token' };

export type MollieWorld = {
  access: MollieAccess[];
  payments: Map<string, MolliePayment>;
  /** Whether Mollie lets go of a payment that is made from now on. */
  cancelable: boolean;
  /** How a refund begins that is made from now on. */
  refundsBeginAs: MollieRefundStatus;
  baseUrl: string;
};

class Refused extends Error {
  readonly status: number;
  readonly field: string | undefined;
  constructor(status: number, detail: string, field?: string) {
    super(detail);
    this.status = status;
    this.field = field;
  }
}

const Amount = z
  .strictObject({ currency: z.string().length(3), value: z.string().regex(/^\d+\.\d{2}$/) })
  .transform(({ currency, value }) => ({ currency, cents: Math.round(Number(value) * 100) }));
const text = z.string().min(1).max(255);
const NewPayment = z.strictObject({
  amount: Amount,
  description: text,
  redirectUrl: z.url(),
  webhookUrl: z.url().optional(),
  locale: z.enum(['nl_NL', 'nl_BE', 'en_US', 'en_GB', 'de_DE', 'fr_FR']).optional(),
  metadata: z.unknown(),
  method: z.union([z.string(), z.array(z.string()).min(1)]).optional(),
  profileId: z.string().optional(),
  testmode: z.boolean().optional(),
  applicationFee: z.strictObject({ amount: Amount, description: text }).optional(),
});
const NewRefund = z.strictObject({
  amount: Amount,
  description: z.string().max(255).optional(),
  metadata: z.unknown(),
  testmode: z.boolean().optional(),
});
const TokenOnly = ['profileId', 'testmode', 'applicationFee'];

const titles: Record<number, string> = {
  400: 'Bad Request',
  401: 'Unauthorized Request',
  404: 'Not Found',
  409: 'Conflict',
  422: 'Unprocessable Entity',
  429: 'Too Many Requests',
  503: 'Service Unavailable',
};

/** https://docs.mollie.com/reference/error-handling */
export const mollieProblem = (status: number, detail: string, field?: string) => ({
  status,
  title: titles[status] ?? 'Error',
  detail,
  ...(field && { field }),
  _links: { documentation: { href: 'https://docs.mollie.com/reference/error-handling', type: 'text/html' } },
});

/** Does what a request to the API asks for. */
export function workAsMollie(world: MollieWorld, request: FakeRequest): FakeAnswer {
  try {
    return route(world, request);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return { status: error.status, body: mollieProblem(error.status, error.message, error.field) };
  }
}

function route(world: MollieWorld, request: FakeRequest): FakeAnswer {
  const access = authorize(world, request);
  const [, version, resource, id, sub] = request.path.split('/');
  const call = `${request.method} ${resource}${id ? '/id' : ''}${sub ? `/${sub}` : ''}`;
  if (version !== 'v2') throw new Refused(404, 'No such version');
  if (call === 'GET profiles/id') return showProfile(access, id);
  if (call === 'POST payments') return createPayment(world, access, request);
  const payment = world.payments.get(id ?? '');
  if (payment?.profileId !== access.profileId || payment.mode !== modeOf(access, request))
    throw new Refused(404, `No payment exists with token ${id}.`);
  const show = (status = 200) => ({
    status,
    body: paymentView(payment, world.baseUrl, request.query.get('embed') ?? ''),
  });
  if (call === 'GET payments/id') return show();
  if (call === 'POST payments/id/refunds') return createRefund(world, payment, request);
  if (call !== 'DELETE payments/id') throw new Refused(404, 'No such call');
  if (payment.status !== 'open' || !payment.cancelable)
    throw new Refused(422, 'The payment cannot be canceled');
  payment.status = 'canceled';
  return show();
}

function authorize(world: MollieWorld, { headers }: FakeRequest): MollieAccess {
  const found = world.access.find(({ secret }) => headers.authorization === `Bearer ${secret}`);
  if (!found) throw new Refused(401, 'Missing authentication, or failed to authenticate');
  return found;
}

function modeOf({ kind, secret }: MollieAccess, { query, body }: FakeRequest): MollieMode {
  if (kind === 'key') return secret.startsWith('test_') ? 'test' : 'live';
  const inBody = body ? (JSON.parse(body) as { testmode?: unknown }).testmode : false;
  return inBody === true || query.get('testmode') === 'true' ? 'test' : 'live';
}

function showProfile({ kind, profileId }: MollieAccess, id: string | undefined): FakeAnswer {
  const asked = kind === 'key' && id === 'me' ? profileId : id;
  if (asked !== profileId) throw new Refused(404, 'No profile exists with this token.');
  return { status: 200, body: { resource: 'profile', id: profileId, status: 'verified', name: 'A venue' } };
}

function read<Body>(shape: z.ZodType<Body>, access: MollieAccess | null, { body }: FakeRequest): Body {
  const json = JSON.parse(body || '{}') as Record<string, unknown>;
  const foreign = access?.kind === 'key' ? TokenOnly.find((name) => name in json) : undefined;
  if (foreign) throw new Refused(422, `Non-existent body parameter "${foreign}" for this API call.`, foreign);
  const parsed = shape.safeParse(json);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new Refused(422, issue?.message ?? 'Invalid', issue?.path.join('.'));
}

function createPayment(world: MollieWorld, access: MollieAccess, request: FakeRequest): FakeAnswer {
  const order = read(NewPayment, access, request);
  if (access.kind === 'token' && order.profileId !== access.profileId)
    throw new Refused(422, 'The profileId is not of this organization', 'profileId');
  const { cents, currency } = order.amount;
  const feeCents = order.applicationFee?.amount.cents ?? 0;
  // What Mollie keeps back: whichever of its published formulas keeps more.
  const keptBack = Math.max(1.21 * (29 + 0.05 * cents), 36 + 0.06 * cents);
  if (order.applicationFee && (feeCents < 1 || feeCents > cents - keptBack))
    throw new Refused(422, 'The amount is higher than the maximum', 'applicationFee.amount');
  const mode = modeOf(access, request);
  const payment: MolliePayment = {
    ...{ id: newId('tr'), profileId: access.profileId, mode, statedMode: mode, status: 'open' },
    ...{ cents, currency, feeCents, cancelable: world.cancelable, metadata: order.metadata ?? null },
    ...{
      description: order.description,
      redirectUrl: order.redirectUrl,
      webhookUrl: order.webhookUrl ?? null,
    },
    ...{ method: order.method ?? null, locale: order.locale ?? null, refunds: [], chargedBackCents: 0 },
  };
  world.payments.set(payment.id, payment);
  return { status: 201, body: paymentView(payment, world.baseUrl, '') };
}

function createRefund(world: MollieWorld, payment: MolliePayment, request: FakeRequest): FakeAnswer {
  const { amount, metadata, description } = read(NewRefund, null, request);
  if (payment.status !== 'paid') throw new Refused(422, 'The payment is not paid');
  if (amount.currency !== payment.currency) throw new Refused(422, 'Another currency', 'amount.currency');
  if (amount.cents < 1 || amount.cents > remainingCents(payment))
    throw new Refused(422, 'The amount is higher than the maximum', 'amount.value');
  const refund = {
    ...{ id: newId('re'), status: world.refundsBeginAs, metadata: metadata ?? null },
    ...{ ...amount, description: description ?? '' },
  };
  payment.refunds.push(refund);
  return { status: 201, body: refundView(payment, refund) };
}
