import { createHash } from 'node:crypto';
import { newCall, traceparentOf } from '@venue-booking/kit/messaging/callContext';
import { createFreshCache } from '@venue-booking/kit/process/freshCache';
import type { Tenant } from '@venue-booking/proto/venue';
import type { Request, RequestHandler, Response } from 'express';
import { venueOf } from './cors.ts';
import type { Tenancy } from './tenancy.ts';

/**
 * A read's answer as it is sent: its bytes as characters, which Node sends together with the head and need
 * not be encoded each time.
 */
type Answer = { latin1: string; bytes: number; etag: string };

/** How a request was understood: whose answer it got, and what went with it. */
type Understood = {
  tenant: Tenant;
  key: string;
  headers: Record<string, string>;
  route: Request['route'];
};

/** What browsers may read of an answer, and for whom it is. */
const OF_THE_WEBSITE = ['vary', 'access-control-allow-origin', 'access-control-expose-headers'];
const MOST_REQUESTS = 1000;
/** Longer ones are not remembered: they would be kept by the thousand. */
const LONGEST_REQUEST = 500;

/**
 * Answers of reads, by venue and by what is asked: never older than a second, nor from before a change that
 * this process knows of. A request like one before is answered without a way through routes, schemas and
 * origins, as long as its venue is known still as it was then (docs/decisions/0060-answers-kept-whole.md).
 */
export function createKeptAnswers(tenancy: Tenancy) {
  const answers = createFreshCache<Answer>();
  const understood = new Map<string, Understood>();

  const idOf = (request: Request, { slug, host } = venueOf(request)): string =>
    `${slug ? `slug ${slug}` : `host ${host}`} ${request.headers.origin ?? ''} ${request.originalUrl}`;

  const serve: RequestHandler = (request, response, next) => {
    if (request.method !== 'GET') return next();
    const venue = venueOf(request);
    const known = understood.get(idOf(request, venue));
    if (!known || tenancy.peek(venue) !== known.tenant) return next();
    const answer = answers.peek(known.tenant.venueId, known.key);
    if (!answer) return next();
    // For who counts requests by their routes.
    request.route = known.route;
    response.setHeader('traceparent', traceparentOf(newCall(0, request.get('traceparent'))));
    for (const [name, value] of Object.entries(known.headers)) response.setHeader(name, value);
    sendAnswer(request, response, answer);
  };

  return {
    serve,
    /** The answer to what is asked of a venue; `make` makes it anew. */
    get: (tenant: Tenant, key: string, make: () => Promise<Buffer>): Promise<Answer> =>
      answers.get(tenant.venueId, key, async () => {
        const body = await make();
        const etag = `"${createHash('sha1').update(body).digest('base64url')}"`;
        return { latin1: body.toString('latin1'), bytes: body.length, etag };
      }),
    /** Sends it, and remembers how the request was understood. */
    send(
      request: Request,
      response: Response,
      { tenant, key, answer }: { tenant: Tenant; key: string; answer: Answer },
    ) {
      const id = idOf(request);
      if (id.length <= LONGEST_REQUEST) {
        // A flood of different requests. Starting over is cheaper than choosing.
        if (understood.size >= MOST_REQUESTS) understood.clear();
        const set = OF_THE_WEBSITE.map((name) => [name, response.getHeader(name)]);
        const headers = Object.fromEntries(set.filter(([, value]) => value !== undefined));
        understood.set(id, { tenant, key, headers, route: request.route });
      }
      sendAnswer(request, response, answer);
    },
    drop: (venueId: number) => answers.drop(venueId),
  };
}

export type KeptAnswers = ReturnType<typeof createKeptAnswers>;

function sendAnswer(request: Request, response: Response, { latin1, bytes, etag }: Answer): void {
  response.setHeader('ETag', etag);
  response.setHeader('Cache-Control', 'no-cache');
  if (request.fresh) {
    response.statusCode = 304;
    response.end();
    return;
  }
  response.setHeader('Content-Type', 'application/json; charset=utf-8');
  response.setHeader('Content-Length', bytes);
  response.end(latin1, 'latin1');
}
