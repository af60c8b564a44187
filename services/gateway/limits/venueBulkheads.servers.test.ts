import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { until } from '@venue-booking/kit/testing/testMessaging';
import { describe, it } from 'vitest';
import { openGateway } from '../testing/testGateway.ts';

const tenants: Record<string, object> = {
  busy: { venueId: 1, domains: [], allowedOrigins: [] },
  other: { venueId: 2, domains: [], allowedOrigins: [] },
};

/** A fake read that blocks for venue 1 until `end` or `release`, and completes at once for other venues. */
function heldRead<T>(answer: T) {
  const underWay: (() => void)[] = [];
  let begun = 0;
  return {
    count: () => underWay.length,
    begun: () => begun,
    query: ({ venueId = 1 }: { venueId?: number }) => {
      begun += 1;
      return venueId === 1
        ? new Promise<T>((end) => underWay.push(() => end(answer)))
        : Promise.resolve(answer);
    },
    /** Completes the blocked reads. */
    end() {
      for (const end of underWay.splice(0)) end();
    },
    /** Completes blocked and new reads until all requests are answered. */
    async release(all: Promise<unknown>[]) {
      const timer = setInterval(() => {
        for (const end of underWay.splice(0)) end();
      }, 1);
      await Promise.all(all).finally(() => clearInterval(timer));
    },
  };
}

describe('an expensive read of a venue', () => {
  it('shares the bulkhead of the venue’s people, including CSV exports', async () => {
    const bookings = heldRead({ bookings: [], next: null });
    const money = heldRead({ moved: [], next: null });
    await using gateway = await openGateway({
      catalog: {
        tenant: { query: async ({ slug }: { slug: string }) => tenants[slug] ?? null },
        site: { query: async () => ({ fields: [], day_start: '00:00', timezone: 'UTC' }) },
        contact: { query: async () => ({ timezone: 'UTC' }) },
      },
      booking: { desk: { list: { query: bookings.query }, references: { query: async () => ({}) } } },
      payment: { listMoney: { query: money.query } },
    });
    const read = async (slug: string, path: string, accept: string) => {
      const headers = { Accept: accept };
      return (await gateway.call('GET', `/api/admin/venues/${slug}${path}`, { headers })).status;
    };
    const csv = (slug: string) => read(slug, '/bookings', 'text/csv');
    const days = '?from=2030-01-01&to=2030-01-31';
    const all = Array.from({ length: 10 }, () => [
      csv('busy'),
      read('busy', `/figures/payments${days}`, 'text/csv'),
      read('busy', '/bookings', 'application/json'),
    ]).flat();
    await until(() => bookings.count() + money.count() === 8);
    assert.equal(await csv('other'), 200);
    assert.equal(bookings.count() + money.count(), 8);
    const both = Promise.all([bookings.release(all), money.release(all)]);
    assert.deepEqual(new Set(await Promise.all(all)), new Set([200]));
    await both;
  });

  it('runs one at a time once the venue has used up its share of time', async () => {
    const days = heldRead({ facility: 'Sauna', date: '2030-01-01', day_start: '06:00', slots: [] });
    await using gateway = await openGateway({
      catalog: { tenant: { query: async ({ slug }: { slug: string }) => tenants[slug] ?? null } },
      availability: { daySlots: { query: days.query } },
    });
    const read = async (slug: string, day: number) => {
      const date = new Date(Date.UTC(2030, 0, day)).toISOString().slice(0, 10);
      const path = `/api/site/facilities/1/slots?date=${date}`;
      return (await fetch(gateway.url + path, { headers: { 'X-Tenant': slug } })).status;
    };
    const all = Array.from({ length: 24 }, (_, day) => read('busy', day + 1));
    await until(() => days.count() === 16);
    // A single one of these reads uses up the venue's share of time.
    await sleep(600);
    days.end();
    await until(() => days.count() === 1);
    assert.equal(await read('other', 1), 200);
    assert.equal(days.count(), 1);
    await days.release(all);
    assert.deepEqual(new Set(await Promise.all(all)), new Set([200]));
  });

  it('is shared by concurrent requests for the same calendar feed', async () => {
    const feed = heldRead({ calendar: 'BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n', next: null });
    await using gateway = await openGateway({ booking: { calendarFeed: { query: feed.query } } });
    const CLIENTS = 40;
    const path = `/calendars/${'s'.repeat(43)}.ics`;
    const all = Array.from({ length: CLIENTS }, () => fetch(`${gateway.url}${path}`).then((it) => it.text()));
    await until(() => feed.count() === 1);
    // Requests that arrive during the read do not start another one.
    const late = await Promise.race([...all, fetch(`${gateway.url}/livez`).then(({ status }) => status)]);
    assert.equal(late, 200);
    assert.equal(feed.begun(), 1);
    await feed.release(all);
    assert.deepEqual(new Set(await Promise.all(all)), new Set(['BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n']));
    assert.ok(feed.begun() < CLIENTS / 2, `${feed.begun()} reads for ${CLIENTS} requests`);
  });
});
