import assert from 'node:assert/strict';
import {
  type ChosenAddOn,
  choiceOf,
  choicesOf,
  chosenAddOns,
} from '@venue-booking/domain/price/chosenAddOns';
import { outcomeOf } from '@venue-booking/domain/testing/outcomeOf';
import { anyAddOns } from '@venue-booking/domain/testing/priceLists/anyPricing';
import { Failure } from '@venue-booking/proto/failures';
import type { AddOn } from '@venue-booking/proto/price/addOns';
import fc from 'fast-check';
import { test } from 'vitest';
import type { Booking as Row } from '../gen/prisma/client.ts';
import { changedParty, hasAddOns } from './changedParty.ts';

const facilityId = 7;
const anyChoices = fc.array(fc.nat(12), { minLength: 12, maxLength: 12 });

/** A booking by an earlier price list, today's list, and the add-ons of either that its guest names. */
const anyChange = fc
  .tuple(anyAddOns, anyAddOns, fc.integer({ min: 1, max: 8 }), anyChoices, anyChoices)
  .map(([then, list, people, chosen, said]) => {
    const of = (addOns: readonly AddOn[], counts: number[]) =>
      Object.fromEntries(
        addOns.map(({ key, per }, at) => [key, Math.min(counts[at] ?? 0, per === 'piece' ? 12 : 1)]),
      );
    const party = { people, requested: of(then, chosen), locale: 'en' as const };
    const addOns = chosenAddOns(then, party, { byVenue: true });
    const row = { people, guests: null, addOns: addOns.length > 0 ? addOns : null, facilityId, locale: 'en' };
    const requested = of([...then, ...list].slice(0, 12), said);
    return { row: row as unknown as Row, list, wish: requested };
  });

const facility = (list: AddOn[]) => ({
  facility: { pricing: { per: 'person', eur: 1, rules: [], add_ons: list } } as never,
});
/** The choices of today's list that keep the booked add-ons. */
const before = ({ addOns }: Row, list: readonly AddOn[]) =>
  new Map(
    ((addOns ?? []) as ChosenAddOn[]).map(({ key, per, count }) => {
      const today = list.find((addOn) => addOn.key === key)?.per ?? per;
      return [key, today === 'piece' ? count : 1];
    }),
  );

test('keeps the booked add-ons that a guest does not name, whatever the list offers now', () => {
  fc.assert(
    fc.property(anyChange, ({ row, list }) => {
      const { addOns } = changedParty(facility(list), row, { facilityId }, { own: true });
      const after = Object.entries(choicesOf(addOns ?? []));
      assert.deepEqual(after.sort(), [...before(row, list)].sort());
      for (const add_ons of [{}, undefined])
        assert.deepEqual(
          changedParty(facility(list), row, { facilityId, add_ons }, { own: true }).addOns,
          addOns,
        );
      // The same when the desk names no add-ons.
      assert.deepEqual(changedParty(facility(list), row, { facilityId }).addOns, addOns);
    }),
  );
});

test('applies the add-ons that a guest names within the list’s limits, or rejects them, and keeps the others', () => {
  fc.assert(
    fc.property(anyChange, ({ row, list, wish }) => {
      const was = before(row, list);
      const found = outcomeOf(() =>
        changedParty(facility(list), row, { facilityId, add_ons: wish }, { own: true }),
      );
      const mayBe = Object.entries(wish).every(([key, count]) => {
        const addOn = list.find((one) => one.key === key);
        if (count === (was.get(key) ?? 0)) return true;
        const { min, max } = addOn ? choiceOf(addOn) : { min: 1, max: 0 };
        return count >= min && count <= max;
      });
      assert.equal(found instanceof Failure, !mayBe);
      if (found instanceof Failure) return;
      const after = new Map(Object.entries(choicesOf(found.addOns ?? [])));
      for (const [key, count] of Object.entries(wish)) assert.equal(after.get(key) ?? 0, count);
      for (const key of new Set([...was.keys(), ...after.keys()]))
        if (!Object.hasOwn(wish, key)) assert.equal(after.has(key), was.has(key), key);
    }),
  );
});

test('compares the add-ons of a booking in any order', () => {
  const name = { nl: 'x', en: 'x' };
  const row = {
    addOns: ['towel', 'robe'].map((key, at) => ({ key, name, eur: 1, per: 'piece', count: at + 1 })),
  };
  assert.ok(hasAddOns(row, { robe: 2, towel: 1 }));
  for (const counts of [{ towel: 1 }, { towel: 1, robe: 3 }, { towel: 1, robe: 2, sled: 1 }, {}, undefined])
    assert.ok(!hasAddOns(row, counts));
  assert.ok(hasAddOns({ addOns: null }, undefined) && hasAddOns({ addOns: null }, {}));
});
