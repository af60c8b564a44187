import type { FakeRequest, FakeResponse } from './exchange.ts';
import { Fields } from './fields.ts';
import type { MollieOauth } from './mollieOauth.ts';
import {
  type MollieMode,
  type MolliePayer,
  type MolliePayment,
  type MollieRefundStatus,
  newId,
  paymentView,
  refundView,
  remainingCents,
} from './mollieState.ts';

/**
 * A credential: an API key of one mode, or an access token whose requests state the mode. A token from OAuth
 * gives access to all profiles of its organisation, and a request for a new payment names one.
 */
export type MollieAccess = { secret: string; profileId: string; kind: 'key' | 'token' };

export type MollieWorld = {
  access: MollieAccess[];
  oauth: MollieOauth;
  payments: Map<string, MolliePayment>;
  /** Whether payments created from now on can be cancelled. */
  cancelable: boolean;
  /** The initial status of refunds created from now on. */
  refundsBeginAs: MollieRefundStatus;
  /** Ids of the payment methods that profiles have enabled. */
  methods: string[];
  baseUrl: string;
  payer: MolliePayer;
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

const LOCALES = ['nl_NL', 'nl_BE', 'en_US', 'en_GB', 'de_DE', 'fr_FR'];
const TokenOnly = ['profileId', 'testmode', 'applicationFee'];

const titles: Record<number, string> = {
  400: 'Bad Request',
  401: 'Unauthorized Request',
  403: 'Forbidden',
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

/** Handles an API request. */
export function workAsMollie(world: MollieWorld, request: FakeRequest): FakeResponse {
  try {
    return route(world, request);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return { status: error.status, body: mollieProblem(error.status, error.message, error.field) };
  }
}

function route(world: MollieWorld, request: FakeRequest): FakeResponse {
  const access = authorize(world, request);
  const [, version, resource, id, sub] = request.path.split('/');
  const call = `${request.method} ${resource}${id ? '/id' : ''}${sub ? `/${sub}` : ''}`;
  if (version !== 'v2') throw new Refused(404, 'No such version');
  if (call === 'GET profiles/id') return showProfile(world, access, id);
  if (call === 'GET profiles') return listProfiles(world, access);
  if (call === 'GET organizations/id') return showOrganization(world, access, id);
  if (call === 'GET onboarding/id') return showOnboarding(world, access, id);
  if (call === 'GET methods') return listMethods(world, access, request);
  if (call === 'POST payments') return createPayment(world, access, request);
  const payment = world.payments.get(id ?? '');
  if (payment?.profileId !== access.profileId || payment.mode !== modeOf(access, request))
    throw new Refused(404, `No payment exists with token ${id}.`);
  const show = (status = 200) => ({
    status,
    body: paymentView(payment, world, request.query.get('embed') ?? ''),
  });
  if (call === 'GET payments/id') return show();
  if (call === 'POST payments/id/refunds') return createRefund(world, payment, request);
  if (call !== 'DELETE payments/id') throw new Refused(404, 'No such call');
  if (payment.status !== 'open' || !payment.cancelable)
    throw new Refused(422, 'The payment cannot be canceled');
  payment.status = 'canceled';
  return show();
}

function authorize(world: MollieWorld, request: FakeRequest): MollieAccess {
  const { headers } = request;
  if (world.oauth.find(headers.authorization)) {
    const profileId = profileOf(world, request);
    return { secret: headers.authorization ?? '', profileId, kind: 'token' };
  }
  const found = world.access.find(({ secret }) => headers.authorization === `Bearer ${secret}`);
  if (!found) throw new Refused(401, 'Missing authentication, or failed to authenticate');
  return found;
}

/** The profile that a request with a token of OAuth is about. */
function profileOf({ oauth, payments }: MollieWorld, { path, query, body }: FakeRequest): string {
  const [, , resource, id = ''] = path.split('/');
  const named =
    resource === 'payments' && id !== ''
      ? payments.get(id)?.profileId
      : resource === 'profiles' && id !== ''
        ? id
        : (query.get('profileId') ??
          (body ? (JSON.parse(body) as { profileId?: string }).profileId : undefined));
  const own = oauth.profiles.find((profile) => profile.id === named);
  return own?.id ?? oauth.profiles[0]?.id ?? '';
}

const requireToken = ({ kind }: MollieAccess): void => {
  if (kind !== 'token') throw new Refused(403, 'This needs an access token');
};

function listProfiles({ oauth }: MollieWorld, access: MollieAccess): FakeResponse {
  requireToken(access);
  const profiles = oauth.profiles.map((profile) => ({ resource: 'profile', ...profile }));
  return { status: 200, body: { count: profiles.length, _embedded: { profiles } } };
}

function showOrganization({ oauth }: MollieWorld, access: MollieAccess, id = ''): FakeResponse {
  requireToken(access);
  if (id !== 'me') throw new Refused(404, 'No such organization');
  return { status: 200, body: { resource: 'organization', ...oauth.organization } };
}

function showOnboarding({ oauth, baseUrl }: MollieWorld, access: MollieAccess, id = ''): FakeResponse {
  requireToken(access);
  if (id !== 'me') throw new Refused(404, 'No such organization');
  const dashboard = { href: `${baseUrl}/onboarding`, type: 'text/html' };
  return { status: 200, body: { resource: 'onboarding', ...oauth.onboarding, _links: { dashboard } } };
}

function modeOf({ kind, secret }: MollieAccess, { query, body }: FakeRequest): MollieMode {
  if (kind === 'key') return secret.startsWith('test_') ? 'test' : 'live';
  const inBody = body ? (JSON.parse(body) as { testmode?: unknown }).testmode : false;
  return inBody === true || query.get('testmode') === 'true' ? 'test' : 'live';
}

function showProfile(
  { oauth }: MollieWorld,
  { kind, profileId }: MollieAccess,
  id: string | undefined,
): FakeResponse {
  const asked = kind === 'key' && id === 'me' ? profileId : id;
  if (asked !== profileId) throw new Refused(404, 'No profile exists with this token.');
  const { status = 'verified' } = oauth.profiles.find((profile) => profile.id === profileId) ?? {};
  return { status: 200, body: { resource: 'profile', id: profileId, status, name: 'A venue' } };
}

/** https://docs.mollie.com/reference/list-methods */
function listMethods({ methods }: MollieWorld, { kind, profileId }: MollieAccess, { query }: FakeRequest) {
  if ((kind === 'token') !== (query.get('profileId') === profileId))
    throw new Refused(400, 'Wrong profileId');
  if (!/^\d+\.\d{2}$/.test(query.get('amount[value]') ?? '') || query.get('amount[currency]') !== 'EUR')
    throw new Refused(400, 'The amount is invalid', 'amount');
  const shown = methods.filter((id) => id !== 'applepay' || query.get('includeWallets') === 'applepay');
  const body = {
    count: shown.length,
    _embedded: { methods: shown.map((id) => ({ resource: 'method', id })) },
  };
  return { status: 200, body };
}

/** The fields of a JSON body, with errors in Mollie's format. */
function fieldsOf({ body }: FakeRequest): Fields {
  return new Fields(JSON.parse(body || '{}'), (field, why) => new Refused(422, why, field));
}

function readAmount(fields: Fields): { cents: number; currency: string } {
  const value = fields.text('value', /^\d+\.\d{2}$/);
  const currency = fields.text('currency', /^[A-Z]{3}$/);
  fields.noOthers();
  return { cents: Math.round(Number(value) * 100), currency };
}

function readPayment({ methods }: MollieWorld, access: MollieAccess, request: FakeRequest) {
  const fields = fieldsOf(request);
  const foreign = access.kind === 'key' ? TokenOnly.find((name) => fields.has(name)) : undefined;
  if (foreign) throw new Refused(422, `Non-existent body parameter "${foreign}" for this API call.`, foreign);
  const fee = fields.optional('applicationFee', (inner) => {
    const { cents } = readAmount(inner.inside('amount'));
    inner.text('description', /^.{1,255}$/);
    inner.noOthers();
    return cents;
  });
  const order = {
    ...readAmount(fields.inside('amount')),
    description: fields.text('description', /^.{1,255}$/),
    redirectUrl: fields.text('redirectUrl', /^https?:/),
    webhookUrl: fields.has('webhookUrl') ? fields.text('webhookUrl', /^https?:/) : null,
    locale: fields.has('locale') ? fields.text('locale', new RegExp(`^(${LOCALES.join('|')})$`)) : null,
    metadata: fields.any('metadata') ?? null,
    method: fields.any('method') ?? null,
    feeCents: fee ?? null,
    profileId: fields.any('profileId'),
  };
  fields.any('testmode');
  fields.noOthers();
  const chosen = order.method === null ? [] : [order.method].flat();
  if (chosen.some((id) => !methods.includes(String(id))))
    throw new Refused(422, 'The payment method is not enabled', 'method');
  return order;
}

function createPayment(world: MollieWorld, access: MollieAccess, request: FakeRequest): FakeResponse {
  const { feeCents, profileId, ...order } = readPayment(world, access, request);
  if (access.kind === 'token' && profileId !== access.profileId)
    throw new Refused(422, 'The profileId is not of this organization', 'profileId');
  // The amount that Mollie reserves: the higher result of its two published formulas.
  const keptBack = Math.max(1.21 * (29 + 0.05 * order.cents), 36 + 0.06 * order.cents);
  if (feeCents !== null && (feeCents < 1 || feeCents > order.cents - keptBack))
    throw new Refused(422, 'The amount is higher than the maximum', 'applicationFee.amount');
  const mode = modeOf(access, request);
  const payment: MolliePayment = {
    ...order,
    ...{ id: newId('tr'), profileId: access.profileId, mode, statedMode: mode, status: 'open' },
    ...{ feeCents: feeCents ?? 0, cancelable: world.cancelable, refunds: [], chargedBackCents: 0 },
  };
  world.payments.set(payment.id, payment);
  return { status: 201, body: paymentView(payment, world, '') };
}

function createRefund(world: MollieWorld, payment: MolliePayment, request: FakeRequest): FakeResponse {
  const fields = fieldsOf(request);
  const amount = readAmount(fields.inside('amount'));
  const [metadata = null, description = ''] = [fields.any('metadata'), fields.any('description')];
  fields.any('testmode');
  fields.noOthers();
  if (payment.status !== 'paid') throw new Refused(422, 'The payment is not paid');
  if (amount.currency !== payment.currency) throw new Refused(422, 'Another currency', 'amount.currency');
  if (amount.cents < 1 || amount.cents > remainingCents(payment))
    throw new Refused(422, 'The amount is higher than the maximum', 'amount.value');
  const refund = {
    ...{ id: newId('re'), status: world.refundsBeginAs, metadata },
    ...{ ...amount, description: String(description) },
  };
  payment.refunds.push(refund);
  return { status: 201, body: refundView(payment, refund) };
}
