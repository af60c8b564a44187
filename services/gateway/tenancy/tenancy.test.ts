import assert from 'node:assert/strict';
import type { Failure, FailureCode } from '@venue-booking/proto/failures';
import type { Tenant } from '@venue-booking/proto/venue/venue';
import { test, vi } from 'vitest';
import type { Backends } from '../backends/backends.ts';
import { createTenancy } from './tenancy.ts';

const zaal: Tenant = {
  venueId: 1,
  slug: 'zaal',
  allowedOrigins: ['https://www.zaal.nl', 'http://localhost:5173'],
  domains: ['boeken.zaal.nl'],
};
const bar: Tenant = {
  venueId: 2,
  slug: 'bar',
  allowedOrigins: ['https://bar.example'],
  domains: ['tickets.bar.example'],
};

/** A tenancy with a fake catalog of two venues. `requests` records its calls. */
function tenancyOf({ publicUrl = 'https://app.test', baseDomain = 'book.test' } = {}) {
  const venues = [zaal, bar];
  const requests: unknown[] = [];
  type By = { slug?: string; domain?: string };
  const find = (by: By) =>
    venues.find(({ slug, domains }) => slug === by.slug || domains.includes(by.domain ?? '')) ?? null;
  const catalog = {
    tenant: {
      query: async (by: By) => {
        requests.push(by);
        return find(by);
      },
    },
    tenants: {
      query: async (all: By[]) => {
        requests.push(all);
        return all.map(find);
      },
    },
    allowedOrigin: {
      query: async ({ origin }: { origin: string }) => {
        requests.push({ origin });
        return venues.some(({ allowedOrigins }) => allowedOrigins.includes(origin));
      },
    },
  };
  const deps = {
    catalog: catalog as unknown as Backends['catalog'],
    publicUrl,
    baseDomain: baseDomain || undefined,
  };
  return { tenancy: createTenancy(deps), venues, requests };
}

const { tenancy } = tenancyOf();
const slugOf = async (slug: string | undefined, host: string) => (await tenancy.resolve({ slug, host })).slug;
const refusedAs =
  (code: FailureCode, params = {}) =>
  (error: unknown) => {
    assert.deepEqual({ code: (error as Failure).code, params: (error as Failure).params }, { code, params });
    return true;
  };

test('finds a venue by header, own domain or subdomain', async () => {
  assert.equal(await slugOf('zaal', 'app.test'), 'zaal');
  assert.equal(await slugOf(undefined, 'boeken.zaal.nl'), 'zaal');
  assert.equal(await slugOf(undefined, 'bar.book.test'), 'bar');
});

test('prefers the header to the host', async () => {
  assert.equal(await slugOf('bar', 'boeken.zaal.nl'), 'bar');
  assert.equal(await slugOf('bar', 'zaal.book.test'), 'bar');
});

test('treats an empty header as absent', async () => {
  assert.equal(await slugOf('', 'boeken.zaal.nl'), 'zaal');
  await assert.rejects(slugOf('', 'app.test'), refusedAs('venue_missing'));
});

test('rejects a request that names no venue', async () => {
  for (const host of ['app.test', 'localhost', 'book.test', 'unknown.example', 'notbook.test', ''])
    await assert.rejects(slugOf(undefined, host), refusedAs('venue_missing'), host);
});

test('names an unknown venue in the failure, even if the host belongs to a venue', async () => {
  await assert.rejects(slugOf('other', 'boeken.zaal.nl'), refusedAs('venue_unknown', { venue: 'other' }));
  await assert.rejects(slugOf(undefined, 'other.book.test'), refusedAs('venue_unknown', { venue: 'other' }));
  await assert.rejects(
    slugOf(undefined, 'www.zaal.book.test'),
    refusedAs('venue_unknown', { venue: 'www.zaal' }),
  );
});

test('rejects an overlong name without a lookup, and shortens it in the failure', async () => {
  const { tenancy, requests } = tenancyOf();
  const resolve = tenancy.resolve({ slug: 'x'.repeat(5000), host: 'app.test' });
  await assert.rejects(resolve, refusedAs('venue_unknown', { venue: 'x'.repeat(63) }));
  assert.deepEqual(requests, []);
});

test('finds no venue by subdomain without a base domain', async () => {
  const { tenancy } = tenancyOf({ baseDomain: '' });
  await assert.rejects(
    tenancy.resolve({ slug: undefined, host: 'zaal.book.test' }),
    refusedAs('venue_missing'),
  );
  assert.equal(tenancy.mayCall(zaal, 'https://zaal.book.test'), false);
});

test('allows only the exact origins of a venue', () => {
  assert.equal(tenancy.mayCall(zaal, 'https://www.zaal.nl'), true);
  assert.equal(tenancy.mayCall(zaal, 'http://localhost:5173'), true);
  const others = [
    'http://www.zaal.nl',
    'https://www.zaal.nl:8443',
    'https://zaal.nl',
    'https://www.zaal.nl.evil.test',
  ];
  for (const origin of [...others, 'http://localhost:3000', 'null', '', '*'])
    assert.equal(tenancy.mayCall(zaal, origin), false, origin);
});

test('allows the domains of the venue and of the platform without a setting', () => {
  for (const origin of ['https://boeken.zaal.nl', 'https://zaal.book.test', 'https://app.test'])
    assert.equal(tenancy.mayCall(zaal, origin), true, origin);
});

test('does not allow origins of another venue', () => {
  for (const origin of [
    'https://bar.example',
    'https://tickets.bar.example',
    'https://bar.book.test',
    'https://book.test',
  ])
    assert.equal(tenancy.mayCall(zaal, origin), false, origin);
});

test('allows a preflight from the origins of any venue', async () => {
  const allowed = [
    'https://www.zaal.nl',
    'https://bar.example',
    'https://tickets.bar.example',
    'https://bar.book.test',
  ];
  for (const origin of [...allowed, 'https://app.test'])
    assert.equal(await tenancy.mayCallAny(origin), true, origin);
  const refused = [
    'https://evil.test',
    'https://other.book.test',
    'https://book.test',
    'https://zaal.nl',
    'null',
    '',
  ];
  for (const origin of refused) assert.equal(await tenancy.mayCallAny(origin), false, origin);
});

test('allows the preflight of every website that may call for a venue', async () => {
  const hosts = [
    'www.zaal.nl',
    'boeken.zaal.nl',
    'zaal.book.test',
    'bar.example',
    'tickets.bar.example',
    'bar.book.test',
    'app.test',
  ];
  for (const origin of [
    ...hosts.flatMap((host) => [`https://${host}`, `http://${host}`]),
    'http://localhost:5173',
  ])
    for (const venue of [zaal, bar])
      if (tenancy.mayCall(venue, origin)) assert.equal(await tenancy.mayCallAny(origin), true, origin);
});

test("allows all names of localhost on a developer's machine", async () => {
  const { tenancy } = tenancyOf({ publicUrl: 'http://localhost:3000' });
  for (const origin of ['http://localhost:3000', 'http://127.0.0.1:3000', 'http://[::1]:3000']) {
    assert.equal(tenancy.mayCall(bar, origin), true, origin);
    assert.equal(await tenancy.mayCallAny(origin), true, origin);
  }
  for (const origin of ['http://localhost:4000', 'https://localhost:3000', 'http://127.0.0.1'])
    assert.equal(tenancy.mayCall(bar, origin), false, origin);
});

test('looks a venue up once for concurrent requests, including unknown venues', async () => {
  const { tenancy, requests } = tenancyOf();
  await Promise.all(Array.from({ length: 50 }, () => tenancy.resolve({ slug: 'zaal', host: 'app.test' })));
  const unknown = Array.from({ length: 50 }, () => tenancy.resolve({ slug: 'other', host: 'app.test' }));
  assert.ok((await Promise.allSettled(unknown)).every(({ status }) => status === 'rejected'));
  assert.deepEqual(requests, [{ slug: 'zaal' }, { slug: 'other' }]);
});

test('uses the changed venues in the next request after invalidate', async () => {
  const { tenancy, venues } = tenancyOf();
  const resolve = () => tenancy.resolve({ slug: 'new', host: 'app.test' });
  await assert.rejects(resolve(), refusedAs('venue_unknown', { venue: 'new' }));
  assert.equal(await tenancy.mayCallAny('https://new.example'), false);
  venues.push({ venueId: 3, slug: 'new', allowedOrigins: ['https://new.example'], domains: [] });
  tenancy.invalidate();
  assert.equal((await resolve()).venueId, 3);
  assert.equal(await tenancy.mayCallAny('https://new.example'), true);
});

test('applies a change within a second without invalidate', async () => {
  let now = 5_000_000;
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  try {
    const { tenancy, venues } = tenancyOf();
    const resolve = () => tenancy.resolve({ slug: 'zaal', host: 'app.test' });
    await resolve();
    venues[0] = { ...zaal, allowedOrigins: [] };
    for (const wait of [500, 499]) {
      now += wait;
      await resolve();
    }
    assert.deepEqual((await resolve()).allowedOrigins, []);
  } finally {
    vi.restoreAllMocks();
  }
});

test('lets guests return to the listed websites, or to all of the venue’s if none are listed, and to its own hosts', () => {
  const { tenancy } = tenancyOf();
  const mayReturn = (redirectOrigins: string[] | null | undefined, address: string) =>
    tenancy.mayReturnTo({ ...zaal, redirectOrigins }, address);
  const own = [
    'https://www.zaal.nl/thanks',
    'https://boeken.zaal.nl',
    'https://zaal.book.test/a?b#c',
    'https://app.test/demo',
    'http://localhost:5173/',
  ];
  const [website, ...platform] = own;
  for (const address of own) assert.equal(mayReturn([], address), true, address);
  assert.equal(mayReturn(['https://spa.example'], website ?? ''), false);
  for (const address of platform.slice(0, 3))
    assert.equal(mayReturn(['https://spa.example'], address), true, address);
  const others = [
    'https://evil.example/',
    'https://bar.book.test/',
    'https://tickets.bar.example/',
    'https://www.zaal.nl.evil.example/',
    'https://www.zaal.nl:8443/',
    'http://www.zaal.nl/',
    'https://app.test@evil.example/',
    'https://evil.example\\@app.test/',
    '//app.test/',
    'javascript:alert(1)',
  ];
  for (const address of others) assert.equal(mayReturn([], address), false, address);
  assert.equal(mayReturn(['https://spa.example'], 'https://spa.example/x'), true);
  // Null until booking has reported the origins of earlier bookings; undefined from the previous release.
  for (const unknown of [null, undefined]) {
    assert.equal(mayReturn(unknown, 'https://anywhere.example/'), true);
    assert.equal(mayReturn(unknown, 'javascript:alert(1)'), false);
  }
});

test('knows the own hosts of a venue, but not those of the platform or of nobody', async () => {
  const { tenancy, requests } = tenancyOf();
  assert.equal((await tenancy.ofHost('boeken.zaal.nl'))?.slug, 'zaal');
  assert.equal((await tenancy.ofHost('zaal.book.test'))?.slug, 'zaal');
  assert.equal(await tenancy.ofHost('unknown.example'), null);
  const before = requests.length;
  for (const host of ['app.test', 'localhost', '127.0.0.1', '[::1]', '', `${'x'.repeat(300)}.nl`])
    assert.equal(await tenancy.ofHost(host), null, host);
  assert.equal(requests.length, before, 'without a lookup');
});

test('allows a venue’s own hosts on the port of the platform', () => {
  const { tenancy } = tenancyOf({ publicUrl: 'http://localhost:3000' });
  assert.equal(tenancy.mayCall(zaal, 'http://zaal.book.test:3000'), true);
  assert.equal(tenancy.mayCall(zaal, 'http://zaal.book.test:3001'), false);
  assert.ok(tenancy.originsOf(zaal).includes('http://boeken.zaal.nl:3000'));
});
