import { clientOf } from '@venue-booking/kit/http/clientAddress';
import { BOOKINGS_PER_HOUR } from '@venue-booking/proto/booking/booking';
import { fail } from '@venue-booking/proto/failures';
import type { RedisGuard } from '../redis.ts';

const WINDOW_MS = 3600_000;

/**
 * The state of a client's rate limit. `retryAfterMs`: until the oldest booking of the hour no longer counts.
 */
export type RateLimitState = { allowed: boolean; limit: number; remaining: number; retryAfterMs: number };

/** @throws `too_many_bookings` */
export function requireRateLimit({ allowed, limit, retryAfterMs }: RateLimitState): void {
  if (allowed) return;
  const retryAfterSeconds = Math.max(1, Math.ceil(retryAfterMs / 1000));
  throw fail('too_many_bookings', { limit, retryAfterSeconds });
}

export type RateLimit = {
  /** Reads the state without counting, so that a rejected booking is not counted. */
  peek(address: string): Promise<RateLimitState>;
  /** Counts a booking unless the limit is reached. */
  count(address: string, bookingUid: string): Promise<RateLimitState>;
  /** Removes the count of a booking that was not made after all. */
  release(address: string, bookingUid: string): Promise<void>;
};

const stateOf = (count: number, retryAfterMs: number): RateLimitState => ({
  allowed: count < BOOKINGS_PER_HOUR,
  limit: BOOKINGS_PER_HOUR,
  remaining: Math.max(0, BOOKINGS_PER_HOUR - count),
  retryAfterMs,
});

/** A counted booking: its time in ms since 1970 and its client, hashed by `hash`. */
export type CountedBooking = { bookingUid: string; at: number; who: string };

/**
 * A rate limit within this process.
 * @param from.counted bookings counted before the process started, oldest first
 * @param from.hash hashes client addresses
 */
export function memoryRateLimit({
  now = Date.now,
  hash = (who: string) => who,
  counted = [] as readonly CountedBooking[],
} = {}): RateLimit {
  const countedBy = new Map<string, { at: number; bookingUid: string }[]>();
  const current = (who: string) => (countedBy.get(who) ?? []).filter(({ at }) => at > now() - WINDOW_MS);
  /** The map is ordered by each client's last booking, so expired clients come first. */
  const store = (who: string, live: { at: number; bookingUid: string }[]) => {
    countedBy.delete(who);
    if (live.length > 0) countedBy.set(who, live);
    for (const [other, bookings] of countedBy) {
      if ((bookings.at(-1)?.at ?? 0) > now() - WINDOW_MS) break;
      countedBy.delete(other);
    }
  };
  for (const { who, ...booking } of counted) store(who, [...current(who), booking]);

  const whoOf = (address: string) => hash(clientOf(address));
  const look = (who: string): RateLimitState => {
    const bookings = current(who);
    return stateOf(bookings.length, bookings[0] ? bookings[0].at + WINDOW_MS - now() : 0);
  };
  return {
    peek: async (address) => look(whoOf(address)),
    async count(address, bookingUid) {
      const who = whoOf(address);
      const before = look(who);
      if (!before.allowed) return before;
      store(who, [...current(who), { at: now(), bookingUid }]);
      return { ...look(who), allowed: true };
    },
    async release(address, bookingUid) {
      const who = whoOf(address);
      store(
        who,
        current(who).filter((booking) => booking.bookingUid !== bookingUid),
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
export function redisRateLimit(redis: RedisGuard): RateLimit {
  const fallback = memoryRateLimit();
  const [client] = redis.clients;
  const keyOf = (address: string) => `limit:bookings:${clientOf(address)}`;
  const run = (address: string, member: string) =>
    redis.attempt(async (): Promise<RateLimitState> => {
      const reply = await client?.eval(SCRIPT, 1, keyOf(address), WINDOW_MS, member, BOOKINGS_PER_HOUR);
      const [count, ms] = reply as [number, number];
      const before = stateOf(count, ms);
      if (!before.allowed || member === '') return before;
      return { ...stateOf(count + 1, ms), allowed: true };
    });
  return {
    peek: async (address) => (await run(address, '')) ?? fallback.peek(address),
    count: async (address, bookingUid) =>
      (await run(address, bookingUid)) ?? fallback.count(address, bookingUid),
    async release(address, bookingUid) {
      await redis.attempt(async () => client?.zrem(keyOf(address), bookingUid));
      await fallback.release(address, bookingUid);
    },
  };
}
