import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { newCall, traceparentOf } from '@venue-booking/kit/concurrency/callContext';
import { createTtlCache } from '@venue-booking/kit/concurrency/ttlCache';
import type { Tenant } from '@venue-booking/proto/venue/venue';
import type { Request, Response } from 'express';
import isFresh from 'fresh';
import { venueIdentifierOf } from '../tenancy/cors.ts';
import type { Tenancy, VenueIdentifier } from '../tenancy/tenancy.ts';

/** A response body. Node sends a latin1 string together with the headers and does not encode it again. */
type CachedResponse = { latin1: string; bytes: number; etag: string };

/**
 * A parsed request: the venue and what identified it, the cache key of its response, its route for metrics,
 * and the headers of every response to it (names and values alternate).
 */
type ParsedRequest = {
  venue: VenueIdentifier;
  tenant: Tenant;
  key: string;
  route: string;
  headers: string[];
};

/** A request with a cached response. */
type CacheHit = Pick<ParsedRequest, 'route' | 'headers'> & { cached: CachedResponse };

/** Headers that depend only on the venue, host and website of the request. */
const STABLE_HEADERS = [
  'X-Content-Type-Options',
  'Content-Security-Policy',
  'Strict-Transport-Security',
  'Vary',
  'Access-Control-Allow-Origin',
  'Access-Control-Expose-Headers',
];
const MAX_REQUESTS = 1000;
/** Longer requests are not cached, since the map may hold a thousand of them. */
const MAX_KEY_LENGTH = 500;

/**
 * Caches responses of reads by venue and input, for at most a second and never across a change that this
 * process has seen. A repeated request skips Express, validation and the origin check while the cached tenant
 * of its venue is still the same (docs/decisions/0060-answers-kept-whole.md).
 */
export function createResponseCache(tenancy: Tenancy, isProxy: (address: string) => boolean) {
  const responses = createTtlCache<CachedResponse>();
  const parsedRequests = new Map<string, ParsedRequest>();

  /** A key of all raw values that decide how a request is parsed. Headers contain no line feeds. */
  const requestKeyOf = ({ headers, socket }: IncomingMessage, url: string | undefined): string => {
    const slug = (headers['x-tenant'] as string | undefined)?.trim();
    const forwarded = isProxy(socket.remoteAddress ?? '') && headers['x-forwarded-host'];
    return `${slug ?? ''}\n${forwarded || headers.host}\n${headers.origin ?? ''}\n${url}`;
  };

  return {
    /** Returns the cached response to a request that Express has not processed; null if there is none. */
    find(request: IncomingMessage): CacheHit | null {
      if (request.method !== 'GET') return null;
      const parsed = parsedRequests.get(requestKeyOf(request, request.url));
      if (!parsed || tenancy.peek(parsed.venue) !== parsed.tenant) return null;
      const cached = responses.peek(parsed.tenant.venueId, parsed.key);
      return cached ? { ...parsed, cached } : null;
    },
    /** Sends a cached response with a new trace id. */
    sendCached(request: IncomingMessage, response: ServerResponse, { headers, cached }: CacheHit): void {
      const given = request.headers.traceparent;
      const traceparent = traceparentOf(newCall(0, typeof given === 'string' ? given : undefined));
      sendBody(request, response, cached, [...headers, 'traceparent', traceparent]);
    },
    /** Returns the cached response for a key of a venue, or creates it with `make`. */
    get: (tenant: Tenant, key: string, make: () => Promise<Buffer>): Promise<CachedResponse> =>
      responses.get(tenant.venueId, key, async () => {
        const body = await make();
        const etag = `"${createHash('sha1').update(body).digest('base64url')}"`;
        return { latin1: body.toString('latin1'), bytes: body.length, etag };
      }),
    /** Sends a response, and caches how its request was parsed. */
    send(
      request: Request,
      response: Response,
      { tenant, key, body }: { tenant: Tenant; key: string; body: CachedResponse },
    ) {
      const id = requestKeyOf(request, request.originalUrl);
      if (id.length <= MAX_KEY_LENGTH) {
        // A flood of different requests filled the map. Clearing it is cheaper than evicting entries.
        if (parsedRequests.size >= MAX_REQUESTS) parsedRequests.clear();
        const headers = STABLE_HEADERS.flatMap((name) => {
          const value = response.getHeader(name);
          return value === undefined ? [] : [name, String(value)];
        });
        parsedRequests.set(id, {
          venue: venueIdentifierOf(request),
          tenant,
          key,
          route: request.route.path,
          headers,
        });
      }
      sendBody(request, response, body, []);
    },
    invalidate: (venueId: number) => responses.invalidate(venueId),
  };
}

export type ResponseCache = ReturnType<typeof createResponseCache>;

function sendBody(
  request: IncomingMessage,
  response: ServerResponse,
  { latin1, bytes, etag }: CachedResponse,
  headers: string[],
): void {
  headers.push('ETag', etag, 'Cache-Control', 'no-cache');
  // Ignore the request's Cache-Control: the ETag is current, and `fetch` sends `no-cache` with If-None-Match.
  if (isFresh({ 'if-none-match': request.headers['if-none-match'] }, { etag })) {
    response.writeHead(304, headers).end();
    return;
  }
  headers.push('Content-Type', 'application/json; charset=utf-8', 'Content-Length', String(bytes));
  response.writeHead(200, headers).end(latin1, 'latin1');
}
