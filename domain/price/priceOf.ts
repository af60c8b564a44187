import type { GuestCategory, Guests } from '@venue-booking/proto/price/guests';
import {
  MAX_PRICE_CENTS,
  type PriceLine,
  type PriceRule,
  type Pricing,
} from '@venue-booking/proto/price/pricing';
import { type Locale, toCents, toEuro } from '@venue-booking/proto/primitives';
import { nameIn } from '../wording/nameIn.ts';
import { nameOf } from '../wording/translated.ts';
import { baseLines, type Counts, countsOf, type PriceStep, placesOf, vatRateOf } from './basePrice.ts';
import { type ChosenAddOn, requiredAddOns } from './chosenAddOns.ts';
import { lineTexts } from './lineTexts.ts';
import { partyOfSize } from './partyOfSize.ts';
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
  const applicable = { ...pricing, rules: pricing.rules.filter(appliesAt(moment)) };
  return (party) => priceAt(applicable, party);
}

/** Maximum number of cached sets of rules. */
const MAX_CACHED = 1000;

/**
 * Returns a function that computes the totals at a time, in cents, for parties of 1 to `largest` people. A
 * size that guests cannot book has the total of the nearest one that they can. Times with the same rules
 * share a result.
 * @param sizes.smallest the smallest party that guests can book
 */
export function totalsOf(
  pricing: Pricing,
  { smallest, largest }: { smallest: number; largest: number },
): (moment: Moment) => number[] {
  const parties = Array.from({ length: largest }, (_, index) =>
    partyOfSize(pricing, Math.max(index + 1, smallest)),
  );
  const cache = new Map<string, number[]>();
  return (moment) => {
    const applies = appliesAt(moment);
    const rules: PriceRule[] = [];
    // Faster than `join` in this hot loop.
    let key = '';
    for (const rule of pricing.rules) {
      const applicable = applies(rule);
      key += applicable ? '1' : '0';
      if (applicable) rules.push(rule);
    }
    const cached = cache.get(key);
    if (cached) return cached;
    const totals = parties.map(
      (party) => priceAt({ ...pricing, rules }, { ...party, locale: 'en' }).totalCents,
    );
    if (cache.size >= MAX_CACHED) cache.clear();
    cache.set(key, totals);
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
  showsVat: boolean;
};

/** Computes a price from the rules that apply at its time. */
function priceAt(pricing: Pricing, party: Omit<Party, keyof Moment>): Price {
  const { guests, locale, vatBasisPoints = null } = party;
  const counts = countsOf(pricing.categories, party.people, guests);
  const people = pricing.categories ? placesOf(pricing.categories, counts) : party.people;
  const basisPoints = vatBasisPoints ?? 0;
  const showsVat = vatBasisPoints !== null;
  const draft: PriceDraft = { lines: [], totalCents: 0, byRate: new Map(), basisPoints, showsVat };
  for (const line of baseLines(pricing, { people, counts, locale, basisPoints })) addLine(draft, line);
  for (const rule of pricing.rules) addRule(draft, rule, { pricing, people, counts, locale });
  const minimumCents = toCents(pricing.least_eur ?? 0);
  if (draft.totalCents < minimumCents)
    addLine(draft, { text: lineTexts[locale].minimum, count: 1, cents: minimumCents - draft.totalCents });
  const addOns = party.addOns === undefined ? requiredAddOns(pricing.add_ons, people) : (party.addOns ?? []);
  for (const addOn of addOns) {
    const cents = addOn.count * toCents(addOn.eur);
    const byRate = new Map([[vatRateOf(addOn, basisPoints), cents]]);
    addLine(draft, { text: nameIn(addOn.name, locale), count: addOn.count, cents, byRate });
  }
  const { lines, totalCents, byRate } = draft;
  return { lines, totalCents, vat: showsVat ? vatOf(byRate) : null };
}

/** Adds a line; the total stays between 0 and {@link MAX_PRICE_CENTS}. */
function addLine(draft: PriceDraft, { text, count, cents, byRate }: PriceStep): void {
  const total = Math.min(Math.max(draft.totalCents + cents, 0), MAX_PRICE_CENTS);
  const amountCents = total - draft.totalCents;
  if (amountCents !== 0 || draft.lines.length === 0) draft.lines.push({ text, count, amountCents });
  draft.totalCents = total;
  if (!draft.showsVat) return;
  draft.byRate = apportion(total, byRate ? sumOf(draft.byRate, byRate) : draft.byRate, draft.basisPoints);
}

const sumOf = (one: ByRate, other: ByRate): ByRate =>
  new Map([...one, ...[...other].map(([rate, cents]) => [rate, cents + (one.get(rate) ?? 0)] as const)]);

type Counted = { pricing: Pricing; people: number; counts: Counts; locale: Locale };

/** Applies a rule to a price if it matches the party. */
function addRule(draft: PriceDraft, rule: PriceRule, { pricing, people, counts, locale }: Counted): void {
  const text = nameOf(rule, locale);
  const { effect, eur = 0, per, percent = 100 } = rule;
  const named = pricing.categories?.filter(({ key }) => rule.categories?.includes(key)) ?? [];
  const countOf = ({ key }: { key: string }) => counts.get(key) ?? 0;
  const matching = rule.categories ? named.reduce((sum, category) => sum + countOf(category), 0) : people;
  if (!appliesToParty(rule, matching)) return;
  if (effect === 'multiply') {
    const after = Math.round((draft.totalCents * Math.round(percent * 100)) / 10_000);
    addLine(draft, { text, count: 1, cents: after - draft.totalCents });
    return;
  }
  const count = per === 'person' ? matching : 1;
  const cents = count * toCents(eur);
  if (effect === 'at_least') {
    if (draft.totalCents < cents) addLine(draft, { text, count: 1, cents: cents - draft.totalCents });
    return;
  }
  if (effect === 'replace') Object.assign(draft, { lines: [], totalCents: 0, byRate: new Map() });
  const byRate = rule.categories && draft.showsVat ? shared(named) : undefined;
  addLine(draft, { text, count, cents, ...(byRate && { byRate }) });

  /** Splits the amount by the number of guests at each VAT rate. */
  function shared(categories: GuestCategory[]): ByRate {
    const guestsBy = new Map<number, number>();
    for (const category of categories) {
      const rate = vatRateOf(category, draft.basisPoints);
      guestsBy.set(rate, (guestsBy.get(rate) ?? 0) + countOf(category));
    }
    const byRate = apportion(Math.abs(cents), guestsBy, draft.basisPoints);
    return cents < 0 ? new Map([...byRate].map(([rate, amount]) => [rate, -amount])) : byRate;
  }
}
