import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, beforeEach, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Pricing } from '@venue-booking/proto/pricing';
import type { Party } from '@venue-booking/proto/slot';
import { slotCalendar } from './calendar.ts';
import { openDatabase } from './database.ts';
import { givePlacesBack, takePlaces } from './ledger.ts';
import { takeAddOns } from './ledgerAddOns.ts';
import { settleResize } from './ledgerResize.ts';
import { availability, checkSlot, daySlots } from './reads.ts';
import { createReserve } from './reserve.ts';
import { openTestLedger, type TestLedger } from './testing/testLedger.ts';

const name = { nl: 'Handdoek', en: 'Towel' };
const priced = (towels: number, per: 'slot' | 'day' = 'slot'): Pricing => ({
  ...{ per: 'person', eur: 10, rules: [] },
  add_ons: [
    { key: 'towel', name, eur: 3, per: 'piece', stock: { per, count: towels } },
    { key: 'robe', name, eur: 7, per: 'piece', stock: { per: 'slot', count: 2 } },
    { key: 'tea', name, eur: 2, per: 'piece' },
  ],
});
const party = (addOns?: Record<string, number>, people = 1): Party => ({
  ...{ bookingUid: randomUUID(), people },
  ...(addOns && { addOns }),
});

describe('the stock of add-ons', () => {
  let ledger: TestLedger;
  let hour = 0;
  before(async () => {
    ledger = await openTestLedger();
  });
  after(async () => {
    assert.deepEqual(await ledger.broken(), [], 'booked is the sum of live allocations');
    await ledger.close();
  });
  beforeEach(() => ledger.changeFacility({ capacity: 200, pricing: priced(10) }));
  // A day for each test.
  const freshSlot = () => {
    hour += 24;
    return ledger.slotAt(hour);
  };
  const outcome = async (slot: number, wish: Party) => {
    const { refused } = (await ledger.reserve(slot, [wish])).parties[0] ?? assert.fail();
    return refused ? [refused.code, refused.params] : 'taken';
  };
  const left = async (slotId: number) =>
    (await checkSlot(ledger, { venueId: 1, slotId })).add_ons
      ?.map((one) => `${one.left} ${one.key}`)
      .join(', ');
  const back = (wish: Party) => givePlacesBack(ledger.database, 1, wish.bookingUid);
  /** What is taken is what live allocations hold, always. */
  const assertCounted = async () => {
    const wrong = await ledger.database.$queryRaw`
      WITH held AS (
        SELECT h.day, h.slot, h.key, sum(h.count) AS count FROM availability.allocation a
        CROSS JOIN jsonb_to_recordset(a.add_ons) AS h(key text, day date, slot bigint, count integer)
        WHERE a.released_at IS NULL GROUP BY 1, 2, 3)
      SELECT u.*, h.count FROM availability.add_on_use u
      FULL JOIN held h ON (h.day, h.slot, h.key) = (u.day, u.slot_id, u.key) WHERE coalesce(u.taken, 0) <> coalesce(h.count, 0)`;
    assert.deepEqual(wrong, []);
  };

  it('is spent with the places, told of with the time, and given back with the places', async () => {
    const slot = freshSlot();
    assert.equal(await left(slot), '10 towel, 2 robe');
    const wish = party({ towel: 4, robe: 1, tea: 50 });
    assert.equal(await outcome(slot, wish), 'taken');
    assert.equal(await outcome(slot, wish), 'taken', 'asked again');
    assert.equal(await left(slot), '6 towel, 1 robe');
    assert.equal(await left(slot + 60), '10 towel, 2 robe', 'the next time has its own');
    assert.deepEqual(await outcome(slot, party({ towel: 7 })), ['add_on_gone', { key: 'towel', left: 6 }]);
    assert.deepEqual(await outcome(slot, party({ towel: 1, robe: 2 })), [
      'add_on_gone',
      { key: 'robe', left: 1 },
    ]);
    assert.equal(await ledger.booked(slot), 1, 'who gets none has no place either');
    assert.equal(await outcome(slot, party()), 'taken');
    for (const _ of [1, 2]) await back(wish);
    assert.equal(await left(slot), '10 towel, 2 robe');
    await assertCounted();
  });

  it('keeps who wants more than is left from taking a place that others want meanwhile', async () => {
    const slot = freshSlot();
    const wish = party({ towel: 9 });
    assert.equal(await outcome(slot, wish), 'taken');
    const reserve = createReserve({
      database: ledger.database,
      takePlaces: async (_, wanted) => assert.fail(`${wanted.length} slots are asked for`),
    });
    const { parties } = await reserve({
      venueId: 1,
      slotId: slot,
      parties: [party({ towel: 2 }, 8), party({ robe: 3 }, 8)],
    });
    assert.deepEqual(
      parties.map(({ refused }) => [refused?.code, refused?.params]),
      [
        ['add_on_gone', { key: 'towel', left: 1 }],
        ['add_on_gone', { key: 'robe', left: 2 }],
      ],
    );
    const one = party({ towel: 1 });
    const both = await ledger.reserve(slot, [party({ towel: 2 }), one, wish, party()]);
    assert.deepEqual(
      both.parties.map(({ refused }) => refused?.code ?? 'taken'),
      ['add_on_gone', 'taken', 'taken', 'taken'],
    );
    assert.equal(await outcome(slot, wish), 'taken', 'what it has is not in its own way');
    assert.equal(await ledger.booked(slot), 3);
    await assertCounted();
  });

  it('of a day is that of all its times, and of no other day', async () => {
    await ledger.changeFacility({ pricing: priced(10, 'day') });
    const slot = freshSlot();
    assert.equal(await outcome(slot, party({ towel: 8 })), 'taken');
    assert.deepEqual(await outcome(slot + 60, party({ towel: 3 })), [
      'add_on_gone',
      { key: 'towel', left: 2 },
    ]);
    assert.equal(await left(freshSlot()), '10 towel, 2 robe');
    const { slots } = await daySlots(ledger, { venueId: 1, facilityId: 1, date: dateOf(slot) });
    assert.deepEqual([...new Set(slots.map((one) => one.add_ons?.[0]?.left))], [2]);
    await assertCounted();
  });

  it('that has become less takes nothing from who has it, and can be given back', async () => {
    const slot = freshSlot();
    const wish = party({ towel: 8 });
    await outcome(slot, wish);
    await ledger.changeFacility({ pricing: priced(5) });
    assert.deepEqual(await outcome(slot, party({ towel: 1 })), ['add_on_gone', { key: 'towel', left: 0 }]);
    await back(wish);
    assert.equal(await left(slot), '5 towel, 2 robe');
    await assertCounted();
  });

  it('is enough for a booking that moves within a day, which gives back what it had', async () => {
    await ledger.changeFacility({ pricing: priced(10, 'day') });
    const slot = freshSlot();
    const wish = party({ towel: 10 });
    await outcome(slot, wish);
    const moved = { ...party({ towel: 10 }), insteadOf: wish.bookingUid };
    assert.equal(await outcome(slot + 60, moved), 'taken');
    assert.deepEqual(await outcome(slot, party({ towel: 1 })), ['add_on_gone', { key: 'towel', left: 0 }]);
    await back(wish);
    assert.deepEqual(await outcome(slot, party({ towel: 1 })), ['add_on_gone', { key: 'towel', left: 0 }]);
    await back(moved);
    assert.equal(await outcome(slot, party({ towel: 10 })), 'taken');
    await assertCounted();
  });

  /** What guests are told of a slot: alone, in its day, and of that day in a month; and the desk of it. */
  const told = async (slot: number) => {
    const of = { venueId: 1, facilityId: 1 };
    const date = dateOf(slot);
    const { slots } = await daySlots(ledger, { ...of, date });
    const listed = slots.find(({ id }) => id === slot) ?? assert.fail();
    const { free, bookable, reason = null, add_ons } = await checkSlot(ledger, { venueId: 1, slotId: slot });
    assert.deepEqual(
      [listed.free, listed.bookable, listed.reason ?? null, listed.add_ons],
      [free, bookable, reason, add_ons],
    );
    assert.equal(bookable, !listed.blocked && free > 0);
    const [day] = (await availability(ledger, { ...of, from: date, to: date })).days;
    const sum = slots.reduce((places, one) => places + (one.bookable ? one.free : 0), 0);
    assert.deepEqual(day, { date, free: sum, bookable: sum > 0 });
    const calendar = await slotCalendar(ledger, { venueId: 1, from: date });
    const desk = calendar.days[0]?.facilities[0]?.slots.find(({ id }) => id === slot) ?? assert.fail();
    assert.deepEqual(desk.add_ons, add_ons);
    return { free, bookable, reason, day: sum, desk: [desk.free, desk.reason] };
  };

  it('of what each booking takes limits its places, and shuts it once the smallest party can not have it', async () => {
    const robes = { key: 'robe', name, eur: 7, per: 'person', required: true } as const;
    const [add_ons] = [[{ ...robes, stock: { per: 'slot', count: 5 } }]];
    const pricing = { per: 'person', eur: 10, rules: [], add_ons };
    await ledger.changeFacility({ capacity: 8, minPeople: 2, pricing });
    const slot = freshSlot();
    const all = 24 * 5;
    assert.deepEqual(await told(slot), { free: 5, bookable: true, reason: null, day: all, desk: [8, null] });
    const three = party({ robe: 3 }, 3);
    assert.equal(await outcome(slot, three), 'taken');
    assert.deepEqual(await told(slot), {
      ...{ free: 2, bookable: true, reason: null },
      ...{ day: all - 3, desk: [5, null] },
    });
    assert.deepEqual(await outcome(slot, party({ robe: 3 }, 3)), ['add_on_gone', { key: 'robe', left: 2 }]);
    const one = party({ robe: 1 });
    assert.equal(await outcome(slot, one), 'taken');
    // One is left, of which the smallest party needs two.
    assert.deepEqual(await told(slot), {
      ...{ free: 0, bookable: false, reason: 'add_on_gone' },
      ...{ day: all - 5, desk: [4, 'add_on_gone'] },
    });
    const places = await checkSlot(ledger, { venueId: 1, slotId: slot, placesAlone: true });
    assert.equal(places.free, 4);
    // The desk may leave it out, until there are no places either.
    assert.equal(await outcome(slot, party({}, 4)), 'taken');
    assert.deepEqual([(await told(slot)).reason, (await told(slot)).desk], ['full', [0, 'full']]);
    await back(three);
    assert.equal((await told(slot)).free, 3);
    await ledger.changeFacility({ minPeople: 1 });
  });

  it('of a booking day, of what each booking takes one of, shuts that whole day and no other', async () => {
    const cleaning = { key: 'cleaning', name, eur: 25, per: 'booking', required: true } as const;
    const add_ons = [{ ...cleaning, stock: { per: 'day', count: 1 } }];
    await ledger.changeFacility({ capacity: 8, pricing: { per: 'person', eur: 10, rules: [], add_ons } });
    const slot = freshSlot();
    const all = 24 * 8;
    assert.deepEqual(await told(slot), { free: 8, bookable: true, reason: null, day: all, desk: [8, null] });
    const wish = party({ cleaning: 1 }, 3);
    await outcome(slot, wish);
    for (const [at, desk] of [
      [slot, 5],
      [slot + 60, 8],
    ] as const)
      assert.deepEqual(await told(at), {
        ...{ free: 0, bookable: false, reason: 'add_on_gone' },
        ...{ day: 0, desk: [desk, 'add_on_gone'] },
      });
    assert.equal((await told(freshSlot())).free, 8);
    await back(wish);
    assert.equal((await told(slot)).free, 8);
  });

  it('covers a change before it is made, and then what was decided', async () => {
    const slot = freshSlot();
    const wish = party({ towel: 4 }, 2);
    await outcome(slot, wish);
    const { bookingUid } = wish;
    const change = (addOns: Record<string, number>, revision: number, people = 2) =>
      ledger.resize(bookingUid, 2, people, revision, { addOns });
    const settle = (addOns: Record<string, number>, revision: number, people = 2) =>
      settleResize(ledger.database, { venueId: 1, bookingUid, revision, people, addOns });
    // Neither is out of stock meanwhile.
    assert.equal(await change({ towel: 1, robe: 2 }, 1), null);
    assert.equal(await left(slot), '6 towel, 0 robe');
    assert.equal(await settle({ towel: 1, robe: 2 }, 1), 1, 'of this facility more is left now');
    assert.equal(await settle({ towel: 1, robe: 2 }, 1), null);
    assert.equal(await left(slot), '9 towel, 0 robe');
    // Nothing came of it: the booking says what it did.
    assert.equal(await change({}, 2, 5), null);
    await settle({ towel: 1, robe: 2 }, 2);
    assert.equal(await left(slot), '9 towel, 0 robe');
    assert.equal(await ledger.booked(slot), 2);
    assert.equal(await change({ towel: 11 }, 3), 'add_on_gone');
    await settle({ towel: 1, robe: 2 }, 3);
    assert.equal(await left(slot), '9 towel, 0 robe');
    assert.equal(await change({}, 4), null);
    await settle({}, 4);
    assert.equal(await left(slot), '10 towel, 2 robe');
    await back(wish);
    await assertCounted();
  });

  it('that came after a booking leaves that what it has, and counts it once it is changed', async () => {
    await ledger.changeFacility({ pricing: { per: 'person', eur: 10, rules: [] } });
    const slot = freshSlot();
    const wish = party({ towel: 5 }, 2);
    await outcome(slot, wish);
    await ledger.changeFacility({ pricing: priced(5) });
    const others = party({ towel: 4 });
    await outcome(slot, others);
    const { bookingUid } = wish;
    const change = (towel: number, revision: number, had: number) =>
      ledger.resize(bookingUid, 2, 2, revision, { addOns: { towel }, had: { towel: had } });
    const settle = (towel: number, revision: number) =>
      settleResize(ledger.database, { venueId: 1, bookingUid, revision, people: 2, addOns: { towel } });
    assert.equal(await change(7, 1, 5), 'add_on_gone', 'one is left, and it has five');
    await settle(5, 1);
    assert.equal(await change(6, 2, 5), null);
    await settle(5, 2);
    await outcome(slot, party({ towel: 1 }));
    assert.equal(await change(4, 3, 5), null, 'fewer, though none is left');
    await settle(4, 3);
    assert.equal(await change(5, 4, 4), 'add_on_gone');
    await settle(4, 4);
    await back(others);
    assert.equal(await left(slot), '0 towel, 2 robe');
    assert.deepEqual(await outcome(slot, party({ towel: 1 })), ['add_on_gone', { key: 'towel', left: 0 }]);
    await assertCounted();
    // By the day from now on: what it has of its time is enough.
    await ledger.changeFacility({ pricing: priced(2, 'day') });
    assert.equal(await change(3, 5, 4), null);
    await settle(3, 5);
    assert.equal(await left(slot), '0 towel, 2 robe');
    await back(wish);
    assert.equal(await left(slot), '2 towel, 2 robe');
    await assertCounted();
  });

  it('is of one change at a time: another one of the same revision finds the booking changed', async () => {
    const slot = freshSlot();
    const wish = party({ towel: 4 }, 2);
    await outcome(slot, wish);
    const { bookingUid } = wish;
    const change = (addOns: Record<string, number>) => ledger.resize(bookingUid, 2, 2, 1, { addOns });
    assert.equal(await change({ towel: 6 }), null);
    assert.equal(await change({ towel: 4, robe: 2 }), 'booking_changed');
    assert.equal(await change({ towel: 6 }), null, 'the same once more');
    assert.equal(await left(slot), '4 towel, 2 robe');
    const decided = { venueId: 1, bookingUid, revision: 1, people: 2, addOns: { towel: 6 } };
    await settleResize(ledger.database, decided);
    assert.equal(await left(slot), '4 towel, 2 robe');
    await back(wish);
    await assertCounted();
  });

  /** 64 guests who each want the last towels, at two replicas. Answers how many towels they got. */
  async function rush(take: typeof takeAddOns): Promise<number> {
    const slot = freshSlot();
    const databases = [openDatabase(ledger.url), openDatabase(ledger.url)];
    try {
      const replicas = databases.map((database) => createReserve({ database, takePlaces, takeAddOns: take }));
      const answers = await Promise.all(
        Array.from({ length: 64 }, (_, guest) =>
          replicas[guest % 2]?.({ venueId: 1, slotId: slot, parties: [party({ towel: 1 })] }),
        ),
      );
      const codes = answers.map((answer) => answer?.parties[0]?.refused?.code ?? 'taken');
      const taken = codes.filter((code) => code === 'taken').length;
      assert.deepEqual([...new Set(codes)].toSorted(), ['add_on_gone', 'taken']);
      assert.equal(await ledger.booked(slot), taken, 'who got none has no place');
      return taken;
    } finally {
      await Promise.all(databases.map((database) => database.$disconnect()));
    }
  }

  it('goes to exactly ten of 64 guests who want the last ten at once', async () => {
    assert.equal(await rush(takeAddOns), 10);
    await assertCounted();
  });

  it('would be oversold by who looks first and takes then, so the race has teeth', async () => {
    const lookThenWrite: typeof takeAddOns = async (database, of, held) => {
      const [one = assert.fail()] = held;
      const [row] = await database.$queryRaw<{ taken: number }[]>`
        SELECT taken FROM availability.add_on_use WHERE day = ${one.day}::date AND slot_id = ${one.slot} AND key = ${one.key}`;
      await sleep(50);
      if ((row?.taken ?? 0) + one.count > one.stock) return false;
      return takeAddOns(database, of, [{ ...one, stock: 1000 }]);
    };
    const taken = await rush(lookThenWrite).catch((error: unknown) => {
      // Everybody got one: nobody was refused.
      if (!(error instanceof assert.AssertionError)) throw error;
      return 64;
    });
    assert.ok(taken > 10, `${taken} of 10`);
  });
});

/** The booking day of a slot of noon or so. */
const dateOf = (slotId: number): string =>
  new Date(Date.UTC(2020, 0, 1) + (slotId % 2 ** 26) * 60_000).toISOString().slice(0, 10);
