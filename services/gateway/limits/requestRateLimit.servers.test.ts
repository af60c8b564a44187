import assert from 'node:assert/strict';
import { until } from '@venue-booking/kit/testing/testMessaging';
import fc from 'fast-check';
import { describe, it, test } from 'vitest';
import { incoming } from '../testing/incoming.ts';
import { OPERATOR, openGateway } from '../testing/testGateway.ts';
import { createRequestRateLimit } from './requestRateLimit.ts';

const CLIENT = '203.0.113.7';

describe('the rate limit', () => {
  it('allows a burst of 20 s of requests, then the configured rate', () => {
    let now = 0;
    const limit = createRequestRateLimit(10, { now: () => now });
    const sent = (times: number) =>
      Array.from({ length: times }, () => limit.count(incoming(CLIENT))).filter((wait) => wait === 0).length;
    assert.equal(sent(1000), 200);
    now += 1000;
    assert.equal(sent(1000), 10);
    now += 3600_000;
    assert.equal(sent(1000), 200);
  });

  it('accepts a request after the time that it announced', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 100 }),
        fc.array(fc.integer({ min: 0, max: 2000 }), { minLength: 1, maxLength: 300 }),
        (perSecond, pauses) => {
          let now = 0;
          const limit = createRequestRateLimit(perSecond, { now: () => now });
          for (const pause of pauses) {
            now += pause;
            const wait = limit.count(incoming(CLIENT));
            if (wait === 0) continue;
            now += wait * 1000;
            assert.equal(limit.count(incoming(CLIENT)), 0);
          }
        },
      ),
    );
  });

  it('counts each client separately, and evicts the least recently seen client', () => {
    let now = 0;
    const limit = createRequestRateLimit(1, { now: () => now });
    for (let turn = 0; turn < 20; turn++) assert.equal(limit.count(incoming(CLIENT)), 0);
    assert.ok(limit.count(incoming(CLIENT)) > 0);
    assert.equal(limit.count(incoming('203.0.113.8')), 0);
    // The other clients evict it.
    for (let other = 0; other < 20_000; other++) limit.count(incoming(`198.18.${other >> 8}.${other & 255}`));
    assert.equal(limit.count(incoming(CLIENT)), 0);
    now += 1;
  });

  it('counts each request once, and releases it at most once', () => {
    const limit = createRequestRateLimit(1, { now: () => 0 });
    const request = incoming(CLIENT);
    for (let turn = 0; turn < 10; turn++) assert.equal(limit.count(request), 0);
    const passes = () =>
      Array.from({ length: 100 }, () => limit.count(incoming(CLIENT))).filter((wait) => wait === 0).length;
    assert.equal(passes(), 19);
    for (let turn = 0; turn < 10; turn++) limit.uncount(request);
    assert.equal(passes(), 1);
    limit.uncount(incoming(CLIENT));
    assert.equal(passes(), 0, 'a request that was not counted releases nothing');
  });

  it('is disabled by 0', () => {
    const limit = createRequestRateLimit(0);
    assert.ok(
      Array.from({ length: 10_000 }, () => limit.count(incoming(CLIENT))).every((wait) => wait === 0),
    );
  });
});

/** A gateway behind a local proxy. Each client may send 20 requests at once. */
const openLimited = (backends: unknown = {}) =>
  openGateway(backends, undefined, { requestsPerSecond: 1, trustProxy: 'loopback' });
const statuses = async (times: number, send: () => Promise<{ status: number }>) => {
  const counts: Record<number, number> = {};
  for (let turn = 0; turn < times; turn++) {
    const { status } = await send();
    counts[status] = (counts[status] ?? 0) + 1;
  }
  return counts;
};

describe('a gateway over the rate limit of one client', () => {
  it('answers 429 with Retry-After to this client only', async () => {
    await using gateway = await openLimited();
    const from = (address: string, path = '/nothing', language = 'en') =>
      fetch(gateway.url + path, { headers: { 'X-Forwarded-For': address, 'Accept-Language': language } });
    let passed = 0;
    while ((await from('2001:db8:1:2::1')).status === 404) passed += 1;
    assert.ok(passed >= 20, String(passed));
    // The limit may admit one more request per second meanwhile. A separately counted address could send 20.
    const neighbour = () => from('2001:db8:1:2::2', '/openapi.json', 'nl');
    let refused = await neighbour();
    for (let tries = 1; refused.status !== 429 && tries < 10; tries++) refused = await neighbour();
    assert.equal(refused.status, 429, 'another address of the same /64');
    assert.equal(refused.headers.get('access-control-allow-origin'), '*', 'any website may read it');
    assert.ok(Number(refused.headers.get('retry-after')) >= 1);
    const body = (await refused.json()) as { error: string };
    assert.deepEqual(Object.keys(body), ['error']);
    assert.match(body.error, /^Te veel verzoeken/);
    assert.equal((await from('2001:db8:1:3::1')).status, 404);
  });

  it('still answers health probes', async () => {
    await using gateway = await openLimited();
    const ask = (path: string) => fetch(gateway.url + path, { headers: { 'X-Forwarded-For': CLIENT } });
    while ((await ask('/nothing')).status !== 429);
    assert.deepEqual([(await ask('/livez')).status, (await ask('/readyz')).status], [200, 200]);
  });

  it('does not count the proxy’s own requests, nor calls with a valid token', async () => {
    await using gateway = await openLimited({ catalog: { tenant: { query: async () => null } } });
    assert.deepEqual(await statuses(30, () => fetch(`${gateway.url}/nothing`)), { 404: 30 });
    const headers = { 'X-Forwarded-For': CLIENT };
    const call = (token?: string) =>
      gateway.call('DELETE', '/api/admin/venues/a-venue/guests?email=a@example.com', {
        headers,
        ...(token !== undefined && { token }),
      });
    assert.deepEqual(await statuses(30, () => call()), { 404: 30 });
  });

  it('allows no additional requests while exports and live streams of the client run', async () => {
    const PAGES = 100;
    const gate = Promise.withResolvers<void>();
    let pages = 0;
    const list = async () => {
      pages += 1;
      if (pages > 1) await gate.promise;
      return { bookings: [], next: pages < PAGES ? String(pages) : null };
    };
    await using gateway = await openLimited({
      catalog: {
        tenant: { query: async () => ({ venueId: 1, domains: [], allowedOrigins: [] }) },
        site: { query: async () => ({ fields: [] }) },
      },
      booking: { desk: { list: { query: list } } },
    });
    const startedAt = performance.now();
    let passed = 0;
    const pass = async () => {
      const headers = { 'X-Forwarded-For': CLIENT };
      while ((await fetch(`${gateway.url}/nothing`, { headers })).status !== 429) passed += 1;
    };
    const read = (path: string, accept: string) =>
      fetch(`${gateway.url}/api/admin/venues/a-venue${path}`, {
        headers: { 'X-Forwarded-For': CLIENT, Accept: accept, Authorization: `Bearer ${OPERATOR}` },
      });
    const streams = await Promise.all(Array.from({ length: 20 }, () => read('/live', 'text/event-stream')));
    const csv = read('/bookings', 'text/csv');
    await until(() => pages === 2);
    await pass();
    gate.resolve();
    await (await csv).text();
    assert.equal(pages, PAGES);
    gateway.streams.recheck();
    await new Promise(setImmediate);
    await pass();
    const seconds = (performance.now() - startedAt) / 1000;
    assert.ok(passed >= 20 && passed <= 20 + seconds, `${passed} in ${seconds} s`);
    await Promise.all(streams.map(({ body }) => body?.cancel()));
  });
});

test('limits concurrent and queued reads per venue without rejecting those of other venues', async () => {
  const underWay: (() => void)[] = [];
  const tenants: Record<string, object> = {
    flooded: { venueId: 1, domains: [], allowedOrigins: [] },
    other: { venueId: 2, domains: [], allowedOrigins: [] },
  };
  await using gateway = await openGateway({
    catalog: { tenant: { query: async ({ slug }: { slug: string }) => tenants[slug] ?? null } },
    availability: {
      daySlots: {
        query: ({ venueId }: { venueId: number }) => {
          const answer = { facility: 'Sauna', date: '2030-01-01', day_start: '06:00', slots: [] };
          if (venueId === 2) return Promise.resolve(answer);
          return new Promise((resolve) => underWay.push(() => resolve(answer)));
        },
      },
    },
  });
  let turn = 0;
  const read = async (slug: string) => {
    turn += 1;
    const date = new Date(Date.UTC(2030, 0, turn)).toISOString().slice(0, 10);
    const answer = await fetch(`${gateway.url}/api/site/facilities/1/slots?date=${date}`, {
      headers: { 'X-Tenant': slug },
    });
    return { status: answer.status, retryAfter: answer.headers.get('retry-after') };
  };
  const SENT = 600;
  const TAKEN = 16 + 500;
  let refused = 0;
  const flood = Array.from({ length: SENT }, async () => {
    const answer = await read('flooded');
    if (answer.status !== 503) return assert.equal(answer.status, 200);
    assert.equal(answer.retryAfter, '1');
    refused += 1;
  });
  // No read completes before this, so the number of rejections does not depend on the speed of the machine.
  await until(() => refused >= SENT - TAKEN);
  assert.equal(underWay.length, 16);
  assert.equal((await read('other')).status, 200);
  const timer = setInterval(() => {
    for (const end of underWay.splice(0)) end();
  }, 1);
  await Promise.all(flood);
  clearInterval(timer);
});

test('limits concurrent admin calls per venue without delaying guests or other venues', async () => {
  const underWay: (() => void)[] = [];
  const tenants: Record<string, object> = {
    flooded: { venueId: 1, domains: [], allowedOrigins: [] },
    other: { venueId: 2, domains: [], allowedOrigins: [] },
  };
  const answer = { facility: 'Sauna', date: '2030-01-01', day_start: '06:00', slots: [] };
  await using gateway = await openGateway({
    catalog: { tenant: { query: async ({ slug }: { slug: string }) => tenants[slug] ?? null } },
    availability: {
      daySlots: {
        query: ({ venueId, date }: { venueId: number; date?: string }) => {
          if (venueId === 2 || date !== undefined) return Promise.resolve(answer);
          return new Promise((resolve) => underWay.push(() => resolve(answer)));
        },
      },
    },
  });
  const look = (slug: string) => gateway.call('GET', `/api/admin/venues/${slug}/facilities/1/slots`);
  const SENT = 230;
  const TAKEN = 8 + 200;
  let refused = 0;
  const flood = Array.from({ length: SENT }, async () => {
    const { status, headers } = await look('flooded');
    if (status !== 503) return assert.equal(status, 200);
    assert.equal(headers.get('retry-after'), '1');
    refused += 1;
  });
  await until(() => refused >= SENT - TAKEN);
  assert.equal(underWay.length, 8);
  assert.equal((await look('other')).status, 200);
  const guest = await fetch(`${gateway.url}/api/site/facilities/1/slots?date=2030-01-01`, {
    headers: { 'X-Tenant': 'flooded' },
  });
  assert.equal(guest.status, 200);
  const timer = setInterval(() => {
    for (const end of underWay.splice(0)) end();
  }, 1);
  await Promise.all(flood);
  clearInterval(timer);
});
