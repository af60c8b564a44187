import { slotIdOf } from '@venue-booking/proto/slotId';
import { call, daysAhead, eventually } from '../stack/api.ts';
import type { ServiceName } from '../stack/stack.ts';
import type { Client } from './client.ts';
import { askToBook, preflight } from './guests.ts';
import type { Platform } from './platform.ts';

/**
 * Everything that guests, venues and the services themselves ask of the database, at venues that were seeded.
 */

type SeededVenue = { slug: string; facility: number; booking: number };

/** Seeded venues, spread over all of them, or the one that is named. */
async function someVenues({ database }: Platform, many: number, only?: string): Promise<SeededVenue[]> {
  const { rows } = await database.query(
    `SELECT v.slug, f.id AS facility, (SELECT max(id)::int FROM booking.booking b WHERE b.venue_id = v.id) AS booking
     FROM catalog.venue v JOIN catalog.facility f ON f.venue_id = v.id
     WHERE v.slug LIKE 'seed-%' AND ($2::text IS NULL OR v.slug = $2) ORDER BY md5(v.slug) LIMIT $1`,
    [only ? 1 : many, only ?? null],
  );
  return Array.from({ length: many }, (_, turn) => rows[turn % rows.length]);
}

/**
 * Does everything once at each of some venues, and starts one more process of each service with a database.
 */
export async function tour(
  platform: Platform,
  client: Client,
  { many, only, round }: { many: number; only?: string; round: number },
): Promise<void> {
  const { api, operatorToken } = platform.stack;
  const seen: Record<string, number> = {};
  const see = async (method: string, path: string, headers: Record<string, string> = {}) => {
    const { status, text } = await client.send(method, path, { headers });
    if (status >= 400) throw new Error(`${method} ${path}: ${status} ${text.slice(0, 200)}`);
    seen[status] = (seen[status] ?? 0) + 1;
  };
  for (const [turn, { slug, facility, booking }] of (await someVenues(platform, many, only)).entries()) {
    const of = `/api/site/facilities/${facility}`;
    const origin = `https://www.${slug}.example`;
    const date = daysAhead(3 + (turn % 20));
    // By slug, by custom domain, by a website's preflight: as guests come.
    await see('GET', '/api/site/facilities', { 'X-Tenant': slug });
    await see('GET', '/api/site/facilities', { Host: `${slug}.example` });
    await preflight(client, { slug, facility, origin });
    await client.send('OPTIONS', of, { headers: { Origin: `https://unknown-${round}-${turn}.example` } });
    await see('GET', `${of}/slots?date=${date}`, { 'X-Tenant': slug });
    await see('GET', `${of}/availability?from=${date}`, { 'X-Tenant': slug });
    // Half an hour past every time that has been: seeded bookings start at the full hour of any day.
    const hour = 6 + ((turn + 7 * round) % 16);
    const slotId =
      slotIdOf(facility, Date.parse(`${daysAhead(40 + turn)}T${String(hour).padStart(2, '0')}:00Z`)) ?? 0;
    await see('GET', `/api/site/slots/${slotId}`, { 'X-Tenant': slug });
    const booked = await askToBook(client, slug, slotId);
    if (booked.status !== 201) throw new Error(`not booked: ${booked.status} ${booked.text}`);
    const { pathname } = new URL(JSON.parse(booked.text).ticket_url);
    await see('GET', pathname, { Accept: 'application/json' });
    await see('POST', `${pathname}/cancel`, { 'Content-Type': 'application/x-www-form-urlencoded' });

    const admin = { Authorization: `Bearer ${operatorToken}` };
    const venue = `/api/admin/venues/${slug}`;
    for (const path of [
      '/bookings',
      '/bookings?q=guest.7',
      `/bookings?from=${date}`,
      '/bookings?status=cancelled',
    ])
      await see('GET', venue + path, admin);
    await see('GET', `${venue}/guests?email=guest.7@example.com`, admin);
    await see('GET', `${venue}/bookings/${booking}`, admin);
    await see('GET', `${venue}/attention`, admin);
    await see('GET', `/api/admin/venues?limit=20&after=${slug}`, admin);
    await see('GET', '/api/admin/dead-letters', admin);
    await api.admin('PATCH', `/venues/${slug}`, { phone: `0${round}` });
  }
}

/**
 * Starts one more process of each service and stops it again. Answers how long each took to be ready, in ms.
 */
export async function startOneMore({ stack }: Platform): Promise<Record<string, number>> {
  const took: Record<string, number> = {};
  for (const service of ['catalog', 'availability', 'booking', 'payment'] satisfies ServiceName[]) {
    const { process, healthUrl } = await stack.more(service);
    took[service] = await eventually(
      `one more ${service} is ready`,
      async () => (await call(`${healthUrl}/readyz`).catch(() => null))?.status === 200,
      60_000,
    );
    await process.stop();
  }
  return took;
}
