import assert from 'node:assert/strict';
import { hashOfSecret, randomSecret } from '@venue-booking/kit/secrets/randomSecret';
import { fail } from '@venue-booking/proto/failures';
import type { ConnectVisit } from '@venue-booking/proto/payment/connection';
import { describe, it } from 'vitest';
import { openGateway } from '../testing/testGateway.ts';

const PAGE = 'https://book.example/admin/v/sauna/settings/payments';
const venues: Record<string, number> = { sauna: 1, cafe: 2 };
type Role = 'owner' | 'desk';

/** A gateway in front of fake services. Each person has a session with roles at venues. */
async function openConnecting(finish: () => unknown = () => ({ is: 'linked', eventIds: ['e'] })) {
  const sessions = new Map<string, { personId: string | null; venues: { slug: string; role: Role }[] }>();
  const visits = new Map<string, ConnectVisit>();
  const finished: ConnectVisit[] = [];
  const applied: unknown[] = [];
  const gateway = await openGateway({
    catalog: {
      sessions: { find: { query: async ({ hash }: { hash: string }) => sessions.get(hash) ?? null } },
      tenant: {
        query: async ({ slug }: { slug: string }) =>
          venues[slug]
            ? {
                venueId: venues[slug],
                slug,
                allowedOrigins: ['https://www.sauna.example'],
                domains: ['boek.sauna.example'],
              }
            : null,
      },
      getVenue: { query: async ({ slug }: { slug: string }) => ({ slug, name: `Venue ${slug}` }) },
      contact: {
        query: async ({ venueId }: { venueId: number }) => ({
          slug: Object.keys(venues).find((slug) => venues[slug] === venueId),
        }),
      },
    },
    booking: { awaitApplied: { query: async (input: unknown) => void applied.push(input) } },
    payment: {
      connect: {
        start: {
          mutate: async (visit: ConnectVisit) => {
            const state = randomSecret();
            visits.set(state, visit);
            return { authorizeUrl: `https://mollie.example/authorize?state=${state}` };
          },
        },
        take: {
          mutate: async ({ provider, state, browser }: Record<'provider' | 'state' | 'browser', string>) => {
            const visit = visits.get(state);
            if (visit?.browser !== browser || visit.provider !== provider)
              throw fail('connect_expired', { provider });
            visits.delete(state);
            return visit;
          },
        },
        finish: {
          mutate: async ({ visit }: { visit: ConnectVisit }) => {
            finished.push(visit);
            return finish();
          },
        },
      },
    },
  });
  const person = (roles: Record<string, Role>) => {
    const id = `p_${randomSecret()}`;
    const all = Object.entries(roles).map(([slug, role]) => ({ slug, role }));
    const session = { personId: 'a', email: 'ada@sauna.example', name: 'Ada', language: 'nl', venues: all };
    sessions.set(hashOfSecret(id), session);
    return { cookie: `__Host-venue-booking=${id}`, signOut: () => sessions.delete(hashOfSecret(id)), all };
  };
  const start = async (
    cookie: string,
    { slug = 'sauna', body = {}, origin = 'https://book.example' } = {},
  ) => {
    const response = await fetch(`${gateway.url}/api/admin/venues/${slug}/payment-account/connect`, {
      method: 'POST',
      headers: { Cookie: cookie, Origin: origin, 'Content-Type': 'application/json' },
      body: JSON.stringify({ provider: 'mollie', return_url: PAGE, ...body }),
    });
    const answer = (await response.json()) as { authorize_url?: string };
    const setCookie = response.headers.get('set-cookie') ?? '';
    return {
      status: response.status,
      setCookie,
      cookie: setCookie.split(';')[0] ?? '',
      state: answer.authorize_url ? (new URL(answer.authorize_url).searchParams.get('state') ?? '') : '',
    };
  };
  /** The request of a browser that the provider's page has redirected: only with the cookie that is lax. */
  const callback = (state: string, cookie: string, { method = 'GET', provider = 'mollie' } = {}) =>
    fetch(`${gateway.url}/connect/${provider}/callback?code=c&state=${state}`, {
      method,
      headers: { Cookie: cookie, Accept: 'text/html' },
      redirect: 'manual',
    });
  return { ...gateway, person, start, callback, finished, applied };
}

const resultOf = (response: Response) => new URL(response.headers.get('location') ?? '').searchParams;

describe('the way to a payment provider', () => {
  it('sets a cookie for ten minutes that no script reads and that the provider’s redirect sends', async () => {
    await using gateway = await openConnecting();
    const { status, setCookie } = await gateway.start(gateway.person({ sauna: 'owner' }).cookie);
    assert.equal(status, 201);
    assert.match(
      setCookie,
      /^__Host-venue-booking-connect=[\w-]{43}; Max-Age=600; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    );
  });

  it('is open to owners with a session only', async () => {
    await using gateway = await openConnecting();
    const body = { provider: 'mollie', return_url: PAGE };
    const path = '/api/admin/venues/sauna/payment-account/connect';
    assert.equal((await gateway.call('POST', path, { body })).status, 403);
    const desk = gateway.person({ sauna: 'desk' });
    assert.equal((await gateway.start(desk.cookie)).status, 403);
    const owner = gateway.person({ sauna: 'owner' });
    assert.equal((await gateway.start(owner.cookie, { slug: 'cafe' })).status, 404);
    assert.equal((await gateway.start(owner.cookie, { origin: 'https://attacker.example' })).status, 403);
  });

  it('returns only to pages of the platform and of the venue', async () => {
    await using gateway = await openConnecting();
    const { cookie } = gateway.person({ sauna: 'owner' });
    const statusFor = async (return_url: string) =>
      (await gateway.start(cookie, { body: { return_url } })).status;
    assert.equal(await statusFor('https://boek.sauna.example/back'), 201);
    for (const address of [
      'https://www.sauna.example/',
      'https://attacker.example/',
      'https://book.example.attacker.example/',
      'https://book.example@attacker.example/',
      'http://book.example/',
      'javascript:alert(1)',
      '/admin',
    ])
      assert.equal(await statusFor(address), 422, address);
    assert.equal((await gateway.start(cookie, { body: { state: 'x' } })).status, 422);
  });
});

describe('the callback of a payment provider', () => {
  it('links the account for the venue of the visit, once it applies to bookings', async () => {
    await using gateway = await openConnecting();
    const { cookie, state } = await gateway.start(gateway.person({ sauna: 'owner' }).cookie);
    const response = await gateway.callback(state, cookie);
    assert.deepEqual([response.status, response.headers.get('location')], [303, `${PAGE}?connect=linked`]);
    assert.match(response.headers.get('set-cookie') ?? '', /-connect=; Max-Age=0/);
    assert.deepEqual([gateway.finished[0]?.venueId, gateway.applied], [1, [{ eventIds: ['e'] }]]);
  });

  it('rejects a state that was used, and one of another browser, provider or visit', async () => {
    await using gateway = await openConnecting();
    const { cookie: signedIn } = gateway.person({ sauna: 'owner' });
    const [first, second] = [await gateway.start(signedIn), await gateway.start(signedIn)];
    for (const [state, cookie] of [
      [first.state, ''],
      [first.state, second.cookie],
      [first.state, `__Host-venue-booking-connect=${randomSecret()}`],
      [first.state, `__Host-venue-booking=${first.cookie.split('=')[1]}`],
      ['', first.cookie],
      [randomSecret(), first.cookie],
      [`${first.state}&state=${first.state}`, first.cookie],
    ] as const)
      assert.equal((await gateway.callback(state, cookie)).status, 410);
    assert.equal((await gateway.callback(first.state, first.cookie, { provider: 'stripe' })).status, 410);
    assert.equal(gateway.finished.length, 0);
    assert.equal((await gateway.callback(first.state, first.cookie)).status, 303);
    assert.equal((await gateway.callback(first.state, first.cookie)).status, 410);
    assert.equal(gateway.finished.length, 1);
  });

  it('rejects a person who has signed out or is no longer an owner, also in the same browser', async () => {
    await using gateway = await openConnecting();
    const left = gateway.person({ sauna: 'owner' });
    const visit = await gateway.start(left.cookie);
    left.signOut();
    const other = gateway.person({ cafe: 'owner' });
    assert.equal((await gateway.callback(visit.state, `${visit.cookie}; ${other.cookie}`)).status, 410);
    const demoted = gateway.person({ sauna: 'owner' });
    const second = await gateway.start(demoted.cookie);
    for (const at of demoted.all) at.role = 'desk';
    assert.equal((await gateway.callback(second.state, second.cookie)).status, 403);
    assert.equal(gateway.finished.length, 0);
  });

  it('keeps the state for the owner when a preview asks with HEAD', async () => {
    await using gateway = await openConnecting();
    const { cookie, state } = await gateway.start(gateway.person({ sauna: 'owner' }).cookie);
    assert.equal((await gateway.callback(state, cookie, { method: 'HEAD' })).status, 200);
    assert.equal((await gateway.callback(state, cookie)).status, 303);
  });

  it('returns with the reason when the provider fails or the owner declines', async () => {
    await using failing = await openConnecting(() => {
      throw fail('provider_unavailable', { provider: 'Mollie' });
    });
    const visit = await failing.start(failing.person({ sauna: 'owner' }).cookie);
    const result = resultOf(await failing.callback(visit.state, visit.cookie));
    assert.deepEqual([result.get('connect'), result.get('reason')], ['failed', 'provider_unavailable']);
    await using declining = await openConnecting(() => ({ is: 'declined', eventIds: [] }));
    const declined = await declining.start(declining.person({ sauna: 'owner' }).cookie);
    assert.equal(
      resultOf(await declining.callback(declined.state, declined.cookie)).get('connect'),
      'declined',
    );
  });
});
