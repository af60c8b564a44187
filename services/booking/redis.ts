import { connectionReason, isRefusal } from '@venue-booking/kit/process/connectionReason';
import type { Log } from '@venue-booking/kit/process/log';
import { seldom } from '@venue-booking/kit/process/seldom';
import { Redis } from 'ioredis';
import type { RedisState } from './metrics.ts';

/** How long Redis is left alone after it did not answer: bookings go on without it meanwhile. */
const REST_MS = 2000;

/**
 * Redis servers that the service can do without. Connects to all of them; never fails and never waits for
 * one that is away. What is wrong with one is a line in the log, at most once a minute.
 * @param maySay shared by those that connect to the same servers
 */
export function connectRedis(urls: readonly string[], log: Log, maySay = seldom(60_000)) {
  let restUntil = 0;
  const refused = new Set<Redis>();
  const say = (server: string, error: unknown) => {
    const reason = connectionReason(error);
    if (maySay(`${server} ${reason}`))
      log.warn(`REDIS_URLS: no use of Redis${server} (${reason}), bookings go on without it`);
  };
  const clients = urls.map((url) => {
    const client = new Redis(url, {
      // A command either goes out at once or fails: a guest never waits for a reconnect.
      enableOfflineQueue: false,
      maxRetriesPerRequest: 0,
      commandTimeout: 500,
      connectTimeout: 2000,
      // A machine that is gone without a word: its name may lead to another by now.
      socketTimeout: 5000,
      retryStrategy: (attempt) => Math.min(attempt * 100, 2000),
    });
    client.on('ready', () => refused.delete(client));
    client.on('error', (error) => {
      if (isRefusal(error)) refused.add(client);
      else refused.delete(client);
      say(` at ${new URL(url).host}`, error);
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
    /** Runs `work`, or answers null when Redis is out of reach or does not answer. */
    async attempt<T>(work: () => Promise<T>): Promise<T | null> {
      if (performance.now() < restUntil) return null;
      try {
        return await work();
      } catch (error) {
        restUntil = performance.now() + REST_MS;
        // Of a connection that is not there has been told already.
        if (states().every((state) => state === 'ready')) say('', error);
        return null;
      }
    },
    close: (): void => clients.forEach((client) => void client.disconnect()),
  };
}
export type RedisGuard = ReturnType<typeof connectRedis>;
