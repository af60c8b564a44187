import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { newCall, traceparentOf } from '@venue-booking/kit/messaging/callContext';
import { createFreshCache } from '@venue-booking/kit/process/freshCache';
import type { Tenant } from '@venue-booking/proto/venue';
import type { Request, Response } from 'express';
import isFresh from 'fresh';
import { venueOf } from './cors.ts';
import type { Named, Tenancy } from './tenancy.ts';

/** An answer as it is sent: bytes as characters, which Node sends with the head and need not encode again. */
type Answer = { latin1: string; bytes: number; etag: string };

/**
 * How a request was understood: what named its venue, whose answer it got, the route that it is counted by,
 * and the headers that go with every answer to it, names and values in turn.
 */
type Understood = { named: Named; tenant: Tenant; key: string; route: string; headers: string[] };

/** A request that is answered from memory, and with what. */
type Known = Pick<Understood, 'route' | 'headers'> & { answer: Answer };

/** Headers that depend on the request's venue, host and website alone. */
const SAME_HEADERS = [
  'X-Content-Type-Options',
  'Content-Security-Policy',
  'Strict-Transport-Security',
  'Vary',
  'Access-Control-Allow-Origin',
  'Access-Control-Expose-Headers',
];
const MOST_REQUESTS = 1000;
/** Longer ones are not remembered: they would be kept by the thousand. */
const LONGEST_REQUEST = 500;

/**
 * Answers of reads, by venue and by what is asked: never older than a second, nor from before a change that
 * this process knows of. A request like one before is answered without a way through Express, schemas and
 * origins, as long as its venue is known still as it was then (docs/decisions/0060-answers-kept-whole.md).
 */
export function createKeptAnswers(tenancy: Tenancy, isProxy: (address: string) => boolean) {
  const answers = createFreshCache<Answer>();
  const understood = new Map<string, Understood>();

  /** By all that decides how a request is understood, as it came. No header holds a line feed. */
  const idOf = ({ headers, socket }: IncomingMessage, url: string | undefined): string => {
    const slug = (headers['x-tenant'] as string | undefined)?.trim();
    const forwarded = isProxy(socket.remoteAddress ?? '') && headers['x-forwarded-host'];
    return `${slug ?? ''}\n${forwarded || headers.host}\n${headers.origin ?? ''}\n${url}`;
  };

  return {
    /** What is in memory for a request, which Express has not seen yet. */
    find(request: IncomingMessage): Known | null {
      if (request.method !== 'GET') return null;
      const known = understood.get(idOf(request, request.url));
      if (!known || tenancy.peek(known.named) !== known.tenant) return null;
      const answer = answers.peek(known.tenant.venueId, known.key);
      return answer ? { ...known, answer } : null;
    },
    /** Sends what was found, with a trace of its own. */
    answer(request: IncomingMessage, response: ServerResponse, { headers, answer }: Known): void {
      const given = request.headers.traceparent;
      const traceparent = traceparentOf(newCall(0, typeof given === 'string' ? given : undefined));
      sendAnswer(request, response, answer, [...headers, 'traceparent', traceparent]);
    },
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
      const id = idOf(request, request.originalUrl);
      if (id.length <= LONGEST_REQUEST) {
        // A flood of different requests. Starting over is cheaper than choosing.
        if (understood.size >= MOST_REQUESTS) understood.clear();
        const headers = SAME_HEADERS.flatMap((name) => {
          const value = response.getHeader(name);
          return value === undefined ? [] : [name, String(value)];
        });
        understood.set(id, { named: venueOf(request), tenant, key, route: request.route.path, headers });
      }
      sendAnswer(request, response, answer, []);
    },
    drop: (venueId: number) => answers.drop(venueId),
  };
}

export type KeptAnswers = ReturnType<typeof createKeptAnswers>;

function sendAnswer(
  request: IncomingMessage,
  response: ServerResponse,
  { latin1, bytes, etag }: Answer,
  headers: string[],
): void {
  headers.push('ETag', etag, 'Cache-Control', 'no-cache');
  // Not by its Cache-Control: what is compared is of now, and `fetch` says `no-cache` beside an
  // If-None-Match.
  if (isFresh({ 'if-none-match': request.headers['if-none-match'] }, { etag })) {
    response.writeHead(304, headers).end();
    return;
  }
  headers.push('Content-Type', 'application/json; charset=utf-8', 'Content-Length', String(bytes));
  response.writeHead(200, headers).end(latin1, 'latin1');
}
