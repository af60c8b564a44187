import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createLog } from '@venue-booking/kit/logging/log';
import { fail } from '@venue-booking/proto/failures';
import { Registry } from 'prom-client';
import { afterAll, beforeAll, beforeEach, describe, it } from 'vitest';
import { createOidc } from '../auth/oidc.ts';
import { openGateway } from '../testing/testGateway.ts';
import { CLIENT, startIssuer } from '../testing/testIssuer.ts';

const ORIGIN = 'https://book.example';
const REDIRECT_URI = `${ORIGIN}/admin/sign-in/oidc`;
const EMAIL = 'ada@sauna.example';
const PATH = '/api/admin/sign-in/oidc';
type Issuer = Awaited<ReturnType<typeof startIssuer>>;

/** A gateway in front of a fake catalog that knows one person and counts turns. `logs`: what it logs. */
async function openSignIn(issuer: Pick<Issuer, 'url'>, { most = Number.POSITIVE_INFINITY } = {}) {
  const turns = new Map<string, number>();
  const started: { email: string; session: string }[] = [];
  const logs: string[] = [];
  const metrics = new Registry();
  const sessions = {
    takeTurn: {
      mutate: async ({ key, most: limit }: { key: string; most: number }) => {
        turns.set(key, (turns.get(key) ?? 0) + 1);
        return { waitSeconds: (turns.get(key) ?? 0) > Math.min(limit, most) ? 77 : 0 };
      },
    },
    startByEmail: {
      mutate: async (input: { email: string; session: string }) => {
        if (input.email !== EMAIL) throw fail('person_not_found');
        started.push(input);
        return { personId: 'p', email: EMAIL, language: 'nl', venues: [] };
      },
    },
  };
  const log = createLog('test', 'info', { write: (line: string) => void logs.push(line) });
  const gateway = await openGateway(
    { catalog: { sessions, audit: { record: { mutate: async () => {} } } } },
    undefined,
    { publicUrl: ORIGIN, oidc: { issuer: issuer.url, ...CLIENT, name: 'Example' } },
    metrics,
    log,
  );
  const send = (path: string, body: object, cookie = '') =>
    gateway.call('POST', `${PATH}${path}`, { body, headers: { Origin: ORIGIN, Cookie: cookie } });
  const start = async (body: object = {}) => {
    const answer = await send('/start', body);
    const setCookie = answer.headers.get('set-cookie') ?? '';
    return {
      ...answer,
      setCookie,
      cookie: setCookie.split(';')[0] ?? '',
      authorizeUrl: answer.body.authorize_url as string,
    };
  };
  const finish = (returned: URLSearchParams, cookie: string) =>
    send('', Object.fromEntries(['code', 'state', 'iss'].map((key) => [key, returned.get(key)])), cookie);
  return { ...gateway, send, start, finish, started, logs, metrics };
}

const resultOf = ({ status, headers }: { status: number; headers: Headers }) => [
  status,
  headers.get('error-code'),
];

describe('sign-in with an identity provider', () => {
  let issuer: Issuer;
  beforeAll(async () => {
    issuer = await startIssuer({ redirectUris: [REDIRECT_URI] });
  });
  afterAll(() => issuer.stop());
  beforeEach(() => {
    issuer.signInAs({ email: EMAIL, email_verified: true });
    issuer.mendIdTokens(undefined);
  });

  it('starts a session of the person whose address the issuer confirms', async () => {
    await using gateway = await openSignIn(issuer);
    assert.deepEqual((await gateway.call('GET', PATH)).body, { name: 'Example' });
    issuer.signInAs({ email: 'Ada@Sauna.example', email_verified: true });
    const visit = await gateway.start({ return_to: '/v/sauna/today?day=1' });
    assert.match(
      visit.setCookie,
      /^__Host-venue-booking-oidc=[\w.-]+; Max-Age=600; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
    );
    const asked = new URL(visit.authorizeUrl).searchParams;
    assert.deepEqual(
      ['response_type', 'code_challenge_method', 'scope', 'redirect_uri'].map((key) => asked.get(key)),
      ['code', 'S256', 'openid email', REDIRECT_URI],
    );
    const answer = await gateway.finish(await issuer.visit(visit.authorizeUrl), visit.cookie);
    assert.equal(answer.status, 200, answer.text);
    assert.deepEqual([answer.body.email, answer.body.return_to], [EMAIL, '/v/sauna/today?day=1']);
    assert.match(
      answer.headers.get('set-cookie') ?? '',
      /__Host-venue-booking=p_[\w-]{43};.*SameSite=Strict/,
    );
    assert.equal(gateway.started[0]?.email, EMAIL);
  });

  it('reads the address at the userinfo endpoint if the ID token lacks it', async () => {
    const other = await startIssuer({ redirectUris: [REDIRECT_URI], inIdToken: false });
    try {
      other.signInAs({ email: EMAIL, email_verified: true });
      await using gateway = await openSignIn(other);
      const visit = await gateway.start();
      const answer = await gateway.finish(await other.visit(visit.authorizeUrl), visit.cookie);
      assert.deepEqual([answer.status, answer.body.return_to], [200, null], answer.text);
    } finally {
      await other.stop();
    }
  });

  it('gives the same response for an unconfirmed and an unknown address', async () => {
    await using gateway = await openSignIn(issuer);
    const texts = new Set<string>();
    for (const account of [
      { email: 'nobody@sauna.example', email_verified: true },
      { email: EMAIL, email_verified: false },
      { email: EMAIL, email_verified: 'true' },
      { email: EMAIL },
      { email: 'no address', email_verified: true },
      {},
    ]) {
      issuer.signInAs(account);
      const visit = await gateway.start();
      const answer = await gateway.finish(await issuer.visit(visit.authorizeUrl), visit.cookie);
      assert.deepEqual(resultOf(answer), [403, 'oidc_refused'], JSON.stringify(account));
      assert.equal(answer.headers.get('set-cookie'), null);
      texts.add(answer.text);
    }
    assert.equal(texts.size, 1);
    assert.deepEqual(gateway.started, []);
  });

  it('works once, and only in the browser that started it', async () => {
    await using gateway = await openSignIn(issuer);
    const [visit, other] = [await gateway.start(), await gateway.start()];
    const returned = await issuer.visit(visit.authorizeUrl);
    const withState = (state: string) => new URLSearchParams({ ...Object.fromEntries(returned), state });
    const changed = visit.cookie.replace(/=(.)/, (_, first) => `=${first === 'A' ? 'B' : 'A'}`);
    for (const [what, parameters, cookie] of [
      ['no cookie', returned, ''],
      ['another visit', returned, other.cookie],
      ['a changed cookie', returned, changed],
      ['a cookie of another kind', returned, visit.cookie.replace('-oidc=', '-link=')],
      ['another state', withState('x'.repeat(43)), visit.cookie],
      [
        'the state of another visit',
        withState(new URL(other.authorizeUrl).searchParams.get('state') ?? ''),
        visit.cookie,
      ],
    ] as const)
      assert.deepEqual(resultOf(await gateway.finish(parameters, cookie)), [410, 'oidc_expired'], what);
    assert.deepEqual(gateway.started, []);
    assert.equal((await gateway.finish(returned, visit.cookie)).status, 200);
    assert.deepEqual(resultOf(await gateway.finish(returned, visit.cookie)), [410, 'oidc_expired']);
    assert.equal(gateway.started.length, 1);
  });

  it('rejects a code that was used, that another visit got, or that the issuer did not issue', async () => {
    await using gateway = await openSignIn(issuer);
    const stolen = await issuer.visit((await gateway.start()).authorizeUrl);
    const used = await gateway.start();
    const returned = await issuer.visit(used.authorizeUrl);
    assert.equal((await gateway.finish(returned, used.cookie)).status, 200);
    for (const code of [stolen.get('code'), returned.get('code'), 'made-up']) {
      const own = await gateway.start();
      const state = new URL(own.authorizeUrl).searchParams.get('state') ?? '';
      const answer = await gateway.send('', { code, state, iss: issuer.url }, own.cookie);
      assert.deepEqual(resultOf(answer), [403, 'oidc_failed']);
    }
    assert.equal(gateway.started.length, 1);
  });

  it('rejects an ID token with a wrong nonce, audience, issuer, time or signature', async () => {
    await using gateway = await openSignIn(issuer);
    const hourAgo = () => Math.floor(Date.now() / 1000) - 3600;
    for (const [what, change, options] of [
      ['nonce', (claims) => ({ ...claims, nonce: 'x'.repeat(43) })],
      ['no nonce', ({ nonce: _, ...claims }) => claims],
      ['audience', (claims) => ({ ...claims, aud: 'another-client' })],
      ['further audience', (claims) => ({ ...claims, aud: [CLIENT.clientId, 'x'], azp: 'x' })],
      ['issuer', (claims) => ({ ...claims, iss: 'https://attacker.example' })],
      ['expired', (claims) => ({ ...claims, iat: hourAgo() - 60, exp: hourAgo() })],
      ['no expiry', ({ exp: _, ...claims }) => claims],
      ['foreign key', (claims) => claims, { foreignKey: true }],
    ] as [string, (claims: Record<string, unknown>) => Record<string, unknown>, { foreignKey: boolean }?][]) {
      issuer.mendIdTokens(change, options);
      const visit = await gateway.start();
      const answer = await gateway.finish(await issuer.visit(visit.authorizeUrl), visit.cookie);
      assert.deepEqual(resultOf(answer), [403, 'oidc_failed'], what);
    }
    issuer.mendIdTokens((claims) => claims);
    const visit = await gateway.start();
    assert.equal((await gateway.finish(await issuer.visit(visit.authorizeUrl), visit.cookie)).status, 200);
    assert.equal(gateway.started.length, 1);
    const all = gateway.logs.join('');
    assert.doesNotMatch(all, /@|ey[\w-]+[.]ey|secret-of/, 'logs have no addresses and tokens');
    assert.match(all, /unexpected JWT claim value encountered/);
    assert.match(await gateway.metrics.metrics(), /event="sign_in",outcome="refused"} 8/);
  });

  it('rejects the response of another issuer', async () => {
    await using gateway = await openSignIn(issuer);
    const visit = await gateway.start();
    const returned = await issuer.visit(visit.authorizeUrl);
    returned.set('iss', 'https://attacker.example');
    assert.deepEqual(resultOf(await gateway.finish(returned, visit.cookie)), [403, 'oidc_failed']);
  });

  it('accepts rotated keys at once', async () => {
    await using gateway = await openSignIn(issuer);
    for (const _ of [1, 2]) {
      const visit = await gateway.start();
      const answer = await gateway.finish(await issuer.visit(visit.authorizeUrl), visit.cookie);
      assert.equal(answer.status, 200, answer.text);
      issuer.rotateKeys();
    }
  });

  it('returns only to paths of the dashboard', async () => {
    await using gateway = await openSignIn(issuer);
    for (const path of [
      '//attacker.example',
      'https://attacker.example',
      '/\\attacker.example',
      'x',
      '/a b',
      '',
    ])
      assert.equal((await gateway.start({ return_to: path })).status, 422, path);
  });

  it('fails with a reason while the issuer is down, and works once it is up', async () => {
    await using gateway = await openSignIn(issuer);
    await issuer.stop();
    assert.deepEqual(resultOf(await gateway.start()), [503, 'oidc_unavailable']);
    await issuer.restart();
    const visit = await gateway.start();
    const returned = await issuer.visit(visit.authorizeUrl);
    await issuer.stop();
    assert.deepEqual(resultOf(await gateway.finish(returned, visit.cookie)), [503, 'oidc_unavailable']);
    await issuer.restart();
    assert.equal((await gateway.start()).status, 200);
    assert.match(gateway.logs.join(''), /nothing listens on that port/);
  });

  it('limits attempts per client', async () => {
    await using gateway = await openSignIn(issuer, { most: 1 });
    assert.equal((await gateway.start()).status, 200);
    const answers = [await gateway.start(), await gateway.send('', { code: 'x', state: 'y' })];
    for (const answer of answers)
      assert.deepEqual([answer.status, answer.headers.get('retry-after')], [429, '77']);
  });

  it('is off without settings', async () => {
    await using gateway = await openGateway({ catalog: {} });
    assert.deepEqual((await gateway.call('GET', PATH)).body, { name: null });
    for (const [path, body] of [
      ['/start', {}],
      ['', { code: 'x', state: 'y' }],
    ] as const) {
      const answer = await gateway.call('POST', `${PATH}${path}`, { body });
      assert.deepEqual(resultOf(answer), [404, 'oidc_off']);
    }
  });

  it('stops waiting for an issuer that accepts the connection and does not respond', async () => {
    const silent = createServer(() => {});
    await new Promise<void>((resolve) => {
      silent.listen(0, '127.0.0.1', resolve);
    });
    const reasons: string[] = [];
    const url = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
    const oidc = createOidc(
      { issuer: url, ...CLIENT, name: 'Example' },
      { publicUrl: ORIGIN, warn: (reason) => void reasons.push(reason), budgetMs: 20 },
    );
    const checks = { state: 's', nonce: 'n', verifier: 'v'.repeat(43) };
    await assert.rejects(oidc.authorizeUrl(checks), { code: 'oidc_unavailable' });
    assert.match(reasons.join(), /timed out/);
    silent.closeAllConnections();
    await new Promise((resolve) => silent.close(resolve));
  });
});
