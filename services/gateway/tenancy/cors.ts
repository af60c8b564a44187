import { fail } from '@venue-booking/proto/failures';
import type { Tenant } from '@venue-booking/proto/venue/venue';
import type { Request, RequestHandler, Response } from 'express';
import { prefersJson } from '../http/contentNegotiation.ts';
import type { Tenancy, VenueIdentifier } from './tenancy.ts';

const EXPOSED =
  'Error-Code, Retry-After, Proof-Of-Work, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset';

const NEEDED = ['Content-Type', 'X-Tenant', 'Idempotency-Key'];
const TOKEN = /^[\w!#$%&'*+.^`|~-]{1,100}$/;
/** Credentials, names that browsers and proxies set, and names that override the method or the path. */
const NEVER_ALLOWED =
  /^(\*|authorization|(set-)?cookie2?|proxy-.*|sec-.*|access-control-.*|(x-)?forwarded.*|(x-real|x-client|x-cluster-client|true-client|cf-connecting)-ip|via|host|origin|referer|x-(http-)?method.*|x-original-.*|x-rewrite-.*)$/;
/** More than monitoring adds. Node limits the total length of the headers. */
const MAX_REQUESTED = 50;

/**
 * The request headers to allow in a preflight response. Monitoring in a website adds its own headers to every
 * request (`traceparent`, `sentry-trace`, `x-datadog-…`), so any harmless one is allowed.
 */
function allowedHeaders(requested = ''): string {
  const needed = NEEDED.map((name) => name.toLowerCase());
  const names = requested.split(',').map((name) => name.trim().toLowerCase());
  const isHarmless = (name: string) =>
    TOKEN.test(name) && !NEVER_ALLOWED.test(name) && !needed.includes(name);
  return [...NEEDED, ...[...new Set(names.filter(isHarmless))].slice(0, MAX_REQUESTED)].join(', ');
}

/**
 * Sets the CORS headers of a preflight response. A preflight names no venue, so the allowed origins of any
 * venue suffice. The actual request is checked against the origins of its own venue.
 */
export const allowPreflights =
  (tenancy: Tenancy, methods: string): RequestHandler =>
  async (request, response, next) => {
    const origin = request.get('origin');
    response.vary('Origin, X-Tenant, Access-Control-Request-Headers');
    if (origin && (await tenancy.mayCallAny(origin))) {
      response.setHeader('Access-Control-Allow-Origin', origin);
      response.setHeader('Access-Control-Allow-Methods', methods);
      response.setHeader(
        'Access-Control-Allow-Headers',
        allowedHeaders(request.get('access-control-request-headers')),
      );
      response.setHeader('Access-Control-Max-Age', '600');
    }
    next();
  };

/** The parts of a request that identify its venue. */
export function venueIdentifierOf(request: Request): VenueIdentifier {
  const slug = (request.headers['x-tenant'] as string | undefined)?.trim();
  // With a slug, skip `request.hostname`, which checks whether the proxy is trusted.
  if (slug) return { slug, host: '' };
  return { slug, host: hostOf(request) };
}

/** The host of a request in lower case; empty if there is none. */
export const hostOf = (request: Request): string =>
  // HTTP/1.0 requests may lack a Host header, although Express's types say otherwise.
  ((request.hostname as string | undefined) ?? '').toLowerCase();

/**
 * Finds the venue of a public request and checks the origin of the website, before any other processing.
 * @throws `venue_missing`, `venue_unknown`, `origin_refused`
 */
export async function tenantOf(tenancy: Tenancy, request: Request, response: Response): Promise<Tenant> {
  const origin = request.get('origin');
  response.setHeader('Vary', 'Origin, X-Tenant');
  const tenant = await tenancy.resolve(venueIdentifierOf(request));
  if (origin === undefined) return tenant;
  if (!tenancy.mayCall(tenant, origin)) throw fail('origin_refused', { origin: origin.slice(0, 200) });
  response.setHeader('Access-Control-Allow-Origin', origin);
  response.setHeader('Access-Control-Expose-Headers', EXPOSED);
  return tenant;
}

/**
 * Lets websites of any venue read a ticket as JSON. The widget polls it to show the status of a booking whose
 * guest has left for payment. The token in the URL authorises the request, so the venue is not checked.
 */
export const allowTicketReads =
  (tenancy: Tenancy): RequestHandler =>
  async (request, response, next) => {
    const origin = request.get('origin');
    const isRead = request.method === 'GET' && prefersJson(request);
    if (origin && isRead && (await tenancy.mayCallAny(origin)))
      response.set({
        'Access-Control-Allow-Origin': origin,
        'Access-Control-Expose-Headers': 'Error-Code, Retry-After',
      });
    next();
  };
