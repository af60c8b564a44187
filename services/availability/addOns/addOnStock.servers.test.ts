import assert from 'node:assert/strict';
import { afterAll, beforeAll, beforeEach, describe, it } from 'vitest';
import { slotCalendar } from '../reads/calendar.ts';
import { availability, checkSlot, daySlots } from '../reads/slotReads.ts';
import { createReserve } from '../reserve/reserve.ts';
import { name, openTestAddOns, party, priced, type TestAddOns } from '../testing/testAddOns.ts';

describe('the stock of add-ons', () => {
  let ledger: TestAddOns;
  beforeAll(async () => {
    ledger = await openTestAddOns();
  });
  afterAll(() => ledger.close());
  beforeEach(() => ledger.reset());

  it('is taken with the places, shown with the slot and released with the places', async () => {
    const slot = ledger.freshSlot();
    assert.equal(await ledger.left(slot), '10 towel, 2 robe');
    const booking = party({ towel: 4, robe: 1, tea: 50 });
    assert.equal(await ledger.outcome(slot, booking), 'taken');
    assert.equal(await ledger.outcome(slot, booking), 'taken', 'a repeated request');
    assert.equal(await ledger.left(slot), '6 towel, 1 robe');
    assert.equal(await ledger.left(slot + 60), '10 towel, 2 robe', 'the next slot has its own stock');
    assert.deepEqual(await ledger.outcome(slot, party({ towel: 7 })), [
      'add_on_gone',
      { key: 'towel', left: 6 },
    ]);
    assert.deepEqual(await ledger.outcome(slot, party({ towel: 1, robe: 2 })), [
      'add_on_gone',
      { key: 'robe', left: 1 },
    ]);
    assert.equal(await ledger.booked(slot), 1, 'a party without its add-ons has no place');
    assert.equal(await ledger.outcome(slot, party()), 'taken');
    for (const _ of [1, 2]) await ledger.release(booking);
    assert.equal(await ledger.left(slot), '10 towel, 2 robe');
    await ledger.assertCounted();
  });

  it('rejects a party that wants more than is left, without taking its places', async () => {
    const slot = ledger.freshSlot();
    const booking = party({ towel: 9 });
    assert.equal(await ledger.outcome(slot, booking), 'taken');
    const reserve = createReserve({
      database: ledger.database,
      takePlaces: async (_, requests) => assert.fail(`${requests.length} slots are requested`),
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
    const both = await ledger.reserve(slot, [party({ towel: 2 }), one, booking, party()]);
    assert.deepEqual(
      both.parties.map(({ refused }) => refused?.code ?? 'taken'),
      ['add_on_gone', 'taken', 'taken', 'taken'],
    );
    assert.equal(await ledger.outcome(slot, booking), 'taken', 'a party is not blocked by its own add-ons');
    assert.equal(await ledger.booked(slot), 3);
    await ledger.assertCounted();
  });

  it('per day covers all slots of that day and of no other day', async () => {
    await ledger.changeFacility({ pricing: priced(10, 'day') });
    const slot = ledger.freshSlot();
    assert.equal(await ledger.outcome(slot, party({ towel: 8 })), 'taken');
    assert.deepEqual(await ledger.outcome(slot + 60, party({ towel: 3 })), [
      'add_on_gone',
      { key: 'towel', left: 2 },
    ]);
    assert.equal(await ledger.left(ledger.freshSlot()), '10 towel, 2 robe');
    const { slots } = await daySlots(ledger, { venueId: 1, facilityId: 1, date: dateOf(slot) });
    assert.deepEqual([...new Set(slots.map((one) => one.add_ons?.[0]?.left))], [2]);
    await ledger.assertCounted();
  });

  it('that is lowered takes nothing from existing bookings and can be released', async () => {
    const slot = ledger.freshSlot();
    const booking = party({ towel: 8 });
    await ledger.outcome(slot, booking);
    await ledger.changeFacility({ pricing: priced(5) });
    assert.deepEqual(await ledger.outcome(slot, party({ towel: 1 })), [
      'add_on_gone',
      { key: 'towel', left: 0 },
    ]);
    await ledger.release(booking);
    assert.equal(await ledger.left(slot), '5 towel, 2 robe');
    await ledger.assertCounted();
  });

  it('suffices for a booking that moves within a day and releases what it had', async () => {
    await ledger.changeFacility({ pricing: priced(10, 'day') });
    const slot = ledger.freshSlot();
    const booking = party({ towel: 10 });
    await ledger.outcome(slot, booking);
    const moved = { ...party({ towel: 10 }), insteadOf: booking.bookingUid };
    assert.equal(await ledger.outcome(slot + 60, moved), 'taken');
    assert.deepEqual(await ledger.outcome(slot, party({ towel: 1 })), [
      'add_on_gone',
      { key: 'towel', left: 0 },
    ]);
    await ledger.release(booking);
    assert.deepEqual(await ledger.outcome(slot, party({ towel: 1 })), [
      'add_on_gone',
      { key: 'towel', left: 0 },
    ]);
    await ledger.release(moved);
    assert.equal(await ledger.outcome(slot, party({ towel: 10 })), 'taken');
    await ledger.assertCounted();
  });

  /**
   * A slot as guests see it in its check, in its day and in that day's summary, and as the desk sees it in
   * the calendar.
   */
  const stateOf = async (slot: number) => {
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

  it('of a required add-on limits the places and closes the slot once the smallest party cannot get it', async () => {
    const robes = { key: 'robe', name, eur: 7, per: 'person', required: true } as const;
    const [add_ons] = [[{ ...robes, stock: { per: 'slot', count: 5 } }]];
    const pricing = { per: 'person', eur: 10, rules: [], add_ons };
    await ledger.changeFacility({ capacity: 8, minPeople: 2, pricing });
    const slot = ledger.freshSlot();
    const all = 24 * 5;
    assert.deepEqual(await stateOf(slot), {
      free: 5,
      bookable: true,
      reason: null,
      day: all,
      desk: [8, null],
    });
    const three = party({ robe: 3 }, 3);
    assert.equal(await ledger.outcome(slot, three), 'taken');
    assert.deepEqual(await stateOf(slot), {
      ...{ free: 2, bookable: true, reason: null },
      ...{ day: all - 3, desk: [5, null] },
    });
    assert.deepEqual(await ledger.outcome(slot, party({ robe: 3 }, 3)), [
      'add_on_gone',
      { key: 'robe', left: 2 },
    ]);
    const one = party({ robe: 1 });
    assert.equal(await ledger.outcome(slot, one), 'taken');
    // One robe is left, and the smallest party needs two.
    assert.deepEqual(await stateOf(slot), {
      ...{ free: 0, bookable: false, reason: 'add_on_gone' },
      ...{ day: all - 5, desk: [4, 'add_on_gone'] },
    });
    const places = await checkSlot(ledger, { venueId: 1, slotId: slot, placesAlone: true });
    assert.equal(places.free, 4);
    // The desk may omit the add-on, until no places are left.
    assert.equal(await ledger.outcome(slot, party({}, 4)), 'taken');
    assert.deepEqual([(await stateOf(slot)).reason, (await stateOf(slot)).desk], ['full', [0, 'full']]);
    await ledger.release(three);
    assert.equal((await stateOf(slot)).free, 3);
    await ledger.changeFacility({ minPeople: 1 });
  });

  it('of a required add-on per booking and day closes that whole day and no other', async () => {
    const cleaning = { key: 'cleaning', name, eur: 25, per: 'booking', required: true } as const;
    const add_ons = [{ ...cleaning, stock: { per: 'day', count: 1 } }];
    await ledger.changeFacility({ capacity: 8, pricing: { per: 'person', eur: 10, rules: [], add_ons } });
    const slot = ledger.freshSlot();
    const all = 24 * 8;
    assert.deepEqual(await stateOf(slot), {
      free: 8,
      bookable: true,
      reason: null,
      day: all,
      desk: [8, null],
    });
    const booking = party({ cleaning: 1 }, 3);
    await ledger.outcome(slot, booking);
    for (const [at, desk] of [
      [slot, 5],
      [slot + 60, 8],
    ] as const)
      assert.deepEqual(await stateOf(at), {
        ...{ free: 0, bookable: false, reason: 'add_on_gone' },
        ...{ day: 0, desk: [desk, 'add_on_gone'] },
      });
    assert.equal((await stateOf(ledger.freshSlot())).free, 8);
    await ledger.release(booking);
    assert.equal((await stateOf(slot)).free, 8);
  });
});

/** The booking day of a slot around noon. */
const dateOf = (slotId: number): string =>
  new Date(Date.UTC(2020, 0, 1) + (slotId % 2 ** 26) * 60_000).toISOString().slice(0, 10);
