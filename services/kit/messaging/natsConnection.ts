import { connect, type NatsConnection, RequestError } from '@nats-io/transport-node';
import { connectionReason } from '../process/connectionReason.ts';
import { EnvError } from '../process/env.ts';

type Connection = NatsConnection & { protocol?: { muxSubscriptions: { close(): void } } };

/**
 * A connection that rides out outages by reconnecting. Without it nothing is asked, and nothing waited for:
 * requests, JetStream's too, reject at once.
 * @throws EnvError when the server can't be reached within 10 s, or does not let us in
 */
export async function connectNats(url: string, name: string) {
  const { username, password, host } = new URL(url);
  const connection: Connection = await connect({
    servers: host,
    ...(username && { user: decodeURIComponent(username), pass: decodeURIComponent(password) }),
    ...(url.startsWith('tls:') && { tls: {} }),
    name,
    // Stack traces of every request cost a quarter of the gateway's CPU.
    noAsyncTraces: true,
    maxReconnectAttempts: -1,
    reconnectTimeWait: 250,
    // A server that hangs, or whose machine is gone, says no goodbye: it is given up after 15 s.
    ...{ timeout: 10_000, pingInterval: 5000, maxPingOut: 2 },
  }).catch((error) => {
    throw new EnvError(`NATS_URL: no connection to NATS at ${host} (${connectionReason(error)})`);
  });
  const listeners: (() => void)[] = [];
  let connected = true;
  const { request } = connection;
  // The library drops what is sent without a connection, and waits for its answer.
  connection.request = (...asked) =>
    connected ? request.apply(connection, asked) : Promise.reject(new RequestError('no connection'));
  void (async () => {
    for await (const { type } of connection.status()) {
      if (type === 'disconnect') {
        connected = false;
        // Answers are lost with it: the library would wait for them in vain.
        connection.protocol?.muxSubscriptions.close();
      }
      if (type !== 'reconnect') continue;
      connected = true;
      for (const back of listeners) back();
    }
  })();
  return {
    connection: connection as NatsConnection,
    connected: () => connected,
    /** Calls whenever it is there again. */
    onReconnect: (listener: () => void) => void listeners.push(listener),
  };
}
