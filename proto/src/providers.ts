import { z } from 'zod';

/** What everybody has to know of a payment provider; payment's own part is `services/payment/providers`. */
type ProviderFacts = {
  /** What people know it by, as a sentence begins. */
  label: string;
  /** Largest platform fee that it takes with an amount, in cents. */
  greatestFee: (amountCents: number) => number;
  /** What an account's credentials hold, for the API's description. */
  credentials: string;
  /**
   * That its credentials are no secret, and so do not show that the account is theirs who name it: only the
   * operator links a venue to one that it did not have.
   */
  linkedByOperator?: true;
  /**
   * For a provider that sends all its events to one address, `/webhooks/{name}`: the headers by which they
   * are known to be its own. Without: it is told an address with each checkout, or has no webhooks.
   */
  signedBy?: readonly string[];
};

const upToTheAmount = (amountCents: number): number => amountCents;

/** Every payment provider. Names are in databases and in the API: never change one. */
const PROVIDERS = {
  sandbox: {
    label: 'The sandbox',
    greatestFee: upToTheAmount,
    credentials: 'nothing, or how it is to behave',
  },
  mollie: {
    label: 'Mollie',
    // Mollie keeps back what its own costs may come to: 1.21 · (0.29 + 5 % of the amount) until 2023,
    // 0.35 + 6 % since (https://docs.mollie.com/docs/application-fees,
    // https://github.com/mollie/api-documentation/pull/950). 0.36 + 6.05 % satisfies both formulas; in whole
    // numbers, so that no cent is lost or won by rounding.
    greatestFee: (amount) => Math.floor((amount * 9395 - 360_000) / 10_000),
    credentials:
      '`api_key`, or `access_token` with `profile_id` (and `testmode`), and `slow_methods: true` to allow bank transfers',
  },
  stripe: {
    label: 'Stripe',
    // https://docs.stripe.com/api/payment_intents/create, application_fee_amount
    greatestFee: upToTheAmount,
    credentials: '`account_id`, of which the operator alone links a new one',
    linkedByOperator: true,
    signedBy: ['Stripe-Signature'],
  },
} as const satisfies Record<string, ProviderFacts>;

export type ProviderName = keyof typeof PROVIDERS;
/** A provider that a venue can be linked to. */
export const ProviderName = z.enum(Object.keys(PROVIDERS) as [ProviderName, ...ProviderName[]]);

/**
 * The provider of something that there is already: also one that only a newer version knows, as services of
 * two versions run side by side during an upgrade.
 */
export const KnownOrNewer = z.string().meta({ enum: ProviderName.options });

/** The facts of a provider, by name. */
export const providerFacts: Readonly<Record<ProviderName, ProviderFacts>> = PROVIDERS;

const factsOf = (name: string): ProviderFacts | undefined =>
  Object.hasOwn(PROVIDERS, name) ? providerFacts[name as ProviderName] : undefined;

/** Whether only the operator links a venue to an account of a provider that it did not have. */
export const isLinkedByOperator = (name: string): boolean => factsOf(name)?.linkedByOperator ?? false;

/** What people know a provider by; its name when only a newer version knows it. */
export const providerLabel = (name: string): string => factsOf(name)?.label ?? name;

/**
 * Largest fee that a provider takes with an amount, in cents. The amount when only a newer version knows it:
 * that one looks again before it asks the provider.
 */
export const greatestFee = (name: string, amountCents: number): number =>
  Math.max(0, Math.min(amountCents, factsOf(name)?.greatestFee(amountCents) ?? amountCents));
