import type { NatsConnection } from '@nats-io/transport-node';

const CHECK_MS = 500;

/**
 * Returns a function that estimates the age of the message being read, in ms. Messages that arrive while this
 * process is suspended are read after it resumes, when their callers may have timed out. The estimate is the
 * whole suspension, even for messages that arrived at its end. It is 0 otherwise.
 */
export function measureSuspension(connection: NatsConnection): () => number {
  let checkedAt = performance.now();
  let suspendedMs = 0;
  const check = () => {
    const sinceMs = performance.now() - checkedAt;
    checkedAt += sinceMs;
    if (sinceMs > 2 * CHECK_MS) {
      suspendedMs += sinceMs;
      // The flush completes after all messages that were sent before it have been read.
      const read = () => (suspendedMs -= sinceMs);
      connection.flush().then(read, read);
    }
    return suspendedMs;
  };
  const timer = setInterval(check, CHECK_MS).unref();
  void connection.closed().then(() => clearInterval(timer));
  return check;
}
