import { fail } from '@venue-booking/proto/failures';
import type { Tenant } from '@venue-booking/proto/venue';
import type { Request, RequestHandler, Response } from 'express';
import { prefersJson } from './pages/ticket/sendTicket.ts';
import type { Named, Tenancy } from './tenancy.ts';

const EXPOSED =
  'Error-Code, Retry-After, Proof-Of-Work, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset';

/**
 * Says in the answer to a preflight which website may call. It names no venue, so any venue's origin will do;
 * the request itself is checked against its own.
 */
export const allowWebsites =
  (tenancy: Tenancy): RequestHandler =>
  async (request, response, next) => {
    const origin = request.get('origin');
    response.setHeader('Vary', 'Origin, X-Tenant');
    if (origin && (await tenancy.mayCallSome(origin))) {
      response.setHeader('Access-Control-Allow-Origin', origin);
      response.setHeader('Access-Control-Allow-Methods', 'GET, POST');
      response.setHeader('Access-Control-Allow-Headers', 'Content-Type, X-Tenant, Idempotency-Key');
      response.setHeader('Access-Control-Max-Age', '600');
    }
    next();
  };

/** What of a request names its venue. */
export function venueOf(request: Request): Named {
  const slug = (request.headers['x-tenant'] as string | undefined)?.trim();
  // Which proxy is believed need not be found out for nothing.
  if (slug) return { slug, host: '' };
  // Absent in HTTP/1.0, whatever Express's types say.
  return { slug, host: ((request.hostname as string | undefined) ?? '').toLowerCase() };
}

/**
 * Finds the venue of a public request and checks the website that it comes from, before anything else
 * happens.
 * @throws `venue_missing`, `venue_unknown`, `origin_refused`
 */
export async function tenantOf(tenancy: Tenancy, request: Request, response: Response): Promise<Tenant> {
  const origin = request.get('origin');
  response.setHeader('Vary', 'Origin, X-Tenant');
  const tenant = await tenancy.resolve(venueOf(request));
  if (origin === undefined) return tenant;
  if (!tenancy.mayCall(tenant, origin)) throw fail('origin_refused', { origin: origin.slice(0, 200) });
  response.setHeader('Access-Control-Allow-Origin', origin);
  response.setHeader('Access-Control-Expose-Headers', EXPOSED);
  return tenant;
}

/**
 * Lets websites of venues read a ticket as JSON, by a request that needs no preflight: a widget shows there
 * what became of a booking that its guest has left for payment. The token in the address is what opens a
 * ticket; a refusal belongs to no venue.
 */
export const ticketsForWebsites =
  (tenancy: Tenancy): RequestHandler =>
  async (request, response, next) => {
    const origin = request.get('origin');
    const isRead = request.method === 'GET' && prefersJson(request);
    if (origin && isRead && (await tenancy.mayCallSome(origin)))
      response.set({
        'Access-Control-Allow-Origin': origin,
        'Access-Control-Expose-Headers': 'Error-Code, Retry-After',
      });
    next();
  };
