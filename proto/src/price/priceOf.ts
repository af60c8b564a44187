import type { PriceLine, PriceRule, Pricing } from '../pricing.ts';
import { type Locale, toCents, toEuro } from '../primitives.ts';
import { isForParty, isForTime, type Moment } from './applies.ts';

/** What is to be priced: a party at a time. */
export type Party = Moment & {
  people: number;
  /** Of the lines' own words. */
  locale: Locale;
};

/** Why a price is what it is. Counts of cents; below 0 for a discount. */
export type Line = { text: string; count: number; amountCents: number };

/** A line as it is answered. */
export const toPriceLine = ({ amountCents, ...line }: Line): PriceLine => ({
  ...line,
  amount_eur: toEuro(amountCents),
});

/** A price in cents; its lines add up to it. */
export type Price = { lines: Line[]; totalCents: number };

/**
 * No booking costs more, in cents: what is beyond is not charged. A percentage of it is still exact in a
 * double.
 */
export const MOST_CENTS = 10_000_000_000;

const words = {
  nl: {
    person: 'Per persoon',
    booking: 'Per boeking',
    party: (people: number) => (people === 1 ? '1 persoon' : `${people} personen`),
    more: 'Extra persoon',
    least: 'Minimumbedrag',
  },
  en: {
    person: 'Per person',
    booking: 'Per booking',
    party: (people: number) => (people === 1 ? '1 person' : `${people} people`),
    more: 'Extra person',
    least: 'Minimum charge',
  },
} satisfies Record<Locale, unknown>;

/**
 * What a party pays at a time by a price list, and why: the one place that computes prices. Rules apply in
 * their order, each to what those before it came to, which never falls below 0. Lines that come to nothing
 * are left out, except of what is free.
 */
export function priceOf(pricing: Pricing, party: Party): Price {
  return priceAt({ ...pricing, rules: pricing.rules.filter((rule) => isForTime(rule, party)) }, party);
}

/** What parties pay at a time, in cents: the first for one person, then one more each. */
export function totalsAt(pricing: Pricing, moment: Moment, largest: number): number[] {
  const rules = pricing.rules.filter((rule) => isForTime(rule, moment));
  const at = { ...pricing, rules };
  return Array.from(
    { length: largest },
    (_, index) => priceAt(at, { people: index + 1, locale: 'en' }).totalCents,
  );
}

/** A price by rules that hold at its time. */
function priceAt(pricing: Pricing, party: Omit<Party, keyof Moment>): Price {
  let price = basePrice(pricing, party);
  for (const rule of pricing.rules)
    if (isForParty(rule, party.people)) price = applied(rule, price, party.people);
  const least = toCents(pricing.least_eur ?? 0);
  return price.totalCents < least
    ? plus(price, words[party.locale].least, 1, least - price.totalCents)
    : price;
}

const NOTHING: Price = { lines: [], totalCents: 0 };

/** A price with one more line, as far as it stays between nothing and {@link MOST_CENTS}. */
function plus({ lines, totalCents }: Price, text: string, count: number, wantedCents: number): Price {
  const total = Math.min(Math.max(totalCents + wantedCents, 0), MOST_CENTS);
  const amountCents = total - totalCents;
  return amountCents === 0 && lines.length > 0
    ? { lines, totalCents }
    : { lines: [...lines, { text, count, amountCents }], totalCents: total };
}

function basePrice(
  { per, eur = 0, parties = [] }: Pricing,
  { people, locale }: Omit<Party, keyof Moment>,
): Price {
  const word = words[locale];
  if (per === 'person') return plus(NOTHING, word.person, people, people * toCents(eur));
  if (per === 'booking') return plus(NOTHING, word.booking, 1, toCents(eur));
  const row = parties.findLast((each) => each.people <= people) ?? parties[0];
  if (!row) return plus(NOTHING, word.party(people), 1, 0);
  const more = row.each_more_eur ? Math.max(0, people - row.people) : 0;
  const price = plus(NOTHING, word.party(people - more), 1, toCents(row.eur));
  return plus(price, word.more, more, more * toCents(row.each_more_eur ?? 0));
}

function applied(
  { name, effect, eur = 0, per, percent = 100 }: PriceRule,
  price: Price,
  people: number,
): Price {
  const count = per === 'person' ? people : 1;
  if (effect === 'replace') return plus(NOTHING, name, count, count * toCents(eur));
  if (effect === 'add') return plus(price, name, count, count * toCents(eur));
  const after = Math.round((price.totalCents * Math.round(percent * 100)) / 10_000);
  return plus(price, name, 1, after - price.totalCents);
}
