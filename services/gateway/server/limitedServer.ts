import {
  createServer,
  type RequestListener,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from 'node:http';
import type { Socket } from 'node:net';
import { clientOf } from '@venue-booking/kit/http/clientAddress';
import { failureText } from '@venue-booking/proto/failures';
import { CoalescingRequest } from './coalescingRequest.ts';

/** Timeouts in ms: headers, whole request, interval of the checks. Header size in bytes. */
const REQUEST_LIMITS = {
  headersTimeout: 10_000,
  requestTimeout: 15_000,
  connectionsCheckingInterval: 2000,
  maxHeaderSize: 16_384,
};
/**
 * Maximum number of unanswered requests on one connection. Browsers and proxies send one at a time. Node
 * would start all requests of one read, about 1,500.
 */
const MAX_PIPELINED = 8;
/** Status and reason by Node's code for an unreadable request. */
const UNREADABLE: Record<string, [status: number, detail: string] | undefined> = {
  HPE_HEADER_OVERFLOW: [
    431,
    `its address and headers are larger than ${REQUEST_LIMITS.maxHeaderSize / 1024} kB`,
  ],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, 'the extensions of its chunks are too large'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'it took too long to arrive'],
};
/** Longer than the 15 s that a response may take. */
const STALL_MS = 20_000;

export type ConnectionLimits = {
  /** Maximum number of connections. */
  maxConnections: number;
  /** Maximum number of connections per client (IPv6: per /64). */
  maxPerClient: number;
  /** Whether an address belongs to a trusted proxy, which serves many clients. */
  isProxy: (address: string) => boolean;
  /** Maximum time without traffic during a request, in ms. Must be longer than any response takes. */
  stallMs?: number;
};

/**
 * `responses`: unfinished responses in order, each with the function that starts it. The first is in
 * progress.
 */
type Connection = { socket: Socket; client: string; responses: Map<ServerResponse, () => void> };

const PROXIES = 'proxies';

/**
 * A server that limits what one client can use. Over `maxPerClient`, the client's longest idle connection is
 * closed. Over `maxConnections`, the longest idle connection of the client with the most connections is
 * closed; of equal clients, the least recently active one. So new clients, including probes of `/readyz`,
 * always get in. Requests on one connection run one by one, each after the previous response was taken. A
 * connection whose reader stalls for 20 s is closed
 * (docs/decisions/0039-one-venue-does-not-fill-the-queue.md).
 * @returns the server, and its unfinished responses
 */
export function limitedServer(
  app: RequestListener,
  { maxConnections, maxPerClient, isProxy, stallMs = STALL_MS }: ConnectionLimits,
): { server: Server; unfinished: () => Iterable<ServerResponse> } {
  /** Connections by client, both least recently active first. */
  const clients = new Map<string, Set<Connection>>();
  const connections = new Map<Socket, Connection>();

  const remove = (connection: Connection) => {
    const { socket, client } = connection;
    if (!connections.delete(socket)) return;
    const others = clients.get(client);
    others?.delete(connection);
    if (others?.size === 0) clients.delete(client);
  };
  /** Moves a client to the end, as the most recently active one. */
  const markActive = (client: string): Set<Connection> => {
    const those = clients.get(client) ?? new Set<Connection>();
    clients.delete(client);
    clients.set(client, those);
    return those;
  };
  const close = (connection: Connection) => {
    remove(connection);
    connection.socket.destroy();
  };
  const closeIdlest = (those: Set<Connection>) => {
    let last: Connection | undefined;
    for (const connection of those) {
      if (connection.responses.size === 0) return close(connection);
      last = connection;
    }
    if (last) close(last);
  };
  const largest = (): Set<Connection> => {
    let found: Set<Connection> | undefined;
    for (const [client, those] of clients)
      if (client !== PROXIES && those.size > (found?.size ?? 0)) found = those;
    return found ?? clients.get(PROXIES) ?? new Set();
  };

  const server = createServer(
    { ...REQUEST_LIMITS, IncomingMessage: CoalescingRequest },
    (request, response) => {
      const connection = connections.get(request.socket);
      if (!connection) return;
      const { responses } = connection;
      if (responses.size >= MAX_PIPELINED) return close(connection);
      const run = () => {
        response.once('close', () => onClosed(connection, response));
        app(request, response);
      };
      responses.set(response, run);
      if (responses.size > 1) return;
      markActive(connection.client);
      run();
    },
  );
  const onClosed = (connection: Connection, response: ServerResponse) => {
    connection.responses.delete(response);
    const [next] = connection.responses.values();
    if (next && !connection.socket.destroyed) return next();
    const those = clients.get(connection.client);
    if (those?.delete(connection)) markActive(connection.client).add(connection);
  };
  server.keepAliveTimeout = 65_000; // longer than the idle timeout of common load balancers
  server.timeout = stallMs;
  server.on('connection', (socket) => {
    const address = socket.remoteAddress ?? '';
    const client = isProxy(address) ? PROXIES : clientOf(address);
    const connection: Connection = { socket, client, responses: new Map() };
    const those = markActive(client).add(connection);
    connections.set(socket, connection);
    socket.once('close', () => remove(connection));
    stopParsingOnceClosed(socket);
    if (client !== PROXIES && those.size > maxPerClient) closeIdlest(those);
    if (connections.size > maxConnections) closeIdlest(largest());
  });

  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    const [current] = connections.get(socket)?.responses.keys() ?? [];
    if (!socket.writable || current?.headersSent) socket.destroy();
    else socket.end(unreadable(error), () => socket.destroy());
  });

  return {
    server,
    *unfinished() {
      for (const { responses } of connections.values()) yield* responses.keys();
    },
  };
}

/** The response to a request that Node cannot parse and Express therefore never sees. */
function unreadable({ code = '' }: NodeJS.ErrnoException): string {
  const [status, detail] = UNREADABLE[code] ?? [400, 'it is not HTTP'];
  const body = JSON.stringify({ error: failureText('invalid_request', { detail }, 'en') });
  return [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    `Content-Type: application/json; charset=utf-8\r\nX-Content-Type-Options: nosniff\r\nContent-Length: ${Buffer.byteLength(body)}`,
    `Error-Code: invalid_request\r\nConnection: close\r\n\r\n${body}`,
  ].join('\r\n');
}

/**
 * Stops the parser once its connection is closed. Otherwise Node parses what it has already read, up to 1,500
 * requests: 21 ms of CPU and 9 MB instead of 1 ms. The parser stops when `onIncoming` returns that the
 * connection was upgraded. That is not a public API of Node; a test detects when it changes.
 */
function stopParsingOnceClosed(
  socket: Socket & { parser?: { onIncoming: (...args: unknown[]) => unknown } },
) {
  const { parser } = socket;
  if (!parser) return;
  const UPGRADED = 2;
  const { onIncoming } = parser;
  parser.onIncoming = (...args) => (socket.destroyed ? UPGRADED : onIncoming.apply(parser, args));
}
