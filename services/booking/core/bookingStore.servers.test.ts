import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { readReference } from '@venue-booking/domain/booking/bookingReference';
import { readEvent } from '@venue-booking/proto/events';
import { fail } from '@venue-booking/proto/failures';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { newBooking, openTestBookings, silentLog, type TestBookings } from '../testing/testBookings.ts';
import { saveBooking } from '../testing/testEffects.ts';
import { findBooking, isSavedAfterAll, voidReservations } from './bookingStore.ts';
import { toBooking } from './bookingView.ts';
import { claimKey } from './idempotency.ts';
import type { NewBooking } from './saveBooking.ts';

const body = { slot_id: 1, people: 2, customer_name: 'Ada', customer_email: 'ada@example.com', extra: {} };

describe('saving a booking', () => {
  let bookings: TestBookings;
  beforeAll(async () => {
    bookings = await openTestBookings();
  });
  afterAll(() => bookings.close());

  const save = (booking: NewBooking) => saveBooking(bookings.database, booking);
  const declareVoid = async (...uids: string[]) => {
    const decided = await voidReservations(
      bookings.database,
      uids.map((bookingUid) => ({ venueId: 1, bookingUid })),
    );
    const uidsOf = (reservations: { bookingUid: string }[]) =>
      reservations.map(({ bookingUid }) => bookingUid);
    return { void: uidsOf(decided.void), saved: uidsOf(decided.saved) };
  };
  /** The rows of a booking in the database. */
  const traces = async (uid: string) => {
    const { database } = bookings;
    const outcome = await database.reservationOutcome.findUnique({ where: { bookingUid: uid } });
    const events = await database.$queryRaw<{ subject: string; payload: object }[]>`
      SELECT subject, payload FROM booking.outbox WHERE payload->>'bookingUid' = ${uid}`;
    const booking = await database.booking.findUnique({ where: { uid } });
    return {
      void: outcome?.void,
      bookings: booking ? 1 : 0,
      events: events.length,
      payload: events[0]?.payload,
    };
  };
  const termsRequest = { venueId: 1, facilityId: 1, guest: null };
  const claim = async (key: string, owner: string) =>
    (await claimKey(bookings.database, key, { owner, body: body as never, termsRequest })).bookingUid;
  const keyRow = (key: string) =>
    bookings.database.idempotencyKey.findUnique({ where: { venueId_key: { venueId: 1, key } } });

  it('counts after a lost response, and can never count once its caller has given up', async () => {
    const deps = { database: bookings.database, log: silentLog };
    const [kept, lost] = [newBooking(), newBooking()];
    const isSaved = ({ uid: bookingUid }: NewBooking, error: unknown) =>
      isSavedAfterAll(deps, error, [{ venueId: 1, bookingUid }]);
    await save(kept);
    assert.equal(await isSaved(kept, new Error('connection lost')), true);
    assert.equal(await isSaved(lost, new Error('connection lost')), false);
    assert.equal(await save(lost), null);
    // An expected failure says that nothing was written: no reservation becomes void.
    const refused = newBooking();
    assert.equal(await isSaved(refused, fail('unavailable')), false);
    assert.ok(await save(refused));
  });

  it('writes the booking, its reservation’s outcome and its event together', async () => {
    const booking = newBooking();
    const saved = await save(booking);
    const { payload, ...rest } = await traces(booking.uid);
    assert.deepEqual(rest, { void: false, bookings: 1, events: 1 });
    const fact = readEvent('events.booking.booking_created', payload as never);
    assert.deepEqual(
      [
        fact.bookingUid,
        Number(fact.bookingId),
        fact.venueId,
        fact.facilityId,
        Number(fact.slotId),
        fact.status,
      ],
      [booking.uid, saved?.id, 1, 1, booking.slotId, 'confirmed'],
    );
  });

  it('stores everything that the guest sees', async () => {
    const booking = newBooking({
      customerName: 'Zoë "O\'Neil" 🎳',
      extra: { note: 'a\nb' },
      amountCents: 1999,
    });
    const saved = await save(booking);
    const found = await findBooking(bookings.database, { venueId: 1, uid: booking.uid });
    assert.deepEqual(found && toBooking(found), {
      id: saved?.id,
      reference: saved?.reference,
      facility: 'Pass',
      starts_at: '2030-06-03T10:00',
      ends_at: '2030-06-03T11:00',
      people: 2,
      amount_eur: 19.99,
      status: 'confirmed',
      customer_name: 'Zoë "O\'Neil" 🎳',
      customer_email: 'ada@example.com',
    });
    const row = await bookings.database.booking.findUnique({ where: { uid: booking.uid } });
    assert.deepEqual([row?.extra, row?.redirectUrl], [{ note: 'a\nb' }, null]);
  });

  it('stores instants independently of the database’s time zone', async () => {
    const own = await openTestBookings();
    try {
      await own.database.$executeRaw`DO $$ BEGIN
        EXECUTE format('ALTER DATABASE %I SET TimeZone = ''Asia/Kathmandu''', current_database()); END $$`;
      // New sessions use the database's current time zone.
      const database = own.anotherReplica();
      const booking = newBooking({ status: 'pending_payment' });
      await saveBooking(database, booking);
      const row = await database.booking.findUniqueOrThrow({ where: { uid: booking.uid } });
      const [stored] = await database.$queryRaw<{ of: number[] }[]>`
        SELECT array_agg((extract(epoch FROM it) * 1000)::float ORDER BY n) AS of
        FROM booking.booking, unnest(ARRAY[starts_at, created_at, hold_until]) WITH ORDINALITY AS instant(it, n)
        WHERE uid = ${booking.uid}::uuid`;
      const read = [row.startsAt, row.createdAt, row.holdUntil].map((instant) => instant?.getTime());
      assert.deepEqual(read, stored?.of, 'as stored in PostgreSQL');
      assert.equal(read[0], booking.startsAt, 'as passed to saveBooking');
    } finally {
      await own.close();
    }
  });

  it('lets each of several concurrent bookings succeed or fail alone', async () => {
    const good = Array.from({ length: 12 }, () => newBooking());
    const late = newBooking();
    await declareVoid(late.uid);
    const lost = newBooking({ idempotencyKey: randomUUID() });
    const poison = newBooking({ customerName: 'A\u0000da' });
    const [saved, others] = await Promise.all([
      Promise.all(good.map(save)),
      Promise.allSettled([late, poison, lost].map(save)),
    ]);
    assert.equal(new Set(saved.map((one) => one?.id)).size, good.length);
    assert.deepEqual(
      others.map(({ status }) => status),
      ['fulfilled', 'rejected', 'fulfilled'],
    );
    for (const [at, { uid }] of good.entries()) {
      const row = await findBooking(bookings.database, { venueId: 1, uid });
      assert.equal(Number(row?.id), saved[at]?.id);
      assert.deepEqual([(await traces(uid)).events, (await traces(uid)).void], [1, false]);
    }
    for (const { uid } of [late, poison, lost]) assert.equal((await traces(uid)).bookings, 0);
  });

  it('publishes an event without personal data', async () => {
    const booking = newBooking({ customerName: 'Grace Hopper', customerEmail: 'grace@example.com' });
    await save(booking);
    const { payload } = await traces(booking.uid);
    assert.doesNotMatch(JSON.stringify(payload), /Grace|Hopper|example\.com|020 123/);
  });

  it('assigns a readable booking number that reveals nothing about other bookings', async () => {
    const [first, second] = [await save(newBooking()), await save(newBooking())];
    for (const saved of [first, second]) {
      assert.match(
        saved?.reference ?? '',
        /^[CDFGHJKMNPQRTVWX][2-9CDFGHJKMNPQRTVWX]{3}-[2-9CDFGHJKMNPQRTVWX]{4}$/,
      );
      assert.equal(readReference(` #${saved?.reference.toLowerCase().replace('-', '')}`), saved?.reference);
    }
    const made = await bookings.database.$queryRaw<{ reference: string }[]>`
      SELECT booking.new_reference() AS reference FROM generate_series(1, 3000)`;
    assert.equal(new Set(made.map(({ reference }) => reference)).size, made.length);
    const seen = (place: number) => new Set(made.map(({ reference }) => reference[place])).size;
    assert.deepEqual([0, 1, 2, 3, 4, 5, 6, 7, 8].map(seen), [16, 24, 24, 24, 1, 24, 24, 24, 24]);
  });

  it('retries with another booking number if the first one is taken, and saves once', async () => {
    const own = await openTestBookings();
    try {
      const { database } = own;
      // Each number is drawn twice, so every second booking draws a taken one.
      await database.$executeRaw`CREATE SEQUENCE booking.drawn`;
      await database.$executeRaw`CREATE OR REPLACE FUNCTION booking.new_reference() RETURNS text LANGUAGE sql
        AS $$ SELECT 'number ' || nextval('booking.drawn') / 2 $$`;
      const references: (string | undefined)[] = [];
      for (let nth = 0; nth < 4; nth++)
        references.push((await saveBooking(database, newBooking()))?.reference);
      assert.deepEqual(references, ['number 0', 'number 1', 'number 2', 'number 3']);
      assert.deepEqual(
        await database.$queryRaw`SELECT
          (SELECT count(*)::integer FROM booking.booking) AS bookings,
          (SELECT count(*)::integer FROM booking.outbox) AS events,
          (SELECT count(*)::integer FROM booking.history) AS lines`,
        [{ bookings: 4, events: 4, lines: 4 }],
      );
    } finally {
      await own.close();
    }
  });

  it('writes nothing if the database rejects a part', async () => {
    for (const bad of [
      newBooking({ people: 0 }),
      newBooking({ status: 'nothing' as never }),
      newBooking({ facilityId: 99 }),
    ]) {
      await assert.rejects(save(bad));
      assert.deepEqual(await traces(bad.uid), {
        void: undefined,
        bookings: 0,
        events: 0,
        payload: undefined,
      });
    }
  });

  it('saves a booking once per uid', async () => {
    const booking = newBooking();
    const saved = await Promise.all([save(booking), save(booking), save(booking)]);
    assert.equal(saved.filter((it) => it !== null).length, 1);
    assert.deepEqual((await traces(booking.uid)).events, 1);
  });

  it('writes nothing once the reservation is declared void', async () => {
    const booking = newBooking();
    assert.deepEqual(await declareVoid(booking.uid), { void: [booking.uid], saved: [] });
    assert.equal(await save(booking), null);
    assert.deepEqual(await traces(booking.uid), { void: true, bookings: 0, events: 0, payload: undefined });
  });

  it('prevents the reservation from being declared void afterwards', async () => {
    const [booking, orphan] = [newBooking(), randomUUID()];
    await save(booking);
    assert.deepEqual(await declareVoid(booking.uid, orphan), { void: [orphan], saved: [booking.uid] });
    assert.equal((await traces(booking.uid)).bookings, 1);
    assert.deepEqual(await declareVoid(), { void: [], saved: [] });
  });

  it('has exactly one winner in each of 50 races with declaring the reservation void', async () => {
    const won = { saved: 0, void: 0 };
    for (let round = 0; round < 50; round++) {
      const booking = newBooking();
      // Each side is first in some of the rounds: saving waits for concurrent bookings.
      const voiding = () => sleep(round % 10).then(() => declareVoid(booking.uid));
      await Promise.all([save(booking), round % 2 === 1 ? voiding() : declareVoid(booking.uid)]);
      const decided = await declareVoid(booking.uid);
      const { payload, ...rest } = await traces(booking.uid);
      const isVoid = decided.void.length === 1;
      assert.deepEqual(rest, { void: isVoid, bookings: isVoid ? 0 : 1, events: isVoid ? 0 : 1 });
      won[isVoid ? 'void' : 'saved'] += 1;
    }
    assert.ok(won.saved > 0 && won.void > 0, JSON.stringify(won));
  });

  it('returns the actual winner of a race to both sides', async () => {
    for (let round = 0; round < 50; round++) {
      const booking = newBooking();
      const [saved, decided] = await Promise.all([save(booking), declareVoid(booking.uid)]);
      assert.deepEqual(
        decided,
        saved ? { void: [], saved: [booking.uid] } : { void: [booking.uid], saved: [] },
      );
    }
  });

  it('stores the booking under its Idempotency-Key', async () => {
    const booking = newBooking({ idempotencyKey: randomUUID() });
    await claim(booking.idempotencyKey ?? '', booking.uid);
    assert.ok(await save(booking));
    assert.equal((await keyRow(booking.idempotencyKey ?? ''))?.bookingUid, booking.uid);
  });

  it('writes nothing once another request has taken over the Idempotency-Key', async () => {
    const key = randomUUID();
    const [slow, quick] = [newBooking({ idempotencyKey: key }), newBooking({ idempotencyKey: key })];
    await claim(key, slow.uid);
    await bookings.database.$executeRaw`
      UPDATE booking.idempotency_key SET leased_until = now() - interval '1 second' WHERE key = ${key}`;
    assert.equal(await claim(key, quick.uid), null);
    assert.equal(await save(slow), null);
    assert.deepEqual(await traces(slow.uid), { void: undefined, bookings: 0, events: 0, payload: undefined });
    assert.ok(await save(quick));
    assert.equal((await keyRow(key))?.bookingUid, quick.uid);
  });

  it('leaves the Idempotency-Key without a booking if the reservation is void', async () => {
    const booking = newBooking({ idempotencyKey: randomUUID() });
    await claim(booking.idempotencyKey ?? '', booking.uid);
    await declareVoid(booking.uid);
    assert.equal(await save(booking), null);
    assert.equal((await keyRow(booking.idempotencyKey ?? ''))?.bookingUid, null);
  });
});
