import type { PriceLine, PriceRule, Pricing } from '../pricing.ts';
import { type Locale, toCents, toEuro } from '../primitives.ts';
import { holdsAt, isForParty, type Moment } from './applies.ts';

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
  return priceAt({ ...pricing, rules: pricing.rules.filter(holdsAt(party)) }, party);
}

/**
 * What parties pay at each time that it is asked for, in cents: the first for one person, then one more each.
 * Times at which the same rules hold are computed once.
 */
export function totalsOf(pricing: Pricing, largest: number): (moment: Moment) => number[] {
  const known = new Map<string, number[]>();
  return (moment) => {
    const holds = holdsAt(moment);
    const rules: PriceRule[] = [];
    // Cheaper than `join`, for each time of a day.
    let key = '';
    for (const rule of pricing.rules) {
      const held = holds(rule);
      key += held ? '1' : '0';
      if (held) rules.push(rule);
    }
    const before = known.get(key);
    if (before) return before;
    const total = (index: number) =>
      priceAt({ ...pricing, rules }, { people: index + 1, locale: 'en' }).totalCents;
    const totals = Array.from({ length: largest }, (_, index) => total(index));
    known.set(key, totals);
    return totals;
  };
}

/** A price by rules that hold at its time. */
function priceAt(pricing: Pricing, { people, locale }: Omit<Party, keyof Moment>): Price {
  const price: Price = { lines: [], totalCents: 0 };
  for (const line of baseOf(pricing, people, locale)) addLine(price, ...line);
  for (const rule of pricing.rules) if (isForParty(rule, people)) addRule(price, rule, people);
  const least = toCents(pricing.least_eur ?? 0);
  if (price.totalCents < least) addLine(price, words[locale].least, 1, least - price.totalCents);
  return price;
}

/** Adds a line to a price, as far as that stays between nothing and {@link MOST_CENTS}. */
function addLine(price: Price, text: string, count: number, wantedCents: number): void {
  const total = Math.min(Math.max(price.totalCents + wantedCents, 0), MOST_CENTS);
  const amountCents = total - price.totalCents;
  if (amountCents !== 0 || price.lines.length === 0) price.lines.push({ text, count, amountCents });
  price.totalCents = total;
}

/** What a price begins with: what for, how many, and what they come to. */
function baseOf(pricing: Pricing, people: number, locale: Locale): [string, number, number][] {
  const { per, eur = 0, parties = [] } = pricing;
  const word = words[locale];
  if (per === 'person') return [[word.person, people, people * toCents(eur)]];
  if (per === 'booking') return [[word.booking, 1, toCents(eur)]];
  const row = parties.findLast((each) => each.people <= people) ?? parties[0];
  const each = toCents(row?.each_more_eur ?? 0);
  const more = each > 0 ? Math.max(0, people - (row?.people ?? 0)) : 0;
  return [
    [word.party(people - more), 1, toCents(row?.eur ?? 0)],
    [word.more, more, more * each],
  ];
}

function addRule(price: Price, rule: PriceRule, people: number): void {
  const { name, effect, eur = 0, per, percent = 100 } = rule;
  if (effect === 'multiply') {
    const after = Math.round((price.totalCents * Math.round(percent * 100)) / 10_000);
    addLine(price, name, 1, after - price.totalCents);
  } else {
    if (effect === 'replace') Object.assign(price, { lines: [], totalCents: 0 });
    const count = per === 'person' ? people : 1;
    addLine(price, name, count, count * toCents(eur));
  }
}
