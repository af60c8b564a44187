import type { Server, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

/** Maximum time to wait for requests in progress. */
const DRAIN_MS = 5000;

/**
 * Returns a function that stops a server without losing requests. For `delayMs` the server continues to
 * answer, for load balancers that have not noticed yet, and closes each connection after its response. Then
 * it accepts no more connections. The promise resolves when all requests are answered, or after 5 s, when the
 * remaining connections are cut.
 * @param unfinished responses that the server has yet to finish
 * @param endStreams ends streams, which would never end by themselves, once the server accepts no connections
 */
export function createDrain(
  server: Server,
  unfinished: () => Iterable<ServerResponse>,
  endStreams: () => void = () => {},
): (delayMs: number) => Promise<void> {
  let draining = false;
  server.prependListener('request', (_request, response: ServerResponse) => {
    if (draining) response.shouldKeepAlive = false;
  });
  return async (delayMs) => {
    draining = true;
    for (const response of unfinished()) response.shouldKeepAlive = false;
    await sleep(delayMs);
    const closed = new Promise((resolve) => server.close(resolve));
    endStreams();
    server.closeIdleConnections();
    setTimeout(() => server.closeAllConnections(), DRAIN_MS).unref();
    await closed;
  };
}
