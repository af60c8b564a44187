import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { adminGroups } from '@venue-booking/proto/admin/adminApi';
import {
  type AdminCall,
  isAudited,
  pathOf,
  type Role,
  takesBody,
} from '@venue-booking/proto/admin/adminCall';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { call, newAddress } from '../stack/api.ts';
import { type Stack, startInOneProcess } from '../stack/stack.ts';
import { signIn, signInAsOperator } from './signIn.ts';

/**
 * The callers. `expired`: a session after long inactivity, and a revoked token. `operator`: the shared
 * token. `admin` and `support`: named operators who visit the venue, and tokens for programs. `outside`: a
 * named admin who gave no reason for the venue.
 */
const CALLERS = [
  ...(['nobody', 'expired', 'stranger', 'desk', 'owner', 'operator'] as const),
  ...(['admin', 'support', 'outside'] as const),
];
type CallerName = (typeof CALLERS)[number];
type Way = 'cookie' | 'token';

/** The authorization failure of a call; null when the caller is authorized, whatever happens next. */
type Refusal = { status: number; code: string } | null;

const UNAUTHORIZED = { status: 401, code: 'unauthorized' };
const ADMIN_ONLY = { status: 403, code: 'admin_only' };
const VISIT_REQUIRED = { status: 403, code: 'visit_required' };
const OPERATOR_ONLY = { status: 403, code: 'operator_only' };

/** Routes of a venue that are not in the table of calls. */
const OTHERS = [
  { id: 'live', method: 'GET', path: '/venues/{slug}/live', role: 'desk', changes: false },
  { id: 'uploadImage', method: 'POST', path: '/venues/{slug}/images', role: 'owner', changes: true },
] as const;

/** The expected result of a call. `stranger`: an owner of another venue. */
function expected(
  caller: CallerName,
  { role, way, ofVenue, changes }: { role: Role; way: Way; ofVenue: boolean; changes: boolean },
): Refusal {
  if (role === 'anyone') return null;
  if (caller === 'nobody' || caller === 'expired') return UNAUTHORIZED;
  if (role === 'signed_in') return way === 'token' ? { status: 403, code: 'session_only' } : null;
  if (caller === 'operator' || caller === 'admin') return null;
  const entersVenue = ofVenue && role !== 'operator';
  if (caller === 'outside') return entersVenue ? VISIT_REQUIRED : null;
  if (caller === 'support') return changes || (entersVenue && way === 'token') ? ADMIN_ONLY : null;
  if (!ofVenue) return OPERATOR_ONLY;
  if (caller === 'stranger') return { status: 404, code: 'venue_not_found' };
  if (role === 'operator') return OPERATOR_ONLY;
  return role === 'owner' && caller === 'desk' ? { status: 403, code: 'owner_only' } : null;
}

const routes = [
  ...adminGroups.flatMap(([, { calls }]) =>
    Object.entries<AdminCall>(calls).map(([id, one]) => ({
      id,
      method: one.method,
      path: pathOf(one),
      role: one.role ?? 'owner',
      changes: isAudited(one) && id !== 'startVisit',
    })),
  ),
  ...OTHERS,
];

describe('authorization of each admin call', () => {
  let stack: Stack;
  let slug: string;
  /** The credentials of each caller, as cookie and as token. */
  let brings: Record<CallerName, Record<Way, Record<string, string>>>;

  beforeAll(async () => {
    stack = await startInOneProcess({ env: { MAX_REQUESTS_PER_SECOND: '0' } });
    const { api } = stack;
    slug = await api.newVenue();
    const other = await api.newVenue();
    const token = async (venue: string, scope: string) =>
      (await api.admin('POST', `/venues/${venue}/tokens`, { name: scope, scope })).body;
    const [owner, desk, foreign, revoked] = [
      await token(slug, 'owner'),
      await token(slug, 'desk'),
      await token(other, 'owner'),
      await token(slug, 'owner'),
    ];
    await api.admin('DELETE', `/venues/${slug}/tokens/${revoked.id}`);
    const email = `${randomUUID()}@example.com`;
    const silent = await signIn(stack, { email, venues: { [slug]: 'owner' } });
    await stack.database.query(
      `UPDATE catalog.session SET last_seen_at = now() - interval '31 days'
       WHERE person_id = (SELECT id FROM catalog.person WHERE email = $1)`,
      [email],
    );
    const Origin = api.url;
    const byCookie = (Cookie: string) => ({ Cookie, Origin });
    const byToken = (secret: string) => ({ Authorization: `Bearer ${secret}` });
    const visitor = async (operator: 'admin' | 'support') => {
      const Cookie = await signIn(stack, { venues: {}, operator });
      const body = { reason: 'Ticket 12' };
      const visit = await call(`${api.url}/api/admin/venues/${slug}/visits`, {
        headers: { Cookie, Origin },
        body,
      });
      assert.equal(visit.status, 201, visit.text);
      return Cookie;
    };
    const program = async (role: 'admin' | 'support') =>
      (await api.admin('POST', '/operator-tokens', { name: role, role })).body.token;
    brings = {
      nobody: { cookie: { Origin }, token: {} },
      expired: { cookie: byCookie(silent), token: byToken(revoked.token) },
      stranger: {
        cookie: byCookie(await signIn(stack, { venues: { [other]: 'owner' } })),
        token: byToken(foreign.token),
      },
      desk: {
        cookie: byCookie(await signIn(stack, { venues: { [slug]: 'desk', [other]: 'owner' } })),
        token: byToken(desk.token),
      },
      owner: {
        cookie: byCookie(await signIn(stack, { venues: { [slug]: 'owner' } })),
        token: byToken(owner.token),
      },
      operator: { cookie: byCookie(await signInAsOperator(stack)), token: byToken(stack.operatorToken) },
      admin: { cookie: byCookie(await visitor('admin')), token: byToken(await program('admin')) },
      support: { cookie: byCookie(await visitor('support')), token: byToken(await program('support')) },
      outside: { cookie: byCookie(await signIn(stack, { venues: {}, operator: 'admin' })), token: {} },
    };
  });
  afterAll(() => stack?.stop());

  /**
   * Fills the path with unknown ids. Authorization is checked before the body, so none of these calls changes
   * anything.
   */
  const send = async ({ method, path }: (typeof routes)[number], headers: Record<string, string>) => {
    const filled = path.replace(/\{(\w+)\}/g, (_, name: string) =>
      name === 'slug' ? slug : 'no-such-thing',
    );
    const aborted = new AbortController();
    const response = await fetch(`${stack.api.url}/api/admin${filled}`, {
      method,
      // Another address for each call, because wrong tokens are counted by address.
      headers: {
        'X-Forwarded-For': newAddress(),
        ...headers,
        ...(takesBody({ method }) && { 'Content-Type': 'application/json' }),
      },
      ...(takesBody({ method }) && { body: '[]' }),
      signal: aborted.signal,
    });
    // The server never ends an event stream.
    aborted.abort();
    return { status: response.status, code: response.headers.get('error-code') };
  };
  /** These calls end the session that sends them, and are tested elsewhere. */
  const endsIt = (id: string) => ['signOut', 'signOutEverywhere', 'leaveVenue'].includes(id);

  for (const way of ['cookie', 'token'] as const)
    for (const caller of CALLERS.filter((one) => one !== 'outside' || way === 'cookie'))
      it(`${caller}, by ${way}`, async () => {
        const wrong: unknown[] = [];
        let refused = 0;
        for (const route of routes) {
          const { role, changes } = route;
          const wanted = expected(caller, { role, way, changes, ofVenue: route.path.includes('{slug}') });
          if (wanted === null && endsIt(route.id)) continue;
          const { status, code } = await send(route, brings[caller][way]);
          if (wanted) refused++;
          const refusals = [
            ...['unauthorized', 'operator_only', 'owner_only', 'session_only', 'venue_not_found'],
            ...['admin_only', 'visit_required', 'passkey_required'],
          ];
          const isAsWanted = wanted
            ? status === wanted.status && code === wanted.code
            : status < 500 && !refusals.includes(code ?? '');
          if (!isAsWanted) wrong.push([route.id, status, code, wanted]);
        }
        assert.deepEqual(wrong, []);
        assert.equal(refused > 0, !(['operator', 'admin'].includes(caller) && way === 'cookie'));
      });

  it('rejects every write by a session from another website', async () => {
    const writes = routes.filter(({ method, role }) => method !== 'GET' && role !== 'anyone');
    assert.ok(writes.length > 30);
    for (const caller of ['desk', 'owner', 'operator'] as const)
      for (const Origin of ['https://evil.example', 'null'])
        for (const route of writes) {
          const { status, code } = await send(route, { ...brings[caller].cookie, Origin });
          assert.deepEqual([status, code], [403, 'foreign_origin'], `${route.id} as ${caller}`);
        }
    // Another website can't sign a browser in either.
    for (const route of routes.filter(({ role }) => role === 'anyone'))
      assert.equal((await send(route, { Origin: 'https://evil.example' })).code, 'foreign_origin', route.id);
  });

  it('rejects a session sent as a token, and a token sent as a session', async () => {
    const id = brings.owner.cookie.Cookie?.split('=')[1] ?? '';
    const { token } = brings.owner;
    const secret = token.Authorization?.split(' ')[1] ?? '';
    const path = `${stack.api.url}/api/admin/venues/${slug}`;
    for (const headers of [{ Authorization: `Bearer ${id}` }, { Cookie: `venue-booking=${secret}` }])
      assert.equal((await call(path, { headers: headers as Record<string, string> })).status, 401);
    // A valid session does not compensate for a wrong token.
    const both = { ...brings.owner.cookie, Authorization: 'Bearer wrong' };
    assert.equal((await call(path, { headers: both as Record<string, string> })).status, 401);
  });
});
