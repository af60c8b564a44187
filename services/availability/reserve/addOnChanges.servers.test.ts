import assert from 'node:assert/strict';
import { afterAll, beforeAll, beforeEach, describe, it } from 'vitest';
import { settleResize } from '../ledger/ledgerResize.ts';
import { openTestAddOns, party, priced, type TestAddOns } from '../testing/testAddOns.ts';

describe('the stock of add-ons when a booking changes', () => {
  let ledger: TestAddOns;
  beforeAll(async () => {
    ledger = await openTestAddOns();
  });
  afterAll(() => ledger.close());
  beforeEach(() => ledger.reset());

  it('covers both versions of a booking until the change is settled', async () => {
    const slot = ledger.freshSlot();
    const booking = party({ towel: 4 }, 2);
    await ledger.outcome(slot, booking);
    const { bookingUid } = booking;
    const change = (addOns: Record<string, number>, revision: number, people = 2) =>
      ledger.resize(bookingUid, 2, people, revision, { addOns });
    const settle = (addOns: Record<string, number>, revision: number, people = 2) =>
      settleResize(ledger.database, { venueId: 1, bookingUid, revision, people, addOns });
    // Both versions are in stock until the change is settled.
    assert.equal(await change({ towel: 1, robe: 2 }, 1), null);
    assert.equal(await ledger.left(slot), '6 towel, 0 robe');
    assert.equal(await settle({ towel: 1, robe: 2 }, 1), 1, 'the facility with released add-ons');
    assert.equal(await settle({ towel: 1, robe: 2 }, 1), null);
    assert.equal(await ledger.left(slot), '9 towel, 0 robe');
    // The change is dropped: the booking keeps its people and add-ons.
    assert.equal(await change({}, 2, 5), null);
    await settle({ towel: 1, robe: 2 }, 2);
    assert.equal(await ledger.left(slot), '9 towel, 0 robe');
    assert.equal(await ledger.booked(slot), 2);
    assert.equal(await change({ towel: 11 }, 3), 'add_on_gone');
    await settle({ towel: 1, robe: 2 }, 3);
    assert.equal(await ledger.left(slot), '9 towel, 0 robe');
    assert.equal(await change({}, 4), null);
    await settle({}, 4);
    assert.equal(await ledger.left(slot), '10 towel, 2 robe');
    await ledger.release(booking);
    await ledger.assertCounted();
  });

  it('does not count add-ons booked before the stock existed until the booking changes', async () => {
    await ledger.changeFacility({ pricing: { per: 'person', eur: 10, rules: [] } });
    const slot = ledger.freshSlot();
    const booking = party({ towel: 5 }, 2);
    await ledger.outcome(slot, booking);
    await ledger.changeFacility({ pricing: priced(5) });
    const others = party({ towel: 4 });
    await ledger.outcome(slot, others);
    const { bookingUid } = booking;
    const change = (towel: number, revision: number, had: number) =>
      ledger.resize(bookingUid, 2, 2, revision, { addOns: { towel }, had: { towel: had } });
    const settle = (towel: number, revision: number) =>
      settleResize(ledger.database, { venueId: 1, bookingUid, revision, people: 2, addOns: { towel } });
    assert.equal(await change(7, 1, 5), 'add_on_gone', 'one is left besides its own five');
    await settle(5, 1);
    assert.equal(await change(6, 2, 5), null);
    await settle(5, 2);
    await ledger.outcome(slot, party({ towel: 1 }));
    assert.equal(await change(4, 3, 5), null, 'a lower number, although none is left');
    await settle(4, 3);
    assert.equal(await change(5, 4, 4), 'add_on_gone');
    await settle(4, 4);
    await ledger.release(others);
    assert.equal(await ledger.left(slot), '0 towel, 2 robe');
    assert.deepEqual(await ledger.outcome(slot, party({ towel: 1 })), [
      'add_on_gone',
      { key: 'towel', left: 0 },
    ]);
    await ledger.assertCounted();
    // The stock is per day from now on. A number up to what the booking has is always allowed.
    await ledger.changeFacility({ pricing: priced(2, 'day') });
    assert.equal(await change(3, 5, 4), null);
    await settle(3, 5);
    assert.equal(await ledger.left(slot), '0 towel, 2 robe');
    await ledger.release(booking);
    assert.equal(await ledger.left(slot), '2 towel, 2 robe');
    await ledger.assertCounted();
  });

  it('rejects a second change of the same revision', async () => {
    const slot = ledger.freshSlot();
    const booking = party({ towel: 4 }, 2);
    await ledger.outcome(slot, booking);
    const { bookingUid } = booking;
    const change = (addOns: Record<string, number>) => ledger.resize(bookingUid, 2, 2, 1, { addOns });
    assert.equal(await change({ towel: 6 }), null);
    assert.equal(await change({ towel: 4, robe: 2 }), 'booking_changed');
    assert.equal(await change({ towel: 6 }), null, 'a retry of the same change');
    assert.equal(await ledger.left(slot), '4 towel, 2 robe');
    const decided = { venueId: 1, bookingUid, revision: 1, people: 2, addOns: { towel: 6 } };
    await settleResize(ledger.database, decided);
    assert.equal(await ledger.left(slot), '4 towel, 2 robe');
    await ledger.release(booking);
    await ledger.assertCounted();
  });
});
