import { clientOf } from '@venue-booking/kit/clientAddress';
import { BOOKINGS_PER_HOUR } from '@venue-booking/proto/booking';
import { fail } from '@venue-booking/proto/failures';
import type { RedisGuard } from '../redis.ts';

const WINDOW_MS = 3600_000;

/**
 * The state of a client's rate limit. `retryAfterMs`: until the oldest booking of the hour no longer counts.
 */
export type Quota = { allowed: boolean; limit: number; remaining: number; retryAfterMs: number };

/** @throws `too_many_bookings` */
export function requireQuota({ allowed, limit, retryAfterMs }: Quota): void {
  if (allowed) return;
  const retryAfterSeconds = Math.max(1, Math.ceil(retryAfterMs / 1000));
  throw fail('too_many_bookings', { limit, retryAfterSeconds });
}

export type BookingLimit = {
  /** Reads the state without counting, so that a rejected booking is not counted. */
  look(address: string): Promise<Quota>;
  /** Counts a booking unless the limit is reached. */
  take(address: string, bookingUid: string): Promise<Quota>;
  /** Removes the count of a booking that was not made after all. */
  giveBack(address: string, bookingUid: string): Promise<void>;
};

const quotaOf = (count: number, retryAfterMs: number): Quota => ({
  allowed: count < BOOKINGS_PER_HOUR,
  limit: BOOKINGS_PER_HOUR,
  remaining: Math.max(0, BOOKINGS_PER_HOUR - count),
  retryAfterMs,
});

/** A counted booking: its time in ms since 1970 and its client, hashed by `hash`. */
export type Point = { bookingUid: string; at: number; who: string };

/**
 * A rate limit within this process.
 * @param from.made bookings counted before the process started, oldest first
 * @param from.hash hashes client addresses
 */
export function memoryLimit({
  now = Date.now,
  hash = (who: string) => who,
  made = [] as readonly Point[],
} = {}): BookingLimit {
  const points = new Map<string, { at: number; bookingUid: string }[]>();
  const current = (who: string) => (points.get(who) ?? []).filter(({ at }) => at > now() - WINDOW_MS);
  /** The map is ordered by each client's last booking, so expired clients come first. */
  const keep = (who: string, live: { at: number; bookingUid: string }[]) => {
    points.delete(who);
    if (live.length > 0) points.set(who, live);
    for (const [other, taken] of points) {
      if ((taken.at(-1)?.at ?? 0) > now() - WINDOW_MS) break;
      points.delete(other);
    }
  };
  for (const { who, ...point } of made) keep(who, [...current(who), point]);

  const whoOf = (address: string) => hash(clientOf(address));
  const look = (who: string): Quota => {
    const taken = current(who);
    return quotaOf(taken.length, taken[0] ? taken[0].at + WINDOW_MS - now() : 0);
  };
  return {
    look: async (address) => look(whoOf(address)),
    async take(address, bookingUid) {
      const who = whoOf(address);
      const before = look(who);
      if (!before.allowed) return before;
      keep(who, [...current(who), { at: now(), bookingUid }]);
      return { ...look(who), allowed: true };
    },
    async giveBack(address, bookingUid) {
      const who = whoOf(address);
      keep(
        who,
        current(who).filter((point) => point.bookingUid !== bookingUid),
      );
    },
  };
}

/**
 * KEYS: a client's bookings by time. ARGV: window in ms, booking or '' to read only, limit. Returns the count
 * before, and the ms until the oldest booking expires.
 */
const SCRIPT = `
  local time = redis.call('TIME')
  local now = time[1] * 1000 + math.floor(time[2] / 1000)
  local points = redis.call('ZRANGE', KEYS[1], 0, -1, 'WITHSCORES')
  local over = 0
  while points[2 * over + 2] and tonumber(points[2 * over + 2]) <= now - ARGV[1] do over = over + 1 end
  if over > 0 then redis.call('ZREMRANGEBYRANK', KEYS[1], 0, over - 1) end
  local count = #points / 2 - over
  local oldest = points[2 * over + 2]
  local left = oldest and (oldest + ARGV[1] - now) or 0
  if ARGV[2] == '' or count >= tonumber(ARGV[3]) then return { count, left } end
  redis.call('ZADD', KEYS[1], now, ARGV[2])
  redis.call('PEXPIRE', KEYS[1], ARGV[1])
  return { count, oldest and left or tonumber(ARGV[1]) }`;

/** A rate limit in the first Redis, exact across replicas; per process while that Redis is unavailable. */
export function redisLimit(redis: RedisGuard): BookingLimit {
  const fallback = memoryLimit();
  const [client] = redis.clients;
  const keyOf = (address: string) => `limit:bookings:${clientOf(address)}`;
  const run = (address: string, member: string) =>
    redis.attempt(async (): Promise<Quota> => {
      const reply = await client?.eval(SCRIPT, 1, keyOf(address), WINDOW_MS, member, BOOKINGS_PER_HOUR);
      const [count, ms] = reply as [number, number];
      const before = quotaOf(count, ms);
      if (!before.allowed || member === '') return before;
      return { ...quotaOf(count + 1, ms), allowed: true };
    });
  return {
    look: async (address) => (await run(address, '')) ?? fallback.look(address),
    take: async (address, bookingUid) =>
      (await run(address, bookingUid)) ?? fallback.take(address, bookingUid),
    async giveBack(address, bookingUid) {
      await redis.attempt(async () => client?.zrem(keyOf(address), bookingUid));
      await fallback.giveBack(address, bookingUid);
    },
  };
}
