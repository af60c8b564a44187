import assert from 'node:assert/strict';
import { Failure, failureText } from '@venue-booking/proto/failures';
import type { AddOn } from '@venue-booking/proto/price/addOns';
import { MAX_PRICE_CENTS, Pricing } from '@venue-booking/proto/price/pricing';
import fc from 'fast-check';
import { describe, it } from 'vitest';
import { outcomeOf } from '../testing/outcomeOf.ts';
import { anyAddOns, anyParty, anyPricing, anyRule, anyVat } from '../testing/priceLists/anyPricing.ts';
import { type ChosenAddOn, choicesOf, chosenAddOns, requiredAddOns } from './chosenAddOns.ts';
import { guestParty } from './guestParty.ts';
import { lowestPrices } from './lowestPrices.ts';
import { priceOf, totalsOf } from './priceOf.ts';

/**
 * Number of generated price lists per test. `PRICE_RUNS=100000 npm test -- domain/price` tries over a
 * million.
 */
const numRuns = Number(process.env.PRICE_RUNS ?? 500);

const sum = (amounts: number[]) => amounts.reduce((total, amount) => total + amount, 0);
const name = (nl: string, en: string) => ({ nl, en });
const towel: AddOn = { key: 'towel', name: name('Handdoek', 'Towel'), eur: 3.5, per: 'piece', max: 6 };
const robe: AddOn = { key: 'robe', name: name('Badjas', 'Robe'), eur: 7, per: 'person', vat_percent: 9 };
const cleaning: AddOn = {
  ...{ key: 'cleaning', name: name('Schoonmaak', 'Cleaning'), eur: 25, per: 'booking', required: true },
};
const pricing: Pricing = {
  ...{ per: 'person', eur: 20, least_eur: 50 },
  rules: [{ name: 'Half', effect: 'multiply', percent: 50 }],
  add_ons: [towel, robe, cleaning],
};
const party = { startsAt: '2026-12-01T10:00', people: 2, locale: 'en' } as const;
const chosenFrom = (requested: Record<string, number>, people = 2): ChosenAddOn[] =>
  chosenAddOns(pricing.add_ons, { people, requested });

describe('the image of an add-on', () => {
  const listWith = (image: unknown) => ({ ...pricing, add_ons: [{ ...towel, image }] });

  it('is an http(s) URL or a path, like those of facilities', () => {
    for (const image of [
      'https://img.example.com/towel.webp',
      'http://x.example/a',
      '/images/a.webp',
      'a.webp',
    ])
      assert.equal(Pricing.parse(listWith(image)).add_ons?.[0]?.image, image);
    for (const image of [
      ...['javascript:alert(1)', 'JavaScript:alert(1)', 'data:image/svg+xml,<svg/>', 'blob:x', 'vbscript:x'],
      ...['', '/a b.webp', '/a\u0000.webp', '/a\n.webp', '/a\u202e.webp', `/${'a'.repeat(2000)}`],
      ...[null, 7, ['/a.webp']],
    ]) {
      const result = Pricing.safeParse(listWith(image));
      assert.deepEqual(result.error?.issues[0]?.path, ['add_ons', 0, 'image'], String(image));
    }
  });

  it('is not stored in bookings, so that a new image changes no booking', () => {
    const chosenOf = (list: AddOn[]) => chosenAddOns(list, { people: 2, requested: { towel: 2 } });
    assert.deepEqual(chosenOf([{ ...towel, image: '/images/a.webp' }]), chosenOf([towel]));
    const required = (addOn: AddOn) => requiredAddOns([addOn], 2);
    assert.deepEqual(required({ ...cleaning, image: '/images/a.webp' }), required(cleaning));
  });
});

describe('the price of add-ons', () => {
  it('comes last, per piece, person or booking, and is unaffected by rules and the minimum price', () => {
    const addOns = chosenFrom({ towel: 3, robe: 1 });
    assert.deepEqual(priceOf(pricing, { ...party, addOns }).lines, [
      { text: 'Per person', count: 2, amountCents: 4000 },
      { text: 'Half', count: 1, amountCents: -2000 },
      { text: 'Minimum charge', count: 1, amountCents: 3000 },
      { text: 'Towel', count: 3, amountCents: 1050 },
      { text: 'Robe', count: 2, amountCents: 1400 },
      { text: 'Cleaning', count: 1, amountCents: 2500 },
    ]);
  });

  it('is part of slot totals and lowest prices if the add-on is required', () => {
    assert.deepEqual(totalsOf(pricing, { smallest: 1, largest: 3 })(party), [7500, 7500, 7500]);
    assert.deepEqual(lowestPrices(pricing, { min: 1, max: 10 }), {
      perPersonCents: 1250,
      bookingCents: 7500,
    });
    assert.equal(priceOf(pricing, { ...party, addOns: null }).totalCents, 5000, 'unless the venue omits it');
  });

  it('has its own VAT rate, or that of the facility', () => {
    const addOns = chosenFrom({ robe: 1 });
    assert.deepEqual(priceOf(pricing, { ...party, addOns, vatBasisPoints: 2100 }).vat, [
      { basisPoints: 900, amountCents: 1400, vatCents: 116 },
      { basisPoints: 2100, amountCents: 7500, vatCents: 1302 },
    ]);
  });

  /** Any price list with any choice of its add-ons. */
  const anyTaken = fc
    .tuple(anyPricing, anyParty, anyAddOns, fc.array(fc.nat(40), { minLength: 4, maxLength: 4 }))
    .map(([list, of, add_ons, chosen]) => {
      const requested = add_ons.map(({ key, per }, index) => [
        key,
        Math.min(chosen[index] ?? 0, per === 'piece' ? 40 : 1),
      ]);
      const addOns = chosenAddOns(
        add_ons,
        { people: of.people, requested: Object.fromEntries(requested) },
        { byVenue: true },
      );
      return { list: { ...list, add_ons }, of, addOns };
    });

  it('is added to the price without add-ons, in lines and cents', () => {
    fc.assert(
      fc.property(anyTaken, ({ list, of, addOns }) => {
        const { lines, totalCents } = priceOf(list, { ...of, addOns });
        const without = priceOf(list, { ...of, addOns: null });
        const more = addOns.map(({ eur, count }) => count * Math.round(eur * 100));
        assert.equal(totalCents, Math.min(without.totalCents + sum(more), MAX_PRICE_CENTS));
        assert.equal(sum(lines.map(({ amountCents }) => amountCents)), totalCents);
        assert.deepEqual(lines.slice(0, without.lines.length), without.lines);
        if (totalCents < MAX_PRICE_CENTS)
          assert.deepEqual(
            lines.slice(without.lines.length).map(({ amountCents }) => amountCents),
            more.filter((cents) => cents > 0),
          );
      }),
      { numRuns },
    );
  });

  it('is unaffected by rules', () => {
    fc.assert(
      fc.property(anyTaken, anyRule, ({ list, of, addOns }, rule) => {
        const added = (rules: Pricing['rules']) => {
          const { totalCents } = priceOf({ ...list, rules }, { ...of, addOns });
          // At the maximum price of a booking nothing more is added.
          fc.pre(totalCents < MAX_PRICE_CENTS);
          return totalCents - priceOf({ ...list, rules }, { ...of, addOns: null }).totalCents;
        };
        assert.equal(added([...list.rules, rule]), added(list.rules));
      }),
      { numRuns },
    );
  });

  it('has VAT parts that add up to the total, each at its rate', () => {
    fc.assert(
      fc.property(anyTaken, anyVat, ({ list, of, addOns }, vatBasisPoints) => {
        const byRate = (given: ChosenAddOn[] | null) => {
          const { vat, totalCents } = priceOf(list, { ...of, addOns: given, vatBasisPoints });
          assert.equal(sum((vat ?? []).map(({ amountCents }) => amountCents)), totalCents);
          return {
            totalCents,
            at: new Map(vat?.map(({ basisPoints, amountCents }) => [basisPoints, amountCents])),
          };
        };
        const [all, without] = [byRate(addOns), byRate(null)];
        fc.pre(all.totalCents < MAX_PRICE_CENTS);
        for (const rate of new Set([...all.at.keys(), ...without.at.keys()])) {
          const own = addOns.filter(
            ({ vat_percent }) => Math.round((vat_percent ?? vatBasisPoints / 100) * 100) === rate,
          );
          const cents = sum(own.map(({ eur, count }) => count * Math.round(eur * 100)));
          assert.equal((all.at.get(rate) ?? 0) - (without.at.get(rate) ?? 0), cents);
        }
      }),
      { numRuns },
    );
  });

  it('includes only required add-ons by default', () => {
    fc.assert(
      fc.property(anyTaken, ({ list, of }) => {
        const guests = outcomeOf(() => guestParty(list, of));
        fc.pre(!(guests instanceof Failure));
        const addOns = requiredAddOns(list.add_ons, guests.people);
        assert.deepEqual(guests.addOns ?? [], addOns);
        assert.deepEqual(priceOf(list, of), priceOf(list, { ...of, addOns }));
      }),
      { numRuns },
    );
  });
});

describe('the add-ons of a booking', () => {
  const chosen = (requested: Record<string, number> | undefined, byVenue = false) => {
    const found = outcomeOf(() => chosenAddOns(pricing.add_ons, { people: 4, requested }, { byVenue }));
    return found instanceof Failure
      ? [found.code, failureText(found.code, found.params, 'en')]
      : found.map(({ key, count }) => `${count} ${key}`).join(', ');
  };

  it('are the requested and the required ones', () => {
    assert.equal(chosen(undefined), '1 cleaning');
    assert.equal(chosen({ towel: 6, robe: 1 }), '6 towel, 4 robe, 1 cleaning');
    assert.equal(chosen({ towel: 0, robe: 0, cleaning: 1 }), '1 cleaning');
  });

  it('are rejected if unknown, too few or too many', () => {
    for (const key of ['sled', 'constructor', 'toString'])
      assert.deepEqual(chosen({ [key]: 1 }), ['add_on_unknown', `Unknown add-on "${key}".`]);
    assert.deepEqual(chosen({ towel: 7 }), ['add_on_too_many', '"Towel": at most 6.']);
    assert.deepEqual(chosen({ robe: 2 }), ['add_on_too_many', '"Robe": at most 1.']);
    assert.deepEqual(chosen({ cleaning: 0 }), ['add_on_too_few', '"Cleaning": at least 1.']);
  });

  it('are unrestricted for desk bookings', () => {
    assert.equal(chosen({ towel: 7, cleaning: 0 }, true), '7 towel');
    assert.deepEqual(chosen({ robe: 2 }, true), ['add_on_too_many', '"Robe": at most 1.']);
  });

  it('can be requested again with the same result, also for another number of people', () => {
    const again = (people: number) =>
      chosenAddOns(pricing.add_ons, { people, requested: choicesOf(chosenFrom({ towel: 2, robe: 1 })) });
    assert.deepEqual(again(2), chosenFrom({ towel: 2, robe: 1 }));
    assert.deepEqual(again(5), chosenFrom({ towel: 2, robe: 1 }, 5));
  });
});

describe('a price list with add-ons', () => {
  const problems = (add_ons: unknown) =>
    Pricing.safeParse({ ...pricing, add_ons }).error?.issues.map(
      ({ path, message }) => `${path.join('.')}: ${message}`,
    ) ?? [];

  it('reports invalid add-ons', () => {
    assert.deepEqual(problems(pricing.add_ons), []);
    assert.deepEqual(problems([]), []);
    for (const [addOns, problem] of [
      [[towel, { ...robe, key: 'towel' }], 'add_ons.1.key: must be another than that of the others'],
      [[{ ...robe, max: 3 }], 'add_ons.0.max: goes with `per: "piece"` (add-on 1, "robe")'],
      [[{ ...towel, max: 0 }], 'add_ons.0.max'],
      [[{ ...towel, stock: { per: 'week', count: 3 } }], 'add_ons.0.stock.per'],
      [[{ ...towel, stock: { per: 'day', count: -1 } }], 'add_ons.0.stock.count'],
      [[{ ...towel, eur: -1 }], 'add_ons.0.eur'],
      [[{ ...towel, per: 'hour' }], 'add_ons.0.per'],
      [[{ ...towel, name: {} }], 'add_ons.0.name: must be given in a language'],
      [[{ ...towel, colour: 'white' }], 'add_ons.0'],
      [Array.from({ length: 13 }, (_, index) => ({ ...towel, key: `towel_${index}` })), 'add_ons: '],
    ] as const) {
      const found = problems(addOns);
      assert.ok(
        found.some((each) => each.startsWith(problem)),
        `${problem} of ${found.join('; ')}`,
      );
    }
  });
});
