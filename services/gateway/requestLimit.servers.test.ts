import assert from 'node:assert/strict';
import { until } from '@venue-booking/kit/testing/testMessaging';
import fc from 'fast-check';
import { describe, it, test } from 'vitest';
import { createRequestLimit } from './requestLimit.ts';
import { incoming } from './testing/incoming.ts';
import { OPERATOR, openGateway } from './testing/testGateway.ts';

const CLIENT = '203.0.113.7';

describe('the limit of requests', () => {
  it('lets 20 s worth of requests through at once, then as many as the pace allows', () => {
    let now = 0;
    const limit = createRequestLimit(10, { now: () => now });
    const sent = (times: number) =>
      Array.from({ length: times }, () => limit.take(incoming(CLIENT))).filter((wait) => wait === 0).length;
    assert.equal(sent(1000), 200);
    now += 1000;
    assert.equal(sent(1000), 10);
    now += 3600_000;
    assert.equal(sent(1000), 200);
  });

  it('says when to come again, and keeps its word', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 100 }),
        fc.array(fc.integer({ min: 0, max: 2000 }), { minLength: 1, maxLength: 300 }),
        (perSecond, pauses) => {
          let now = 0;
          const limit = createRequestLimit(perSecond, { now: () => now });
          for (const pause of pauses) {
            now += pause;
            const wait = limit.take(incoming(CLIENT));
            if (wait === 0) continue;
            now += wait * 1000;
            assert.equal(limit.take(incoming(CLIENT)), 0);
          }
        },
      ),
    );
  });

  it('counts each client by itself, and no more of them than there is room for', () => {
    let now = 0;
    const limit = createRequestLimit(1, { now: () => now });
    for (let turn = 0; turn < 20; turn++) assert.equal(limit.take(incoming(CLIENT)), 0);
    assert.ok(limit.take(incoming(CLIENT)) > 0);
    assert.equal(limit.take(incoming('203.0.113.8')), 0);
    // Forgotten, as so many others came.
    for (let other = 0; other < 20_000; other++) limit.take(incoming(`198.18.${other >> 8}.${other & 255}`));
    assert.equal(limit.take(incoming(CLIENT)), 0);
    now += 1;
  });

  it('takes one point per request, and returns at most that one', () => {
    const limit = createRequestLimit(1, { now: () => 0 });
    const request = incoming(CLIENT);
    for (let turn = 0; turn < 10; turn++) assert.equal(limit.take(request), 0);
    const passes = () =>
      Array.from({ length: 100 }, () => limit.take(incoming(CLIENT))).filter((wait) => wait === 0).length;
    assert.equal(passes(), 19);
    for (let turn = 0; turn < 10; turn++) limit.release(request);
    assert.equal(passes(), 1);
    limit.release(incoming(CLIENT));
    assert.equal(passes(), 0, 'a request that took nothing returns nothing');
  });

  it('is no limit when it is 0', () => {
    const limit = createRequestLimit(0);
    assert.ok(Array.from({ length: 10_000 }, () => limit.take(incoming(CLIENT))).every((wait) => wait === 0));
  });
});

/** A gateway behind a proxy on this machine, at which each client may send 20 requests at once. */
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

describe('a gateway that too many requests of one client come to', () => {
  it('answers 429 with Retry-After and {error}, whatever was asked, and others as ever', async () => {
    await using gateway = await openLimited();
    const from = (address: string, path = '/nothing', language = 'en') =>
      fetch(gateway.url + path, { headers: { 'X-Forwarded-For': address, 'Accept-Language': language } });
    let passed = 0;
    while ((await from('2001:db8:1:2::1')).status === 404) passed += 1;
    assert.ok(passed >= 20, String(passed));
    // Another request may be let in each second meanwhile; an address that is counted by itself had 20.
    const neighbour = () => from('2001:db8:1:2::2', '/openapi.json', 'nl');
    let refused = await neighbour();
    for (let tries = 1; refused.status !== 429 && tries < 10; tries++) refused = await neighbour();
    assert.equal(refused.status, 429, 'another address of the same /64');
    assert.equal(refused.headers.get('access-control-allow-origin'), '*', 'a website is told as well');
    assert.ok(Number(refused.headers.get('retry-after')) >= 1);
    const body = (await refused.json()) as { error: string };
    assert.deepEqual(Object.keys(body), ['error']);
    assert.match(body.error, /^Te veel verzoeken/);
    assert.equal((await from('2001:db8:1:3::1')).status, 404);
  });

  it('goes on to say that it is alive and ready', async () => {
    await using gateway = await openLimited();
    const ask = (path: string) => fetch(gateway.url + path, { headers: { 'X-Forwarded-For': CLIENT } });
    while ((await ask('/nothing')).status !== 429);
    assert.deepEqual([(await ask('/livez')).status, (await ask('/readyz')).status], [200, 200]);
  });

  it('does not count what a proxy asks of itself, nor calls with a valid token', async () => {
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

  it('lets as many requests pass while exports and live streams of the same client run', async () => {
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

test('of one venue so much is asked at once, and so much waits: more is refused, and other venues are not', async () => {
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
  // Nothing is answered yet, so what is over the bounds is refused, however long a slow machine takes to send
  // it all.
  await until(() => refused >= SENT - TAKEN);
  assert.equal(underWay.length, 16);
  assert.equal((await read('other')).status, 200);
  const timer = setInterval(() => {
    for (const end of underWay.splice(0)) end();
  }, 1);
  await Promise.all(flood);
  clearInterval(timer);
});

test('so of what the people of one venue ask, who are in the way neither of its guests nor of other venues', async () => {
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
