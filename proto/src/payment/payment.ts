import { z } from 'zod';
import { MAX_PRICE_CENTS } from '../price/pricing.ts';
import { Euro, hasTwoDecimals, Locale, singleLine, TWO_DECIMALS, toEuro, VenueId } from '../primitives.ts';
import { PaymentStatus } from './paymentStatus.ts';
import { KnownOrNewer, ProviderName, providerFacts } from './providers.ts';

const KEPT = "Only the operator can set it. Default: the value of the venue's previous account, or 0";

/** Who bears the platform fee of refunded money when the provider does not return it. */
const FeeBearer = z.enum(['venue', 'platform']);
const FEE_BEARER =
  'Who bears the platform fee of refunded money when the provider does not return it. `venue`: the platform keeps it; `platform`: the platform owes it to the venue, and its fee ledger says so';

/** Body of `PUT …/payment-account`. The provider's own schema validates the credentials. */
export const NewPaymentAccount = z.strictObject({
  provider: ProviderName,
  credentials: z
    .record(
      z.string().max(100),
      // Reject nested values: validating them to any depth would cost time.
      z.unknown().refine((value) => typeof value !== 'object', 'must be text, a number, or true or false'),
    )
    .default({})
    .describe(
      Object.entries(providerFacts)
        .map(([name, { credentials }]) => `${name}: ${credentials}`)
        .join('; '),
    )
    .meta({ writeOnly: true }),
  platform_fee_percent: z
    .number()
    .min(0)
    .max(100)
    .refine(hasTwoDecimals, TWO_DECIMALS)
    .optional()
    .describe(`Percentage of each amount that the platform keeps. ${KEPT}`),
  platform_fee_fixed_eur: Euro.optional().describe(
    `Additional fixed amount per booking that the platform keeps. ${KEPT}`,
  ),
  platform_fee_bearer: FeeBearer.optional().describe(
    `${FEE_BEARER}. Only the operator can set it. Default: the value of the venue's previous account, or \`venue\``,
  ),
});
export type NewPaymentAccount = z.infer<typeof NewPaymentAccount>;

/** A venue's account at its payment provider, without the credentials. */
export const PaymentAccount = z.object({
  provider: KnownOrNewer,
  account: z.string().describe("The provider's name of the account"),
  mode: z.enum(['live', 'test']),
  platform_fee_percent: z.number(),
  platform_fee_fixed_eur: z.number(),
  platform_fee_bearer: FeeBearer.optional().describe(FEE_BEARER),
  linked_at: z.iso.datetime(),
});
export type PaymentAccount = z.infer<typeof PaymentAccount>;

/** The result of testing an account, from `POST …/payment-account/test`. */
export const PaymentTest = z.object({
  provider: KnownOrNewer,
  account: z.string().describe("The provider's name of the account"),
  mode: z.enum(['live', 'test']),
  checkout_url: z
    .url()
    .nullable()
    .describe('URL of a test checkout; null in live mode, where a payment would be real'),
  amount_eur: z.number().nullable().describe('Amount of the test payment, without real money'),
  key: z
    .string()
    .nullable()
    .describe('Key for `GET …/payment-account/test`, which returns the outcome; null in live mode'),
});
export type PaymentTest = z.infer<typeof PaymentTest>;

/** Identifies a test payment, for `GET …/payment-account/test`. */
export const PaymentTestQuery = z.object({
  key: z
    .string()
    .min(1)
    .max(1000)
    .describe('The key from the test. Valid only for the same venue and account'),
});

/** The current state of a test payment at the provider. */
export const PaymentTestOutcome = z.object({
  status: z.enum(['open', 'paid', 'failed', 'canceled', 'expired']),
  amount_eur: z.number().describe('Amount of the test payment, without real money'),
});
export type PaymentTestOutcome = z.infer<typeof PaymentTestOutcome>;

/**
 * What a payment is for. booking: the first payment of a booking; rest: an amount that was still open;
 * change: the difference to a higher price.
 */
export const PaymentPurpose = z.enum(['booking', 'rest', 'change']);
export type PaymentPurpose = z.infer<typeof PaymentPurpose>;

/** The payment that is due for a booking, from its event or from the payment page, whichever comes first. */
export const PaymentOrder = z.object({
  venueId: VenueId,
  paymentId: z.uuid(),
  bookingId: z.int(),
  /** Absent: the first payment of the booking. */
  purpose: PaymentPurpose.optional(),
  amountCents: z.int().min(1),
  feeCents: z.int().min(0),
  /** Until when it can be paid, in ms since 1970. The first payment holds its places until then. */
  holdUntil: z.int(),
  description: z.string(),
  locale: Locale,
});
export type PaymentOrder = z.infer<typeof PaymentOrder>;

/** The state of a booking's checkout. */
export type Checkout =
  /** The guest can pay at `url`. */
  | { state: 'payable'; url: string }
  | { state: 'paid' | 'refunded' }
  /** The last attempt failed or was cancelled; the guest may try again. */
  | { state: 'failed' }
  /** The booking was cancelled or its hold has expired. */
  | { state: 'closed' }
  /** The provider is not responding, or does not accept the account of the venue at the moment. */
  | { state: 'unavailable'; because?: 'account' }
  /** The provider rejects this payment; the operator must look into it. */
  | { state: 'refused' };

/** A guest who returns from a checkout: the booking and the state of its checkout. */
export type Returned = { venueId: number; bookingId: number; paymentId?: string; checkout: Checkout };

export const RefundReason = z.enum(['cancelled', 'declined', 'duplicate', 'owner', 'changed']);
export type RefundReason = z.infer<typeof RefundReason>;

/**
 * Actor of a refund that the payer's bank made (a chargeback). If the bank returns the money, the refund
 * counts as failed. No request goes to the provider, and the guest is not notified.
 */
export const BANK = 'bank';

export const Refund = z.object({
  id: z.uuid(),
  amount_eur: z.number(),
  reason: RefundReason.describe(
    'cancelled: the booking was cancelled; declined: the payment came after the places were gone, or was more than was open; duplicate: paid twice; owner: by the venue; changed: the price of the booking decreased',
  ),
  status: z.enum(['requested', 'pending', 'succeeded', 'failed']),
  taken_back: z
    .boolean()
    .optional()
    .describe(
      'True for a chargeback by the payer’s bank, which becomes `failed` if the bank returns the money. Absent for a refund',
    ),
  created_at: z.iso.datetime(),
});
export type Refund = z.infer<typeof Refund>;

/** One attempt to pay a booking. */
export const PaymentDetail = z.object({
  id: z.uuid(),
  provider: KnownOrNewer,
  provider_id: z
    .string()
    .nullable()
    .describe("The provider's id of the payment; null until the provider has created it"),
  mode: z.enum(['live', 'test']),
  purpose: PaymentPurpose.optional().describe(
    'booking: the first payment; rest: an amount that was still open; change: the difference to a higher price',
  ),
  status: PaymentStatus,
  amount_eur: z.number(),
  platform_fee_eur: z.number(),
  refunded_eur: z.number().describe('Refunds, including those in progress, and chargebacks'),
  created_at: z.iso.datetime(),
  paid_at: z.iso.datetime().nullable(),
  refunds: z.array(Refund),
});
export type PaymentDetail = z.infer<typeof PaymentDetail>;

/** Body of `POST …/bookings/{id}/refunds`. */
export const NewRefund = z.strictObject({
  // No exact maximum here: the refund is capped by the amount paid.
  amount_eur: z
    .number()
    .positive('must be more than 0')
    .max(toEuro(MAX_PRICE_CENTS))
    .refine(hasTwoDecimals, TWO_DECIMALS)
    .optional()
    .describe('Default: the whole remaining amount'),
  reason: singleLine(200, 0)
    .optional()
    .describe(
      'Why, for the people of the venue: in the history of the booking until the guest is erased; guests never see it',
    ),
});
export type NewRefund = z.infer<typeof NewRefund>;

/** Body of `POST …/bookings/{id}/payment-link`. */
export const NewPaymentLink = z.strictObject({
  mail: z.boolean().default(false).describe('Whether to mail the link to the guest'),
});
export type NewPaymentLink = z.infer<typeof NewPaymentLink>;

/** Where the guest of a booking can pay the amount that is open. */
export const PaymentLink = z.object({
  url: z.url().describe('The page where the guest pays. It always asks for the amount that is open then'),
  amount_eur: z.number().describe('Amount that is open now'),
  pay_until: z.iso.datetime().describe('Deadline for paying online: the start of the booking'),
  mailed: z.boolean().describe('Whether the link is mailed to the guest'),
});
export type PaymentLink = z.infer<typeof PaymentLink>;

export const AttentionKind = z.enum([
  'payment_mismatch',
  'webhook_mismatch',
  'checkout_refused',
  'refund_failed',
  'refund_elsewhere',
  'chargeback',
  'payment_surplus',
  'account_linked',
  'account_restricted',
  'account_disconnected',
  'account_refused',
  'token_expires',
]);
export type AttentionKind = z.infer<typeof AttentionKind>;

/** The kinds that a gateway of the previous release knows. Delete in the next release. */
export const PREVIOUS_ATTENTION_KINDS: readonly AttentionKind[] = AttentionKind.options.slice(0, 6);

/** An entry of the attention list about money. */
export const Attention = z.object({
  id: z.uuid(),
  kind: AttentionKind,
  booking_id: z.int().nullable(),
  payment_id: z.uuid().nullable().describe('The payment attempt concerned'),
  detail: z.string(),
  created_at: z.iso.datetime(),
  resolved_at: z.iso.datetime().nullable(),
  resolved_by: z.string().nullable(),
});
export type Attention = z.infer<typeof Attention>;

export const AttentionQuery = z.object({
  resolved: z.enum(['true', 'false']).default('false').describe('Whether to include resolved entries'),
});

/** Outcomes that the sandbox's checkout page offers. */
export const SandboxOutcome = z.enum(['paid', 'failed', 'canceled', 'expired', 'late']);
export type SandboxOutcome = z.infer<typeof SandboxOutcome>;

/** A checkout of the sandbox, as shown on its page. */
export const SandboxCheckout = z.object({
  id: z.string(),
  amountCents: z.int(),
  description: z.string(),
  locale: Locale,
  status: z.enum(['open', 'paid', 'failed', 'canceled', 'expired']),
  /** The guest chose `late`: the payment will succeed later. */
  late: z.boolean(),
  returnUrl: z.url(),
});
export type SandboxCheckout = z.infer<typeof SandboxCheckout>;
