import assert from 'node:assert/strict';
import { get } from 'node:http';
import { text } from 'node:stream/consumers';
import { Registry } from 'prom-client';
import { describe, it } from 'vitest';
import { openGateway } from '../testing/testGateway.ts';

const FIELD = { key: 'coffee', type: 'text', label: 'Café ☕ 😀', required: false };

/** Two venues with a website each. `looked` records the lookups of their facilities. */
function twoVenues() {
  const origins: Record<string, string[]> = {
    one: ['https://one.example'],
    two: ['https://two.example'],
  };
  const looked: number[] = [];
  const catalog = {
    tenant: {
      query: async ({ slug: named, domain = '' }: { slug?: string; domain?: string }) => {
        const slug = named ?? domain.replace('.example', '');
        const allowedOrigins = origins[slug];
        const venueId = slug === 'one' ? 1 : 2;
        return allowedOrigins && { venueId, slug, allowedOrigins, domains: [], redirectOrigins: [] };
      },
    },
    allowedOrigin: {
      query: async ({ origin = '' }) => Object.values(origins).flat().includes(origin),
    },
    site: {
      query: async ({ venueId = 0 }) => {
        looked.push(venueId);
        return { live: venueId === 1, day_start: '06:00', timezone: 'UTC', facilities: [], fields: [FIELD] };
      },
    },
  };
  return { origins, looked, backends: { catalog } };
}

const ask = async (
  { url }: { url: string },
  slug: string,
  { path = '/facilities', ...headers }: Record<string, string> = {},
) => {
  const answer = await fetch(`${url}/api/site${path}`, { headers: { 'X-Tenant': slug, ...headers } });
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
};

/** Sends a Host header, which `fetch` does not allow. */
const askHost = (url: string, headers: Record<string, string>) =>
  new Promise<string>((resolve, reject) => {
    get(`${url}/api/site/facilities`, { headers }, (answer) => resolve(text(answer))).on('error', reject);
  });

/** Returns the response headers for given request headers, including Host. */
const headersAt = (url: string, headers: Record<string, string>) =>
  new Promise<Record<string, unknown>>((resolve, reject) => {
    get(`${url}/api/site/facilities`, { headers }, (answer) => {
      answer.resume();
      resolve(answer.headers);
    }).on('error', reject);
  });

describe('a cached response', () => {
  it('keeps the security headers of its host', async () => {
    const { looked, backends } = twoVenues();
    await using gateway = await openGateway(backends, undefined, { baseDomain: 'book.example' });
    const at = (host: string) => headersAt(gateway.url, { Host: host, 'X-Tenant': 'one' });
    for (const _ of ['created', 'cached']) {
      const [ours, theirs] = [await at('one.book.example'), await at('boeken.one.example')];
      assert.equal(ours['strict-transport-security'], 'max-age=31536000; includeSubDomains');
      assert.equal(theirs['strict-transport-security'], 'max-age=31536000');
      for (const headers of [ours, theirs]) {
        assert.match(String(headers['content-security-policy']), /^default-src 'none'/);
        assert.equal(headers['x-content-type-options'], 'nosniff');
      }
    }
    assert.deepEqual(looked, [1]);
  });

  it('has the same body and headers, with a new trace id', async () => {
    const { looked, backends } = twoVenues();
    await using gateway = await openGateway(backends);
    const [first, second, third] = [
      await ask(gateway, 'one'),
      await ask(gateway, 'one'),
      await ask(gateway, 'one'),
    ];
    const plain = ({ headers, text }: typeof first) => [
      text,
      ...[...headers].filter(([name]) => !['date', 'traceparent'].includes(name)),
    ];
    assert.deepEqual([plain(second), plain(third)], [plain(first), plain(first)]);
    assert.deepEqual(JSON.parse(first.text).fields, [FIELD]);
    const traces = [first, second, third].map(({ headers }) => headers.get('traceparent'));
    assert.equal(new Set(traces).size, 3);
    for (const trace of traces) assert.match(trace ?? '', /^00-[0-9a-f]{32}-[0-9a-f]{16}-00$/);
    const traceparent = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`;
    const traced = await ask(gateway, 'one', { traceparent });
    assert.match(traced.headers.get('traceparent') ?? '', /^00-a{32}-/);
    assert.ok(looked.length < 4, `${looked.length} lookups for 4 responses`);
  });

  it('is a 304 for a matching ETag', async () => {
    const { backends } = twoVenues();
    await using gateway = await openGateway(backends);
    const { headers } = await ask(gateway, 'one');
    const etag = headers.get('etag') ?? '';
    // Like browsers. With If-None-Match alone, `fetch` adds `Cache-Control: no-cache`.
    const having = (tag: string) => ({ 'If-None-Match': tag, 'Cache-Control': 'max-age=0' });
    for (const tag of [etag, `W/"x", ${etag}`, '*'])
      for (const headers of [having(tag), { 'If-None-Match': tag }]) {
        const again = await ask(gateway, 'one', headers);
        assert.deepEqual([again.status, again.text, again.headers.get('etag')], [304, '', etag], tag);
      }
    const other = await ask(gateway, 'one', having('"another"'));
    assert.equal(other.status, 200);
    assert.equal((await ask(gateway, 'two', having(etag))).status, 200, 'another venue');
  });

  it('belongs to one venue, with the CORS headers of the requesting website', async () => {
    const { backends } = twoVenues();
    await using gateway = await openGateway(backends);
    const own = { Origin: 'https://one.example' };
    for (const round of [1, 2, 3]) {
      assert.match((await ask(gateway, 'one')).text, /"live":true/, `${round}`);
      assert.match((await ask(gateway, 'two')).text, /"live":false/);
      const allowed = await ask(gateway, 'one', own);
      assert.equal(allowed.headers.get('access-control-allow-origin'), 'https://one.example');
      assert.equal(allowed.headers.get('vary'), 'Origin, X-Tenant');
      assert.equal((await ask(gateway, 'two', own)).status, 403);
      assert.equal((await ask(gateway, 'one', { Origin: 'https://two.example' })).status, 403);
      assert.equal((await ask(gateway, 'one')).headers.get('access-control-allow-origin'), null);
      assert.equal((await ask(gateway, 'one ', own)).status, 200, 'a slug with a trailing space');
      assert.equal((await ask(gateway, 'nobody')).status, 400);
    }
  });

  it('belongs to the venue of the host, or of the forwarded host of a trusted proxy', async () => {
    const { backends } = twoVenues();
    const [one, two] = [/"live":true/, /"live":false/];
    const forwardedHost = { 'X-Forwarded-Host': 'two.example' };
    for (const [trustProxy, forwarded] of [
      [false, one],
      [true, two],
    ] as const) {
      await using gateway = await openGateway(backends, undefined, { trustProxy });
      for (const round of [1, 2, 3]) {
        const named = `${trustProxy}, round ${round}`;
        assert.match(await askHost(gateway.url, { Host: 'one.example' }), one, named);
        assert.match(await askHost(gateway.url, { Host: 'two.example:8080' }), two, named);
        assert.match(await askHost(gateway.url, { Host: 'one.example', 'X-Tenant': ' ' }), one, named);
        assert.match(await askHost(gateway.url, { Host: 'two.example', 'X-Tenant': ' ' }), two, named);
        assert.match(await askHost(gateway.url, { Host: 'one.example', 'X-Tenant': 'two' }), two, named);
        assert.match(await askHost(gateway.url, { Host: 'one.example', ...forwardedHost }), forwarded, named);
      }
    }
  });

  it('counts towards the rate limit', async () => {
    const { looked, backends } = twoVenues();
    await using gateway = await openGateway(backends, undefined, { requestsPerSecond: 1 });
    const answers = await Promise.all(Array.from({ length: 100 }, () => ask(gateway, 'one')));
    assert.deepEqual([...new Set(answers.map(({ status }) => status))].sort(), [200, 429]);
    assert.ok(looked.length < 20, `${looked.length} lookups`);
  });

  it('is dropped after a change of the venue or its allowed origins', async () => {
    const { origins, looked, backends } = twoVenues();
    await using gateway = await openGateway(backends);
    const own = { Origin: 'https://one.example' };
    for (const _ of [1, 2]) assert.equal((await ask(gateway, 'one', own)).status, 200);
    origins.one = [];
    gateway.invalidate(1, { tenants: true });
    assert.equal((await ask(gateway, 'one', own)).status, 403);
    const before = looked.length;
    gateway.invalidate(1);
    assert.equal((await ask(gateway, 'one')).status, 200);
    assert.equal(looked.length, before + 1);
  });

  it('counts in the metrics of its route', async () => {
    const { backends } = twoVenues();
    const metrics = new Registry();
    await using gateway = await openGateway(backends, undefined, {}, metrics);
    for (const _ of [1, 2, 3]) await ask(gateway, 'one');
    const text = await metrics.metrics();
    assert.match(
      text,
      /^http_requests_total\{method="GET",route="\/api\/site\/facilities",status="200"\} 3$/m,
    );
  });

  it('survives a flood of different requests, which clears the cache', async () => {
    const { backends } = twoVenues();
    await using gateway = await openGateway(backends);
    for (let at = 0; at < 1100; at++)
      assert.equal((await ask(gateway, 'one', { path: `/facilities?x=${at}` })).status, 200);
    const long = `/facilities?x=${'x'.repeat(2000)}`;
    for (const _ of [1, 2]) assert.equal((await ask(gateway, 'one', { path: long })).status, 200);
  });
});
