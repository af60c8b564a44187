import type { NatsConnection } from '@nats-io/transport-node';

const LOOK_MS = 500;

/**
 * Answers how old a message may be that is read just now, in ms: what a connection brought while this process
 * was stopped is read when it goes on, by when perhaps nobody waits for it any more. What came at the very
 * end of that time counts as just as old. Mostly 0.
 */
export function standstill(connection: NatsConnection): () => number {
  let lookedAt = performance.now();
  let stoodMs = 0;
  const look = () => {
    const sinceMs = performance.now() - lookedAt;
    lookedAt += sinceMs;
    if (sinceMs > 2 * LOOK_MS) {
      stoodMs += sinceMs;
      // Answered behind all that was sent before.
      const read = () => (stoodMs -= sinceMs);
      connection.flush().then(read, read);
    }
    return stoodMs;
  };
  const timer = setInterval(look, LOOK_MS).unref();
  void connection.closed().then(() => clearInterval(timer));
  return look;
}
