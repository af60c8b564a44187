import type { IncomingMessage } from 'node:http';
import { clientOf } from '@venue-booking/kit/clientAddress';
import { createLeakyBuckets } from '@venue-booking/kit/process/leakyBuckets';
import { fail } from '@venue-booking/proto/failures';
import type { RequestHandler } from 'express';
import proxyAddr from 'proxy-addr';

/** A client that was quiet may send at once what it may send in so many seconds. */
export const BURST_SECONDS = 20;
/** Clients that are counted; beyond, the least recently seen client is forgotten. */
const MOST_CLIENTS = 20_000;
/** Every caller may ask whether the process is alive and ready. */
const PROBES = ['/livez', '/readyz'];

type Options = {
  /** Whether an address is a trusted proxy, so many hops from here. */
  isTrusted?: (address: string, hop: number) => boolean;
  now?: () => number;
};

/**
 * Counts the requests of each client in this process: one point per request. `take` and `release` are a pair
 * for one request, so that no request returns a point twice, or one that it never took.
 * @param perSecond 0: no limit
 */
export function createRequestLimit(perSecond: number, { isTrusted = () => false, now }: Options = {}) {
  const burst = perSecond * BURST_SECONDS;
  const points = createLeakyBuckets({ perSecond, most: MOST_CLIENTS, now });
  /** The client whose point a request has taken; null after the release. */
  const taken = new WeakMap<IncomingMessage, string | null>();

  /** The client of a request; null for a proxy that names no client. */
  const clientIn = (request: IncomingMessage): string | null => {
    const own = request.socket.remoteAddress ?? '';
    // The same as `request.ip`, but also before Express has seen the request.
    const address = proxyAddr(request, isTrusted);
    return address === own && isTrusted(own, 0) ? null : clientOf(address);
  };

  return {
    /** Takes a point for a request, once. Returns 0, or the seconds until the client has a point again. */
    take(request: IncomingMessage): number {
      if (perSecond === 0 || taken.has(request)) return 0;
      const client = clientIn(request);
      if (client === null) return 0;
      const over = points.levelOf(client) + 1 - burst;
      if (over > 0) return Math.ceil(over / perSecond);
      points.pour(client, 1);
      taken.set(request, client);
      return 0;
    },
    /** Returns the point of a request that need not count; nothing when it has none, or no longer. */
    release(request: IncomingMessage): void {
      const client = taken.get(request);
      if (!client) return;
      points.pour(client, -1);
      taken.set(request, null);
    },
  };
}
export type RequestLimit = ReturnType<typeof createRequestLimit>;

/**
 * Counts requests of every kind, answered or refused, by the client's address.
 * @throws `too_many_requests`
 */
export const limitRequests =
  ({ take }: RequestLimit): RequestHandler =>
  (request, _response, next) => {
    if (PROBES.includes(request.path)) return next();
    const retryAfterSeconds = take(request);
    if (retryAfterSeconds > 0) throw fail('too_many_requests', { retryAfterSeconds });
    next();
  };
