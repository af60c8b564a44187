import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { PATIENCE_MS, pollPauseMs } from '@venue-booking/kit/testing/testTiming';

/** A JSON response. Its body is `any`, because tests read it as a client would, without our types. */
// biome-ignore lint/suspicious/noExplicitAny: see above
export type ApiResponse = { status: number; headers: Headers; body: any; text: string };

type Options = { headers?: Record<string, string>; body?: unknown; raw?: string; method?: string };

/** Calls a gateway as a client would. */
export async function call(
  url: string,
  { headers = {}, body, raw, method }: Options = {},
): Promise<ApiResponse> {
  const payload = raw ?? (body === undefined ? undefined : JSON.stringify(body));
  const response = await fetch(url, {
    method: method ?? (payload === undefined ? 'GET' : 'POST'),
    headers: { ...(payload !== undefined && { 'Content-Type': 'application/json' }), ...headers },
    ...(payload !== undefined && { body: payload }),
    signal: AbortSignal.timeout(PATIENCE_MS),
  });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.startsWith('application/json');
  return {
    status: response.status,
    headers: response.headers,
    text,
    body: isJson ? JSON.parse(text) : undefined,
  };
}

/**
 * A private network of this process alone (RFC 4193, 24 of its random bits), since many processes share one
 * Redis.
 */
const networks = `fd${randomBytes(3).toString('hex')}`.replace(/(.{4})(?=.)/g, '$1:');
let addresses = 0;
/** A client address in a /48 that no test has used before, so that tests don't share hourly limits. */
export const newAddress = (): string => {
  addresses = (addresses + 1) % 2 ** 16;
  return `${networks}:${addresses.toString(16)}::1`;
};

/** Upload retries. With `Retry-After` of 5 s each, and up to 15 s for an answer, several minutes. */
const MAX_UPLOAD_RETRIES = 10;

/** Requests to one gateway. */
export function apiOf(url: string, operatorToken: string) {
  const admin = (method: string, path: string, body?: unknown) =>
    call(`${url}/api/admin${path}`, {
      method,
      headers: { Authorization: `Bearer ${operatorToken}` },
      ...(body !== undefined && { body }),
    });
  return {
    url,
    /** An admin call with the operator's token. */
    admin,
    /** A guest's GET for a venue. */
    get: (slug: string, path: string, headers: Record<string, string> = {}) =>
      call(`${url}/api/site${path}`, { headers: { 'X-Tenant': slug, ...headers } }),
    /** Books for a new guest from a new address, unless `booking` or `headers` say otherwise. */
    book: (slug: string, booking: Record<string, unknown>, headers: Record<string, string> = {}) =>
      call(`${url}/api/site/bookings`, {
        headers: { 'X-Tenant': slug, 'X-Forwarded-For': newAddress(), ...headers },
        body: { customer_name: 'Anna Jansen', customer_email: `${randomUUID()}@example.com`, ...booking },
      }),
    /** Creates a live venue and returns its slug. */
    async newVenue(settings: Record<string, unknown> = {}): Promise<string> {
      const slug = `v-${randomUUID()}`;
      const answer = await admin('POST', '/venues', { slug, name: 'Test venue', live: true, ...settings });
      if (answer.status !== 201) throw new Error(`venue not created: ${answer.text}`);
      return slug;
    },
    /** Creates a facility that is open all day, every day, and returns its id. */
    async newFacility(slug: string, settings: Record<string, unknown> = {}): Promise<number> {
      const answer = await admin('POST', `/venues/${slug}/facilities`, {
        name: 'Test facility',
        mode: 'CAPACITY',
        capacity: 10,
        duration_minutes: 60,
        opens_at: '06:00',
        closes_at: '06:00',
        ...settings,
      });
      if (answer.status !== 201) throw new Error(`facility not created: ${answer.text}`);
      return answer.body.id;
    },
    /**
     * Uploads an image of a venue. Tries again after a 503, because an image waits its turn on a busy
     * machine.
     */
    async upload(slug: string, file: Buffer | string, type = 'image/png'): Promise<Response> {
      for (let attempt = 0; ; attempt += 1) {
        const response = await fetch(`${url}/api/admin/venues/${slug}/images`, {
          method: 'POST',
          headers: { Authorization: `Bearer ${operatorToken}`, 'Content-Type': type },
          body: new Uint8Array(Buffer.from(file)),
        });
        if (response.status !== 503 || attempt === MAX_UPLOAD_RETRIES) return response;
        await response.body?.cancel();
        await sleep(Number(response.headers.get('retry-after')) * 1000);
      }
    },
  };
}

export type Api = ReturnType<typeof apiOf>;

/** The UTC date this many days from now. A date a few days ahead is in the future in every zone. */
export const daysAhead = (days: number): string =>
  new Date(Date.now() + days * 24 * 3600_000).toISOString().slice(0, 10);

/** Waits until `holds` returns true. Returns the time waited in ms. @throws after `withinMs` */
export async function eventually(
  what: string,
  holds: () => Promise<boolean> | boolean,
  withinMs = PATIENCE_MS,
): Promise<number> {
  const startedAt = Date.now();
  for (;;) {
    const waitedMs = Date.now() - startedAt;
    if (await holds()) return Date.now() - startedAt;
    if (waitedMs >= withinMs) throw new Error(`not within ${withinMs} ms: ${what}`);
    await sleep(pollPauseMs(waitedMs));
  }
}
