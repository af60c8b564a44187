import fc from 'fast-check';

/** What a step does, and how often it is drawn. */
const WEIGHTS = {
  'pay first': 6,
  'pay first twice': 1,
  lapse: 1,
  'pay late': 2,
  price: 5,
  link: 5,
  'pay later': 5,
  'pay later twice': 1,
  'desk takes': 5,
  'desk returns': 3,
  undo: 4,
  'refund by hand': 4,
  'refund elsewhere': 1,
  'refund fails': 2,
  'charge back': 3,
  'return chargeback': 2,
  cancel: 6,
  'rest is due': 2,
  invoice: 3,
  erase: 1,
  deliver: 4,
  settle: 3,
} as const;
export type Kind = keyof typeof WEIGHTS;

/** Amounts in cents. 0: everything that fits; below 0: as much less. */
const anyCents = fc.constantFrom(0, 0, -20, 1, 20, 333, 500, 1000, 1250, 1999, 2500, 4000);

export type Step = {
  do: Kind;
  /** Which of the bookings. */
  tab: number;
  /** Which of the payments, entries or events. */
  n: number;
  cents: number;
  /** Seed of what happens by chance while the step's events are delivered. */
  luck: number;
  /** Leaves the step's events on their way. */
  waits: boolean;
  /** The provider rejects the refunds of the step. */
  rejects: boolean;
  /** The process crashes at this statement, and the request is repeated; null: it does not. */
  crash: number | null;
};

const anyKind = fc.oneof(
  ...Object.entries(WEIGHTS).map(([kind, weight]) => ({ weight, arbitrary: fc.constant(kind as Kind) })),
);

export const anyStep: fc.Arbitrary<Step> = fc.record({
  do: anyKind,
  tab: fc.nat(1),
  n: fc.nat(30),
  cents: anyCents,
  luck: fc.nat(1_000_000),
  waits: fc.oneof({ weight: 4, arbitrary: fc.constant(false) }, { weight: 1, arbitrary: fc.constant(true) }),
  rejects: fc.oneof(
    { weight: 9, arbitrary: fc.constant(false) },
    { weight: 1, arbitrary: fc.constant(true) },
  ),
  crash: fc.oneof({ weight: 3, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: fc.nat(12) }),
});

/**
 * `online`: paid online first, with a deposit or in full. `rest`: how the rest of a deposit is paid.
 */
export type NewTab = {
  online: boolean;
  price: number;
  deposit: number | null;
  rest: 'keep' | 'cancel' | null;
  startsIn: number;
  tiers: number;
  /** Gets money of several kinds before anything else, mostly. */
  mixes: boolean;
};

const anyTab: fc.Arbitrary<NewTab> = fc.record({
  online: fc.oneof({ weight: 3, arbitrary: fc.constant(true) }, { weight: 1, arbitrary: fc.constant(false) }),
  price: fc.constantFrom(1000, 2501, 4999),
  deposit: fc.constantFrom(null, 1000, 750, 333),
  rest: fc.constantFrom(null, 'keep' as const, 'cancel' as const),
  startsIn: fc.constantFrom(100, 30),
  tiers: fc.constantFrom(0, 1, 2, 3, 3),
  mixes: fc.constantFrom(true, true, false),
});

export type Story = {
  venue: {
    provider: 'mollie' | 'stripe';
    bearer: 'venue' | 'platform';
    feeBasisPoints: number;
    feeFixedCents: number;
  };
  tabs: NewTab[];
  steps: Step[];
};

export const anyStory: fc.Arbitrary<Story> = fc.record({
  venue: fc.record({
    provider: fc.constantFrom('mollie' as const, 'stripe' as const),
    bearer: fc.constantFrom('venue' as const, 'platform' as const),
    feeBasisPoints: fc.constantFrom(0, 500, 333),
    feeFixedCents: fc.constantFrom(0, 25),
  }),
  tabs: fc.array(anyTab, { minLength: 2, maxLength: 2 }),
  steps: fc.array(anyStep, { minLength: 10, maxLength: 40, size: 'max' }),
});

/** A story in lines that can be read. */
export const showStory = ({ venue, tabs, steps }: Story): string =>
  [
    JSON.stringify(venue),
    ...tabs.map((tab) => JSON.stringify(tab)),
    ...steps.map((step) => {
      const flags = [
        step.waits && 'waits',
        step.rejects && 'rejects',
        step.crash !== null && `crash ${step.crash}`,
      ];
      return [
        `${step.do} (booking ${step.tab}, ${step.n}, ${step.cents} cents, luck ${step.luck})`,
        ...flags.filter(Boolean),
      ].join(', ');
    }),
  ].join('\n');

/** The amount of a step of which at most `most` fits. Three of four that are too much become a part of it. */
export function amountOf({ cents, n }: Step, most: number): number {
  if (cents <= 0) return Math.max(0, most + cents);
  return cents > most && most > 0 && n % 4 > 0 ? cents % most || most : cents;
}
