import assert from 'node:assert/strict';
import { Failure, failureText } from '@venue-booking/proto/failures';
import { Pricing } from '@venue-booking/proto/price/pricing';
import fc from 'fast-check';
import { describe, it } from 'vitest';
import { outcomeOf } from '../testing/outcomeOf.ts';
import { anyCategoryPricing, anyGuests, anyParty, anyVat } from '../testing/priceLists/anyPricing.ts';
import { bathHouse } from '../testing/priceLists/bathHouse.ts';
import { guestParty } from './guestParty.ts';
import { priceOf } from './priceOf.ts';

/**
 * Number of generated price lists per test. `PRICE_RUNS=100000 npm test -- domain/price` tries over a
 * million.
 */
const numRuns = Number(process.env.PRICE_RUNS ?? 500);

const sum = (amounts: number[]) => amounts.reduce((total, amount) => total + amount, 0);
const { pricing } = bathHouse;
const [tuesday, wednesday, saturday] = ['2026-12-01T10:00', '2026-12-02T10:00', '2026-12-05T10:00'];

describe('the price for guest categories', () => {
  it('lists bundles first, then the other guests, then rules, in the guest’s language', () => {
    const party = { startsAt: saturday, people: 0, guests: { senior: 1, baby: 1, child: 4, adult: 3 } };
    assert.deepEqual(priceOf(pricing, { ...party, locale: 'en' }).lines, [
      { text: 'Gezinskaart', count: 1, amountCents: 6000 },
      { text: 'Adult', count: 1, amountCents: 2450 },
      { text: 'Child', count: 1, amountCents: 1225 },
      { text: '65+', count: 1, amountCents: 2000 },
      { text: 'Weekend', count: 4, amountCents: 1200 },
    ]);
  });

  it('counts for its rules only guests who take a place', () => {
    const rules: Pricing['rules'] = [
      { name: 'Lockers', effect: 'add', eur: 1, per: 'person' },
      { name: 'Group', from_people: 3, effect: 'add', eur: 5, per: 'booking' },
      { name: 'Nappies', categories: ['baby'], effect: 'add', eur: 2, per: 'person' },
      { name: 'Crib', categories: ['baby'], from_people: 2, effect: 'add', eur: 4, per: 'booking' },
    ];
    const total = (guests: Record<string, number>) =>
      priceOf({ ...pricing, rules }, { startsAt: tuesday, people: 0, guests, locale: 'en' }).totalCents / 100;
    assert.deepEqual(
      [{ adult: 2 }, { adult: 2, baby: 1 }, { adult: 2, baby: 2 }, { adult: 3, baby: 0 }].map(total),
      [51, 53, 59, 81.5],
    );
  });

  it('applies bundles in their order, each while it lowers the price', () => {
    const two = (name: string, eur: number) => ({
      ...{ name, eur, guests: [{ category: 'adult', from: 2, to: 2 }] },
    });
    const lines = (bundles: Pricing['bundles']) =>
      priceOf(
        { per: 'person', eur: 20, categories: pricing.categories?.slice(0, 1), bundles, rules: [] },
        { startsAt: tuesday, people: 5, locale: 'nl' },
      ).lines.map(({ text, count, amountCents }) => [text, count, amountCents]);
    assert.deepEqual(lines([two('Duo', 35)]), [
      ['Duo', 2, 7000],
      ['Volwassene', 1, 2000],
    ]);
    assert.deepEqual(lines([two('First', 39), two('Cheaper', 30)])[0], ['First', 2, 7800]);
    assert.deepEqual(lines([two('No gain', 40), two('Dearer', 50)]), [['Volwassene', 5, 10_000]]);
  });

  it('uses the first category if only people are given', () => {
    fc.assert(
      fc.property(anyCategoryPricing, anyParty, (list, party) => {
        const key = list.categories?.[0]?.key ?? '';
        assert.deepEqual(priceOf(list, party), priceOf(list, { ...party, guests: { [key]: party.people } }));
      }),
      { numRuns },
    );
  });

  it('is the sum of its lines, in the order of the list', () => {
    fc.assert(
      fc.property(anyCategoryPricing, anyParty, anyGuests, (list, party, guests) => {
        const numbered = {
          ...list,
          bundles: list.bundles?.map((bundle, index) => ({ ...bundle, name: `bundle ${index}` })),
          rules: list.rules.map((rule, index) => ({ ...rule, name: `rule ${index}` })),
        };
        const { lines, totalCents } = priceOf(numbered, { ...party, guests });
        assert.equal(sum(lines.map(({ amountCents }) => amountCents)), totalCents);
        assert.ok(totalCents >= 0);
        const order = [...(numbered.bundles ?? []), ...numbered.rules].map(({ name }) => name);
        order.splice(numbered.bundles?.length ?? 0, 0, ...(list.categories ?? []).map(({ key }) => key));
        const places = lines.map(({ text }) => order.indexOf(text)).filter((place) => place >= 0);
        assert.deepEqual(
          places,
          places.toSorted((a, b) => a - b),
        );
      }),
      { numRuns },
    );
  });

  it('is never increased by a bundle', () => {
    fc.assert(
      fc.property(anyCategoryPricing, anyParty, anyGuests, (list, party, guests) => {
        const base = { ...list, rules: [] };
        const alone = priceOf({ ...base, bundles: [] }, { ...party, guests });
        assert.ok(priceOf(base, { ...party, guests }).totalCents <= alone.totalCents);
      }),
      { numRuns },
    );
  });

  it('is unaffected by a rule for absent categories', () => {
    fc.assert(
      fc.property(anyCategoryPricing, anyParty, anyGuests, fc.nat(), (list, party, guests, at) => {
        fc.pre((list.categories?.length ?? 0) > 1);
        const rule: Pricing['rules'][number] = {
          ...{ name: 'Children', categories: ['child'] },
          ...{ effect: 'add', eur: 3, per: 'person' },
        };
        const rules = list.rules.toSpliced(at % (list.rules.length + 1), 0, rule);
        const without = { ...party, guests: { ...guests, child: 0 } };
        assert.deepEqual(priceOf({ ...list, rules }, without), priceOf(list, without));
      }),
      { numRuns },
    );
  });

  it('is computed fast even for a party that fills the largest slot', () => {
    const party = {
      startsAt: tuesday,
      people: 0,
      guests: { adult: 40_001, child: 59_999 },
      locale: 'nl',
    } as const;
    assert.deepEqual(
      priceOf(pricing, party).lines.map(({ text, count }) => [text, count]),
      [
        // 19,999 bundles with three children and one with two.
        ['Gezinskaart', 20_000],
        ['Volwassene', 1],
      ],
    );
  });
});

describe('the VAT in a price', () => {
  it('is split by rate, and a discount is shared in proportion to the parts before it', () => {
    const party = { startsAt: wednesday, people: 0, guests: { adult: 1, child: 2 }, locale: 'nl' } as const;
    // 24.50 at 21 % and 24.50 at 9 %, each reduced by a tenth.
    assert.deepEqual(priceOf(pricing, { ...party, vatBasisPoints: 2100 }).vat, [
      { basisPoints: 900, amountCents: 2205, vatCents: 182 },
      { basisPoints: 2100, amountCents: 2205, vatCents: 383 },
    ]);
    assert.equal(priceOf(pricing, party).vat, null);
  });

  it('is split within a bundle in proportion to the prices without it', () => {
    const party = { startsAt: tuesday, people: 0, guests: { adult: 2, child: 2 }, locale: 'nl' } as const;
    // In the ratio 49 to 24.50: two thirds of 60 and one third.
    assert.deepEqual(priceOf(pricing, { ...party, vatBasisPoints: 2100 }).vat, [
      { basisPoints: 900, amountCents: 2000, vatCents: 165 },
      { basisPoints: 2100, amountCents: 4000, vatCents: 694 },
    ]);
  });

  it('is at the facility’s rate after a rule replaces the price', () => {
    const rules: Pricing['rules'] = [{ name: 'Whole', effect: 'replace', eur: 450, per: 'booking' }];
    const party = { startsAt: tuesday, people: 0, guests: { child: 2 }, locale: 'nl' } as const;
    assert.deepEqual(priceOf({ ...pricing, rules }, { ...party, vatBasisPoints: 2100 }).vat, [
      { basisPoints: 2100, amountCents: 45_000, vatCents: 7810 },
    ]);
  });

  it('has parts that add up to the total, each with its own VAT', () => {
    fc.assert(
      fc.property(anyCategoryPricing, anyParty, anyGuests, anyVat, (list, party, guests, vatBasisPoints) => {
        const { totalCents, vat } = priceOf(list, { ...party, guests, vatBasisPoints });
        assert.equal(sum((vat ?? []).map(({ amountCents }) => amountCents)), totalCents);
        for (const { basisPoints, amountCents, vatCents } of vat ?? []) {
          assert.ok(amountCents > 0 && Number.isSafeInteger(amountCents));
          const exact = amountCents * (basisPoints / (10_000 + basisPoints));
          assert.ok(Math.abs(vatCents - exact) <= 0.5 + 1e-6);
        }
      }),
      { numRuns },
    );
  });
});

describe('the party of a booking', () => {
  const party = (request: { people?: number; guests?: Record<string, number> }, byVenue = false) => {
    const found = outcomeOf(() => guestParty(pricing, { people: 1, ...request }, { byVenue }));
    return found instanceof Failure
      ? [found.code, failureText(found.code, found.params, 'en')]
      : [found.people, found.guests?.map(({ key, count }) => `${count} ${key}`).join(', ')];
  };

  it('has guests by category, some of whom take no place', () => {
    assert.deepEqual(party({ guests: { baby: 1, adult: 2, child: 1, senior: 0 } }), [
      3,
      '2 adult, 1 child, 1 baby',
    ]);
    assert.deepEqual(party({ people: 4 }), [4, '4 adult']);
  });

  it('is rejected for an unknown category, or too few or too many guests of one', () => {
    for (const key of ['dog', 'constructor', 'toString'])
      assert.deepEqual(party({ guests: { adult: 1, [key]: 1 } }), [
        'guests_unknown',
        `Unknown guest category "${key}".`,
      ]);
    assert.deepEqual(party({ guests: { adult: 1, baby: 3 } }), ['guests_too_many', '"Baby": at most 2.']);
    assert.deepEqual(party({ guests: { adult: 1, baby: 3 } }, true), [1, '1 adult, 3 baby']);
    for (const nobody of [{}, { adult: 0 }, { baby: 1 }])
      assert.deepEqual(party({ guests: nobody }), [
        'people_too_few',
        'The number of people must be at least 1.',
      ]);
    const categories = pricing.categories?.map((each) => (each.key === 'adult' ? { ...each, min: 1 } : each));
    const outcome = outcomeOf(() => guestParty({ categories }, { people: 1, guests: { child: 2 } }));
    assert.ok(
      outcome instanceof Failure &&
        outcome.code === 'guests_too_few' &&
        outcome.params.name_nl === 'Volwassene',
    );
  });

  it('has only people without categories', () => {
    assert.deepEqual(guestParty(null, { people: 3 }), {
      ...{ people: 3, guests: null, addOns: null },
    });
    const outcome = outcomeOf(() => guestParty(null, { people: 3, guests: { adult: 3 } }));
    assert.ok(outcome instanceof Failure && outcome.code === 'guests_unknown');
  });
});

describe('a price list with categories', () => {
  const problems = (change: object) =>
    Pricing.safeParse({ ...pricing, ...change }).error?.issues.map(
      ({ path, message }) => `${path.join('.')}: ${message}`,
    ) ?? [];
  const [adult, child] = pricing.categories ?? [];

  it('reports invalid categories', () => {
    assert.deepEqual(problems({}), []);
    for (const [change, problem] of [
      [{ per: 'booking' }, 'categories: goes with `per: "person"`'],
      [{ categories: undefined, rules: [] }, 'bundles: goes with `categories`'],
      [{ categories: [adult, { ...child, key: 'adult' }] }, 'must be another than that of the others'],
      [{ categories: [{ ...adult, percent: undefined }, child] }, 'categories.0.eur: is required'],
      [{ categories: [{ ...adult, eur: 5 }, child] }, 'categories.0.percent: goes without `eur`'],
      [
        { categories: [{ ...adult, takes_place: false, max: 1 }, child] },
        'categories.0.takes_place: must be true',
      ],
      [{ categories: [adult, { ...child, takes_place: false }] }, 'categories.1.max: is required'],
      [{ categories: [adult, { ...child, min: 3, max: 2 }] }, 'categories.1.max: must not be below `min`'],
      [{ categories: [adult, { ...child, vat_percent: 30.5 }] }, 'categories.1.vat_percent'],
      [{ categories: Array.from({ length: 9 }, () => adult) }, 'categories: '],
      [
        { bundles: [{ name: 'X', eur: 1, guests: [{ category: 'dog', from: 1, to: 1 }] }] },
        'must be a category',
      ],
      [{ bundles: [{ name: 'X', eur: 1, guests: [{ category: 'adult', from: 2, to: 1 }] }] }, 'below `from`'],
      [{ rules: [{ ...pricing.rules[1], categories: ['dog'] }] }, 'rules.0.categories: must be categories'],
      [{ rules: [{ ...pricing.rules[0], categories: ['adult'] }] }, 'rules.0.categories: goes with `add`'],
    ] as const) {
      const found = problems(change);
      assert.ok(
        found.some((each) => each.includes(problem)),
        `${problem} of ${found.join('; ')}`,
      );
    }
  });
});
