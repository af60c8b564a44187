import { clientOf, networkOf } from '@venue-booking/kit/clientAddress';
import { BOOKINGS_PER_HOUR } from '@venue-booking/proto/booking';
import { NETWORK_BITS } from '@venue-booking/proto/caps';
import { fail } from '@venue-booking/proto/failures';
import type { RedisGuard } from '../redis.ts';

/** Bookings that one /48 of IPv6 may make in that hour: who has one has 65,536 client addresses. */
const BOOKINGS_PER_HOUR_OF_NETWORK = 200;
const WINDOW_MS = 3600_000;

/**
 * Where a client stands. `limit` and `remaining` are of what is used up first, the client's or its network's;
 * `retryAfterMs`: until the oldest booking of the hour no longer counts.
 */
export type Quota = { allowed: boolean; limit: number; remaining: number; retryAfterMs: number };

/** @throws `too_many_bookings` */
export function requireQuota({ allowed, limit, retryAfterMs }: Quota): void {
  if (allowed) return;
  const retryAfterSeconds = Math.max(1, Math.ceil(retryAfterMs / 1000));
  throw fail('too_many_bookings', { limit, retryAfterSeconds });
}

export type BookingLimit = {
  /** Looks without taking, so that a refused booking costs nothing. */
  look(address: string): Promise<Quota>;
  /** Takes a point for a booking, if there is one left. */
  take(address: string, bookingUid: string): Promise<Quota>;
  /** Gives the point of a booking back that was not made after all. */
  giveBack(address: string, bookingUid: string): Promise<void>;
};

/** Who is counted for an address, and up to how many: the client, and an IPv6 client's network too. */
type Counted = { who: string; limit: number };
function countedOf(address: string): Counted[] {
  const network = networkOf(address);
  const client = { who: clientOf(address), limit: BOOKINGS_PER_HOUR };
  return network.endsWith(`/${NETWORK_BITS.v6}`)
    ? [client, { who: network, limit: BOOKINGS_PER_HOUR_OF_NETWORK }]
    : [client];
}

/** Of several counts the one that refuses for longest or, when none does, the one that is used up first. */
const strictest = (quotas: Quota[]): Quota =>
  quotas.reduce((a, b) => {
    if (a.allowed !== b.allowed) return a.allowed ? b : a;
    const bIsFirst = a.allowed ? b.remaining < a.remaining : b.retryAfterMs > a.retryAfterMs;
    return bIsFirst ? b : a;
  });

const quotaOf = (limit: number, count: number, retryAfterMs: number): Quota => ({
  allowed: count < limit,
  limit,
  remaining: Math.max(0, limit - count),
  retryAfterMs,
});

/** A booking that counts: when it was made, in ms since 1970, and for whom, by `hash`. */
export type Point = { bookingUid: string; at: number; who: string[] };

/**
 * Counts within this process.
 * @param from.made what was counted before the process started, oldest first
 * @param from.hash what those that are counted are known by
 */
export function memoryLimit({
  now = Date.now,
  hash = (who: string) => who,
  made = [] as readonly Point[],
} = {}): BookingLimit {
  const points = new Map<string, { at: number; bookingUid: string }[]>();
  const current = (who: string) => (points.get(who) ?? []).filter(({ at }) => at > now() - WINDOW_MS);
  /** They lie in the order of their last bookings, so those that can be forgotten come first. */
  const keep = (who: string, live: { at: number; bookingUid: string }[]) => {
    points.delete(who);
    if (live.length > 0) points.set(who, live);
    for (const [other, taken] of points) {
      if ((taken.at(-1)?.at ?? 0) > now() - WINDOW_MS) break;
      points.delete(other);
    }
  };
  for (const { who, ...point } of made) for (const one of who) keep(one, [...current(one), point]);

  const hashed = (address: string) => countedOf(address).map((one) => ({ ...one, who: hash(one.who) }));
  const look = (counted: Counted[]): Quota =>
    strictest(
      counted.map(({ who, limit }) => {
        const taken = current(who);
        return quotaOf(limit, taken.length, taken[0] ? taken[0].at + WINDOW_MS - now() : 0);
      }),
    );
  return {
    look: async (address) => look(hashed(address)),
    async take(address, bookingUid) {
      const counted = hashed(address);
      const before = look(counted);
      if (!before.allowed) return before;
      for (const { who } of counted) keep(who, [...current(who), { at: now(), bookingUid }]);
      return { ...look(counted), allowed: true };
    },
    async giveBack(address, bookingUid) {
      const isOther = (point: { bookingUid: string }) => point.bookingUid !== bookingUid;
      for (const { who } of hashed(address)) keep(who, current(who).filter(isOther));
    },
  };
}

/**
 * KEYS: the points by time of those that are counted; ARGV: window, member or '', and a limit for each key. A
 * point is taken of all or of none. Answers for each {count before, oldest age left}.
 */
const SCRIPT = `
  local time = redis.call('TIME')
  local now = time[1] * 1000 + math.floor(time[2] / 1000)
  local counts, allowed = {}, true
  local reply = {}
  for i, key in ipairs(KEYS) do
    local points = redis.call('ZRANGE', key, 0, -1, 'WITHSCORES')
    local over = 0
    while points[2 * over + 2] and tonumber(points[2 * over + 2]) <= now - ARGV[1] do over = over + 1 end
    if over > 0 then redis.call('ZREMRANGEBYRANK', key, 0, over - 1) end
    local oldest = points[2 * over + 2]
    counts[i] = #points / 2 - over
    reply[i] = { counts[i], oldest and (oldest + ARGV[1] - now) or 0 }
    if counts[i] >= tonumber(ARGV[i + 2]) then allowed = false end
  end
  if not allowed or ARGV[2] == '' then return reply end
  for i, key in ipairs(KEYS) do
    redis.call('ZADD', key, now, ARGV[2])
    redis.call('PEXPIRE', key, ARGV[1])
    if counts[i] == 0 then reply[i][2] = tonumber(ARGV[1]) end
  end
  return reply`;

/** Counts in the first Redis, exactly across replicas; per process while it is out of reach. */
export function redisLimit(redis: RedisGuard): BookingLimit {
  const fallback = memoryLimit();
  const [client] = redis.clients;
  const keyOf = ({ who }: Counted) => `limit:bookings:${who}`;
  const run = (address: string, member: string) =>
    redis.attempt(async (): Promise<Quota> => {
      const counted = countedOf(address);
      const limits = counted.map(({ limit }) => limit);
      const args = [...counted.map(keyOf), WINDOW_MS, member, ...limits];
      const reply = (await client?.eval(SCRIPT, counted.length, ...args)) as [number, number][];
      const before = strictest(reply.map(([count, ms], i) => quotaOf(limits[i] ?? 0, count, ms)));
      if (!before.allowed || member === '') return before;
      const after = reply.map(([count, ms], i) => quotaOf(limits[i] ?? 0, count + 1, ms));
      return { ...strictest(after), allowed: true };
    });
  return {
    look: async (address) => (await run(address, '')) ?? fallback.look(address),
    take: async (address, bookingUid) =>
      (await run(address, bookingUid)) ?? fallback.take(address, bookingUid),
    async giveBack(address, bookingUid) {
      await redis.attempt(async () =>
        Promise.all(countedOf(address).map((one) => client?.zrem(keyOf(one), bookingUid))),
      );
      await fallback.giveBack(address, bookingUid);
    },
  };
}
