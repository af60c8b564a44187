import assert from 'node:assert/strict';
import { test } from 'vitest';
import { openGateway } from '../testing/testGateway.ts';

const WEBSITE = 'https://www.zaal.example';
const BASE = 'Content-Type, X-Tenant, Idempotency-Key';

/** A gateway at which one website may call. Its catalog knows no venue by domain. */
const open = () =>
  openGateway({
    catalog: {
      allowedOrigin: { query: async ({ origin }: { origin: string }) => origin === WEBSITE },
      tenant: { query: async () => null },
    },
  });

/** The CORS headers of a preflight for request headers. */
async function preflight(
  gateway: Awaited<ReturnType<typeof open>>,
  headers: string,
  { path = '/api/site/facilities', origin = WEBSITE, method = 'GET' } = {},
) {
  const answer = await fetch(gateway.url + path, {
    method: 'OPTIONS',
    headers: {
      Origin: origin,
      'Access-Control-Request-Method': method,
      'Access-Control-Request-Headers': headers,
    },
  });
  return {
    status: answer.status,
    origin: answer.headers.get('access-control-allow-origin'),
    methods: answer.headers.get('access-control-allow-methods'),
    allowed: answer.headers.get('access-control-allow-headers'),
    age: answer.headers.get('access-control-max-age'),
    vary: answer.headers.get('vary') ?? '',
  };
}

const MONITORING = [
  'traceparent',
  'tracestate',
  'baggage',
  'sentry-trace',
  'x-requested-with',
  'x-datadog-trace-id',
  'x-datadog-sampling-priority',
  'newrelic',
  'b3',
  'x-b3-traceid',
  'request-id',
  'request-context',
  'elastic-apm-traceparent',
  'uber-trace-id',
  'x-amzn-trace-id',
  'x-cloud-trace-context',
];

const PATHS = [
  '/api/site/facilities',
  '/api/site/facilities/1/slots',
  '/api/site/facilities/1/availability',
  '/api/site/slots/1',
  '/api/site/bookings',
  '/tickets/some-token',
  '/tickets/some-token/booking.ics',
];

test('allows headers that monitoring adds, on every public call and on tickets', async () => {
  await using gateway = await open();
  for (const path of PATHS) {
    const answer = await preflight(gateway, `content-type,x-tenant,${MONITORING.join(',')}`, { path });
    assert.deepEqual([answer.status, answer.origin, answer.age], [204, WEBSITE, '600'], path);
    assert.equal(answer.allowed, `${BASE}, ${MONITORING.join(', ')}`, path);
    for (const name of ['Origin', 'Access-Control-Request-Headers'])
      assert.ok(answer.vary.split(', ').includes(name), `${path} varies by ${name}: ${answer.vary}`);
  }
});

test('allows a ticket to be read only, and public calls to be sent too', async () => {
  await using gateway = await open();
  assert.equal((await preflight(gateway, 'b3', { path: '/tickets/some-token' })).methods, 'GET');
  assert.equal((await preflight(gateway, 'b3', { path: '/tickets/some-token/cancel' })).methods, 'GET');
  assert.equal((await preflight(gateway, 'b3')).methods, 'GET, POST');
});

test('allows no credentials and no headers of proxies and browsers', async () => {
  await using gateway = await open();
  const names = [
    'authorization',
    'cookie',
    'cookie2',
    'set-cookie',
    'proxy-authorization',
    'sec-fetch-site',
    'forwarded',
    'x-forwarded-for',
    'x-forwarded-host',
    'x-real-ip',
    'x-http-method-override',
    'x-original-url',
    'x-rewrite-url',
    'access-control-request-method',
    'true-client-ip',
    'host',
    'origin',
    '*',
    'no token',
    'a:b',
    'x-é',
    'x'.repeat(101),
  ];
  for (const path of PATHS)
    for (const name of names)
      assert.equal((await preflight(gateway, Buffer.from(name).toString('latin1'), { path })).allowed, BASE);
  assert.equal((await preflight(gateway, `Authorization, b3 ,Cookie,, X-Tenant,B3`)).allowed, `${BASE}, b3`);
});

test('allows a limited number of headers', async () => {
  await using gateway = await open();
  const names = Array.from({ length: 300 }, (_, at) => `x-trace-${at}`);
  const allowed = (await preflight(gateway, names.join(','))).allowed ?? '';
  assert.equal(allowed, [BASE, ...names.slice(0, 50)].join(', '));
});

test('allows nothing to a website of no venue', async () => {
  await using gateway = await open();
  for (const path of PATHS) {
    const answer = await preflight(gateway, 'traceparent', { path, origin: 'https://evil.example' });
    assert.deepEqual([answer.status, answer.origin, answer.allowed, answer.methods], [204, null, null, null]);
    assert.match(answer.vary, /Origin/);
  }
});

test('answers a preflight without request headers', async () => {
  await using gateway = await open();
  assert.equal((await preflight(gateway, '')).allowed, BASE);
});

test('lets no other website read from the admin API', async () => {
  await using gateway = await open();
  const answer = await preflight(gateway, 'traceparent', { path: '/api/admin/venues' });
  assert.deepEqual([answer.origin, answer.allowed], [null, null]);
});
