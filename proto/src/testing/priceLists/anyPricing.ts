import fc from 'fast-check';
import { type PriceRule, Pricing } from '../../pricing.ts';

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

/** Any rule that a price list takes. */
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

/** Any price list; what is made is one that the API takes. */
export const anyPricing: fc.Arbitrary<Pricing> = fc
  .tuple(base, fc.array(anyRule, { maxLength: 8 }), sometimes(euro(0).map((least_eur) => ({ least_eur }))))
  .map(([prices, rules, least]) => Pricing.parse({ ...prices, rules, ...least }));

/** Any party at any time. */
export const anyParty = fc.record({
  startsAt: fc.tuple(day, time).map(([date, hour]) => `${date}T${hour}`),
  hoursAhead: fc.double({ min: 0, max: 1000, noNaN: true }),
  people: fc.integer({ min: 1, max: 40 }),
  locale: fc.constantFrom('nl' as const, 'en' as const),
});
