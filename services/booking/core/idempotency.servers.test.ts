import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { newCall, runInCall } from '@venue-booking/kit/concurrency/callContext';
import { failureOf } from '@venue-booking/kit/messaging/rpc';
import { deleteExpiredRows } from '@venue-booking/kit/postgres/retention';
import { assertTakesLessThan } from '@venue-booking/kit/testing/testTiming';
import type { BookingRequest } from '@venue-booking/proto/booking/booking';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { RETENTION_RULES } from '../retention.ts';
import { newBooking, openTestBookings, type TestBookings } from '../testing/testBookings.ts';
import { saveBooking } from '../testing/testEffects.ts';
import { claimKey, releaseKey } from './idempotency.ts';
import { findTerms } from './termsStore.ts';

const body: BookingRequest = {
  slot_id: 67_108_999,
  people: 2,
  customer_name: 'Ada Lovelace',
  customer_email: 'ada@example.com',
  extra: { phone: '020', newsletter: true },
  locale: 'nl',
};

describe('Idempotency-Key', () => {
  let bookings: TestBookings;
  beforeAll(async () => {
    bookings = await openTestBookings();
  });
  afterAll(() => bookings.close());

  const claim = async (key: string, owner: string, it = body, venueId = 1) => {
    const termsRequest = { venueId, facilityId: 1, guest: null };
    return (await claimKey(bookings.database, key, { owner, body: it, termsRequest })).bookingUid;
  };
  /** Claims with half a second to wait for a duplicate. */
  const claimNow = (...claiming: Parameters<typeof claim>) =>
    runInCall(newCall(1000), () => claim(...claiming));
  const failureCode = (work: Promise<unknown>) =>
    work.then(
      () => assert.fail('it was claimed'),
      (error) => failureOf(error)?.code,
    );
  /** The failure of a waiting duplicate. Retried if the machine paused beyond the caller's deadline. */
  const refusalNow = async (...claiming: Parameters<typeof claim>) => {
    let code: string | undefined = 'timeout';
    for (let tries = 0; code === 'timeout' && tries < 5; tries++)
      code = await failureCode(claimNow(...claiming));
    return code;
  };
  /** A key that has made a booking, and the booking's uid. */
  const usedKey = async () => {
    const [key, uid] = [randomUUID(), randomUUID()];
    assert.equal(await claim(key, uid), null);
    assert.ok(await saveBooking(bookings.database, newBooking({ uid, idempotencyKey: key })));
    return { key, uid };
  };
  const endLease = (key: string) =>
    bookings.database.$executeRaw`
      UPDATE booking.idempotency_key SET leased_until = now() - interval '1 second' WHERE key = ${key}`;
  const age = (key: string, hours: number) =>
    bookings.database.$executeRaw`
      UPDATE booking.idempotency_key SET created_at = now() - ${hours} * interval '1 hour' WHERE key = ${key}`;

  it('is claimed by one of many concurrent requests, and the others get its booking', async () => {
    const key = randomUUID();
    const owners = Array.from({ length: 10 }, () => randomUUID());
    const answers = await Promise.all(
      owners.map(async (uid) => {
        const before = await claim(key, uid);
        if (before === null) await saveBooking(bookings.database, newBooking({ uid, idempotencyKey: key }));
        return before ?? `made ${uid}`;
      }),
    );
    const made = answers.filter((it) => it.startsWith('made '));
    assert.equal(made.length, 1);
    const [, uid] = made[0]?.split(' ') ?? [];
    assert.deepEqual(
      answers.filter((it) => !made.includes(it)),
      Array(9).fill(uid),
    );
  });

  it('returns the requested terms with each claim', async () => {
    const keys = [
      { venueId: 1, facilityId: 1 },
      { venueId: 2, facilityId: 1 },
      { venueId: 1, facilityId: 2 },
    ];
    const found = await Promise.all(
      keys.map(async (of) => {
        const termsRequest = { ...of, guest: null };
        const claim = { owner: randomUUID(), body, termsRequest };
        const { terms } = await claimKey(bookings.database, randomUUID(), claim);
        assert.deepEqual(terms, await findTerms(bookings.database, termsRequest));
        return terms && (terms.facility?.name ?? 'no facility');
      }),
    );
    assert.deepEqual(found, ['Pass', null, 'no facility']);
  });

  it('returns its booking for every repeated request', async () => {
    const { key, uid } = await usedKey();
    for (let round = 0; round < 3; round++) assert.equal(await claim(key, randomUUID()), uid);
  });

  it('matches a request with its fields in another order', async () => {
    const { key, uid } = await usedKey();
    const { extra, ...rest } = body;
    const reordered = { extra: { newsletter: true, phone: '020' }, ...rest } as BookingRequest;
    assert.equal(await claim(key, randomUUID(), reordered), uid);
  });

  it('rejects a different request, during the first one and afterwards', async () => {
    const { key } = await usedKey();
    for (const other of [
      { ...body, people: 3 },
      { ...body, extra: { phone: '021', newsletter: true } },
      { ...body, redirect_url: 'https://example.com' },
    ])
      assert.equal(await failureCode(claim(key, randomUUID(), other)), 'idempotency_mismatch');
    const underWay = randomUUID();
    await claim(underWay, randomUUID());
    assert.equal(
      await failureCode(claim(underWay, randomUUID(), { ...body, people: 3 })),
      'idempotency_mismatch',
    );
  });

  it('is separate for each venue', async () => {
    const { key } = await usedKey();
    assert.equal(await claim(key, randomUUID(), { ...body, people: 3 }, 2), null);
  });

  it('makes a duplicate wait, and rejects it as in progress after a timeout', async () => {
    const key = randomUUID();
    await claim(key, randomUUID());
    const waits = () => runInCall(newCall(2500), () => claim(key, randomUUID()));
    // Before the caller's deadline.
    const took = await assertTakesLessThan(2500, async () => {
      const begun = performance.now();
      const code = await failureCode(waits());
      // The machine paused beyond the caller's deadline.
      if (code === 'timeout') return Number.POSITIVE_INFINITY;
      assert.equal(code, 'idempotency_in_progress');
      return performance.now() - begun;
    });
    assert.ok(took >= 1900, `it took ${took} ms of 2500`);
  });

  it('passes to a waiting duplicate when the first request abandons it', async () => {
    const [key, first, second] = [randomUUID(), randomUUID(), randomUUID()];
    await claim(key, first);
    const waiting = claim(key, second);
    await releaseKey(bookings.database, { venueId: 1, key, owner: first });
    assert.equal(await waiting, null);
    assert.equal(await refusalNow(key, first), 'idempotency_in_progress');
  });

  it('can be reused after a failure, also for a different request', async () => {
    const [key, first] = [randomUUID(), randomUUID()];
    await claim(key, first);
    await releaseKey(bookings.database, { venueId: 1, key, owner: first });
    assert.equal(await claim(key, randomUUID(), { ...body, people: 3 }), null);
  });

  it('cannot be abandoned by another request, nor after its booking was made', async () => {
    const [underWay, owner] = [randomUUID(), randomUUID()];
    await claim(underWay, owner);
    await releaseKey(bookings.database, { venueId: 1, key: underWay, owner: randomUUID() });
    assert.equal(await refusalNow(underWay, randomUUID()), 'idempotency_in_progress');
    const { key, uid } = await usedKey();
    await releaseKey(bookings.database, { venueId: 1, key, owner: uid });
    assert.equal(await claim(key, randomUUID()), uid);
  });

  it('passes to exactly one of many requests once the lease of a crashed request has expired', async () => {
    const [key, crashed] = [randomUUID(), randomUUID()];
    await claim(key, crashed);
    await endLease(key);
    const outcomes = await Promise.allSettled(Array.from({ length: 8 }, () => claimNow(key, randomUUID())));
    assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 1);
    assert.equal(
      await saveBooking(bookings.database, newBooking({ uid: crashed, idempotencyKey: key })),
      null,
    );
  });

  it('is kept for 24 hours, also after its lease expired', async () => {
    const { key, uid } = await usedKey();
    await endLease(key);
    await age(key, 23.9);
    await deleteExpiredRows(bookings.database, RETENTION_RULES);
    assert.equal(await claim(key, randomUUID()), uid);
  });

  it('counts as new after 24 hours, whether it is deleted yet or not', async () => {
    for (const deleteExpired of [false, true]) {
      const { key, uid } = await usedKey();
      await age(key, 24.1);
      if (deleteExpired) await deleteExpiredRows(bookings.database, RETENTION_RULES);
      const again = randomUUID();
      assert.equal(await claim(key, again, { ...body, people: 3 }), null);
      assert.ok(await saveBooking(bookings.database, newBooking({ uid: again, idempotencyKey: key })));
      assert.equal(await claim(key, randomUUID(), { ...body, people: 3 }), again);
      assert.equal(await bookings.database.booking.count({ where: { uid: { in: [uid, again] } } }), 2);
    }
  });
});
