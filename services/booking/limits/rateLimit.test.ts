import assert from 'node:assert/strict';
import { clientOf, networkOf } from '@venue-booking/kit/http/clientAddress';
import fc from 'fast-check';
import { test } from 'vitest';
import { memoryRateLimit } from './rateLimit.ts';

const HOUR = 3600_000;
const LIMIT = 20;
const ADDRESS = '203.0.113.7';

/** A rate limit with a clock that only the test advances. */
function limitWithClock() {
  const clock = { now: 1_000_000 };
  const limit = memoryRateLimit({ now: () => clock.now });
  let uid = 0;
  const take = (address = ADDRESS) => limit.count(address, `uid-${uid++}`);
  return { clock, limit, take };
}

/** Pauses between bookings: mostly minutes, sometimes about an hour, sometimes none. */
const pauses = fc.array(
  fc.oneof(fc.integer({ min: 0, max: 6 * 60_000 }), fc.constantFrom(0, 0, HOUR - 1, HOUR, HOUR + 1)),
  { minLength: 30, maxLength: 120 },
);

test('allows a booking exactly if fewer than 20 were made in the hour before it', async () => {
  await fc.assert(
    fc.asyncProperty(pauses, async (all) => {
      const { clock, take } = limitWithClock();
      const made: number[] = [];
      for (const pause of all) {
        clock.now += pause;
        const inTheHour = made.filter((at) => clock.now - at < HOUR).length;
        const { allowed, remaining } = await take();
        assert.equal(allowed, inTheHour < LIMIT);
        assert.equal(remaining, Math.max(0, LIMIT - inTheHour - (allowed ? 1 : 0)));
        if (allowed) made.push(clock.now);
      }
    }),
  );
});

test('allows at most 20 bookings in any sliding hour', async () => {
  await fc.assert(
    fc.asyncProperty(pauses, async (all) => {
      const { clock, take } = limitWithClock();
      const made: number[] = [];
      for (const pause of all) {
        clock.now += pause;
        if ((await take()).allowed) made.push(clock.now);
      }
      for (const start of made)
        assert.ok(made.filter((at) => at >= start && at < start + HOUR).length <= LIMIT);
    }),
  );
});

test('allows the next booking after exactly the reported wait', async () => {
  await fc.assert(
    fc.asyncProperty(pauses, async (all) => {
      const { clock, take, limit } = limitWithClock();
      for (const pause of all) {
        clock.now += pause;
        const { allowed, retryAfterMs } = await take();
        if (allowed) continue;
        assert.ok(retryAfterMs > 0 && retryAfterMs <= HOUR);
        clock.now += retryAfterMs - 1;
        assert.equal((await limit.peek(ADDRESS)).allowed, false);
        clock.now += 1;
        assert.equal((await limit.peek(ADDRESS)).allowed, true);
      }
    }),
    { numRuns: 50 },
  );
});

test('allows exactly 20 of 50 concurrent bookings', async () => {
  const { take } = limitWithClock();
  const answers = await Promise.all(Array.from({ length: 50 }, () => take()));
  assert.equal(answers.filter(({ allowed }) => allowed).length, LIMIT);
});

test('reads the state without counting', async () => {
  const { limit, take } = limitWithClock();
  for (let made = 0; made < LIMIT; made++) {
    for (let looks = 0; looks < 30; looks++)
      assert.equal((await limit.peek(ADDRESS)).remaining, LIMIT - made);
    assert.equal((await take()).allowed, true);
  }
  assert.equal((await limit.peek(ADDRESS)).allowed, false);
});

test('does not count a rejected booking or lengthen the wait', async () => {
  const { clock, take } = limitWithClock();
  for (let made = 0; made < LIMIT; made++) await take();
  for (let minute = 1; minute < 60; minute++) {
    clock.now += 60_000;
    assert.deepEqual(await take(), {
      allowed: false,
      limit: LIMIT,
      remaining: 0,
      retryAfterMs: HOUR - minute * 60_000,
    });
  }
  clock.now += 60_000;
  assert.equal((await take()).allowed, true);
});

test('frees the count of a failed booking once', async () => {
  const { limit } = limitWithClock();
  for (let made = 0; made < LIMIT; made++) await limit.count(ADDRESS, `uid-${made}`);
  await limit.release(ADDRESS, 'uid-7');
  await limit.release(ADDRESS, 'uid-7');
  assert.equal((await limit.count(ADDRESS, 'another')).allowed, true);
  assert.equal((await limit.count(ADDRESS, 'one more')).allowed, false);
});

test('ignores a release for a booking that was never made', async () => {
  const { limit, take } = limitWithClock();
  await limit.release(ADDRESS, 'unknown');
  await take();
  await limit.release(ADDRESS, 'unknown');
  await limit.release('198.51.100.1', 'uid-0');
  assert.equal((await limit.peek(ADDRESS)).remaining, LIMIT - 1);
});

test('counts each client separately', async () => {
  const { limit, take } = limitWithClock();
  for (let made = 0; made < LIMIT; made++) await take('2001:db8:1:2::a');
  assert.equal((await limit.peek('2001:db8:1:2:ffff::b')).allowed, false);
  assert.equal((await limit.peek('2001:db8:1:3::a')).allowed, true);
  assert.equal((await limit.peek(ADDRESS)).allowed, true);
});

test('identifies an IPv4 client by its address, also when mapped into IPv6', () => {
  fc.assert(
    fc.property(fc.ipV4(), (address) => {
      assert.equal(clientOf(address), address);
      assert.equal(clientOf(`::ffff:${address}`), address);
    }),
  );
  assert.equal(clientOf('::ffff:cb00:7107'), ADDRESS);
});

test('identifies IPv6 clients by exactly their first 64 bits', () => {
  const half = fc.tuple(...Array.from({ length: 4 }, () => fc.integer({ min: 1, max: 0xffff })));
  const text = (parts: number[]) => parts.map((part) => part.toString(16)).join(':');
  fc.assert(
    fc.property(half, half, half, half, (a, b, low, other) => {
      assert.equal(clientOf(text([...a, ...low])), clientOf(text([...a, ...other]).toUpperCase()));
      assert.equal(clientOf(text([...a, ...low])) === clientOf(text([...b, ...low])), text(a) === text(b));
    }),
  );
  assert.equal(clientOf('2001:db8::1'), clientOf('2001:0db8:0000:0000:ffff:0000:0000:0001'));
});

test('ignores the port that some proxies add to an address', () => {
  assert.equal(clientOf('203.0.113.7:443'), '203.0.113.7');
  assert.equal(clientOf('[2001:db8::1]:443'), clientOf('2001:db8::1'));
});

test('counts everything that is not an address as one client, so that no request bypasses the limit', () => {
  for (const address of ['', 'unknown', 'example.com', '300.1.1.1', '300.1.1.1:443', '[x]:1'])
    assert.equal(clientOf(address), 'unknown');
});

test('counts each client of a network separately, because phones of one carrier share a /48', async () => {
  const { limit } = limitWithClock();
  for (let made = 0; made < 300; made++) {
    const phone = `2001:db8:1:${Math.floor(made / LIMIT).toString(16)}::1`;
    assert.equal((await limit.count(phone, `uid-${made}`)).allowed, true);
  }
  assert.equal((await limit.peek('2001:db8:1:ffff::1')).remaining, LIMIT);
});

test('counts bookings from before the process started until they are an hour old', async () => {
  const clock = { now: 10 * HOUR };
  const made = Array.from({ length: LIMIT }, (_, index) => ({
    bookingUid: `before-${index}`,
    at: clock.now - HOUR + (index + 1) * 1000,
    who: `hash of ${ADDRESS}`,
  }));
  const limit = memoryRateLimit({ now: () => clock.now, hash: (who) => `hash of ${who}`, counted: made });
  assert.equal((await limit.peek(ADDRESS)).retryAfterMs, 1000);
  assert.equal((await limit.count(ADDRESS, 'too many')).allowed, false);
  clock.now += 2000;
  assert.equal((await limit.peek(ADDRESS)).remaining, 2);
  await limit.release(ADDRESS, 'before-7');
  assert.equal((await limit.peek(ADDRESS)).remaining, 3);
});

test('defines a network as the first 48 bits of IPv6 or the first 24 of IPv4', () => {
  assert.equal(networkOf('2001:db8:1:2::a'), '2001:db8:1::/48');
  assert.equal(networkOf('[2001:db8:1:ffff::a]:443'), '2001:db8:1::/48');
  assert.equal(networkOf('::ffff:203.0.113.7'), '203.0.113.0/24');
  assert.equal(networkOf('no address'), 'unknown');
});
