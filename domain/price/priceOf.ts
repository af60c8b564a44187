import type { GuestCategory, Guests } from '@venue-booking/proto/price/guests';
import {
  MAX_PRICE_CENTS,
  type PriceLine,
  type PriceRule,
  type Pricing,
} from '@venue-booking/proto/price/pricing';
import { type Locale, toCents, toEuro } from '@venue-booking/proto/primitives';
import { baseLines, type Counts, countsOf, type PriceStep, placesOf, vatRateOf } from './basePrice.ts';
import { type ChosenAddOn, requiredAddOns } from './chosenAddOns.ts';
import { lineTexts } from './lineTexts.ts';
import { appliesAt, appliesToParty, type Moment } from './ruleConditions.ts';
import { apportion, type ByRate, type VatCents, vatOf } from './vat.ts';

/** A party at a time, to be priced. */
export type Party = Moment & {
  /** Number of places. If the list has categories and `guests` is absent, all are in the first category. */
  people: number;
  guests?: Guests | undefined;
  /** The add-ons; null: none. Absent: the required ones of the list. */
  addOns?: readonly ChosenAddOn[] | null | undefined;
  /** Language of the lines' standard texts. */
  locale: Locale;
  /** Default VAT rate in hundredths of a percent; null: VAT is not shown. */
  vatBasisPoints?: number | null;
};

/** A line of a price, in cents; negative for a discount. */
export type Line = { text: string; count: number; amountCents: number };

/** Converts a line for a response. */
export const toPriceLine = ({ amountCents, ...line }: Line): PriceLine => ({
  ...line,
  amount_eur: toEuro(amountCents),
});

/**
 * A price in cents, the sum of its lines. `vat`: the price split by VAT rate, with the VAT of each part; null
 * if VAT is not shown.
 */
export type Price = { lines: Line[]; totalCents: number; vat: VatCents[] | null };

/**
 * Computes the price of a party at a time from a price list, with its lines. No other code computes prices.
 * Rules apply in order, each to the result of those before it, which never falls below 0. Add-ons come last,
 * at their own prices. Lines of 0 are omitted, except the first.
 */
export function priceOf(pricing: Pricing, party: Party): Price {
  return pricesAt(pricing, party)(party);
}

/** {@link priceOf} for several parties at one time: finds the rules that apply only once. */
export function pricesAt(pricing: Pricing, moment: Moment): (party: Omit<Party, keyof Moment>) => Price {
  const held = { ...pricing, rules: pricing.rules.filter(appliesAt(moment)) };
  return (party) => priceAt(held, party);
}

/** Maximum number of cached sets of rules. */
const MAX_CACHED = 1000;

/**
 * Returns a function that computes the totals at a time, in cents, for parties of 1 to `largest` people.
 * Times with the same rules share a result.
 */
export function totalsOf(pricing: Pricing, largest: number): (moment: Moment) => number[] {
  const known = new Map<string, number[]>();
  return (moment) => {
    const holds = appliesAt(moment);
    const rules: PriceRule[] = [];
    // Faster than `join` in this hot loop.
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
    if (known.size >= MAX_CACHED) known.clear();
    known.set(key, totals);
    return totals;
  };
}

/** A price under construction, split by VAT rate. */
type PriceDraft = {
  lines: Line[];
  totalCents: number;
  /** Maintained only if VAT is shown, because it takes longer than everything else. */
  byRate: ByRate;
  basisPoints: number;
  tellsVat: boolean;
};

/** Computes a price from the rules that apply at its time. */
function priceAt(pricing: Pricing, party: Omit<Party, keyof Moment>): Price {
  const { guests, locale, vatBasisPoints = null } = party;
  const counts = countsOf(pricing.categories, party.people, guests);
  const people = pricing.categories ? placesOf(pricing.categories, counts) : party.people;
  const basisPoints = vatBasisPoints ?? 0;
  const tellsVat = vatBasisPoints !== null;
  const making: PriceDraft = { lines: [], totalCents: 0, byRate: new Map(), basisPoints, tellsVat };
  for (const line of baseLines(pricing, { people, counts, locale, basisPoints })) addLine(making, line);
  for (const rule of pricing.rules) addRule(making, rule, { pricing, people, counts });
  const least = toCents(pricing.least_eur ?? 0);
  if (making.totalCents < least)
    addLine(making, { text: lineTexts[locale].least, count: 1, cents: least - making.totalCents });
  const addOns = party.addOns === undefined ? requiredAddOns(pricing.add_ons, people) : (party.addOns ?? []);
  for (const addOn of addOns) {
    const cents = addOn.count * toCents(addOn.eur);
    const byRate = new Map([[vatRateOf(addOn, basisPoints), cents]]);
    addLine(making, { text: addOn.name[locale], count: addOn.count, cents, byRate });
  }
  const { lines, totalCents, byRate } = making;
  return { lines, totalCents, vat: tellsVat ? vatOf(byRate) : null };
}

/** Adds a line; the total stays between 0 and {@link MAX_PRICE_CENTS}. */
function addLine(making: PriceDraft, { text, count, cents, byRate }: PriceStep): void {
  const total = Math.min(Math.max(making.totalCents + cents, 0), MAX_PRICE_CENTS);
  const amountCents = total - making.totalCents;
  if (amountCents !== 0 || making.lines.length === 0) making.lines.push({ text, count, amountCents });
  making.totalCents = total;
  if (!making.tellsVat) return;
  making.byRate = apportion(total, byRate ? sumOf(making.byRate, byRate) : making.byRate, making.basisPoints);
}

const sumOf = (one: ByRate, other: ByRate): ByRate =>
  new Map([...one, ...[...other].map(([rate, cents]) => [rate, cents + (one.get(rate) ?? 0)] as const)]);

type Counted = { pricing: Pricing; people: number; counts: Counts };

/** Applies a rule to a price if it matches the party. */
function addRule(making: PriceDraft, rule: PriceRule, { pricing, people, counts }: Counted): void {
  const { name: text, effect, eur = 0, per, percent = 100 } = rule;
  const named = pricing.categories?.filter(({ key }) => rule.categories?.includes(key)) ?? [];
  const countOf = ({ key }: { key: string }) => counts.get(key) ?? 0;
  const meant = rule.categories ? named.reduce((sum, category) => sum + countOf(category), 0) : people;
  if (!appliesToParty(rule, meant)) return;
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

  /** Splits the amount by the number of guests at each VAT rate. */
  function shared(categories: GuestCategory[]): ByRate {
    const guestsBy = new Map<number, number>();
    for (const category of categories) {
      const rate = vatRateOf(category, making.basisPoints);
      guestsBy.set(rate, (guestsBy.get(rate) ?? 0) + countOf(category));
    }
    const byRate = apportion(Math.abs(cents), guestsBy, making.basisPoints);
    return cents < 0 ? new Map([...byRate].map(([rate, amount]) => [rate, -amount])) : byRate;
  }
}
