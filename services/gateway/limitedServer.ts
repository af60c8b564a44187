import {
  createServer,
  type RequestListener,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from 'node:http';
import type { Socket } from 'node:net';
import { clientOf } from '@venue-booking/kit/clientAddress';
import { failureText } from '@venue-booking/proto/failures';
import { JoinedRequest } from './joinedRequest.ts';

/** A request has 10 s for its headers and 15 s in all, looked at every 2 s; its headers have 16 kB. */
const REQUEST_LIMITS = {
  headersTimeout: 10_000,
  requestTimeout: 15_000,
  connectionsCheckingInterval: 2000,
  maxHeaderSize: 16_384,
};
/**
 * Requests on one connection that are not answered yet. Browsers and proxies have one; Node would run all
 * that one read brings, some 1,500.
 */
const MOST_AT_ONCE = 8;
/** Why a request can't be read, by Node's code for it. */
const UNREADABLE: Record<string, [status: number, detail: string] | undefined> = {
  HPE_HEADER_OVERFLOW: [
    431,
    `its address and headers are larger than ${REQUEST_LIMITS.maxHeaderSize / 1024} kB`,
  ],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, 'the extensions of its chunks are too large'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'it took too long to arrive'],
};
/** No answer is longer in the making than 15 s. */
const STALL_MS = 20_000;

export type ConnectionLimits = {
  /** Connections in all. */
  most: number;
  /** Connections of one client; IPv6 counts per /64. */
  mostPerClient: number;
  /** Whether an address is a proxy's, behind which there are many clients. */
  isProxy: (address: string) => boolean;
  /** How long nothing may move on a connection with a request, in ms: longer than an answer is made. */
  stallMs?: number;
};

/** `answers`: those that it waits for, in their order, with what makes them. The first is under way. */
type Connection = { socket: Socket; client: string; answers: Map<ServerResponse, () => void> };

const PROXIES = 'proxies';

/**
 * A server whose clients can take only so much of it. Beyond a limit of connections the one goes that has
 * been idle for longest, of that client or of the one that has most; where several have as many, of the one
 * heard of longest ago. So whoever comes anew, a probe of `/readyz` too, gets in. The requests of a
 * connection run one after the other, each when the answer before it was taken; one whose reader takes
 * nothing for 20 s is closed (docs/decisions/0039-one-venue-does-not-fill-the-queue.md).
 * @returns the server, and the answers that it owes
 */
export function limitedServer(
  app: RequestListener,
  { most, mostPerClient, isProxy, stallMs = STALL_MS }: ConnectionLimits,
): { server: Server; underWay: () => Iterable<ServerResponse> } {
  /** By client, in the order in which they and their connections were last heard of. */
  const clients = new Map<string, Set<Connection>>();
  const connections = new Map<Socket, Connection>();

  const forget = (connection: Connection) => {
    const { socket, client } = connection;
    if (!connections.delete(socket)) return;
    const others = clients.get(client);
    others?.delete(connection);
    if (others?.size === 0) clients.delete(client);
  };
  /** Puts a client behind those heard of longer ago. */
  const hear = (client: string): Set<Connection> => {
    const those = clients.get(client) ?? new Set<Connection>();
    clients.delete(client);
    clients.set(client, those);
    return those;
  };
  const letGo = (connection: Connection) => {
    forget(connection);
    connection.socket.destroy();
  };
  const letGoOneOf = (those: Set<Connection>) => {
    let last: Connection | undefined;
    for (const connection of those) {
      if (connection.answers.size === 0) return letGo(connection);
      last = connection;
    }
    if (last) letGo(last);
  };
  const largest = (): Set<Connection> => {
    let found: Set<Connection> | undefined;
    for (const [client, those] of clients)
      if (client !== PROXIES && those.size > (found?.size ?? 0)) found = those;
    return found ?? clients.get(PROXIES) ?? new Set();
  };

  const server = createServer({ ...REQUEST_LIMITS, IncomingMessage: JoinedRequest }, (request, response) => {
    const connection = connections.get(request.socket);
    if (!connection) return;
    const { answers } = connection;
    if (answers.size >= MOST_AT_ONCE) return letGo(connection);
    const run = () => {
      response.once('close', () => answered(connection, response));
      app(request, response);
    };
    answers.set(response, run);
    if (answers.size > 1) return;
    hear(connection.client);
    run();
  });
  const answered = (connection: Connection, response: ServerResponse) => {
    connection.answers.delete(response);
    const [next] = connection.answers.values();
    if (next && !connection.socket.destroyed) return next();
    const those = clients.get(connection.client);
    if (those?.delete(connection)) hear(connection.client).add(connection);
  };
  server.keepAliveTimeout = 65_000; // longer than common load balancers keep idle connections
  server.timeout = stallMs;
  server.on('connection', (socket) => {
    const address = socket.remoteAddress ?? '';
    const client = isProxy(address) ? PROXIES : clientOf(address);
    const connection: Connection = { socket, client, answers: new Map() };
    const those = hear(client).add(connection);
    connections.set(socket, connection);
    socket.once('close', () => forget(connection));
    stopParsingOnceClosed(socket);
    if (client !== PROXIES && those.size > mostPerClient) letGoOneOf(those);
    if (connections.size > most) letGoOneOf(largest());
  });

  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    const [owed] = connections.get(socket)?.answers.keys() ?? [];
    if (!socket.writable || owed?.headersSent) socket.destroy();
    else socket.end(unreadable(error), () => socket.destroy());
  });

  return {
    server,
    *underWay() {
      for (const { answers } of connections.values()) yield* answers.keys();
    },
  };
}

/** What is answered where Node would send a bare status, as there is no request for Express. */
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
 * Node would go on to parse what it has read of a connection, 1,500 requests at most, after that was closed:
 * 21 ms of CPU and 9 MB instead of 1 ms. Its parser stops where it is told that a connection is upgraded,
 * which is no part of Node's API: a test tells should that go.
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
