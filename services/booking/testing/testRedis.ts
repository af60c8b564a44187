import { setTimeout as sleep } from 'node:timers/promises';
import { connectRedis, type RedisGuard } from '../redis.ts';
import { silentLog } from './testBookings.ts';

/** The Redis connections of one replica, once all servers are ready. */
export async function openTestRedis(urls: readonly string[]): Promise<RedisGuard> {
  const guard = connectRedis(urls, silentLog);
  while (guard.clients.some(({ status }) => status !== 'ready')) await sleep(5);
  return guard;
}
