import { createThrottle } from '@venue-booking/kit/concurrency/throttle';
import { connectionReason, isAccessDenied } from '@venue-booking/kit/errors/connectionReason';
import type { Log } from '@venue-booking/kit/logging/log';
import { Redis } from 'ioredis';
import type { RedisState } from './metrics.ts';

/** How long Redis is not called after an error; bookings continue without it meanwhile. */
const PAUSE_MS = 2000;

/**
 * Connects to Redis servers that the service can do without. It never throws or waits for an unavailable
 * server. Connection errors are logged at most once a minute.
 * @param mayLog shared by connections to the same servers
 */
export function connectRedis(urls: readonly string[], log: Log, mayLog = createThrottle(60_000)) {
  let pausedUntil = 0;
  const refused = new Set<Redis>();
  const logError = (server: string, error: unknown) => {
    const reason = connectionReason(error);
    if (mayLog(`${server} ${reason}`))
      log.warn(`REDIS_URLS: Redis${server} is unavailable (${reason}); bookings continue without it`);
  };
  const clients = urls.map((url) => {
    const client = new Redis(url, {
      // A command is sent at once or fails, so that a guest never waits for a reconnect.
      enableOfflineQueue: false,
      maxRetriesPerRequest: 0,
      commandTimeout: 500,
      connectTimeout: 2000,
      // For a machine that vanished without closing the connection: its name may resolve to another one by
      // now.
      socketTimeout: 5000,
      retryStrategy: (attempt) => Math.min(attempt * 100, 2000),
    });
    client.on('ready', () => refused.delete(client));
    client.on('error', (error) => {
      if (isAccessDenied(error)) refused.add(client);
      else refused.delete(client);
      logError(` at ${new URL(url).host}`, error);
    });
    return client;
  });
  const states = () =>
    clients.map((client): RedisState => {
      if (refused.has(client)) return 'refused';
      return client.status === 'ready' ? 'ready' : 'away';
    });
  return {
    clients,
    states,
    /** Runs `work`; returns null if Redis is unavailable. */
    async attempt<T>(work: () => Promise<T>): Promise<T | null> {
      if (performance.now() < pausedUntil) return null;
      try {
        return await work();
      } catch (error) {
        pausedUntil = performance.now() + PAUSE_MS;
        // A lost connection is already logged by its 'error' handler.
        if (states().every((state) => state === 'ready')) logError('', error);
        return null;
      }
    },
    close: (): void => clients.forEach((client) => void client.disconnect()),
  };
}
export type RedisGuard = ReturnType<typeof connectRedis>;
