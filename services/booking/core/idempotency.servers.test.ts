import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { newCall, runInCall } from '@venue-booking/kit/messaging/callContext';
import { failureOf } from '@venue-booking/kit/messaging/rpc';
import { forgetOldRows } from '@venue-booking/kit/postgres/forgetting';
import { assertTakesLessThan } from '@venue-booking/kit/testing/testPace';
import type { BookingRequest } from '@venue-booking/proto/booking';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { OLD_ROWS } from '../oldRows.ts';
import { newBooking, openTestBookings, type TestBookings } from '../testing/testBookings.ts';
import { abandonKey, claimKey } from './idempotency.ts';
import { saveBooking } from './saveBooking.ts';
import { findTerms } from './termsStore.ts';

const body: BookingRequest = {
  slot_id: 67_108_999,
  people: 2,
  customer_name: 'Ada Lovelace',
  customer_email: 'ada@example.com',
  extra: { phone: '020', newsletter: true },
  locale: 'nl',
};

describe('an Idempotency-Key', () => {
  let bookings: TestBookings;
  beforeAll(async () => {
    bookings = await openTestBookings();
  });
  afterAll(() => bookings.close());

  const claim = async (key: string, owner: string, it = body, venueId = 1) => {
    const asked = { venueId, facilityId: 1, guest: null };
    return (await claimKey(bookings.database, key, { owner, body: it, asked })).madeBefore;
  };
  /** Claims with half a second to wait for a twin. */
  const claimNow = (...claiming: Parameters<typeof claim>) =>
    runInCall(newCall(1000), () => claim(...claiming));
  const failureCode = (work: Promise<unknown>) =>
    work.then(
      () => assert.fail('it was granted'),
      (error) => failureOf(error)?.code,
    );
  /** How a twin that waits is refused: asked anew when the machine stood still until its caller had gone. */
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

  it('is granted to one of many requests that come at once, and the others get its booking', async () => {
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

  it('is granted with the terms that were asked for, each claim with its own', async () => {
    const wanted = [
      { venueId: 1, facilityId: 1 },
      { venueId: 2, facilityId: 1 },
      { venueId: 1, facilityId: 2 },
    ];
    const found = await Promise.all(
      wanted.map(async (of) => {
        const asked = { ...of, guest: null };
        const claim = { owner: randomUUID(), body, asked };
        const { terms } = await claimKey(bookings.database, randomUUID(), claim);
        assert.deepEqual(terms, await findTerms(bookings.database, asked));
        return terms && (terms.facility?.name ?? 'no facility');
      }),
    );
    assert.deepEqual(found, ['Pass', null, 'no facility']);
  });

  it('answers the booking that it made, however often it comes again', async () => {
    const { key, uid } = await usedKey();
    for (let round = 0; round < 3; round++) assert.equal(await claim(key, randomUUID()), uid);
  });

  it('knows its request also when its fields come in another order', async () => {
    const { key, uid } = await usedKey();
    const { extra, ...rest } = body;
    const reordered = { extra: { newsletter: true, phone: '020' }, ...rest } as BookingRequest;
    assert.equal(await claim(key, randomUUID(), reordered), uid);
  });

  it('refuses another request, whether the first is done or under way', async () => {
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

  it('belongs to its venue', async () => {
    const { key } = await usedKey();
    assert.equal(await claim(key, randomUUID(), { ...body, people: 3 }, 2), null);
  });

  it('waits for its twin, and says that it is under way when that takes too long', async () => {
    const key = randomUUID();
    await claim(key, randomUUID());
    const waits = () => runInCall(newCall(2500), () => claim(key, randomUUID()));
    // Before the caller has gone.
    const took = await assertTakesLessThan(2500, async () => {
      const begun = performance.now();
      const code = await failureCode(waits());
      // The machine stood still until the caller had gone.
      if (code === 'timeout') return Number.POSITIVE_INFINITY;
      assert.equal(code, 'idempotency_in_progress');
      return performance.now() - begun;
    });
    assert.ok(took >= 1900, `it took ${took} ms of 2500`);
  });

  it('is granted to the twin that waits when the first gives up', async () => {
    const [key, first, second] = [randomUUID(), randomUUID(), randomUUID()];
    await claim(key, first);
    const waiting = claim(key, second);
    await abandonKey(bookings.database, { venueId: 1, key, owner: first });
    assert.equal(await waiting, null);
    assert.equal(await refusalNow(key, first), 'idempotency_in_progress');
  });

  it('may be tried again after a refusal, also for another request', async () => {
    const [key, first] = [randomUUID(), randomUUID()];
    await claim(key, first);
    await abandonKey(bookings.database, { venueId: 1, key, owner: first });
    assert.equal(await claim(key, randomUUID(), { ...body, people: 3 }), null);
  });

  it('is not given up by a request that it does not belong to, nor once it made a booking', async () => {
    const [underWay, owner] = [randomUUID(), randomUUID()];
    await claim(underWay, owner);
    await abandonKey(bookings.database, { venueId: 1, key: underWay, owner: randomUUID() });
    assert.equal(await refusalNow(underWay, randomUUID()), 'idempotency_in_progress');
    const { key, uid } = await usedKey();
    await abandonKey(bookings.database, { venueId: 1, key, owner: uid });
    assert.equal(await claim(key, randomUUID()), uid);
  });

  it('is taken over by one of many when its request crashed and the lease has run out', async () => {
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

  it('is kept for 24 hours, also when its lease has long run out', async () => {
    const { key, uid } = await usedKey();
    await endLease(key);
    await age(key, 23.9);
    await forgetOldRows(bookings.database, OLD_ROWS);
    assert.equal(await claim(key, randomUUID()), uid);
  });

  it('is a new one after 24 hours, whether it was forgotten yet or not', async () => {
    for (const forget of [false, true]) {
      const { key, uid } = await usedKey();
      await age(key, 24.1);
      if (forget) await forgetOldRows(bookings.database, OLD_ROWS);
      const again = randomUUID();
      assert.equal(await claim(key, again, { ...body, people: 3 }), null);
      assert.ok(await saveBooking(bookings.database, newBooking({ uid: again, idempotencyKey: key })));
      assert.equal(await claim(key, randomUUID(), { ...body, people: 3 }), again);
      assert.equal(await bookings.database.booking.count({ where: { uid: { in: [uid, again] } } }), 2);
    }
  });
});
