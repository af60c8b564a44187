import type { NatsConnection } from '@nats-io/transport-node';

const LOOK_MS = 500;

/**
 * Returns a function that estimates the age of the message being read, in ms. Messages that arrive while this
 * process is suspended are read after it resumes, when their callers may have timed out. The estimate is the
 * whole suspension, even for messages that arrived at its end. It is 0 otherwise.
 */
export function standstill(connection: NatsConnection): () => number {
  let lookedAt = performance.now();
  let stoodMs = 0;
  const look = () => {
    const sinceMs = performance.now() - lookedAt;
    lookedAt += sinceMs;
    if (sinceMs > 2 * LOOK_MS) {
      stoodMs += sinceMs;
      // The flush completes after all messages that were sent before it have been read.
      const read = () => (stoodMs -= sinceMs);
      connection.flush().then(read, read);
    }
    return stoodMs;
  };
  const timer = setInterval(look, LOOK_MS).unref();
  void connection.closed().then(() => clearInterval(timer));
  return look;
}
