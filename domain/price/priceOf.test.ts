import assert from 'node:assert/strict';
import type { Pricing } from '@venue-booking/proto/price/pricing';
import { MAX_PRICE_CENTS } from '@venue-booking/proto/price/pricing';
import { toEuro } from '@venue-booking/proto/primitives';
import fc from 'fast-check';
import { describe, it } from 'vitest';
import { anyParty, anyPricing, anyRule } from '../testing/priceLists/anyPricing.ts';
import { bathHouse } from '../testing/priceLists/bathHouse.ts';
import { garden } from '../testing/priceLists/garden.ts';
import { meetingRoom } from '../testing/priceLists/meetingRoom.ts';
import { padel } from '../testing/priceLists/padel.ts';
import { sauna } from '../testing/priceLists/sauna.ts';
import { lowestPrices } from './lowestPrices.ts';
import { priceOf, totalsOf } from './priceOf.ts';
import { appliesAt, appliesToParty } from './ruleConditions.ts';

/**
 * Number of generated price lists per test. `PRICE_RUNS=100000 npm test -- domain/price` tries over a
 * million.
 */
const numRuns = Number(process.env.PRICE_RUNS ?? 500);

const sum = (amounts: number[]) => amounts.reduce((total, amount) => total + amount, 0);

for (const { name, pricing, totals, sizes, lowest } of [sauna, padel, meetingRoom, bathHouse, garden])
  describe(`the price list of ${name}`, () => {
    for (const [startsAt, who, eur] of totals)
      it(`charges ${eur} for ${JSON.stringify(who)} at ${startsAt}`, () => {
        const party = typeof who === 'number' ? { people: who } : { people: 0, guests: who };
        assert.equal(toEuro(priceOf(pricing, { startsAt, ...party, locale: 'nl' }).totalCents), eur);
      });

    it('has the expected lowest prices', () => {
      const { perPersonCents, bookingCents } = lowestPrices(pricing, sizes);
      assert.deepEqual({ perPerson: toEuro(perPersonCents), booking: toEuro(bookingCents) }, lowest);
    });
  });

describe('a price', () => {
  it('has lines with text, count and total', () => {
    const party = { startsAt: '2026-12-30T10:00', people: 3, locale: 'nl' } as const;
    assert.deepEqual(priceOf(sauna.pricing, party).lines, [
      { text: '2 personen', count: 1, amountCents: 13_500 },
      { text: 'Extra persoon', count: 1, amountCents: 4250 },
      { text: 'Wednesday', count: 1, amountCents: -1775 },
      { text: 'Christmas', count: 1, amountCents: 2500 },
    ]);
    const group = { startsAt: '2026-12-05T10:00', people: 7, locale: 'en' } as const;
    assert.deepEqual(priceOf(sauna.pricing, group).lines, [
      { text: 'Weekend, group', count: 1, amountCents: 50_000 },
    ]);
    const lunch = { startsAt: '2026-09-11T12:00', people: 4, locale: 'en' } as const;
    assert.deepEqual(priceOf(meetingRoom.pricing, lunch).lines, [
      { text: 'Per booking', count: 1, amountCents: 6000 },
      { text: 'Lunch', count: 4, amountCents: 3000 },
    ]);
  });

  it('is raised to a rule’s lowest price, and only for the parties of the rule', () => {
    const group = { name: 'Group', from_people: 7, effect: 'at_least', eur: 380, per: 'booking' } as const;
    const each = { name: 'Evening', effect: 'at_least', eur: 45, per: 'person' } as const;
    const price = (people: number, rules: Pricing['rules'], eur = 50) =>
      priceOf({ per: 'person', eur, rules }, { startsAt: '2026-09-11T12:00', people, locale: 'en' });
    assert.equal(price(6, [group]).totalCents, 30_000);
    assert.deepEqual(price(7, [group]).lines, [
      { text: 'Per person', count: 7, amountCents: 35_000 },
      { text: 'Group', count: 1, amountCents: 3000 },
    ]);
    assert.deepEqual(price(8, [group]).lines, [{ text: 'Per person', count: 8, amountCents: 40_000 }]);
    assert.equal(price(2, [each], 40).totalCents, 9000);
    const off = { name: 'Off', effect: 'add', eur: -100, per: 'booking' } as const;
    assert.equal(price(8, [off, group]).totalCents, 38_000);
    assert.equal(price(8, [group, off]).totalCents, 30_000, 'later rules apply to the result');
  });

  it('splits the VAT of a lowest price as the price before it', () => {
    const rule = { name: 'Group', effect: 'at_least', eur: 100, per: 'booking' } as const;
    const { vat, totalCents } = priceOf(
      { per: 'person', eur: 10, rules: [rule] },
      { startsAt: '2026-09-11T12:00', people: 2, locale: 'en', vatBasisPoints: 900 },
    );
    assert.equal(totalCents, 10_000);
    assert.equal(sum((vat ?? []).map((part) => part.amountCents)), 10_000);
  });

  it('results from its rules in their order', () => {
    const plus: Pricing['rules'][number] = { name: 'Plus', effect: 'add', eur: 10, per: 'booking' };
    const half: Pricing['rules'][number] = { name: 'Half', effect: 'multiply', percent: 50 };
    const total = (rules: Pricing['rules']) =>
      priceOf({ per: 'person', eur: 20, rules }, { startsAt: '2026-12-01T10:00', people: 2, locale: 'en' })
        .totalCents;
    assert.deepEqual([total([plus, half]), total([half, plus])], [2500, 3000]);
  });

  it('depends on how many hours ahead it is booked: at least the lower and below the upper limit', () => {
    const pricing: Pricing = {
      ...{ per: 'booking', eur: 100 },
      rules: [
        { name: 'Early', from_hours_ahead: 168, effect: 'multiply', percent: 90 },
        { name: 'Last minute', to_hours_ahead: 24, effect: 'add', eur: -30, per: 'booking' },
      ],
    };
    const total = (hoursAhead: number) =>
      priceOf(pricing, { startsAt: '2026-12-01T10:00', hoursAhead, people: 2, locale: 'en' }).totalCents /
      100;
    assert.deepEqual([-1, 0, 23.9, 24, 167.9, 168, 1000].map(total), [70, 70, 70, 100, 100, 90, 90]);
    assert.deepEqual(lowestPrices(pricing, { min: 1, max: 2 }), { perPersonCents: 3500, bookingCents: 7000 });
  });

  it('has its lowest value found among many times, and in a season without the rule’s weekday this year', () => {
    type Rule = Pricing['rules'][number];
    const yearly = (name: string, first: string, last: string, eur: number): Rule => ({
      ...{ name, first_date: `2024-${first}`, last_date: `2024-${last}`, yearly: true },
      effect: 'add',
      eur,
      per: 'person',
    });
    const at = (from_time: string, to_time: string) =>
      ({ name: from_time, from_time, to_time, effect: 'add', eur: 1, per: 'person' }) as const;
    const lowest = (rules: Pricing['rules']) =>
      lowestPrices({ per: 'person', eur: 20, rules }, { min: 1, max: 60 }).perPersonCents;
    const surcharges = ['01', '02', '03', '04', '05'].map((month) =>
      yearly(month, `${month}-01`, `${month}-09`, 2),
    );
    const hours = [at('08:00', '10:00'), at('12:00', '14:00'), at('18:00', '20:00')];
    assert.equal(lowest([...hours, ...surcharges, yearly('November', '11-01', '11-30', -8)]), 1200);
    assert.equal(lowest([{ ...yearly('Monday', '12-24', '12-26', -10), weekdays: [1] }]), 1000);
  });

  it('is 0 if a discount exceeds it', () => {
    const off: Pricing['rules'][number] = { name: 'Off', effect: 'add', eur: -50, per: 'booking' };
    const party = { startsAt: '2026-12-01T10:00', people: 2, locale: 'en' } as const;
    assert.deepEqual(priceOf({ per: 'person', eur: 20, rules: [off] }, party), {
      lines: [
        { text: 'Per person', count: 2, amountCents: 4000 },
        { text: 'Off', count: 1, amountCents: -4000 },
      ],
      totalCents: 0,
      vat: null,
    });
  });

  it('is the sum of its lines in whole cents, at least 0 and the minimum, at most the maximum', () => {
    fc.assert(
      fc.property(anyPricing, anyParty, (pricing, party) => {
        const { lines, totalCents } = priceOf(pricing, party);
        assert.equal(sum(lines.map(({ amountCents }) => amountCents)), totalCents);
        for (const { amountCents } of lines) assert.ok(Number.isSafeInteger(amountCents));
        assert.ok(totalCents >= Math.round((pricing.least_eur ?? 0) * 100) && totalCents <= MAX_PRICE_CENTS);
        assert.ok(lines.length > 0);
      }),
      { numRuns },
    );
  });

  it('is unaffected by a rule that does not match, at any position', () => {
    fc.assert(
      fc.property(anyPricing, anyParty, anyRule, fc.nat(), (pricing, party, rule, at) => {
        fc.pre(!appliesAt(party)(rule) || !appliesToParty(rule, party.people));
        const rules = pricing.rules.toSpliced(at % (pricing.rules.length + 1), 0, rule);
        assert.deepEqual(priceOf({ ...pricing, rules }, party), priceOf(pricing, party));
      }),
      { numRuns },
    );
  });

  it('equals the total in the list for all party sizes', () => {
    fc.assert(
      fc.property(anyPricing, anyParty, anyParty, (pricing, one, other) => {
        const totals = totalsOf(pricing, { smallest: 1, largest: 40 });
        for (const party of [one, other, one])
          assert.equal(totals(party)[party.people - 1], priceOf(pricing, party).totalCents);
      }),
      { numRuns },
    );
  });

  it('results from the last replacing rule and the rules after it', () => {
    fc.assert(
      fc.property(anyPricing, anyParty, fc.integer({ min: 0, max: 100_000 }), (pricing, party, cents) => {
        const last = { name: 'Last', effect: 'replace', eur: cents / 100, per: 'person' } as const;
        const { least_eur: _, add_ons: __, ...rest } = pricing;
        const price = priceOf({ ...rest, rules: [...pricing.rules, last] }, party);
        const amountCents = cents * party.people;
        assert.deepEqual(price, {
          lines: [{ text: 'Last', count: party.people, amountCents }],
          totalCents: amountCents,
          vat: null,
        });
      }),
      { numRuns },
    );
  });

  it('is never below the published lowest price, per person and per booking, if no rule has dates', () => {
    fc.assert(
      fc.property(anyPricing, anyParty, (pricing, party) => {
        const rules = pricing.rules.filter(({ first_date }) => first_date === undefined);
        const list = { ...pricing, rules };
        const { perPersonCents, bookingCents } = lowestPrices(list, { min: 1, max: 40 });
        const { totalCents } = priceOf(list, party);
        assert.ok(totalCents >= bookingCents && totalCents >= perPersonCents * party.people);
      }),
      { numRuns: Math.min(numRuns, 200) },
    );
  });
});
