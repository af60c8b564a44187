import type { Server, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

/** Longest that leaving waits for requests under way. */
const DRAIN_MS = 5000;

/**
 * Lets a server leave so that nobody's request is lost. The function that is answered goes on answering for
 * `delayMs`, for whoever has not noticed yet, and tells every client to come back by another connection; then
 * it takes no more, and resolves when requests under way are answered or were cut off after 5 s.
 * @param underWay the answers that the server owes
 * @param endStreams ends those answers that would never end by themselves, once nobody new is taken
 */
export function leavingServer(
  server: Server,
  underWay: () => Iterable<ServerResponse>,
  endStreams: () => void = () => {},
): (delayMs: number) => Promise<void> {
  let leaving = false;
  server.prependListener('request', (_request, response: ServerResponse) => {
    if (leaving) response.shouldKeepAlive = false;
  });
  return async (delayMs) => {
    leaving = true;
    for (const response of underWay()) response.shouldKeepAlive = false;
    await sleep(delayMs);
    const closed = new Promise((resolve) => server.close(resolve));
    endStreams();
    server.closeIdleConnections();
    setTimeout(() => server.closeAllConnections(), DRAIN_MS).unref();
    await closed;
  };
}
