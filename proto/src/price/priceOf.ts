import type { GuestCategory, Guests } from '../guests.ts';
import type { PriceLine, PriceRule, Pricing } from '../pricing.ts';
import { type Locale, toCents, toEuro } from '../primitives.ts';
import { requiredAddOns, type TakenAddOn } from './addOnsTaken.ts';
import { holdsAt, isForParty, type Moment } from './applies.ts';
import { baseOf, type Counts, countsOf, type PriceStep, placesOf, rateOf } from './base.ts';
import { apportion, type ByRate, type VatCents, vatOf } from './vatOf.ts';
import { words } from './words.ts';

/** What is to be priced: a party at a time. */
export type Party = Moment & {
  /** How many take places; of the first category, where a list has categories and `guests` is left out. */
  people: number;
  guests?: Guests | undefined;
  /** What it takes along; null: nothing. Left out: what the list requires. */
  addOns?: readonly TakenAddOn[] | null | undefined;
  /** Of the lines' own words. */
  locale: Locale;
  /** VAT where no category has a rate of its own, in hundredths of a percent; null: none is told. */
  vatBasisPoints?: number | null;
};

/** Why a price is what it is. Counts of cents; below 0 for a discount. */
export type Line = { text: string; count: number; amountCents: number };

/** A line as it is answered. */
export const toPriceLine = ({ amountCents, ...line }: Line): PriceLine => ({
  ...line,
  amount_eur: toEuro(amountCents),
});

/**
 * A price in cents; its lines add up to it. `vat`: the VAT in it, by rate, whose amounts add up to it as
 * well; null where none is told.
 */
export type Price = { lines: Line[]; totalCents: number; vat: VatCents[] | null };

/** No booking costs more, in cents: the rest is not charged. A percentage of it is exact in a double. */
export const MOST_CENTS = 10_000_000_000;

/**
 * What a party pays at a time by a price list, and why: the one place that computes prices. Rules apply in
 * their order, each to what those before it came to, which never falls below 0. Add-ons come last, each at
 * its own price. Lines that come to nothing are left out, except of what is free.
 */
export function priceOf(pricing: Pricing, party: Party): Price {
  return pricesAt(pricing, party)(party);
}

/** {@link priceOf} parties at one moment: the rules that hold then are looked for once. */
export function pricesAt(pricing: Pricing, moment: Moment): (party: Omit<Party, keyof Moment>) => Price {
  const held = { ...pricing, rules: pricing.rules.filter(holdsAt(moment)) };
  return (party) => priceAt(held, party);
}

/** Sets of rules that hold at some time, of which the totals are kept. */
const MOST_KNOWN = 1000;

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
    if (known.size >= MOST_KNOWN) known.clear();
    known.set(key, totals);
    return totals;
  };
}

/** A price that is being made, and what of it is under which rate of VAT. */
type Making = {
  lines: Line[];
  totalCents: number;
  /** Kept only where VAT is told, as it takes longer than all else. */
  byRate: ByRate;
  basisPoints: number;
  tellsVat: boolean;
};

/** A price by rules that hold at its time. */
function priceAt(pricing: Pricing, party: Omit<Party, keyof Moment>): Price {
  const { guests, locale, vatBasisPoints = null } = party;
  const counts = countsOf(pricing.categories, party.people, guests);
  const people = pricing.categories ? placesOf(pricing.categories, counts) : party.people;
  const basisPoints = vatBasisPoints ?? 0;
  const tellsVat = vatBasisPoints !== null;
  const making: Making = { lines: [], totalCents: 0, byRate: new Map(), basisPoints, tellsVat };
  for (const line of baseOf(pricing, { people, counts, locale, basisPoints })) addLine(making, line);
  for (const rule of pricing.rules) addRule(making, rule, { pricing, people, counts });
  const least = toCents(pricing.least_eur ?? 0);
  if (making.totalCents < least)
    addLine(making, { text: words[locale].least, count: 1, cents: least - making.totalCents });
  const addOns = party.addOns === undefined ? requiredAddOns(pricing.add_ons, people) : (party.addOns ?? []);
  for (const addOn of addOns) {
    const cents = addOn.count * toCents(addOn.eur);
    const byRate = new Map([[rateOf(addOn, basisPoints), cents]]);
    addLine(making, { text: addOn.name[locale], count: addOn.count, cents, byRate });
  }
  const { lines, totalCents, byRate } = making;
  return { lines, totalCents, vat: tellsVat ? vatOf(byRate) : null };
}

/** Adds a line to a price, as far as that stays between nothing and {@link MOST_CENTS}. */
function addLine(making: Making, { text, count, cents, byRate }: PriceStep): void {
  const total = Math.min(Math.max(making.totalCents + cents, 0), MOST_CENTS);
  const amountCents = total - making.totalCents;
  if (amountCents !== 0 || making.lines.length === 0) making.lines.push({ text, count, amountCents });
  making.totalCents = total;
  if (!making.tellsVat) return;
  making.byRate = apportion(total, byRate ? sumOf(making.byRate, byRate) : making.byRate, making.basisPoints);
}

const sumOf = (one: ByRate, other: ByRate): ByRate =>
  new Map([...one, ...[...other].map(([rate, cents]) => [rate, cents + (one.get(rate) ?? 0)] as const)]);

type Counted = { pricing: Pricing; people: number; counts: Counts };

/** Applies a rule to a price, if it is for such a party. */
function addRule(making: Making, rule: PriceRule, { pricing, people, counts }: Counted): void {
  const { name: text, effect, eur = 0, per, percent = 100 } = rule;
  const named = pricing.categories?.filter(({ key }) => rule.categories?.includes(key)) ?? [];
  const countOf = ({ key }: { key: string }) => counts.get(key) ?? 0;
  const meant = rule.categories ? named.reduce((sum, category) => sum + countOf(category), 0) : people;
  if (!isForParty(rule, meant)) return;
  if (effect === 'multiply') {
    const after = Math.round((making.totalCents * Math.round(percent * 100)) / 10_000);
    addLine(making, { text, count: 1, cents: after - making.totalCents });
    return;
  }
  if (effect === 'replace') Object.assign(making, { lines: [], totalCents: 0, byRate: new Map() });
  const count = per === 'person' ? meant : 1;
  const cents = count * toCents(eur);
  const byRate = rule.categories && making.tellsVat ? shared(named) : undefined;
  addLine(making, { text, count, cents, ...(byRate && { byRate }) });

  /** Of those whom it is for, by how many they are. */
  function shared(categories: GuestCategory[]): ByRate {
    const guestsBy = new Map<number, number>();
    for (const category of categories) {
      const rate = rateOf(category, making.basisPoints);
      guestsBy.set(rate, (guestsBy.get(rate) ?? 0) + countOf(category));
    }
    const byRate = apportion(Math.abs(cents), guestsBy, making.basisPoints);
    return cents < 0 ? new Map([...byRate].map(([rate, amount]) => [rate, -amount])) : byRate;
  }
}
