import type { PartyPrice, PriceRule, Pricing } from '@venue-booking/proto/price/pricing';
import { type AddOnDraft, addOnDraftOf, addOnsOf } from './addOnDraft.ts';
import {
  type BundleDraft,
  bundleDraftOf,
  bundlesOf,
  type CategoryDraft,
  categoriesOf,
  categoryDraftOf,
} from './guestDraft.ts';
import { keysOf } from './itemKeys.ts';

/** A row of prices by party size in the form. */
export type PartyDraft = { row: number; people: number; eur: number; each_more_eur: number | '' };

/** A rule in the form. Conditions that are switched off keep their values. */
export type RuleDraft = {
  row: number;
  name: string;
  /** Its name in other languages; kept as it is. */
  translations?: PriceRule['translations'];
  weekdays: number[];
  atTimes: boolean;
  from_time: string;
  to_time: string;
  onDates: boolean;
  first_date: string;
  last_date: string;
  yearly: boolean;
  from_people: number | '';
  to_people: number | '';
  from_hours_ahead: number | '';
  to_hours_ahead: number | '';
  /** `off`: a discount, which the API has as a negative `add`. */
  effect: PriceRule['effect'] | 'off';
  /** Row ids of the guest categories that the rule applies to; empty for all. */
  only: number[];
  eur: number;
  per: 'person' | 'booking';
  /** Percent above or below the price: 10 for the API's 110. */
  change: number;
};

/** The prices of a facility in the form. */
export type PriceDraft = {
  per: Pricing['per'];
  eur: number;
  parties: PartyDraft[];
  categories: CategoryDraft[];
  bundles: BundleDraft[];
  rules: RuleDraft[];
  least_eur: number | '';
  addOns: AddOnDraft[];
};

/** Row ids, so that a reordered list keeps its inputs. */
let rows = 0;

export const newParty = (people: number): PartyDraft => ({ row: ++rows, people, eur: 0, each_more_eur: '' });

export const newRule = (): RuleDraft => ({
  row: ++rows,
  name: '',
  weekdays: [],
  atTimes: false,
  from_time: '18:00',
  to_time: '22:00',
  onDates: false,
  first_date: '',
  last_date: '',
  yearly: false,
  from_people: '',
  to_people: '',
  from_hours_ahead: '',
  to_hours_ahead: '',
  effect: 'replace',
  only: [],
  eur: 0,
  per: 'person',
  change: 0,
});

const partyDraftOf = ({ people, eur, each_more_eur: more }: PartyPrice): PartyDraft => ({
  ...newParty(people),
  eur,
  each_more_eur: more ?? '',
});

const ruleDraftOf = (
  { categories: keys = [], percent = 100, ...rule }: PriceRule,
  categories: CategoryDraft[],
): RuleDraft => ({
  ...newRule(),
  ...(rule as Partial<RuleDraft>),
  // The API has two decimals; a difference may have more.
  change: Math.round((percent - 100) * 100) / 100,
  only: categories.filter(({ key }) => keys.includes(key)).map(({ row }) => row),
  ...(rule.effect === 'add' && (rule.eur ?? 0) < 0 && { effect: 'off', eur: -(rule.eur ?? 0) }),
  weekdays: rule.weekdays ?? [],
  atTimes: rule.from_time !== undefined,
  onDates: rule.first_date !== undefined,
});

/** Converts the prices of a facility to the form. */
export function draftOf(pricing: Pricing | null | undefined, priceEur: number): PriceDraft {
  const categories = pricing?.categories?.map(categoryDraftOf) ?? [];
  return {
    categories,
    bundles: pricing?.bundles?.map((bundle) => bundleDraftOf(bundle, categories)) ?? [],
    per: pricing?.per ?? 'person',
    eur: pricing ? (pricing.eur ?? 0) : priceEur,
    parties: pricing?.parties?.map(partyDraftOf) ?? [newParty(2)],
    rules: pricing?.rules.map((rule) => ruleDraftOf(rule, categories)) ?? [],
    least_eur: pricing?.least_eur ?? '',
    addOns: pricing?.add_ons?.map(addOnDraftOf) ?? [],
  };
}

/** The effect of a rule in the API's format. */
function effectOf({
  effect,
  eur,
  per,
  change,
}: RuleDraft): Pick<PriceRule, 'effect' | 'eur' | 'per' | 'percent'> {
  if (effect === 'multiply') return { effect, percent: Math.round((100 + change) * 100) / 100 };
  return effect === 'off' ? { effect: 'add', eur: -eur, per } : { effect, eur, per };
}

function ruleOf(draft: RuleDraft, keys: ReadonlyMap<number, string>): PriceRule {
  const isSum = draft.effect === 'add' || draft.effect === 'off';
  const categories = isSum ? draft.only.flatMap((row) => keys.get(row) ?? []) : [];
  const { name, weekdays, from_time, to_time, first_date, last_date, yearly, from_people, to_people } = draft;
  const { from_hours_ahead, to_hours_ahead } = draft;
  const isSome = weekdays.length > 0 && weekdays.length < 7;
  return {
    name,
    ...(draft.translations && { translations: draft.translations }),
    ...(isSome && { weekdays: weekdays.toSorted() }),
    ...(draft.atTimes && { from_time, to_time }),
    ...(draft.onDates && { first_date, last_date, ...(yearly && { yearly }) }),
    ...(from_people !== '' && { from_people }),
    ...(to_people !== '' && { to_people }),
    ...(from_hours_ahead !== '' && { from_hours_ahead }),
    ...(to_hours_ahead !== '' && { to_hours_ahead }),
    ...(categories.length > 0 && { categories }),
    ...effectOf(draft),
  };
}

/** The order in which rows are sent; failures refer to rows by this index. */
export const bySize = (parties: PartyDraft[]): PartyDraft[] =>
  parties.toSorted((a, b) => a.people - b.people);

/**
 * Switches from prices by party size to one price. An empty price becomes that of the first row, because 0
 * would be free.
 */
export function applySinglePrice(draft: PriceDraft): void {
  draft.eur ||= bySize(draft.parties)[0]?.eur ?? 0;
}

/** Converts the form to prices. A plain price per person needs no price list. */
export function pricesOf(draft: PriceDraft): { price_eur?: number; pricing: Pricing | null } {
  const { per, eur, parties, rules, least_eur, addOns } = draft;
  const categories = per === 'person' ? draft.categories : [];
  if (per === 'person' && rules.length + categories.length + addOns.length === 0 && least_eur === '')
    return { price_eur: eur, pricing: null };
  const rowsOf = () =>
    bySize(parties).map(({ row: _, each_more_eur: more, ...party }) => ({
      ...party,
      ...(more !== '' && { each_more_eur: more }),
    }));
  return {
    pricing: {
      per,
      ...(per === 'party' ? { parties: rowsOf() } : { eur }),
      ...(categories.length > 0 && { categories: categoriesOf(categories) }),
      ...(categories.length > 0 &&
        draft.bundles.length > 0 && { bundles: bundlesOf(draft.bundles, categories) }),
      rules: rules.map((rule) => ruleOf(rule, keysOf(categories))),
      ...(least_eur !== '' && { least_eur }),
      ...(addOns.length > 0 && { add_ons: addOnsOf(addOns) }),
    },
  };
}
