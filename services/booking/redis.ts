import type { Log } from '@venue-booking/kit/log';
import { Redis } from 'ioredis';

/** How long Redis is left alone after it did not answer: bookings go on without it meanwhile. */
const REST_MS = 2000;

/** Redis servers that the service can do without. */
export type RedisGuard = {
  clients: Redis[];
  /** Runs `work`, or answers null when Redis is out of reach or does not answer. */
  attempt<T>(work: () => Promise<T>): Promise<T | null>;
  close(): void;
};

/** Connects to all servers; never fails and never waits for one that is away. */
export function connectRedis(urls: readonly string[], log: Log): RedisGuard {
  let restUntil = 0;
  const clients = urls.map((url) => {
    const client = new Redis(url, {
      // A command either goes out at once or fails: a guest never waits for a reconnect.
      enableOfflineQueue: false,
      maxRetriesPerRequest: 0,
      commandTimeout: 500,
      connectTimeout: 2000,
      retryStrategy: (attempt) => Math.min(attempt * 100, 2000),
    });
    client.on('error', (error) => log.debug({ err: error }, 'redis connection'));
    return client;
  });
  return {
    clients,
    async attempt(work) {
      if (Date.now() < restUntil) return null;
      try {
        return await work();
      } catch (error) {
        restUntil = Date.now() + REST_MS;
        log.warn({ err: error }, 'redis out of reach, going on without it');
        return null;
      }
    },
    close: () => clients.forEach((client) => void client.disconnect()),
  };
}
