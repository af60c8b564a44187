import { fail } from '@venue-booking/proto/failures';
import type { Tenant } from '@venue-booking/proto/venue/venue';
import type { Request, RequestHandler, Response } from 'express';
import { prefersJson } from '../http/contentNegotiation.ts';
import type { Tenancy, VenueIdentifier } from './tenancy.ts';

const EXPOSED =
  'Error-Code, Retry-After, Proof-Of-Work, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset';

/**
 * Sets the CORS headers of a preflight response. A preflight names no venue, so the allowed origins of any
 * venue suffice. The actual request is checked against the origins of its own venue.
 */
export const allowPreflights =
  (tenancy: Tenancy): RequestHandler =>
  async (request, response, next) => {
    const origin = request.get('origin');
    response.setHeader('Vary', 'Origin, X-Tenant');
    if (origin && (await tenancy.mayCallAny(origin))) {
      response.setHeader('Access-Control-Allow-Origin', origin);
      response.setHeader('Access-Control-Allow-Methods', 'GET, POST');
      response.setHeader('Access-Control-Allow-Headers', 'Content-Type, X-Tenant, Idempotency-Key');
      response.setHeader('Access-Control-Max-Age', '600');
    }
    next();
  };

/** The parts of a request that identify its venue. */
export function venueIdentifierOf(request: Request): VenueIdentifier {
  const slug = (request.headers['x-tenant'] as string | undefined)?.trim();
  // With a slug, skip `request.hostname`, which checks whether the proxy is trusted.
  if (slug) return { slug, host: '' };
  // HTTP/1.0 requests may lack a Host header, although Express's types say otherwise.
  return { slug, host: ((request.hostname as string | undefined) ?? '').toLowerCase() };
}

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
 * Lets websites of any venue read a ticket as JSON, without a preflight. The widget polls it to show the
 * status of a booking whose guest has left for payment. The token in the URL authorises the request, so the
 * venue is not checked.
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
