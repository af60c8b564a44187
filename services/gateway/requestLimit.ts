import { clientOf } from '@venue-booking/kit/clientAddress';
import { fail } from '@venue-booking/proto/failures';
import type { Request, RequestHandler } from 'express';

/** A client that was quiet may send at once what it may send in so many seconds. */
export const BURST_SECONDS = 20;
/** Clients that are counted; of more, those heard of longest ago are forgotten. */
const MOST_CLIENTS = 20_000;
/** Whether a process is alive and ready is told to whoever asks. */
const PROBES = ['/livez', '/readyz'];

/** Counts the requests of each client, within this process. @param perSecond 0: nobody's are counted */
export function createRequestLimit(perSecond: number, now = () => performance.now()) {
  const burst = perSecond * BURST_SECONDS;
  /** Points that were in use when a client was last heard of. Those heard of longest ago come first. */
  const clients = new Map<string, { used: number; at: number }>();
  const usedOf = (client: string): number => {
    const last = clients.get(client);
    return last ? Math.max(0, last.used - ((now() - last.at) / 1000) * perSecond) : 0;
  };
  const note = (client: string, used: number) => {
    clients.delete(client);
    clients.set(client, { used, at: now() });
    for (const other of clients.keys()) {
      if (clients.size <= MOST_CLIENTS && usedOf(other) > 0) break;
      clients.delete(other);
    }
  };
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
 * Counts requests of every kind, answered or refused, by the client's address. A proxy that names no client
 * is itself none.
 * @throws `too_many_requests`
 */
export const limitRequests =
  (limit: RequestLimit, isProxy: (address: string) => boolean): RequestHandler =>
  (request, _response, next) => {
    const own = request.socket.remoteAddress ?? '';
    const { ip = '' } = request;
    if (PROBES.includes(request.path) || (ip === own && isProxy(own))) return next();
    const retryAfterSeconds = limit.take(clientOf(ip));
    if (retryAfterSeconds > 0) throw fail('too_many_requests', { retryAfterSeconds });
    next();
  };

export const clientOfRequest = (request: Request): string => clientOf(request.ip ?? '');
