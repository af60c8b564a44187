import { connect, type NatsConnection, RequestError } from '@nats-io/transport-node';
import { UnreachableError } from '../concurrency/awaitDependency.ts';
import { connectionReason, isPermanent } from '../errors/connectionReason.ts';
import { EnvError } from '../settings/env.ts';

type Connection = NatsConnection & { protocol?: { muxSubscriptions: { close(): void } } };

/**
 * Connects to NATS and reconnects after outages. Without a connection all requests, JetStream's too, reject
 * at once.
 * @throws UnreachableError when the server is unreachable for 10 s; EnvError when it rejects the credentials
 */
export async function connectNats(url: string, name: string) {
  const { username, password, host } = new URL(url);
  const connection: Connection = await connect({
    servers: host,
    ...(username && { user: decodeURIComponent(username), pass: decodeURIComponent(password) }),
    ...(url.startsWith('tls:') && { tls: {} }),
    name,
    // Stack traces for every request cost a quarter of the gateway's CPU.
    noAsyncTraces: true,
    maxReconnectAttempts: -1,
    reconnectTimeWait: 250,
    // A server that hangs or whose machine is gone closes no connection; give it up after 15 s.
    ...{ timeout: 10_000, pingInterval: 5000, maxPingOut: 2 },
  }).catch((error) => {
    const Reported = isPermanent(error) ? EnvError : UnreachableError;
    throw new Reported(`NATS_URL: no connection to NATS at ${host} (${connectionReason(error)})`);
  });
  const listeners: (() => void)[] = [];
  let connected = true;
  const { request } = connection;
  // Without a connection the library drops the request, but still waits for its response.
  connection.request = (...args) =>
    connected ? request.apply(connection, args) : Promise.reject(new RequestError('no connection'));
  void (async () => {
    for await (const { type } of connection.status()) {
      if (type === 'disconnect') {
        connected = false;
        // Responses to open requests are lost. End those requests now instead of letting them time out.
        connection.protocol?.muxSubscriptions.close();
      }
      if (type !== 'reconnect') continue;
      connected = true;
      for (const listener of listeners) listener();
    }
  })();
  return {
    connection: connection as NatsConnection,
    connected: () => connected,
    /** Calls `listener` after each reconnect. */
    onReconnect: (listener: () => void) => void listeners.push(listener),
  };
}
