import type { AddOn } from '@venue-booking/proto/price/addOns';
import type { GuestBundle, GuestCategory } from '@venue-booking/proto/price/guests';
import { type PriceRule, Pricing } from '@venue-booking/proto/price/pricing';
import fc from 'fast-check';

const euro = (min: number) => fc.integer({ min: min * 100, max: 50_000_00 }).map((cents) => cents / 100);
const day = fc
  .date({ min: new Date('2024-01-01'), max: new Date('2027-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));
const time = fc.integer({ min: 0, max: 1439 }).map((minutes) => {
  const [hour, minute] = [Math.floor(minutes / 60), minutes % 60].map((part) =>
    String(part).padStart(2, '0'),
  );
  return `${hour}:${minute}`;
});
const per = fc.constantFrom('person' as const, 'booking' as const);

const effect = fc.oneof(
  fc.record({ effect: fc.constant('replace' as const), eur: euro(0), per }),
  fc.record({ effect: fc.constant('at_least' as const), eur: euro(0), per }),
  fc.record({ effect: fc.constant('add' as const), eur: euro(-50_000), per }),
  fc.record({
    effect: fc.constant('multiply' as const),
    percent: fc.integer({ min: 0, max: 30_000 }).map((hundredths) => hundredths / 100),
  }),
);
const times = fc
  .tuple(time, time)
  .map(([from_time, to_time]) => (from_time === to_time ? {} : { from_time, to_time }));
const dates = fc
  .tuple(day, day, fc.boolean())
  .map(([one, other, yearly]) =>
    yearly
      ? { first_date: one, last_date: other, yearly }
      : { first_date: one < other ? one : other, last_date: one < other ? other : one },
  );
const sizes = fc
  .tuple(fc.integer({ min: 1, max: 20 }), fc.integer({ min: 0, max: 20 }))
  .map(([from_people, more]) => ({ from_people, to_people: from_people + more }));
const weekdays = fc
  .uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1 })
  .map((days) => ({ weekdays: days }));
const ahead = fc
  .tuple(fc.integer({ min: 1, max: 400 }), fc.integer({ min: 1, max: 400 }))
  .map(([from_hours_ahead, more]) => ({ from_hours_ahead, to_hours_ahead: from_hours_ahead + more }));
const sometimes = <T extends object>(arbitrary: fc.Arbitrary<T>) => fc.oneof(fc.constant({}), arbitrary);

/** Any valid rule of a price list. */
export const anyRule: fc.Arbitrary<PriceRule> = fc
  .tuple(effect, sometimes(times), sometimes(dates), sometimes(sizes), sometimes(weekdays), sometimes(ahead))
  .map((parts) => Object.assign({ name: 'A rule' }, ...parts));

const base = fc.oneof(
  fc.record({ per, eur: euro(0) }),
  fc
    .uniqueArray(
      fc.record({ people: fc.integer({ min: 1, max: 30 }), eur: euro(0), each_more_eur: euro(0) }),
      {
        minLength: 1,
        selector: ({ people }) => people,
      },
    )
    .map((rows) => ({ per: 'party' as const, parties: rows.toSorted((a, b) => a.people - b.people) })),
);

const KEYS = ['adult', 'child', 'senior', 'baby'] as const;
const vat = fc.constantFrom({}, { vat_percent: 9 }, { vat_percent: 21 }, { vat_percent: 5.5 });

/** The first category takes a place. */
const anyCategory = (key: string, index: number): fc.Arbitrary<GuestCategory> =>
  fc
    .tuple(
      fc.oneof(
        fc.record({ eur: euro(0) }),
        fc.record({ percent: fc.integer({ min: 0, max: 20_000 }).map((hundredths) => hundredths / 100) }),
      ),
      vat,
      fc.boolean(),
    )
    .map(([price, ofVat, takesNone]) => ({
      ...{ key, name: { nl: key, en: key } },
      ...price,
      ...ofVat,
      ...(takesNone && index > 0 && { takes_place: false, max: 40 }),
    }));

const anyBundle = (keys: string[]): fc.Arbitrary<GuestBundle> =>
  fc
    .tuple(
      fc.uniqueArray(fc.constantFrom(...keys), { minLength: 1 }),
      fc.array(fc.tuple(fc.nat(3), fc.integer({ min: 1, max: 3 })), {
        minLength: keys.length,
        maxLength: keys.length,
      }),
      euro(0),
    )
    .map(([named, sizes, eur]) => ({
      name: 'A bundle',
      eur,
      guests: named.map((category, index) => {
        const [from = 0, to = 1] = sizes[index] ?? [];
        return { category, from: Math.min(from, to), to };
      }),
    }));

/** Any base with guest categories, and rules for some of them. */
const withCategories = fc.integer({ min: 1, max: KEYS.length }).chain((count) => {
  const keys = KEYS.slice(0, count);
  const surcharge = fc
    .tuple(fc.uniqueArray(fc.constantFrom(...keys), { minLength: 1 }), euro(-50_000), per, sometimes(sizes))
    .map(
      ([categories, eur, each, ofParties]): PriceRule => ({
        ...{ name: 'A rule for some', effect: 'add', categories, eur, per: each },
        ...ofParties,
      }),
    );
  return fc
    .tuple(
      fc.tuple(...keys.map(anyCategory)),
      fc.array(anyBundle(keys), { maxLength: 3 }),
      euro(0),
      fc.array(fc.oneof(anyRule, surcharge), { maxLength: 8 }),
    )
    .map(([categories, bundles, eur, rules]) => ({
      prices: { per: 'person' as const, eur, categories, bundles },
      rules,
    }));
});

const withoutCategories = fc
  .tuple(base, fc.array(anyRule, { maxLength: 8 }))
  .map(([prices, rules]) => ({ prices, rules }));

/** Any valid add-ons of a price list. */
export const anyAddOns: fc.Arbitrary<AddOn[]> = fc
  .array(
    fc.tuple(
      euro(0),
      vat,
      fc.boolean(),
      fc.oneof(
        fc.record({ per: fc.constantFrom('person' as const, 'booking' as const) }),
        fc.record({ per: fc.constant('piece' as const), max: fc.integer({ min: 1, max: 40 }) }),
      ),
    ),
    { maxLength: 4 },
  )
  .map((rows) =>
    rows.map(([eur, ofVat, required, counted], index) => ({
      ...{ key: `add_on_${index}`, name: { nl: `Extra ${index}`, en: `Extra ${index}` }, eur },
      ...ofVat,
      ...(required && { required }),
      ...counted,
    })),
  );

const pricingOf = (bases: fc.Arbitrary<{ prices: object; rules: PriceRule[] }>): fc.Arbitrary<Pricing> =>
  fc
    .tuple(
      bases,
      sometimes(euro(0).map((least_eur) => ({ least_eur }))),
      sometimes(anyAddOns.map((add_ons) => ({ add_ons }))),
    )
    .map(([{ prices, rules }, least, addOns]) => Pricing.parse({ ...prices, rules, ...least, ...addOns }));

/** Any price list with guest categories. */
export const anyCategoryPricing = pricingOf(withCategories);

/** Any price list that the API accepts. */
export const anyPricing = pricingOf(fc.oneof(withCategories, withoutCategories));

/** Guests of some categories, with at least one of the first. */
export const anyGuests = fc.record({
  adult: fc.integer({ min: 1, max: 12 }),
  child: fc.nat(12),
  senior: fc.nat(6),
  baby: fc.nat(3),
});

/** Any VAT rate, in hundredths of a percent. */
export const anyVat = fc.integer({ min: 0, max: 3000 });

/** Any party at any time. */
export const anyParty = fc.record({
  startsAt: fc.tuple(day, time).map(([date, hour]) => `${date}T${hour}`),
  hoursAhead: fc.double({ min: 0, max: 1000, noNaN: true }),
  people: fc.integer({ min: 1, max: 40 }),
  locale: fc.constantFrom('nl' as const, 'en' as const),
});
