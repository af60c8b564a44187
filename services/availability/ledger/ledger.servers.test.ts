import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { openTestLedger, type TestLedger } from '../testing/testLedger.ts';
import { listUnsettled, releasePlaces, settlePlaces } from './ledger.ts';

const party = (people: number) => ({ bookingUid: randomUUID(), people });

describe('the ledger of places', () => {
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
  const codesOf = async (slotId: number, parties: { bookingUid: string; people: number }[]) =>
    (await ledger.reserve(slotId, parties)).parties.map(({ refused }) => refused?.code ?? 'taken');

  it('admits a batch in order of arrival and skips those that do not fit', async () => {
    const slot = freshSlot();
    assert.deepEqual(await codesOf(slot, [3, 6, 4, 1, 1].map(party)), [
      'taken',
      'taken',
      'places_short',
      'taken',
      'slot_full',
    ]);
    assert.equal(await ledger.booked(slot), 10);
  });

  it('admits exactly what a first-come-first-served list would, for any batches', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(fc.integer({ min: 1, max: 12 }), { minLength: 1, maxLength: 8 }), {
          minLength: 1,
          maxLength: 4,
        }),
        async (batches) => {
          const slot = freshSlot();
          let left = 10;
          for (const people of batches) {
            const expected = people.map((n) => {
              const fits = n <= left;
              if (fits) left -= n;
              return fits;
            });
            assert.deepEqual(
              (await codesOf(slot, people.map(party))).map((code) => code === 'taken'),
              expected,
            );
          }
          assert.equal(await ledger.booked(slot), 10 - left);
        },
      ),
      { numRuns: 40 },
    );
  });

  it('returns the same result for a repeated reservation and takes its places once', async () => {
    const slot = freshSlot();
    const booking = party(4);
    assert.deepEqual(await codesOf(slot, [booking]), ['taken']);
    assert.deepEqual(await codesOf(slot, [booking, party(6)]), ['taken', 'taken']);
    assert.deepEqual(await codesOf(slot, [booking]), ['taken'], 'also once the slot is full');
    assert.equal(await ledger.booked(slot), 10);
  });

  it('takes places once when the same reservation arrives several times concurrently', async () => {
    const slot = freshSlot();
    const booking = party(2);
    const results = await Promise.all(Array.from({ length: 8 }, () => codesOf(slot, [booking])));
    assert.deepEqual(results.flat(), Array(8).fill('taken'));
    assert.equal(await ledger.booked(slot), 2);
  });

  it('takes places that a concurrent transaction is releasing', async () => {
    const slot = freshSlot();
    const [leaving, next] = [party(4), party(8)];
    await ledger.reserve(slot, [leaving]);
    const [begun, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const release = ledger.database.$transaction(async (tx) => {
      await releasePlaces(tx, 1, leaving.bookingUid);
      begun.resolve();
      await held.promise;
    });
    await begun.promise;
    const taking = codesOf(slot, [next]);
    await sleep(200);
    held.resolve();
    await release;
    assert.deepEqual(await taking, ['taken']);
    assert.equal(await ledger.booked(slot), 8);
  });

  it('returns the same result for a booking that holds its places after the slot is blocked', async () => {
    const slot = freshSlot();
    const holder = party(2);
    await ledger.reserve(slot, [holder]);
    await ledger.database.slot.update({ where: { id: BigInt(slot) }, data: { blocked: true } });
    assert.deepEqual(await codesOf(slot, [holder, party(1)]), ['taken', 'slot_blocked']);
  });

  it('releases places once, however many concurrent calls', async () => {
    const slot = freshSlot();
    const [leaving, stays] = [party(3), party(5)];
    await ledger.reserve(slot, [leaving, stays]);
    await Promise.all(Array.from({ length: 6 }, () => releasePlaces(ledger.database, 1, leaving.bookingUid)));
    assert.equal(await ledger.booked(slot), 5);
  });

  it('leaves a tombstone for an unknown booking, which rejects a late reservation', async () => {
    const slot = freshSlot();
    const late = party(2);
    await releasePlaces(ledger.database, 1, late.bookingUid);
    assert.deepEqual(await codesOf(slot, [late, party(1)]), ['unavailable', 'taken']);
    assert.equal(await ledger.booked(slot), 1);
  });

  it('ends with no places held, whichever of a reservation and its release comes first', async () => {
    const slot = freshSlot();
    for (let round = 0; round < 20; round++) {
      const booking = party(3);
      await Promise.all([
        ledger.reserve(slot, [booking]),
        releasePlaces(ledger.database, 1, booking.bookingUid),
      ]);
      await releasePlaces(ledger.database, 1, booking.bookingUid);
      assert.equal(await ledger.booked(slot), 0);
    }
  });

  it('does not release places of another venue', async () => {
    const slot = freshSlot();
    const booking = party(3);
    await ledger.reserve(slot, [booking]);
    await assert.rejects(releasePlaces(ledger.database, 2, booking.bookingUid));
    assert.equal(await ledger.booked(slot), 3);
  });

  it('decides each slot of a batch independently', async () => {
    const slots = Array.from({ length: 8 }, freshSlot);
    const invalid = { bookingUid: randomUUID(), people: 2_147_483_647 };
    const outcomes = await Promise.all(
      slots.map((slot, at) => codesOf(slot, at === 3 ? [party(4), invalid, party(6)] : [7, 4, 3].map(party))),
    );
    for (const [at, codes] of outcomes.entries())
      assert.deepEqual(
        codes,
        at === 3 ? ['taken', 'unavailable', 'taken'] : ['taken', 'places_short', 'taken'],
      );
    assert.deepEqual(
      await Promise.all(slots.map(ledger.booked)),
      slots.map(() => 10),
    );
  });

  it('rejects only the slot of a batch that overlaps an occupied one', async () => {
    const [occupied, other, another] = [freshSlot(), freshSlot(), freshSlot()];
    await ledger.reserve(occupied, [party(1)]);
    await ledger.changeFacility({ opensAt: '06:30', closesAt: '05:30' });
    const half = (slot: number) => slot + (ledger.slotAt(0.5) - ledger.slotAt(0));
    // Caches the rules, so that only the ledger can detect the overlap.
    assert.deepEqual(await codesOf(half(another), [party(1)]), ['taken']);
    assert.deepEqual(await Promise.all([occupied, other].map((slot) => codesOf(half(slot), [party(1)]))), [
      ['slot_blocked'],
      ['taken'],
    ]);
    await ledger.changeFacility({ opensAt: '06:00', closesAt: '06:00' });
    hour += 1;
  });

  it('rejects a reservation of a slot that overlaps an occupied one', async () => {
    const slot = freshSlot();
    await ledger.reserve(slot, [party(1)]);
    await ledger.changeFacility({ opensAt: '06:30', closesAt: '05:30' });
    const overlapping = ledger.slotAt(hour + 0.5);
    assert.deepEqual(await codesOf(overlapping, [party(1)]), ['slot_blocked']);
    assert.deepEqual(
      await codesOf(slot, [party(1)]),
      ['slot_blocked'],
      'the owner no longer offers that time',
    );
    await assert.rejects(
      ledger.database
        .$executeRaw`INSERT INTO availability.slot (id, venue_id, facility_id, starts_at, ends_at, booked, sold_capacity)
        SELECT id + 5, venue_id, facility_id, starts_at + interval '5 minutes', ends_at, 1, 1 FROM availability.slot WHERE id = ${slot}`,
      /slot_no_overlap/,
    );
    await ledger.changeFacility({ opensAt: '06:00', closesAt: '06:00' });
    hour += 1;
  });

  it('rejects desk bookings of an occupied slot after its hours were closed', async () => {
    const slot = freshSlot();
    await ledger.reserve(slot, [party(1)]);
    const byDesk = async () => (await ledger.reserve(slot, [party(1)], true)).parties[0]?.refused?.code;
    assert.equal(await byDesk(), undefined, 'while the facility is open');
    await ledger.changeFacility({ openDays: [] });
    assert.equal(await byDesk(), 'slot_blocked');
    assert.equal(await ledger.booked(slot), 2);
    await ledger.changeFacility({ openDays: [1, 2, 3, 4, 5, 6, 7] });
  });

  it('rejects a party larger than an exclusive slot, from the desk too, and admits one that fits', async () => {
    const slot = freshSlot();
    await ledger.changeFacility({ mode: 'FULL' });
    const { parties } = await ledger.reserve(slot, [11, 10, 1].map(party), true);
    assert.deepEqual(
      parties.map(({ refused }) => refused?.code),
      ['places_short', undefined, 'slot_full'],
    );
    assert.equal(await ledger.booked(slot), 10);
    await ledger.changeFacility({ mode: 'CAPACITY' });
  });

  it('rejects an oversell in the database itself', async () => {
    const slot = freshSlot();
    await ledger.reserve(slot, [party(10)]);
    await assert.rejects(
      ledger.database.$executeRaw`UPDATE availability.slot SET booked = booked + 1 WHERE id = ${slot}`,
      /slot_not_oversold/,
    );
  });

  it('keeps bookings when the capacity is lowered, and sells again once there is room', async () => {
    const slot = freshSlot();
    const eight = party(8);
    await ledger.reserve(slot, [eight]);
    await ledger.changeFacility({ capacity: 4 });
    assert.deepEqual(await codesOf(slot, [party(1)]), ['slot_full']);
    await releasePlaces(ledger.database, 1, eight.bookingUid);
    assert.deepEqual(await codesOf(slot, [party(4), party(1)]), ['taken', 'slot_full']);
    await ledger.changeFacility({ capacity: 10 });
  });

  it('sells a released slot with its current length', async () => {
    const slot = freshSlot();
    hour += 2;
    const leaving = party(1);
    await ledger.reserve(slot, [leaving]);
    await releasePlaces(ledger.database, 1, leaving.bookingUid);
    await ledger.changeFacility({
      durationMinutes: 120,
      opensAt: hour % 2 ? '07:00' : '06:00',
      closesAt: '05:00',
    });
    const { slot: reserved } = await ledger.reserve(slot, [party(1)]);
    const row = await ledger.database.slot.findUniqueOrThrow({ where: { id: BigInt(slot) } });
    assert.equal(row.endsAt.getTime(), row.startsAt.getTime() + 2 * 3600_000);
    assert.equal(reserved?.endsAt, row.endsAt.getTime());
    await ledger.changeFacility({ durationMinutes: 60, opensAt: '06:00', closesAt: '06:00' });
  });

  it('recreates the row of a slot that a restored backup lacks', async () => {
    const [slot, first] = [ledger.slotAt(70), randomUUID()];
    await ledger.reserve(slot, [{ bookingUid: first, people: 4 }]);
    await ledger.database.$executeRaw`DELETE FROM availability.allocation WHERE booking_uid = ${first}::uuid`;
    await ledger.database.$executeRaw`DELETE FROM availability.slot WHERE id = ${slot}`;
    const { parties } = await ledger.reserve(slot, [{ bookingUid: randomUUID(), people: 10 }]);
    assert.equal(parties[0]?.refused, null);
    assert.equal(await ledger.booked(slot), 10);
  });

  it('lists reservations whose booking was not saved', async () => {
    const slot = freshSlot();
    const [saved, orphan, released] = [party(1), party(1), party(1)];
    await ledger.reserve(slot, [saved, orphan, released]);
    await settlePlaces(ledger.database, [{ venueId: 1, bookingUid: saved.bookingUid }]);
    await releasePlaces(ledger.database, 1, released.bookingUid);
    const unsettled = await listUnsettled(ledger.database, { olderThanMs: 0, limit: 1000 });
    const uids = unsettled.map(({ bookingUid }) => bookingUid);
    assert.equal(uids.includes(orphan.bookingUid), true);
    assert.equal(uids.includes(saved.bookingUid) || uids.includes(released.bookingUid), false);
    assert.deepEqual(await listUnsettled(ledger.database, { olderThanMs: 60_000, limit: 1000 }), []);
  });
});
