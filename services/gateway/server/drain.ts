import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises';

/** Maximum time to wait for requests in progress. */
const DRAIN_MS = 5000;
/**
 * A connection is idle after this many checks, `CHECK_MS` apart, at which nothing had arrived. Checks instead
 * of a duration: the process reads its sockets between two checks, however busy it is.
 */
const IDLE_CHECKS = 5;
const CHECK_MS = 100;

/**
 * Turns of the event loop without a new connection before the server stops accepting, and the maximum number
 * of turns. Node accepts at most one connection per turn.
 */
const QUIET_TURNS = 5;
const MAX_TURNS = 5000;

/**
 * Returns a function that stops a server without losing requests. For `delayMs` the server continues to
 * answer, for load balancers that have not noticed yet, and closes each connection after its response. Then
 * it accepts no more connections, and closes those on which nothing arrives. The promise resolves when all
 * requests are answered, or after 5 s, when the remaining connections are cut.
 * @param unfinished responses that the server has yet to finish
 * @param endStreams ends streams, which would never end by themselves, once the server accepts no connections
 */
export function createDrain(
  server: Server,
  unfinished: () => Iterable<ServerResponse>,
  endStreams: () => void = () => {},
): (delayMs: number) => Promise<void> {
  let draining = false;
  let accepted = 0;
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    accepted += 1;
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  server.prependListener('request', (_request, response: ServerResponse) => {
    if (draining) response.shouldKeepAlive = false;
  });
  return async (delayMs) => {
    draining = true;
    for (const response of unfinished()) response.shouldKeepAlive = false;
    await sleep(delayMs);
    // Accept the connections that wait in the socket; closing it would reset them.
    for (let turns = 0, quiet = 0; quiet < QUIET_TURNS && turns < MAX_TURNS; turns++) {
      const before = accepted;
      await turn();
      quiet = accepted === before ? quiet + 1 : 0;
    }
    // `close` would call this at once, and lose requests that have arrived but are not read yet.
    server.closeIdleConnections = () => {};
    let closed = false;
    const closing = new Promise((resolve) => server.close(resolve)).then(() => {
      closed = true;
    });
    endStreams();
    setTimeout(() => server.closeAllConnections(), DRAIN_MS).unref();
    const closeIdle = createIdleCheck(sockets, unfinished);
    while (!closed) {
      closeIdle();
      await Promise.race([closing, sleep(CHECK_MS)]);
    }
  };
}

/** Returns a check that closes connections after {@link IDLE_CHECKS} without a request or a byte. */
function createIdleCheck(
  sockets: ReadonlySet<Socket>,
  unfinished: () => Iterable<ServerResponse>,
): () => void {
  const seen = new Map<Socket, { bytesRead: number; checks: number }>();
  return () => {
    const busy = new Set([...unfinished()].map(({ req }) => req.socket));
    for (const socket of sockets) {
      const { bytesRead } = socket;
      const before = seen.get(socket);
      const isIdle = before?.bytesRead === bytesRead && !busy.has(socket);
      const checks = isIdle ? before.checks + 1 : 0;
      seen.set(socket, { bytesRead, checks });
      if (checks >= IDLE_CHECKS) socket.destroySoon();
    }
  };
}
