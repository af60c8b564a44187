import { z } from 'zod';
import { VenueId } from '../primitives.ts';
import { KnownOrNewer, ProviderName } from './providers.ts';

/** Minutes within which an owner must return from the provider. */
export const CONNECT_MINUTES = 10;
const MAX_URL = 2000;

/** Body of `POST …/payment-account/connect`. */
export const NewConnection = z.strictObject({
  provider: ProviderName,
  return_url: z
    .url({ protocol: /^https?$/ })
    .max(MAX_URL)
    .describe(
      'Where to send the owner afterwards: on `PUBLIC_URL` or a host of the venue. It gets `connect=` with `linked`, `choose`, `waiting`, `declined`, `failed`; from a provider that makes an account for the venue with `returned`, which proves nothing (check), or, after an expired link, `again`',
    ),
  test_mode: z
    .boolean()
    .default(false)
    .describe("Link the account in the provider's test mode, without real money"),
  slow_methods: z
    .boolean()
    .default(false)
    .describe('Also offer payment methods that take days, such as bank transfers'),
});
export type NewConnection = z.infer<typeof NewConnection>;

/** Where the owner continues at the provider. */
export const ConnectStart = z.object({
  authorize_url: z
    .url()
    .describe(`Page of the provider, for the browser that made this call, within ${CONNECT_MINUTES} minutes`),
});
export type ConnectStart = z.infer<typeof ConnectStart>;

/** What the provider allows an account to do, and what it still asks for. */
export const Onboarding = z.object({
  state: z
    .enum(['needs_data', 'in_review', 'complete'])
    .describe('needs_data: the provider needs more information; in_review: the provider checks it'),
  payments: z.boolean().describe('Whether the account can be paid to'),
  payouts: z.boolean().describe('Whether the provider pays the money out'),
  url: z.url().nullable().describe('Page of the provider where the owner completes the information'),
  requirements: z.array(z.string()).optional().describe("What is missing, in the provider's words"),
  disabled_reason: z.string().optional().describe('Why the provider has disabled the account'),
  deadline: z.iso.datetime().optional().describe('Until when the information must be complete'),
});
export type Onboarding = z.infer<typeof Onboarding>;

/** What a provider has granted to the platform for a venue. */
export const PaymentConnection = z.object({
  provider: KnownOrNewer,
  organization: z.string().describe('Name of the organisation at the provider'),
  mode: z.enum(['live', 'test']),
  state: z
    .enum(['choose', 'waiting', 'linked'])
    .describe(
      'choose: the owner must choose one of the accounts; waiting: the account is linked once the provider allows payments; linked: guests pay to it',
    ),
  accounts: z.array(z.object({ account: z.string(), name: z.string() })).describe('Accounts to choose from'),
  account: z.string().nullable().describe('The chosen account'),
  onboarding: Onboarding,
  created_at: z.iso.datetime(),
});
export type PaymentConnection = z.infer<typeof PaymentConnection>;

/** Result of `GET …/payment-account/connect`. */
export const ConnectState = z.object({
  providers: z
    .array(KnownOrNewer)
    .describe('Providers at which an account can be linked without typing credentials'),
  connection: PaymentConnection.nullable(),
});
export type ConnectState = z.infer<typeof ConnectState>;

/** Body of `POST …/payment-account/connect/choose`. */
export const ConnectChoice = z.strictObject({
  account: z.string().max(200).describe('One of the `accounts` of the connection'),
});
export type ConnectChoice = z.infer<typeof ConnectChoice>;

/** What an owner chose for the account to link. */
export const ConnectOptions = z.object({ testMode: z.boolean(), slowMethods: z.boolean() });
export type ConnectOptions = z.infer<typeof ConnectOptions>;

/** An owner's visit to a provider, between the gateway and the payment service. Hashes of secrets. */
export const ConnectVisit = z.object({
  venueId: VenueId,
  provider: z.string().max(100),
  browser: z.string().max(100),
  session: z.string().max(100),
  /** Name of the person, as in the history of bookings. */
  startedBy: z.string().max(500),
  returnUrl: z.string().max(MAX_URL),
});
export type ConnectVisit = z.infer<typeof ConnectVisit>;

/** The query of a provider's callback, without its `state`. */
export const CallbackQuery = z.record(z.string().max(100), z.string().max(MAX_URL));
export type CallbackQuery = z.infer<typeof CallbackQuery>;

/** How a callback ended. */
export type ConnectOutcome = {
  is: 'declined' | PaymentConnection['state'];
  /** Events that other services must apply before the linked account takes effect. */
  eventIds: string[];
};
