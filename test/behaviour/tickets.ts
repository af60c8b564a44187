import assert from 'node:assert/strict';
import { daysAhead } from '../stack/api.ts';
import type { Stack } from '../stack/stack.ts';

type Place = { slug: string; facility: number };
/** `url`: the ticket at the stack's gateway. `ticketUrl`: as returned by the API. */
// biome-ignore lint/suspicious/noExplicitAny: read as a client would, without our types
export type Booked = { url: string; ticketUrl: string; slotId: number; slug: string; booking: any };
type Book = (booking?: Record<string, unknown>, at?: Place) => Promise<Booked>;

/** Returns a function that books an unused slot. */
export function bookerOf(stack: () => Stack, place: () => Place): Book {
  let next = 0;
  return async (changes = {}, at = place()) => {
    const { api } = stack();
    next += 1;
    const date = daysAhead(3 + (next % 25));
    const { body } = await api.get(at.slug, `/facilities/${at.facility}/slots?date=${date}`);
    const slotId = changes.slot_id ?? body.slots[2 + Math.floor(next / 25)].id;
    const made = await api.book(at.slug, { slot_id: slotId, ...changes });
    assert.equal(made.status, 201, made.text);
    const { booking, ticket_url } = made.body;
    const url = `${api.url}${new URL(ticket_url).pathname}`;
    return { url, ticketUrl: ticket_url, slotId, slug: at.slug, booking };
  };
}

/** Sends a request like a browser, without following redirects. */
export async function page(
  url: string,
  { method = 'GET', headers = {} }: { method?: string; headers?: Record<string, string> } = {},
) {
  const response = await fetch(url, {
    method,
    headers: { Accept: 'text/html', ...headers },
    redirect: 'manual',
    signal: AbortSignal.timeout(30_000),
  });
  const text = await response.text();
  const isJson = method !== 'HEAD' && response.headers.get('content-type')?.startsWith('application/json');
  return {
    status: response.status,
    headers: response.headers,
    text,
    body: isJson ? JSON.parse(text) : undefined,
  };
}

export const pageOf = ({ url }: Pick<Booked, 'url'>) => page(url);
