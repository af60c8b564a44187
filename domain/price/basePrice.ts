import type { GuestBundle, GuestCategory, Guests } from '@venue-booking/proto/price/guests';
import type { Pricing } from '@venue-booking/proto/price/pricing';
import { type Locale, toCents } from '@venue-booking/proto/primitives';
import { nameIn } from '../wording/nameIn.ts';
import { nameOf } from '../wording/translated.ts';
import { lineTexts } from './lineTexts.ts';
import { apportion, type ByRate } from './vat.ts';

/** A price line. `byRate`: its amount by VAT rate; without it, the line is split like the price so far. */
export type PriceStep = { text: string; count: number; cents: number; byRate?: ByRate };

/** Number of guests in each category, by key. */
export type Counts = ReadonlyMap<string, number>;

/** The first lines of a price, before rules. @param counts guests by category, if the list has categories */
export function baseLines(
  pricing: Pricing,
  {
    people,
    counts,
    locale,
    basisPoints,
  }: { people: number; counts: Counts; locale: Locale; basisPoints: number },
): PriceStep[] {
  const { per, eur = 0, parties = [] } = pricing;
  const word = lineTexts[locale];
  if (pricing.categories) return categoryLines(pricing, counts, { locale, basisPoints });
  if (per === 'person') return [{ text: word.person, count: people, cents: people * toCents(eur) }];
  if (per === 'booking') return [{ text: word.booking, count: 1, cents: toCents(eur) }];
  const row = parties.findLast((each) => each.people <= people) ?? parties[0];
  const each = toCents(row?.each_more_eur ?? 0);
  const more = each > 0 ? Math.max(0, people - (row?.people ?? 0)) : 0;
  return [
    { text: word.party(people - more), count: 1, cents: toCents(row?.eur ?? 0) },
    { text: word.more, count: more, cents: more * each },
  ];
}

/** Number of guests in each category. Without `guests`, all people are in the first category. */
export function countsOf(
  categories: Pricing['categories'],
  people: number,
  guests: Guests | undefined,
): Counts {
  const [first] = categories ?? [];
  return new Map(Object.entries(guests ?? (first ? { [first.key]: people } : {})));
}

/** Number of guests who take a place. */
export const placesOf = (categories: readonly GuestCategory[], counts: Counts): number =>
  categories
    .filter(({ takes_place = true }) => takes_place)
    .reduce((sum, { key }) => sum + (counts.get(key) ?? 0), 0);

/** Price of each guest in a category, in cents. */
export const centsPerGuest = ({ eur: base = 0 }: Pricing, { eur, percent = 0 }: GuestCategory): number =>
  eur === undefined ? Math.round((toCents(base) * Math.round(percent * 100)) / 10_000) : toCents(eur);

/** VAT rate of a category or an add-on, in hundredths of a percent. */
export const vatRateOf = (
  { vat_percent: percent }: { vat_percent?: number | undefined },
  basisPoints: number,
): number => (percent === undefined ? basisPoints : Math.round(percent * 100));

/** Lines for bundles, in their order, and for the remaining guests of each category. */
function categoryLines(
  pricing: Pricing,
  counts: Counts,
  { locale, basisPoints }: { locale: Locale; basisPoints: number },
): PriceStep[] {
  const { categories = [], bundles = [] } = pricing;
  const left = new Map(counts);
  const alone = (covered: Counts): ByRate => {
    const byRate = new Map<number, number>();
    for (const category of categories) {
      const rate = vatRateOf(category, basisPoints);
      const cents = (covered.get(category.key) ?? 0) * centsPerGuest(pricing, category);
      byRate.set(rate, (byRate.get(rate) ?? 0) + cents);
    }
    return byRate;
  };
  const lines = bundles.map((bundle): PriceStep => {
    const { guests, eur } = bundle;
    const line = { text: nameOf(bundle, locale), count: 0, cents: 0, byRate: new Map<number, number>() };
    for (let covered = bundleGuests(guests, left); covered; covered = bundleGuests(guests, left)) {
      const weights = alone(covered);
      if (toCents(eur) >= sum(weights)) break;
      // Apply as many identical bundles at once as possible; looping per bundle would be slow for large
      // parties.
      const times = Math.min(...[...covered].map(([key, count]) => Math.floor((left.get(key) ?? 0) / count)));
      for (const [key, count] of covered) left.set(key, (left.get(key) ?? 0) - times * count);
      line.count += times;
      line.cents += times * toCents(eur);
      for (const [rate, cents] of apportion(times * toCents(eur), weights, basisPoints))
        line.byRate.set(rate, (line.byRate.get(rate) ?? 0) + cents);
    }
    return line;
  });
  const others = categories.map((category): PriceStep => {
    const count = left.get(category.key) ?? 0;
    const byRate = alone(new Map([[category.key, count]]));
    return { text: nameIn(category.name, locale), count, cents: sum(byRate), byRate };
  });
  return [...lines, ...others].filter(({ count }) => count > 0);
}

/** The remaining guests that one bundle covers, as many as it can; null if it does not apply. */
function bundleGuests(bundled: GuestBundle['guests'], left: Counts): Map<string, number> | null {
  const covered = new Map<string, number>();
  for (const { category, from, to } of bundled) {
    const count = Math.min(left.get(category) ?? 0, to);
    if (count < from) return null;
    if (count > 0) covered.set(category, count);
  }
  return covered.size > 0 ? covered : null;
}

const sum = (amounts: ByRate): number => [...amounts.values()].reduce((total, cents) => total + cents, 0);
