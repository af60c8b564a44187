import { z } from 'zod';

/** Facts about a payment provider that all services need. The rest is in `services/payment/providers`. */
type ProviderFacts = {
  /** Name for people, as at the beginning of a sentence. */
  label: string;
  /** Maximum platform fee for an amount, in cents. */
  maxFee: (amountCents: number) => number;
  /** The contents of an account's credentials, for the API description. */
  credentials: string;
  /**
   * True if the credentials are not secret and so don't prove who owns the account. Only the operator can
   * then link a venue to a new account.
   */
  linkedByOperator?: true;
  /**
   * True if the provider returns the share of the platform fee with a refund that we make. Nobody returns it
   * with a refund from the provider's own dashboard or with a chargeback.
   */
  returnsFee?: true;
  /**
   * For a provider that sends all events to one URL, `/webhooks/{name}`: the headers that prove their origin.
   * Absent for a provider that gets a URL with each checkout, or that has no webhooks.
   */
  signedBy?: readonly string[];
};

const upToTheAmount = (amountCents: number): number => amountCents;

/** Every payment provider. Never change a name: names are stored in databases and part of the API. */
const PROVIDERS = {
  sandbox: {
    label: 'The sandbox',
    maxFee: upToTheAmount,
    credentials: 'nothing, or settings of its behaviour',
    returnsFee: true,
  },
  mollie: {
    label: 'Mollie',
    // Mollie reserves its own maximum costs: 1.21 · (0.29 + 5 % of the amount) until 2023, 0.35 + 6 % since
    // then (https://docs.mollie.com/docs/application-fees,
    // https://github.com/mollie/api-documentation/pull/950). 0.36 + 6.05 % satisfies both formulas. Integers
    // avoid rounding errors.
    maxFee: (amount) => Math.floor((amount * 9395 - 360_000) / 10_000),
    credentials:
      '`api_key`, or `access_token` with `profile_id` (and `testmode`), and `slow_methods: true` to allow bank transfers',
  },
  stripe: {
    label: 'Stripe',
    // https://docs.stripe.com/api/payment_intents/create, application_fee_amount
    maxFee: upToTheAmount,
    credentials: '`account_id`; only the operator can link a new one',
    linkedByOperator: true,
    // Our refunds have `refund_application_fee` (https://docs.stripe.com/api/refunds/create).
    returnsFee: true,
    signedBy: ['Stripe-Signature'],
  },
} as const satisfies Record<string, ProviderFacts>;

export type ProviderName = keyof typeof PROVIDERS;
/** A provider that a venue can be linked to. */
export const ProviderName = z.enum(Object.keys(PROVIDERS) as [ProviderName, ...ProviderName[]]);

/**
 * The provider of existing data. It may be unknown here: during a rolling upgrade, services of a newer
 * version may use one that this version lacks.
 */
export const KnownOrNewer = z.string().meta({ enum: ProviderName.options });

export const providerFacts: Readonly<Record<ProviderName, ProviderFacts>> = PROVIDERS;

const factsOf = (name: string): ProviderFacts | undefined =>
  Object.hasOwn(PROVIDERS, name) ? providerFacts[name as ProviderName] : undefined;

/** Whether only the operator may link a venue to a new account of this provider. */
export const isLinkedByOperator = (name: string): boolean => factsOf(name)?.linkedByOperator ?? false;

/** The providers that return the share of the platform fee with a refund. */
export const FEE_RETURNING: readonly string[] = ProviderName.options.filter(
  (name) => providerFacts[name].returnsFee,
);

/** A provider's name for people, or its plain name if this version does not know it. */
export const providerLabel = (name: string): string => factsOf(name)?.label ?? name;

/**
 * Maximum fee for an amount, in cents. For a provider that only a newer version knows it is the amount: the
 * newer service applies the real maximum before it calls the provider.
 */
export const maxFee = (name: string, amountCents: number): number =>
  Math.max(0, Math.min(amountCents, factsOf(name)?.maxFee(amountCents) ?? amountCents));
