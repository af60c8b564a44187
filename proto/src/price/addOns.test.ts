import assert from 'node:assert/strict';
import fc from 'fast-check';
import { describe, it } from 'vitest';
import type { AddOn } from '../addOns.ts';
import { Failure, failureText } from '../failures.ts';
import { Pricing } from '../pricing.ts';
import { outcomeOf } from '../testing/outcomeOf.ts';
import { anyAddOns, anyParty, anyPricing, anyRule, anyVat } from '../testing/priceLists/anyPricing.ts';
import { addOnsTaken, choicesOf, requiredAddOns, type TakenAddOn } from './addOnsTaken.ts';
import { guestParty } from './guestParty.ts';
import { lowestPrices } from './lowestPrices.ts';
import { MOST_CENTS, priceOf, totalsOf } from './priceOf.ts';

/** Made-up price lists of each test. `PRICE_RUNS=100000 npm test -- proto/src/price` tries over a million. */
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
const takes = (wanted: Record<string, number>, people = 2): TakenAddOn[] =>
  addOnsTaken(pricing.add_ons, { people, wanted });

describe('the picture of an add-on', () => {
  const listWith = (image: unknown) => ({ ...pricing, add_ons: [{ ...towel, image }] });

  it('is an http(s) address or a path, as those of facilities are', () => {
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
      const refused = Pricing.safeParse(listWith(image));
      assert.deepEqual(refused.error?.issues[0]?.path, ['add_ons', 0, 'image'], String(image));
    }
  });

  it('is left out of what a booking keeps, so that another picture changes no booking', () => {
    const takenOf = (list: AddOn[]) => addOnsTaken(list, { people: 2, wanted: { towel: 2 } });
    assert.deepEqual(takenOf([{ ...towel, image: '/images/a.webp' }]), takenOf([towel]));
    const required = (addOn: AddOn) => requiredAddOns([addOn], 2);
    assert.deepEqual(required({ ...cleaning, image: '/images/a.webp' }), required(cleaning));
  });
});

describe('the price of add-ons', () => {
  it('comes last, by the piece, for each person or once, and no rule or least amount is about it', () => {
    const addOns = takes({ towel: 3, robe: 1 });
    assert.deepEqual(priceOf(pricing, { ...party, addOns }).lines, [
      { text: 'Per person', count: 2, amountCents: 4000 },
      { text: 'Half', count: 1, amountCents: -2000 },
      { text: 'Minimum charge', count: 1, amountCents: 3000 },
      { text: 'Towel', count: 3, amountCents: 1050 },
      { text: 'Robe', count: 2, amountCents: 1400 },
      { text: 'Cleaning', count: 1, amountCents: 2500 },
    ]);
  });

  it('is in every price where it is required: totals of times, and the lowest', () => {
    assert.deepEqual(totalsOf(pricing, 3)(party), [7500, 7500, 7500]);
    assert.deepEqual(lowestPrices(pricing, { min: 1, max: 10 }), {
      perPersonCents: 1250,
      bookingCents: 7500,
    });
    assert.equal(
      priceOf(pricing, { ...party, addOns: null }).totalCents,
      5000,
      'unless the venue leaves it out',
    );
  });

  it('has its own rate of VAT, or that of the facility', () => {
    const addOns = takes({ robe: 1 });
    assert.deepEqual(priceOf(pricing, { ...party, addOns, vatBasisPoints: 2100 }).vat, [
      { basisPoints: 900, amountCents: 1400, vatCents: 116 },
      { basisPoints: 2100, amountCents: 7500, vatCents: 1302 },
    ]);
  });

  /** Any price list and any of what it has to be taken along. */
  const anyTaken = fc
    .tuple(anyPricing, anyParty, anyAddOns, fc.array(fc.nat(40), { minLength: 4, maxLength: 4 }))
    .map(([list, of, add_ons, chosen]) => {
      const wanted = add_ons.map(({ key, per }, index) => [
        key,
        Math.min(chosen[index] ?? 0, per === 'piece' ? 40 : 1),
      ]);
      const addOns = addOnsTaken(
        add_ons,
        { people: of.people, wanted: Object.fromEntries(wanted) },
        { byVenue: true },
      );
      return { list: { ...list, add_ons }, of, addOns };
    });

  it('is added to what the list comes to without them, in lines and cents', () => {
    fc.assert(
      fc.property(anyTaken, ({ list, of, addOns }) => {
        const { lines, totalCents } = priceOf(list, { ...of, addOns });
        const without = priceOf(list, { ...of, addOns: null });
        const more = addOns.map(({ eur, count }) => count * Math.round(eur * 100));
        assert.equal(totalCents, Math.min(without.totalCents + sum(more), MOST_CENTS));
        assert.equal(sum(lines.map(({ amountCents }) => amountCents)), totalCents);
        assert.deepEqual(lines.slice(0, without.lines.length), without.lines);
        if (totalCents < MOST_CENTS)
          assert.deepEqual(
            lines.slice(without.lines.length).map(({ amountCents }) => amountCents),
            more.filter((cents) => cents > 0),
          );
      }),
      { numRuns },
    );
  });

  it('is left alone by rules', () => {
    fc.assert(
      fc.property(anyTaken, anyRule, ({ list, of, addOns }, rule) => {
        const added = (rules: Pricing['rules']) => {
          const { totalCents } = priceOf({ ...list, rules }, { ...of, addOns });
          // At the most that a booking costs, nothing is added any more.
          fc.pre(totalCents < MOST_CENTS);
          return totalCents - priceOf({ ...list, rules }, { ...of, addOns: null }).totalCents;
        };
        assert.equal(added([...list.rules, rule]), added(list.rules));
      }),
      { numRuns },
    );
  });

  it('has VAT by rate that is the total to the cent, each at its rate', () => {
    fc.assert(
      fc.property(anyTaken, anyVat, ({ list, of, addOns }, vatBasisPoints) => {
        const byRate = (given: TakenAddOn[] | null) => {
          const { vat, totalCents } = priceOf(list, { ...of, addOns: given, vatBasisPoints });
          assert.equal(sum((vat ?? []).map(({ amountCents }) => amountCents)), totalCents);
          return {
            totalCents,
            at: new Map(vat?.map(({ basisPoints, amountCents }) => [basisPoints, amountCents])),
          };
        };
        const [all, without] = [byRate(addOns), byRate(null)];
        fc.pre(all.totalCents < MOST_CENTS);
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

  it('is that of what is required, where nothing is said of them', () => {
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

describe('what a booking takes along', () => {
  const taken = (wanted: Record<string, number> | undefined, byVenue = false) => {
    const found = outcomeOf(() => addOnsTaken(pricing.add_ons, { people: 4, wanted }, { byVenue }));
    return found instanceof Failure
      ? [found.code, failureText(found.code, found.params, 'en')]
      : found.map(({ key, count }) => `${count} ${key}`).join(', ');
  };

  it('is what it names and what is required', () => {
    assert.equal(taken(undefined), '1 cleaning');
    assert.equal(taken({ towel: 6, robe: 1 }), '6 towel, 4 robe, 1 cleaning');
    assert.equal(taken({ towel: 0, robe: 0, cleaning: 1 }), '1 cleaning');
  });

  it('is refused where there is no such thing, or not so few or so many', () => {
    for (const key of ['sled', 'constructor', 'toString'])
      assert.deepEqual(taken({ [key]: 1 }), ['add_on_unknown', `Unknown add-on "${key}".`]);
    assert.deepEqual(taken({ towel: 7 }), ['add_on_too_many', '"Towel": at most 6.']);
    assert.deepEqual(taken({ robe: 2 }), ['add_on_too_many', '"Robe": at most 1.']);
    assert.deepEqual(taken({ cleaning: 0 }), ['add_on_too_few', '"Cleaning": at least 1.']);
  });

  it('is up to the venue, when it books itself', () => {
    assert.equal(taken({ towel: 7, cleaning: 0 }, true), '7 towel');
    assert.deepEqual(taken({ robe: 2 }, true), ['add_on_too_many', '"Robe": at most 1.']);
  });

  it('is the same again by its own choices, for as many people as there then are', () => {
    const again = (people: number) =>
      addOnsTaken(pricing.add_ons, { people, wanted: choicesOf(takes({ towel: 2, robe: 1 })) });
    assert.deepEqual(again(2), takes({ towel: 2, robe: 1 }));
    assert.deepEqual(again(5), takes({ towel: 2, robe: 1 }, 5));
  });
});

describe('a price list with add-ons', () => {
  const problems = (add_ons: unknown) =>
    Pricing.safeParse({ ...pricing, add_ons }).error?.issues.map(
      ({ path, message }) => `${path.join('.')}: ${message}`,
    ) ?? [];

  it('says what is wrong with them', () => {
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
      [[{ ...towel, name: { nl: 'Handdoek' } }], 'add_ons.0.name.en'],
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
