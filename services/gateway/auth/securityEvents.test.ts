import assert from 'node:assert/strict';
import { Writable } from 'node:stream';
import { createLog } from '@venue-booking/kit/logging/log';
import { hashOfSecret } from '@venue-booking/kit/secrets/randomSecret';
import { Registry } from 'prom-client';
import { test } from 'vitest';
import { OPERATOR, openGateway } from '../testing/testGateway.ts';
import { MAX_WRONG_TOKENS } from './wrongTokens.ts';

const VENUE_TOKEN = `vbt_${'v'.repeat(43)}`;
const TOKEN_ID = '5f6c1f0e-2f7e-4d0e-9d5b-6a1f4c1b7a10';

type Event = { level: number } & Partial<Record<string, string | number>>;
type Logged = { level: number; security?: object };

/** A gateway with log and metrics, and a fake catalog that counts attempts and knows one desk token. */
async function watched() {
  let written = '';
  const out = new Writable({
    write(chunk, _encoding, done) {
      written += chunk;
      done();
    },
  });
  const metrics = new Registry();
  const counts = new Map<string, number>();
  let attempts = 0;
  const takeTurn = async ({ key, most }: { key: string; most: number }) => {
    attempts += 1;
    counts.set(key, (counts.get(key) ?? 0) + 1);
    return { waitSeconds: (counts.get(key) ?? 0) > most ? 600 : 0 };
  };
  const tokenHolder = async ({ hash }: { hash: string }) =>
    hash === hashOfSecret(VENUE_TOKEN)
      ? { id: TOKEN_ID, slug: 'sauna', name: 'Anna Jansen', scope: 'desk' }
      : null;
  const catalog = {
    sessions: { takeTurn: { mutate: takeTurn } },
    tokenHolder: { query: tokenHolder },
    listVenues: { query: async () => [] },
    listTokens: { query: async () => [] },
    tenant: { query: async () => ({ venueId: 1, slug: 'sauna', allowedOrigins: [], domains: [] }) },
  };
  const settings = { trustProxy: true };
  const gateway = await openGateway(
    { catalog },
    undefined,
    settings,
    metrics,
    createLog('gateway', 'info', out),
  );
  return {
    ...gateway,
    attempts: () => attempts,
    written: () => written,
    events: () =>
      written
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line) as Logged)
        .flatMap(({ level, security }): Event[] => (security ? [{ level, ...security }] : [])),
    async counted(event: string, outcome: string) {
      const all = await metrics.getSingleMetric('venue_booking_security_events_total')?.get();
      return all?.values.find(({ labels }) => labels.event === event && labels.outcome === outcome)?.value;
    },
    from: (address: string, token?: string) =>
      gateway.call('GET', '/api/admin/venues', {
        ...(token && { token }),
        headers: { 'X-Forwarded-For': address },
      }),
    signIn: (address: string, token: string) =>
      gateway.call('POST', '/api/admin/sign-in/operator', {
        body: { token },
        headers: { 'X-Forwarded-For': address, Authorization: '' },
      }),
  };
}

test('limits, logs and counts wrong operator tokens at the API and the sign-in page together', async () => {
  await using gateway = await watched();
  const attacker = '203.0.113.7';
  const statuses: number[] = [];
  for (let n = 0; n < 200; n++) {
    const guess = `${'guess'.repeat(7)}${n}`;
    const answer = await (n % 2 ? gateway.from(attacker, guess) : gateway.signIn(attacker, guess));
    statuses.push(answer.status);
  }
  const limit = MAX_WRONG_TOKENS.operator;
  assert.deepEqual([...new Set(statuses.slice(0, limit))].sort(), [401, 403]);
  assert.deepEqual([...new Set(statuses.slice(limit))], [429]);
  const right = await gateway.from(attacker);
  assert.deepEqual([right.status, right.headers.get('error-code')], [429, 'too_many_wrong_tokens']);
  assert.ok(Number(right.headers.get('retry-after')) > 0);
  assert.equal((await gateway.from('203.0.113.8')).status, 200, 'other clients are not affected');

  const sum = async (outcome: string) =>
    Number(await gateway.counted('credentials', outcome)) + Number(await gateway.counted('sign_in', outcome));
  assert.equal(await sum('refused'), limit);
  assert.equal(await sum('limited'), 201 - limit, 'including the right token');
  const refused = gateway.events().filter(({ outcome }) => outcome === 'refused');
  assert.equal(refused.length, limit);
  const one = refused.find(({ event }) => event === 'credentials');
  assert.deepEqual([one?.level, one?.network], [40, '203.0.113.0/24']);
  assert.doesNotMatch(gateway.written(), /guess|203\.0\.113\.7\b/);
});

test('blocks the operator’s token at the API after wrong tokens at the sign-in page', async () => {
  await using gateway = await watched();
  for (let n = 0; n <= MAX_WRONG_TOKENS.operator; n++) await gateway.signIn('203.0.113.7', 'guess'.repeat(7));
  assert.equal((await gateway.from('203.0.113.7')).status, 429);
});

test('logs one event for a flood of wrong bearer tokens, and stops calling catalog', async () => {
  await using gateway = await watched();
  for (let n = 0; n < 100; n++) await gateway.from('203.0.113.7', `${'guess'.repeat(7)}${n}`);
  const limited = gateway.events().filter(({ outcome }) => outcome === 'limited');
  assert.equal(limited.length, 1);
  assert.equal(gateway.attempts(), MAX_WRONG_TOKENS.operator + 1);
  assert.equal(await gateway.counted('credentials', 'limited'), 100 - MAX_WRONG_TOKENS.operator);
});

test('limits wrong venue tokens without blocking the operator or valid tokens', async () => {
  await using gateway = await watched();
  const office = '2001:db8:1:2::3';
  const answers = [];
  for (let n = 0; n <= MAX_WRONG_TOKENS.venue; n++)
    answers.push(await gateway.from(office, `vbt_revoked${n}`));
  assert.equal(answers.at(-2)?.status, 401);
  assert.equal(answers.at(-1)?.status, 429);
  assert.equal((await gateway.from(office)).status, 200);
  const headers = { 'X-Forwarded-For': office };
  const own = await gateway.call('GET', '/api/admin/venues/sauna/tokens', { token: VENUE_TOKEN, headers });
  assert.deepEqual([own.status, own.headers.get('error-code')], [403, 'owner_only']);
  assert.match(String(gateway.events()[0]?.network), /^2001:db8:1::\/48$/);
});

test('logs a call without permission by ids, without personal data', async () => {
  await using gateway = await watched();
  const call = (path: string) => gateway.call('GET', `/api/admin${path}`, { token: VENUE_TOKEN });
  await call('/venues/sauna/tokens');
  await call('/venues/other/tokens');
  await call('/venues');
  await call(`/venues/${encodeURIComponent('anna@example.com')}/tokens`);
  const refused = gateway.events();
  assert.deepEqual(
    refused.map(({ event, outcome, reason, venue }) => [event, outcome, reason, venue]),
    [
      ['access', 'refused', 'owner_only', 'sauna'],
      ['access', 'refused', 'venue_not_found', 'other'],
      ['access', 'refused', 'operator_only', undefined],
      ['access', 'refused', 'venue_not_found', undefined],
    ],
  );
  for (const { actor, credential } of refused) {
    assert.equal(actor, `token ${TOKEN_ID}`);
    assert.equal(credential, hashOfSecret(VENUE_TOKEN).slice(0, 12));
  }
  assert.doesNotMatch(gateway.written(), /Anna|anna@|vbt_/);
  assert.equal((await gateway.from('203.0.113.9', OPERATOR)).status, 200);
  assert.equal(await gateway.counted('access', 'refused'), 4);
});
