import { clientOf } from '@venue-booking/kit/clientAddress';
import type { RedisGuard } from './redis.ts';

/** Bookings that one client address may make in an hour, all venues together, over a sliding hour. */
export const BOOKINGS_PER_HOUR = 20;
const WINDOW_MS = 3600_000;

/** Where a client stands. `retryAfterMs`: until the oldest booking of the hour no longer counts. */
export type Quota = { allowed: boolean; remaining: number; retryAfterMs: number };

export type BookingLimit = {
  /** Looks without taking, so that a refused booking costs nothing. */
  look(address: string): Promise<Quota>;
  /** Takes a point for a booking, if there is one left. */
  take(address: string, bookingUid: string): Promise<Quota>;
  /** Gives the point of a booking back that was not made after all. */
  giveBack(address: string, bookingUid: string): Promise<void>;
};

/** Counts within this process. */
export function memoryLimit(now: () => number = Date.now): BookingLimit {
  const points = new Map<string, { at: number; bookingUid: string }[]>();
  const current = (client: string) => (points.get(client) ?? []).filter(({ at }) => at > now() - WINDOW_MS);
  /** Clients lie in the order of their last bookings, so those that can be forgotten come first. */
  const keep = (client: string, live: { at: number; bookingUid: string }[]) => {
    points.delete(client);
    if (live.length > 0) points.set(client, live);
    for (const [other, taken] of points) {
      if ((taken.at(-1)?.at ?? 0) > now() - WINDOW_MS) break;
      points.delete(other);
    }
  };
  const quotaOf = (taken: readonly { at: number }[]): Quota => ({
    allowed: taken.length < BOOKINGS_PER_HOUR,
    remaining: Math.max(0, BOOKINGS_PER_HOUR - taken.length),
    retryAfterMs: taken[0] ? taken[0].at + WINDOW_MS - now() : 0,
  });
  return {
    look: async (address) => quotaOf(current(clientOf(address))),
    async take(address, bookingUid) {
      const client = clientOf(address);
      const taken = current(client);
      const before = quotaOf(taken);
      if (!before.allowed) return before;
      const after = [...taken, { at: now(), bookingUid }];
      keep(client, after);
      return { ...quotaOf(after), allowed: true };
    },
    async giveBack(address, bookingUid) {
      const client = clientOf(address);
      keep(
        client,
        current(client).filter((point) => point.bookingUid !== bookingUid),
      );
    },
  };
}

/** KEYS[1] the client's points by time; ARGV: window, limit, member or ''. Answers {taken or free, count, oldest age left}. */
const SCRIPT = `
  local time = redis.call('TIME')
  local now = time[1] * 1000 + math.floor(time[2] / 1000)
  redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now - ARGV[1])
  local count = redis.call('ZCARD', KEYS[1])
  local allowed = 0
  if count < tonumber(ARGV[2]) then
    allowed = 1
    if ARGV[3] ~= '' then
      redis.call('ZADD', KEYS[1], now, ARGV[3])
      redis.call('PEXPIRE', KEYS[1], ARGV[1])
      count = count + 1
    end
  end
  local oldest = redis.call('ZRANGE', KEYS[1], 0, 0, 'WITHSCORES')
  return { allowed, count, oldest[2] and (oldest[2] + ARGV[1] - now) or 0 }`;

/** Counts in the first Redis, exactly across replicas; per process while it is out of reach. */
export function redisLimit(redis: RedisGuard): BookingLimit {
  const fallback = memoryLimit();
  const [client] = redis.clients;
  const keyOf = (address: string) => `limit:bookings:${clientOf(address)}`;
  const run = (address: string, member: string) =>
    redis.attempt(async (): Promise<Quota> => {
      const reply = await client?.eval(SCRIPT, 1, keyOf(address), WINDOW_MS, BOOKINGS_PER_HOUR, member);
      const [allowed, count, retryAfterMs] = reply as [number, number, number];
      return { allowed: allowed === 1, remaining: Math.max(0, BOOKINGS_PER_HOUR - count), retryAfterMs };
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
