import type { IncomingMessage } from 'node:http';
import { createLeakyBuckets } from '@venue-booking/kit/concurrency/leakyBuckets';
import { clientOf } from '@venue-booking/kit/http/clientAddress';
import { fail } from '@venue-booking/proto/failures';
import type { RequestHandler } from 'express';
import proxyAddr from 'proxy-addr';

/** Size of a burst: an idle client may send as many requests at once as its rate allows in this time. */
export const BURST_SECONDS = 20;
/** Maximum number of counted clients. Beyond it the least recently seen client is evicted. */
const MAX_CLIENTS = 20_000;
/** Health probes are not limited. */
const PROBES = ['/livez', '/readyz'];

type Options = {
  /** Whether an address is a trusted proxy, `hop` proxies away. */
  isTrusted?: (address: string, hop: number) => boolean;
  now?: () => number;
};

/**
 * Limits the requests per client in this process. `count` and `uncount` work per request, so that no request
 * is uncounted twice or without having been counted.
 * @param perSecond average rate; 0: no limit
 */
export function createRequestRateLimit(perSecond: number, { isTrusted = () => false, now }: Options = {}) {
  const burst = perSecond * BURST_SECONDS;
  const buckets = createLeakyBuckets({ perSecond, maxBuckets: MAX_CLIENTS, now });
  /** The client that a request is counted for; null after the release. */
  const countedFor = new WeakMap<IncomingMessage, string | null>();

  /** The client of a request; null for a proxy that names no client. */
  const clientIn = (request: IncomingMessage): string | null => {
    const own = request.socket.remoteAddress ?? '';
    // The same as `request.ip`, but available before Express has processed the request.
    const address = proxyAddr(request, isTrusted);
    return address === own && isTrusted(own, 0) ? null : clientOf(address);
  };

  return {
    /** Counts a request once. Returns 0, or the seconds until the client may send its next request. */
    count(request: IncomingMessage): number {
      if (perSecond === 0 || countedFor.has(request)) return 0;
      const client = clientIn(request);
      if (client === null) return 0;
      const over = buckets.levelOf(client) + 1 - burst;
      if (over > 0) return Math.ceil(over / perSecond);
      buckets.pour(client, 1);
      countedFor.set(request, client);
      return 0;
    },
    /** Undoes the count of a request. Does nothing if the request is not counted. */
    uncount(request: IncomingMessage): void {
      const client = countedFor.get(request);
      if (!client) return;
      buckets.pour(client, -1);
      countedFor.set(request, null);
    },
  };
}
export type RequestRateLimit = ReturnType<typeof createRequestRateLimit>;

/**
 * Limits requests of every kind, including failed ones, by client address.
 * @throws `too_many_requests`
 */
export const limitRequestRate =
  ({ count }: RequestRateLimit): RequestHandler =>
  (request, _response, next) => {
    if (PROBES.includes(request.path)) return next();
    const retryAfterSeconds = count(request);
    if (retryAfterSeconds > 0) throw fail('too_many_requests', { retryAfterSeconds });
    next();
  };
