import type { IncomingMessage } from 'node:http';
import { clientOf } from '@venue-booking/kit/clientAddress';
import { fail } from '@venue-booking/proto/failures';
import type { RequestHandler } from 'express';
import { LRUCache } from 'lru-cache';
import proxyAddr from 'proxy-addr';

/** A client that was quiet may send at once what it may send in so many seconds. */
export const BURST_SECONDS = 20;
/** Clients that are counted; of more, those heard of longest ago are forgotten. */
const MOST_CLIENTS = 20_000;
/** Whether a process is alive and ready is told to whoever asks. */
const PROBES = ['/livez', '/readyz'];

/** Counts the requests of each client, within this process. @param perSecond 0: nobody's are counted */
export function createRequestLimit(perSecond: number, now = () => performance.now()) {
  const burst = perSecond * BURST_SECONDS;
  /** Points that were in use when a client was last heard of. */
  const clients = new LRUCache<string, { used: number; at: number }>({ max: MOST_CLIENTS });
  const usedOf = (client: string): number => {
    const last = clients.get(client);
    return last ? Math.max(0, last.used - ((now() - last.at) / 1000) * perSecond) : 0;
  };
  const note = (client: string, used: number) => clients.set(client, { used, at: now() });
  return {
    /** Takes a point of a client. Answers 0, or in how many seconds there is one again. */
    take(client: string): number {
      if (perSecond === 0) return 0;
      const used = usedOf(client) + 1;
      if (used > burst) return Math.ceil((used - burst) / perSecond);
      note(client, used);
      return 0;
    },
    /** Gives a point back, of a request that was not to be counted after all. */
    giveBack(client: string): void {
      if (clients.has(client)) note(client, Math.max(0, usedOf(client) - 1));
    },
  };
}
export type RequestLimit = ReturnType<typeof createRequestLimit>;

/**
 * Takes a point of the client that a request is of, as `take` answers. A proxy that names no client is itself
 * none.
 * @param isTrusted whether an address is of a proxy that is believed, so many hops from here
 */
export function takeOf(
  limit: RequestLimit,
  request: IncomingMessage,
  isTrusted: (address: string, hop: number) => boolean,
): number {
  const own = request.socket.remoteAddress ?? '';
  // As Express has it in `request.ip`, before Express has seen the request too.
  const address = proxyAddr(request, isTrusted);
  return address === own && isTrusted(own, 0) ? 0 : limit.take(clientOf(address));
}

/**
 * Counts requests of every kind, answered or refused, by the client's address.
 * @param take takes a point of the client: 0, or in how many seconds there is one again
 * @throws `too_many_requests`
 */
export const limitRequests =
  (take: (request: IncomingMessage) => number): RequestHandler =>
  (request, _response, next) => {
    if (PROBES.includes(request.path)) return next();
    const retryAfterSeconds = take(request);
    if (retryAfterSeconds > 0) throw fail('too_many_requests', { retryAfterSeconds });
    next();
  };
