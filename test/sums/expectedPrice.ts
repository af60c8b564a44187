import type { AddOnSpec, PriceSpec, Rule } from './anyVenue.ts';

/** A party and its add-ons. `pieces`: how many of each add-on per piece, and 1 for the others. */
export type Wish = { adults: number; children: number; pieces: Record<string, number> };

/** A price in cents, its unrounded parts by VAT rate in percent, and how many cents rounding may add. */
export type Expected = { cents: number; byRate: Map<number, number>; slack: number };

/** The price of a party at a local start, `YYYY-MM-DDTHH:MM`, computed without the product's code. */
export function expectedPrice(list: PriceSpec, wish: Wish, startsAt: string): Expected {
  const people = wish.adults + wish.children;
  const standard = list.vat ?? 0;
  const price: Expected = { cents: 0, byRate: new Map(), slack: 0 };
  const add = (cents: number, rate?: number | null) => {
    const after = Math.max(0, price.cents + cents);
    if (rate !== undefined && cents > 0)
      price.byRate.set(rate ?? standard, (price.byRate.get(rate ?? standard) ?? 0) + cents);
    else {
      const before = price.cents;
      if (before === 0) price.byRate = new Map([[standard, after]]);
      else for (const [key, part] of price.byRate) price.byRate.set(key, (part * after) / before);
      price.slack += 1;
    }
    price.cents = after;
  };
  if (list.kind === 'categories') addFamilies(list, wish, { add, price, standard });
  else if (list.kind === 'party') add(list.cents + Math.max(0, people - 2) * list.moreCents, null);
  else add(list.kind === 'booking' ? list.cents : people * list.cents, null);
  for (const rule of list.rules) applyRule(rule, { people, startsAt, total: price.cents, add });
  for (const addOn of list.addOns) add(countOf(addOn, wish) * addOn.cents, addOn.vat);
  return price;
}

const countOf = ({ key, per }: AddOnSpec, { adults, children, pieces }: Wish): number =>
  per === 'person' ? (pieces[key] ?? 0) * (adults + children) : (pieces[key] ?? 0);

type Add = (cents: number, rate?: number | null) => void;

/** Families first, as many as are cheaper than their guests alone; then the remaining guests. */
function addFamilies(
  { cents, childCents, childVat, familyCents }: PriceSpec,
  wish: Wish,
  { add, price, standard }: { add: Add; price: Expected; standard: number },
): void {
  let { adults, children } = wish;
  while (familyCents !== null && adults >= 2 && children >= 1) {
    const young = Math.min(children, 3);
    const alone = 2 * cents + young * childCents;
    if (familyCents >= alone) break;
    const share = (young * childCents * familyCents) / alone;
    const rate = childVat ?? standard;
    price.byRate.set(rate, (price.byRate.get(rate) ?? 0) + share);
    price.byRate.set(standard, (price.byRate.get(standard) ?? 0) + familyCents - share);
    price.cents += familyCents;
    price.slack += 1;
    adults -= 2;
    children -= young;
  }
  add(adults * cents, null);
  add(children * childCents, childVat);
}

function applyRule(
  rule: Rule,
  { people, startsAt, total, add }: { people: number; startsAt: string; total: number; add: Add },
): void {
  if (rule.effect === 'at_least') {
    if (total < rule.cents) add(rule.cents - total);
    return;
  }
  if (rule.effect === 'multiply') {
    const weekday = new Date(`${startsAt.slice(0, 10)}T12:00Z`).getUTCDay() || 7;
    if (!rule.weekdays.includes(weekday)) return;
    const hundredths = Math.round(rule.percent * 100);
    add(Math.floor((2 * total * hundredths + 10_000) / 20_000) - total);
    return;
  }
  const hour = Number(startsAt.slice(11, 13));
  if (rule.evening && (hour < 18 || hour >= 23)) return;
  if (rule.fromPeople !== undefined && people < rule.fromPeople) return;
  add(rule.cents * (rule.per === 'person' ? people : 1));
}

/** The price list as the API takes it. */
export function toPricing(list: PriceSpec): Record<string, unknown> | null {
  const { kind, cents } = list;
  if (kind === 'plain') return null;
  const name = (key: string) => ({ nl: key, en: key });
  const vat = (rate: number | null) => (rate === null ? {} : { vat_percent: rate });
  const families = list.familyCents !== null && {
    bundles: [
      {
        ...{ name: 'Family', eur: list.familyCents / 100 },
        guests: [
          { category: 'adult', from: 2, to: 2 },
          { category: 'child', from: 1, to: 3 },
        ],
      },
    ],
  };
  const base = {
    person: { per: 'person', eur: cents / 100 },
    booking: { per: 'booking', eur: cents / 100 },
    party: { per: 'party', parties: [{ people: 2, eur: cents / 100, each_more_eur: list.moreCents / 100 }] },
    categories: {
      ...{ per: 'person', eur: cents / 100 },
      categories: [
        { key: 'adult', name: name('adult'), eur: cents / 100 },
        { key: 'child', name: name('child'), eur: list.childCents / 100, ...vat(list.childVat) },
      ],
      ...families,
    },
  }[kind];
  const addOns = list.addOns.map(({ key, cents: each, per, vat: rate }) => ({
    ...{ key, name: name(key), eur: each / 100, per, ...vat(rate), ...(per === 'piece' && { max: 40 }) },
  }));
  return { ...base, rules: list.rules.map(toRule), ...(addOns.length > 0 && { add_ons: addOns }) };
}

function toRule(rule: Rule): Record<string, unknown> {
  const name = rule.effect;
  if (rule.effect === 'multiply')
    return { name, effect: name, percent: rule.percent, weekdays: rule.weekdays };
  if (rule.effect === 'at_least') return { name, effect: name, eur: rule.cents / 100, per: 'booking' };
  const { cents, per, evening, fromPeople } = rule;
  return {
    ...{ name, effect: name, eur: cents / 100, per },
    ...(evening && { from_time: '18:00', to_time: '23:00' }),
    ...(fromPeople !== undefined && { from_people: fromPeople }),
  };
}
