import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { slotIdOf } from '@venue-booking/proto/facility/slotId';
import { daysAhead, newAddress } from '../stack/api.ts';
import type { Client, Received } from './client.ts';
import type { Place } from './venues.ts';

/** Requests of guests. Each function throws if the response has an unexpected status. */

const FORM = { 'Content-Type': 'application/x-www-form-urlencoded', Accept: 'text/html' };

const must = (answer: Received, status: number): Received => {
  if (answer.status !== status)
    throw new Error(`${answer.status} instead of ${status}: ${answer.text.slice(0, 200)}`);
  return answer;
};

const pathOf = (url: string | undefined) => {
  const { pathname, search } = new URL(url ?? '', 'http://localhost');
  return pathname + search;
};

/** Books like the widget, with an Idempotency-Key, from a new client address. */
export const requestBooking = (
  client: Client,
  slug: string,
  slotId: number,
  people = 2,
): Promise<Received> => {
  const guest = randomUUID();
  return client.send('POST', '/api/site/bookings', {
    headers: {
      'X-Tenant': slug,
      'X-Forwarded-For': newAddress(),
      'Idempotency-Key': guest,
      'Content-Type': 'application/json',
    },
    body: JSON.stringify({
      slot_id: slotId,
      people,
      customer_name: 'Anna Jansen',
      customer_email: `anna.${guest}@example.com`,
    }),
  });
};

export async function book(client: Client, { slug }: Place, slotId: number): Promise<void> {
  must(await requestBooking(client, slug, slotId), 201);
}

/** How often a page is requested that responds with 503. */
const TRIES = 5;

/** Opens a page, and again after its `Retry-After`, as a browser does. */
async function openPage(client: Client, path: string): Promise<Received> {
  for (let attempt = 1; ; attempt++) {
    const answer = await client.send('GET', path, { headers: FORM });
    const retryAfter = Number(answer.headers['retry-after']);
    if (answer.status !== 503 || !retryAfter || attempt === TRIES) return answer;
    await sleep(retryAfter * 1000);
  }
}

/** Books, opens the pay link, pays at the sandbox and returns. */
export async function bookAndPay(client: Client, { slug }: Place, slotId: number): Promise<void> {
  const booked = JSON.parse(must(await requestBooking(client, slug, slotId), 201).text);
  const sentOn = must(await openPage(client, pathOf(booked.payment.checkout_url)), 303);
  const checkout = pathOf(sentOn.headers.location);
  must(await openPage(client, checkout), 200);
  const body = 'outcome=paid';
  const chosen = must(await client.send('POST', checkout, { headers: FORM, body }), 303);
  must(await openPage(client, pathOf(chosen.headers.location)), 303);
}

/** One of six reads on the way to a booking: facilities, days, the slots of three days, the chosen slot. */
export async function read(client: Client, place: Place, turn: number): Promise<void> {
  const get = (path: string) =>
    client.send('GET', `/api/site${path}`, { headers: { 'X-Tenant': place.slug, Origin: place.origin } });
  const step = turn % 6;
  const of = `/facilities/${place.facility}`;
  const date = daysAhead(2 + ((turn * 7) % 50));
  if (step === 0) must(await get('/facilities'), 200);
  else if (step === 1) must(await get(`${of}/availability?from=${daysAhead(2 + (turn % 30))}`), 200);
  else if (step === 5)
    must(await get(`/slots/${slotIdOf(place.facility, Date.parse(`${date}T12:00Z`))}`), 200);
  else must(await get(`${of}/slots?date=${date}`), 200);
}

/** The CORS preflight of a browser on the venue's website. */
export async function preflight(client: Client, { facility, origin }: Place): Promise<void> {
  const answer = await client.send('OPTIONS', `/api/site/facilities/${facility}/slots`, {
    headers: {
      Origin: origin,
      'Access-Control-Request-Method': 'GET',
      'Access-Control-Request-Headers': 'x-tenant',
    },
  });
  if (must(answer, 204).headers['access-control-allow-origin'] !== origin)
    throw new Error(`${origin} is rejected`);
}
