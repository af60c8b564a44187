import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { until } from '@venue-booking/kit/testing/testMessaging';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { openTestLedger, type TestLedger } from '../testing/testLedger.ts';
import { listUnsettled, releasePlaces, settlePlaces } from './ledger.ts';
import { listResizes, resizePlaces, settleResize } from './ledgerResize.ts';

describe('a resize in the ledger', () => {
  let ledger: TestLedger;
  let hour = 0;
  beforeAll(async () => {
    ledger = await openTestLedger();
  });
  afterAll(async () => {
    assert.deepEqual(await ledger.broken(), [], 'booked is the sum of live allocations');
    await ledger.close();
  });
  /** A slot that no other test uses. */
  const freshSlot = () => {
    hour += 1;
    return ledger.slotAt(hour);
  };
  /** Reserves places of a slot for a party. */
  const seat = async (slot: number, people: number) => {
    const bookingUid = randomUUID();
    const { parties } = await ledger.reserve(slot, [{ bookingUid, people }]);
    assert.equal(parties[0]?.refused, null);
    return bookingUid;
  };
  const settle = (bookingUid: string, people: number | null, revision = 0) =>
    settleResize(ledger.database, { venueId: 1, bookingUid, revision, people, addOns: {} });
  const pending = async () =>
    (await listResizes(ledger.database, { olderThanMs: 0, limit: 1000 })).map(({ bookingUid }) => bookingUid);

  it('takes only the difference, and holds the greater number until it is settled', async () => {
    const slot = freshSlot();
    const [uid] = [await seat(slot, 4), await seat(slot, 3)];
    assert.equal(await ledger.resize(uid, 4, 7), null, '3 of 3 free places');
    assert.equal(await ledger.booked(slot), 10);
    await settle(uid, 7);
    assert.equal(await ledger.booked(slot), 10);
    assert.equal(await ledger.resize(uid, 7, 2, 1), null);
    assert.equal(await ledger.booked(slot), 10, 'places are released only once fewer people are settled');
    await settle(uid, 2, 1);
    assert.equal(await ledger.booked(slot), 5);
    assert.deepEqual(await pending(), []);
  });

  it('returns the free places when there are too few, and changes nothing', async () => {
    const slot = freshSlot();
    const [uid] = [await seat(slot, 4), await seat(slot, 4)];
    const request = { venueId: 1, bookingUid: uid, revision: 0, from: 4, people: 7, addOns: {} };
    assert.deepEqual(await resizePlaces(ledger.database, request), {
      outcome: 'short',
      free: 2,
      capacity: 10,
    });
    assert.equal(await ledger.resize(uid, 4, 7), 'places_short');
    assert.equal(await ledger.resize(uid, 4, 11), 'people_too_many');
    await seat(slot, 2);
    assert.equal(await ledger.resize(uid, 4, 5), 'slot_full');
    assert.deepEqual([await ledger.booked(slot), await pending()], [10, []]);
  });

  it('restores the number of people when the booking did not change, however often it is repeated', async () => {
    const slot = freshSlot();
    const uid = await seat(slot, 4);
    for (let again = 0; again < 3; again++) assert.equal(await ledger.resize(uid, 4, 6), null);
    assert.equal(await ledger.resize(uid, 4, 8), 'booking_changed', 'only one change at a time');
    for (let again = 0; again < 3; again++) await settle(uid, 4);
    assert.equal(await ledger.booked(slot), 4);
    assert.equal(await ledger.resize(uid, 4, 6), 'booking_changed', 'too late for that revision');
    assert.equal(await ledger.booked(slot), 4);
  });

  it('keeps an exclusive slot as a whole for any number that fits', async () => {
    const slot = freshSlot();
    await ledger.changeFacility({ mode: 'FULL' });
    const uid = await seat(slot, 2);
    assert.equal(await ledger.resize(uid, 2, 10), null);
    await settle(uid, 10);
    assert.equal(await ledger.resize(uid, 10, 11, 1), 'people_too_many');
    assert.equal(await ledger.resize(uid, 10, 3, 1), null);
    await settle(uid, 3, 1);
    assert.equal(await ledger.booked(slot), 10);
    await ledger.changeFacility({ mode: 'CAPACITY' });
    assert.equal(
      await ledger.resize(uid, 3, 5, 2),
      null,
      'it keeps the whole slot, although slots are shared now',
    );
    await settle(uid, 5, 2);
    assert.equal(await ledger.booked(slot), 10);
  });

  it('removes people but adds none in a slot with less capacity than was sold', async () => {
    const slot = freshSlot();
    const uid = await seat(slot, 8);
    await ledger.changeFacility({ capacity: 4 });
    assert.equal(await ledger.resize(uid, 8, 9), 'people_too_many');
    assert.equal(await ledger.resize(uid, 8, 7), null);
    await settle(uid, 7);
    assert.equal(await ledger.booked(slot), 7);
    await ledger.changeFacility({ capacity: 10 });
  });

  it('ignores a block of the slot for a party that is already booked', async () => {
    const slot = freshSlot();
    const uid = await seat(slot, 2);
    await ledger.database.slot.update({ where: { id: BigInt(slot) }, data: { blocked: true } });
    assert.equal(await ledger.resize(uid, 2, 3), null);
    await settle(uid, 3);
    assert.equal(await ledger.booked(slot), 3);
  });

  it('does nothing for a booking that was cancelled or belongs to another venue', async () => {
    const slot = freshSlot();
    const [released, stays] = [await seat(slot, 2), await seat(slot, 2)];
    await releasePlaces(ledger.database, 1, released);
    assert.equal(await ledger.resize(released, 2, 3), 'booking_changed');
    assert.equal(await ledger.resize(randomUUID(), 2, 3), 'booking_changed');
    const foreign = { venueId: 2, bookingUid: stays, revision: 0, from: 2, people: 3, addOns: {} };
    assert.deepEqual(await resizePlaces(ledger.database, foreign), { outcome: 'changed' });
    await settleResize(ledger.database, { ...foreign, people: 2 });
    assert.equal(await ledger.resize(stays, 2, 3), null);
    await releasePlaces(ledger.database, 1, stays);
    await settle(stays, null);
    assert.deepEqual([await ledger.booked(slot), await pending()], [0, []]);
  });

  it('is released in full by a release that waited for it', async () => {
    const slot = freshSlot();
    const uid = await seat(slot, 4);
    const waiting = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
    let given: Promise<unknown> | undefined;
    await ledger.database.$transaction(async (tx) => {
      await resizePlaces(tx, { venueId: 1, bookingUid: uid, revision: 0, from: 4, people: 6, addOns: {} });
      given = releasePlaces(ledger.database, 1, uid);
      await until(async () => (await ledger.database.$queryRawUnsafe<unknown[]>(waiting)).length > 0);
    });
    await given;
    await settle(uid, null);
    assert.deepEqual([await ledger.booked(slot), await pending()], [0, []]);
  });

  it('appears with its revision in the list of what booking has to decide', async () => {
    const uid = await seat(freshSlot(), 2);
    await settlePlaces(ledger.database, [{ venueId: 1, bookingUid: uid }]);
    await ledger.resize(uid, 2, 3, 5);
    const unsettled = await listUnsettled(ledger.database, { olderThanMs: 0, limit: 1000 });
    const [it] = unsettled.filter(({ bookingUid }) => bookingUid === uid);
    assert.deepEqual(it, { bookingUid: uid, venueId: 1, revision: 5 });
    await settle(uid, 2, 5);
  });

  /** Steps of one of three bookings; `again` repeats an earlier request, like a late message. */
  const steps = fc.array(
    fc.record({
      who: fc.nat(2),
      does: fc.constantFrom('resize', 'resize', 'resize', 'write', 'write', 'give up', 'cancel', 'again'),
      people: fc.integer({ min: 1, max: 11 }),
    }),
    { minLength: 5, maxLength: 25 },
  );

  it('always holds what each booking is or may become for, and never exceeds the capacity', async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (sequence) => {
        const slot = freshSlot();
        const parties = [2, 3, 1].map((people) => ({
          uid: '',
          people,
          revision: 0,
          target: null as number | null,
          live: true,
          past: [] as (() => Promise<unknown>)[],
        }));
        for (const party of parties) party.uid = await seat(slot, party.people);
        const held = () =>
          parties.reduce(
            (sum, { live, people, target }) => sum + (live ? Math.max(people, target ?? 0) : 0),
            0,
          );
        for (const { who, does, people } of sequence) {
          const party = parties[who % 3];
          if (!party) continue;
          const { uid, revision, live } = party;
          if (does === 'resize') {
            const resize = () => ledger.resize(uid, party.people, people, revision);
            const more = Math.max(0, people - party.people);
            const mayBe = live && (party.target === null || party.target === people);
            const fits = mayBe && (party.target !== null || held() + more <= 10);
            assert.equal((await resize()) === null, fits);
            if (fits && party.target === null) party.target = people;
          } else if (does === 'again') {
            await party.past[people % party.past.length]?.();
          } else if (does === 'cancel') {
            await releasePlaces(ledger.database, 1, uid);
            party.live = false;
          } else if (party.target !== null) {
            const [from, to] = [party.people, party.target];
            // Either decision moves the booking to its next revision.
            if (does === 'write') party.people = to;
            party.target = null;
            party.revision += 1;
            const decided = party.people;
            await settle(uid, decided, revision);
            party.past.push(
              () => ledger.resize(uid, from, to, revision),
              () => settle(uid, decided, revision),
            );
          }
          assert.equal(await ledger.booked(slot), held());
          assert.ok(held() <= 10);
        }
        for (const { uid, revision, people, target } of parties)
          if (target !== null) await settle(uid, people, revision);
      }),
      { numRuns: 40 },
    );
    assert.deepEqual(await pending(), []);
  });

  it('gives the last places to one of many bookings during cancellations, retries and settlements', async () => {
    for (let round = 0; round < 10; round++) {
      const slot = freshSlot();
      // With the new party, two places are left for one of the bookings, in any order.
      const uids = await Promise.all(Array.from({ length: 7 }, () => seat(slot, 1)));
      const leaving = uids[0] ?? '';
      const results = await Promise.all([
        ...uids.map(async (uid) => {
          const refused = await ledger.resize(uid, 1, 3);
          await settle(uid, refused ? 1 : 3);
          return refused;
        }),
        releasePlaces(ledger.database, 1, leaving),
        ledger.reserve(slot, [{ bookingUid: randomUUID(), people: 1 }]),
      ]);
      assert.ok(results.includes(null));
      assert.ok((await ledger.booked(slot)) <= 10);
      assert.deepEqual(await ledger.broken(), []);
      assert.deepEqual(await pending(), []);
    }
  });
});
