import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { currentCall } from '@venue-booking/kit/concurrency/callContext';
import { fail } from '@venue-booking/proto/failures';
import { AttentionKind } from '@venue-booking/proto/payment/payment';
import { test } from 'vitest';
import { OPERATOR, openGateway } from '../testing/testGateway.ts';

const OWNER = 'token-of-the-owner';
const DESK = 'token-of-the-desk';
const at = (minute: number) => `2026-11-28T09:0${minute}:00.000Z`;

const account = {
  provider: 'sandbox',
  account: 'sandbox',
  mode: 'test',
  platform_fee_percent: 2.5,
  platform_fee_fixed_eur: 0.3,
  linked_at: at(0),
};
const paid = {
  id: '8f0a2b9e-6a55-4c0c-8f39-3a5f0f2f6d01',
  provider: 'sandbox',
  provider_id: 'sbx_1',
  mode: 'test',
  status: 'paid',
  amount_eur: 25,
  platform_fee_eur: 1,
  refunded_eur: 0,
  created_at: at(0),
  paid_at: at(1),
  refunds: [],
};
const booking = {
  id: 41,
  reference: 'K7QF-3MXT',
  facility: 'Dagpas',
  starts_at: '2026-11-28T10:00',
  ends_at: '2026-11-28T12:00',
  people: 2,
  amount_eur: 25,
  status: 'confirmed',
  customer_name: 'Anna Jansen',
  customer_email: 'anna@example.com',
  facility_id: 2,
  slot_id: 137851388,
  extra: {},
  locale: 'nl',
  source: 'online',
  created_at: at(0),
  erased: false,
  payment_status: 'paid',
  note: '',
  timezone: 'Europe/Amsterdam',
  money_kept: false,
  mails: [],
  history: [],
};
const attention = {
  id: '8f0a2b9e-6a55-4c0c-8f39-3a5f0f2f6d02',
  kind: 'refund_failed',
  booking_id: 41,
  payment_id: paid.id,
  detail: 'The provider refuses',
  created_at: at(2),
  resolved_at: null,
  resolved_by: null,
};
const letter = (service: string, minute: number) => ({
  id: '8f0a2b9e-6a55-4c0c-8f39-3a5f0f2f6d03',
  service,
  subject: 'events.payment.payment_paid',
  venue_id: 3,
  payload: { venueId: 3, bookingId: '41' },
  error: 'constraint',
  created_at: at(minute),
});

type Answers = Record<string, (input: never) => unknown>;

/** A gateway with fake services that return the given responses. `calls` records their calls in order. */
async function gatewayBefore(answers: Answers = {}) {
  const calls: [string, unknown][] = [];
  const responses: Answers = {
    account: () => account,
    linkAccount: () => ({ venueId: 3, result: account, eventIds: ['e1'] }),
    unlinkAccount: () => ({ venueId: 3, result: account, eventIds: ['e2'] }),
    awaitApplied: () => null,
    list: () => ({ 41: [paid] }),
    refund: () => [paid],
    show: () => booking,
    checkIn: () => booking,
    listAtCap: () => [],
    waiting: () => null,
    listDomainTroubles: () => [],
    references: () => ({ 41: 'K7QF-3MXT' }),
    listAttention: () => [attention],
    resolveAttention: () => attention,
    ...answers,
  };
  const recording = (name: string) => async (input: unknown) => {
    calls.push([name, input]);
    return responses[name]?.(input as never);
  };
  const query = (name: string) => ({ query: recording(name) });
  const mutate = (name: string) => ({ mutate: recording(name) });
  const letters = (service: string, minute: number) => ({
    list: { query: async () => [letter(service, minute)] },
    replay: {
      mutate: async () => {
        calls.push(['replay', service]);
        return letter(service, minute);
      },
    },
  });
  const gateway = await openGateway({
    catalog: {
      tenant: { query: async ({ slug }: { slug: string }) => (slug === 'sauna' ? { venueId: 3 } : null) },
      contact: { query: async () => ({ dayStart: '06:00' }) },
      listDomainTroubles: query('listDomainTroubles'),
      tokenHolder: {
        query: async ({ hash }: { hash: string }) => holders.find((one) => one.hash === hash) ?? null,
      },
    },
    availability: { deadLetters: letters('availability', 1) },
    booking: {
      deadLetters: letters('booking', 3),
      desk: {
        show: query('show'),
        checkIn: mutate('checkIn'),
        listAtCap: query('listAtCap'),
        references: query('references'),
      },
      recipients: { waiting: query('waiting') },
      awaitApplied: query('awaitApplied'),
    },
    payment: {
      deadLetters: letters('payment', 4),
      account: query('account'),
      linkAccount: mutate('linkAccount'),
      unlinkAccount: mutate('unlinkAccount'),
      list: query('list'),
      refund: mutate('refund'),
      listAttention: query('listAttention'),
      resolveAttention: mutate('resolveAttention'),
    },
  });
  return {
    ...gateway,
    pages: calls,
    of: (name: string) => calls.filter(([one]) => one === name).map(([, it]) => it),
  };
}
const holders = [
  { token: OWNER, scope: 'owner', name: 'Boss' },
  { token: DESK, scope: 'desk', name: 'Front desk' },
].map(({ token, ...holder }) => ({
  ...holder,
  slug: 'sauna',
  hash: createHash('sha256').update(token).digest('base64url'),
}));
const throwing = (error: Error) => () => {
  throw error;
};

const ACCOUNT = '/api/admin/venues/sauna/payment-account';
const none = throwing(fail('payment_account_not_found'));
const credentials = { api_key: 'test_k' };

test('links a payment account, and answers once it is in force', async () => {
  await using it = await gatewayBefore();
  const answer = await it.call('PUT', ACCOUNT, { token: OWNER, body: { provider: 'mollie', credentials } });
  assert.deepEqual([answer.status, answer.body], [200, account]);
  assert.deepEqual(it.pages.at(-1), ['awaitApplied', { eventIds: ['e1'] }]);
  const body = { provider: 'sandbox', platform_fee_percent: 2.5 };
  assert.equal((await it.call('PUT', ACCOUNT, { body })).status, 200);
  assert.deepEqual(it.of('linkAccount'), [
    { venueId: 3, account: { provider: 'mollie', credentials }, byOperator: false },
    { venueId: 3, account: { ...body, credentials: {} }, byOperator: true },
  ]);
});

test('rejects an invalid payment account before calling the payment service', async () => {
  await using it = await gatewayBefore();
  for (const body of [
    {},
    { provider: 'paypal' },
    { provider: 'constructor' },
    { provider: 'sandbox', platform_fee_percent: 0.001 },
    { provider: 'sandbox', platform_fee_percent: 100.01 },
    { provider: 'sandbox', platform_fee_percent: -1 },
    { provider: 'sandbox', platform_fee_percent: null },
    { provider: 'sandbox', platform_fee_percent: '2' },
    { provider: 'sandbox', platform_fee_fixed_eur: 0.001 },
    { provider: 'sandbox', platform_fee_fixed_eur: 1e300 },
    { provider: 'sandbox', credentials: [] },
    { provider: 'sandbox', credentials: 'x' },
    { provider: 'sandbox', credentials: { ['x'.repeat(101)]: 1 } },
    { provider: 'sandbox', credentials: { api_key: ['x'] } },
    { provider: 'sandbox', credentials: { api_key: { is: 'x' } } },
    { provider: 'sandbox', byOperator: true },
    [],
    7,
  ]) {
    const answer = await it.call('PUT', ACCOUNT, { token: OWNER, body });
    assert.equal(answer.status, 422, JSON.stringify(body));
  }
  assert.equal((await it.call('PUT', ACCOUNT, { token: DESK, body: { provider: 'sandbox' } })).status, 403);
  assert.deepEqual(it.of('linkAccount'), []);
});

test('shows and unlinks a payment account for owners only', async () => {
  await using it = await gatewayBefore();
  for (const method of ['GET', 'DELETE']) {
    assert.deepEqual((await it.call(method, ACCOUNT, { token: OWNER })).body, account);
    assert.equal((await it.call(method, ACCOUNT, { token: DESK })).status, 403);
  }
  assert.deepEqual(it.pages.at(-1), ['awaitApplied', { eventIds: ['e2'] }]);
  await using without = await gatewayBefore({ account: none });
  assert.equal((await without.call('GET', ACCOUNT)).status, 404);
});

const REFUNDS = '/api/admin/venues/sauna/bookings/41/refunds';

test('passes the actor, amount and idempotency key of a refund on', async () => {
  await using it = await gatewayBefore();
  const headers = { 'Idempotency-Key': 'k-1' };
  const answer = await it.call('POST', REFUNDS, { token: OWNER, body: { amount_eur: 4.35 }, headers });
  assert.deepEqual([answer.status, answer.body], [201, [paid]]);
  assert.equal((await it.call('POST', REFUNDS)).status, 201);
  assert.deepEqual(it.of('refund'), [
    { venueId: 3, bookingId: 41, actor: 'token Boss', amountCents: 435, requestKey: 'k-1' },
    { venueId: 3, bookingId: 41, actor: 'operator' },
  ]);
});

test('rejects a refund of another venue’s booking, with an invalid amount, or by the desk', async () => {
  await using it = await gatewayBefore({ show: throwing(fail('booking_not_found')) });
  assert.equal((await it.call('POST', REFUNDS, { body: {} })).status, 404);
  assert.equal((await it.call('POST', REFUNDS.replace('41', 'x'))).status, 404);
  for (const amount_eur of [0, -1, 1.005, '1'])
    assert.equal((await it.call('POST', REFUNDS, { body: { amount_eur } })).status, 422);
  assert.equal((await it.call('POST', REFUNDS, { token: DESK })).status, 403);
  assert.equal((await it.call('GET', REFUNDS.replace('refunds', 'payments'))).status, 404);
  assert.deepEqual(it.of('refund'), []);
});

test('shows a booking with its payments, or without them while the payment service is unavailable', async () => {
  const BOOKING = '/api/admin/venues/sauna/bookings/41';
  await using it = await gatewayBefore();
  for (const answer of [
    await it.call('GET', BOOKING),
    await it.call('POST', `${BOOKING}/check-in`, { token: DESK }),
  ])
    assert.deepEqual([answer.status, answer.body.payments], [200, [paid]]);

  let budgetMs = 0;
  const list = () => {
    budgetMs = (currentCall()?.deadlineAt ?? 0) - Date.now();
    throw fail('timeout');
  };
  await using away = await gatewayBefore({ list });
  const { status, body } = await away.call('POST', `${BOOKING}/check-in`, { token: DESK });
  assert.deepEqual([status, body.id, 'payments' in body], [200, 41, false]);
  assert.ok(budgetMs > 0 && budgetMs <= 1500, `${budgetMs} ms for payments`);

  // A booking of the desk that a guest paid by a link.
  await using byLink = await gatewayBefore({ show: () => ({ ...booking, payment_status: null }) });
  assert.deepEqual((await byLink.call('GET', BOOKING)).body.payments, [paid]);

  await using free = await gatewayBefore({
    show: () => ({ ...booking, payment_status: null, payments: [] }),
  });
  assert.deepEqual((await free.call('GET', BOOKING)).body.payments, []);
  assert.deepEqual(free.of('list'), []);

  const history = [{ action: 'payment_received', at: at(1), actor: 'provider', note: '2500' }];
  await using later = await gatewayBefore({ show: () => ({ ...booking, payment_status: null, history }) });
  assert.deepEqual((await later.call('GET', BOOKING)).body.payments, [paid], 'paid by a link');
});

test('lists items that need attention together with dead letters, newest first', async () => {
  await using it = await gatewayBefore();
  const { body } = await it.call('GET', '/api/admin/venues/sauna/attention', { token: OWNER });
  assert.deepEqual(
    body.map(({ kind, service }: { kind: string; service?: string }) => [kind, service]),
    [
      ['dead_letter', 'payment'],
      ['dead_letter', 'booking'],
      ['refund_failed', undefined],
      ['dead_letter', 'availability'],
    ],
  );
  assert.deepEqual([body[0].booking_id, body[0].booking_reference], [41, 'K7QF-3MXT']);
  await it.call('GET', '/api/admin/venues/sauna/attention?resolved=true');
  assert.deepEqual(it.of('listAttention'), [
    { venueId: 3, resolved: false, knows: AttentionKind.options },
    { venueId: 3, resolved: true, knows: AttentionKind.options },
  ]);
  await it.call('POST', `/api/admin/venues/sauna/attention/${attention.id}/resolve`, { token: OWNER });
  assert.deepEqual(it.of('resolveAttention'), [{ venueId: 3, id: attention.id, actor: 'token Boss' }]);
});

test('lists a domain whose DNS record is missing', async () => {
  const missing = { id: '7b1f6f0e-6d5c-4a53-8a57-2a6c3a1f3b11', missing_since: '2030-01-01T00:00:00.000Z' };
  await using it = await gatewayBefore({
    listDomainTroubles: () => [
      { ...missing, domain: 'book.sauna.example', lost: false },
      { ...missing, domain: 'old.sauna.example', lost: true },
    ],
  });
  const { body } = await it.call('GET', '/api/admin/venues/sauna/attention', { token: OWNER });
  const found = body.filter(({ kind }: { kind: string }) => kind === 'domain_missing');
  assert.deepEqual(
    found.map(({ detail }: { detail: string }) => detail),
    [
      'the DNS record of book.sauna.example is missing',
      'old.sauna.example is no longer served: its DNS record is missing',
    ],
  );
  assert.deepEqual(it.of('listDomainTroubles'), [{ venueId: 3 }]);
  await using before = await gatewayBefore({
    listDomainTroubles: () => {
      throw new Error('a catalog of the release before');
    },
  });
  const list = await before.call('GET', '/api/admin/venues/sauna/attention', { token: OWNER });
  assert.equal(list.status, 200);
});

test('adds the booking reference to every item that needs attention', async () => {
  const MAX_BATCH = 500;
  const ids = Array.from({ length: 2 * MAX_BATCH + 1 }, (_, index) => index + 1);
  await using it = await gatewayBefore({
    listAttention: () => ids.map((booking_id) => ({ ...attention, booking_id })),
    references: ({ ids }: { ids: number[] }) => Object.fromEntries(ids.map((id) => [id, `K-${id}`])),
  });
  const { body } = await it.call('GET', '/api/admin/venues/sauna/attention', { token: OWNER });
  for (const { booking_id, booking_reference } of body) assert.equal(booking_reference, `K-${booking_id}`);
  const pages = it.of('references') as { ids: number[] }[];
  assert.deepEqual(
    pages.map((one) => one.ids.length),
    [MAX_BATCH, MAX_BATCH, 1],
  );
});

test('lists and replays the dead letters of all services for the operator only', async () => {
  await using it = await gatewayBefore();
  const { body } = await it.call('GET', '/api/admin/dead-letters');
  assert.deepEqual(
    body.map(({ service }: { service: string }) => service),
    ['payment', 'booking', 'availability'],
  );
  const replay = (service: string, id = letter('', 0).id, token = OPERATOR) =>
    it.call('POST', `/api/admin/dead-letters/${service}/${id}/replay`, { token });
  assert.equal((await replay('booking')).body.service, 'booking');
  for (const service of ['catalog', 'constructor']) assert.equal((await replay(service)).status, 404);
  assert.equal((await replay('booking', 'x')).status, 404);
  assert.equal((await replay('booking', undefined, OWNER)).status, 403);
  assert.equal((await it.call('GET', '/api/admin/dead-letters', { token: OWNER })).status, 403);
  assert.deepEqual(it.of('replay'), ['booking']);
});

test('describes credentials as write-only, and the idempotency key of refunds', async () => {
  await using it = await gatewayBefore();
  const { body } = await it.call('GET', '/openapi.json');
  const link = body.paths['/api/admin/venues/{slug}/payment-account'].put;
  assert.deepEqual(link.requestBody.content['application/json'].schema, {
    $ref: '#/components/schemas/LinkPaymentAccountRequest',
  });
  const { LinkPaymentAccountRequest } = body.components.schemas;
  assert.equal(LinkPaymentAccountRequest.properties.credentials.writeOnly, true);
  const refund = body.paths['/api/admin/venues/{slug}/bookings/{id}/refunds'].post;
  assert.ok(refund.parameters.some(({ name }: { name: string }) => name === 'Idempotency-Key'));
  assert.ok(refund.responses['201']);
});
