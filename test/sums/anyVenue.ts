import type { Dice } from './dice.ts';

export type Rule =
  | { effect: 'add'; cents: number; per: 'person' | 'booking'; evening?: true; fromPeople?: number }
  | { effect: 'multiply'; percent: number; weekdays: number[] }
  | { effect: 'at_least'; cents: number };
export type AddOnSpec = {
  key: string;
  cents: number;
  per: 'person' | 'booking' | 'piece';
  vat: number | null;
};

/** A random price list, in cents. VAT rates are percentages; null: the rate of the facility. */
export type PriceSpec = {
  kind: 'plain' | 'person' | 'booking' | 'party' | 'categories';
  cents: number;
  /** `categories`: a child with its rate, and a family of two adults and one to three children. */
  childCents: number;
  childVat: number | null;
  familyCents: number | null;
  /** `party`: the price of each person above two. */
  moreCents: number;
  rules: Rule[];
  addOns: AddOnSpec[];
  /** Null: no VAT is shown. */
  vat: number | null;
};

export type DepositSpec = { percent: number } | { cents: number; fromCents: number };
export type FacilitySpec = { price: PriceSpec; deposit: DepositSpec | null; restOnline: boolean };
export type Tier = { until_hours: number; percent: number };

export type VenueSpec = {
  timezone: string;
  dayStart: string;
  tiers: Tier[] | null;
  /** Null: guests do not pay online. */
  provider: 'sandbox' | 'mollie' | 'stripe' | null;
  /** Hundredths of a percent. */
  feePoints: number;
  feeCents: number;
  bearer: 'venue' | 'platform';
  facilities: FacilitySpec[];
  bookings: number;
  steps: number;
};

const VATS = [9, 21, 5.5, 19, 7.7] as const;

function anyPrice(dice: Dice): PriceSpec {
  const kind = dice.pick(['plain', 'person', 'booking', 'party', 'categories', 'categories'] as const);
  const vat = dice.chance(0.75) ? dice.pick(VATS) : null;
  const ofOther = () => (vat !== null && dice.chance(0.5) ? dice.pick(VATS) : null);
  const [cents, childCents] = [dice.int(701, 4999), dice.int(0, 699)];
  const rules: Rule[] = [
    { effect: 'add', cents: dice.int(-300, 899), per: 'person', evening: true },
    { effect: 'multiply', percent: dice.int(5000, 15_000) / 100, weekdays: [1, 3, 6, 7] },
    { effect: 'add', cents: dice.int(-699, -1), per: 'booking', fromPeople: 3 },
    { effect: 'at_least', cents: dice.int(500, 9000) },
  ];
  const addOns: AddOnSpec[] = [
    { key: 'towel', cents: dice.int(1, 899), per: 'piece', vat: ofOther() },
    { key: 'drink', cents: dice.int(1, 899), per: 'person', vat: ofOther() },
    { key: 'room', cents: dice.int(1, 4999), per: 'booking', vat: ofOther() },
  ];
  const isPlain = kind === 'plain';
  return {
    ...{ kind, cents, childCents, childVat: ofOther(), moreCents: dice.int(1, 1999), vat },
    familyCents: dice.chance(0.6) ? dice.int(1000, 2 * cents + childCents) : null,
    rules: isPlain ? [] : rules.filter(() => dice.chance(0.4)),
    addOns: isPlain ? [] : addOns.filter(() => dice.chance(0.5)),
  };
}

function anyFacility(dice: Dice): FacilitySpec {
  const deposits: (DepositSpec | null)[] = [
    null,
    { percent: dice.int(1, 99) },
    { cents: dice.int(100, 6000), fromCents: dice.int(0, 9000) },
  ];
  return { price: anyPrice(dice), deposit: dice.pick(deposits), restOnline: dice.chance(0.4) };
}

/** A random venue with what happens at it. */
export const anyVenue = (dice: Dice): VenueSpec => ({
  timezone: dice.pick([
    ...['Europe/Amsterdam', 'America/New_York', 'Pacific/Auckland', 'Pacific/Kiritimati', 'Asia/Kathmandu'],
    ...['UTC', 'Europe/London', 'Pacific/Pago_Pago'],
  ]),
  dayStart: dice.pick(['00:00', '06:00', '02:30', '23:00']),
  tiers: dice.pick([
    null,
    [
      { until_hours: 480, percent: 100 },
      { until_hours: 120, percent: dice.int(41, 99) },
      { until_hours: 0, percent: dice.int(1, 40) },
    ],
    [{ until_hours: 0, percent: dice.int(1, 99) }],
  ] satisfies (Tier[] | null)[]),
  provider: dice.pick(['sandbox', 'mollie', 'stripe', 'mollie', 'stripe', null]),
  feePoints: dice.int(0, 900),
  feeCents: dice.int(0, 99),
  bearer: dice.pick(['venue', 'platform']),
  facilities: [anyFacility(dice), anyFacility(dice)],
  bookings: dice.int(1, 3),
  steps: dice.int(3, 6),
});
