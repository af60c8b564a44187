import { z } from 'zod';
import { PaymentStatus } from './paymentStatus.ts';
import { MOST_CENTS } from './price/priceOf.ts';
import { Euro, hasTwoDecimals, Locale, TWO_DECIMALS, toEuro, VenueId } from './primitives.ts';
import { greatestFee, KnownOrNewer, ProviderName, providerFacts } from './providers.ts';

const KEPT =
  "Only the operator sets it; when left out it stays what it was for the venue's last account, 0 at first";

/** Body of `PUT …/payment-account`. What credentials may hold is for the provider's own schema to say. */
export const NewPaymentAccount = z.strictObject({
  provider: ProviderName,
  credentials: z
    .record(
      z.string().max(100),
      // Nothing nested: however deep that is, somebody would have to walk it.
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
    .describe(`Part of each amount that the platform keeps. ${KEPT}`),
  platform_fee_fixed_eur: Euro.optional().describe(
    `What the platform keeps of each booking besides. ${KEPT}`,
  ),
});
export type NewPaymentAccount = z.infer<typeof NewPaymentAccount>;

/** A venue's account at its payment provider, without its credentials. */
export const PaymentAccount = z.object({
  provider: KnownOrNewer,
  account: z.string().describe('What the provider calls the account'),
  mode: z.enum(['live', 'test']),
  platform_fee_percent: z.number(),
  platform_fee_fixed_eur: z.number(),
  linked_at: z.iso.datetime(),
});
export type PaymentAccount = z.infer<typeof PaymentAccount>;

/** Whether an account works, as `POST …/payment-account/test` answers. */
export const PaymentTest = z.object({
  provider: KnownOrNewer,
  account: z.string().describe('What the provider calls the account'),
  mode: z.enum(['live', 'test']),
  checkout_url: z
    .url()
    .nullable()
    .describe('Where a payment can be tried; null in live mode, where it would be a real one'),
  amount_eur: z.number().nullable().describe('What is paid there, in test money'),
  key: z
    .string()
    .nullable()
    .describe('By which `GET …/payment-account/test` tells what became of it; null in live mode'),
});
export type PaymentTest = z.infer<typeof PaymentTest>;

/** Which test payment, for `GET …/payment-account/test`. */
export const PaymentTestQuery = z.object({
  key: z
    .string()
    .min(1)
    .max(1000)
    .describe('As the test has answered it; it is of use to the same venue and account only'),
});

/** What became of a test payment, as the provider tells it at this moment. */
export const PaymentTestOutcome = z.object({
  status: z.enum(['open', 'paid', 'failed', 'canceled', 'expired']),
  amount_eur: z.number().describe('What is paid there, in test money'),
});
export type PaymentTestOutcome = z.infer<typeof PaymentTestOutcome>;

/** What the platform keeps of a venue's payments. */
export type FeeTerms = { provider: string; feeBasisPoints: number; feeFixedCents: number };

/** The platform's part of an amount, in cents: percent and fixed part, never above the provider's maximum. */
export function platformFee(
  { provider, feeBasisPoints, feeFixedCents }: FeeTerms,
  amountCents: number,
): number {
  const wanted = Math.round((amountCents * feeBasisPoints) / 10_000) + feeFixedCents;
  return Math.min(wanted, greatestFee(provider, amountCents));
}

/** What is to be paid for a booking, as its event says it, or the pay page where that comes first. */
export const PaymentOrder = z.object({
  venueId: VenueId,
  paymentId: z.uuid(),
  bookingId: z.int(),
  amountCents: z.int().min(1),
  feeCents: z.int().min(0),
  /** Until when the places are held, ms since 1970. */
  holdUntil: z.int(),
  description: z.string(),
  locale: Locale,
});
export type PaymentOrder = z.infer<typeof PaymentOrder>;

/** Where a guest stands who wants to pay. */
export type Checkout =
  /** The guest is to go to `url`. */
  | { state: 'payable'; url: string }
  | { state: 'paid' | 'refunded' }
  /** The last attempt failed or was broken off; another one may be made. */
  | { state: 'failed' }
  /** The booking was cancelled, or its hold is over. */
  | { state: 'closed' }
  /** The provider does not answer at the moment. */
  | { state: 'unavailable' }
  /** The provider does not take this payment; a person has to look at it. */
  | { state: 'refused' };

/** A guest who comes back from a checkout: for which booking, and where it stands. */
export type Returned = { venueId: number; bookingId: number; checkout: Checkout };

export const RefundReason = z.enum(['cancelled', 'declined', 'duplicate', 'owner', 'changed']);
export type RefundReason = z.infer<typeof RefundReason>;

/**
 * Who a refund is of that nobody made: the payer's bank took the money back. When the bank returns it, the
 * refund has failed. The provider is asked for nothing, and the guest is told nothing.
 */
export const BANK = 'bank';

export const Refund = z.object({
  id: z.uuid(),
  amount_eur: z.number(),
  reason: RefundReason.describe(
    'cancelled: the booking was; declined: paid too late, and the places were gone; duplicate: paid twice; owner: by the venue; changed: the booking became cheaper',
  ),
  status: z.enum(['requested', 'pending', 'succeeded', 'failed']),
  taken_back: z
    .boolean()
    .optional()
    .describe(
      'True where the payer’s bank took it back: `failed` once the bank has returned it. Absent where it was given back',
    ),
  created_at: z.iso.datetime(),
});
export type Refund = z.infer<typeof Refund>;

/** One attempt of a guest at paying a booking. */
export const PaymentDetail = z.object({
  id: z.uuid(),
  provider: KnownOrNewer,
  provider_id: z.string().nullable().describe('What the provider calls it; null while it has not been told'),
  mode: z.enum(['live', 'test']),
  status: PaymentStatus,
  amount_eur: z.number(),
  platform_fee_eur: z.number(),
  refunded_eur: z.number().describe('What was given back or is about to be, or the payer’s bank took back'),
  created_at: z.iso.datetime(),
  paid_at: z.iso.datetime().nullable(),
  refunds: z.array(Refund),
});
export type PaymentDetail = z.infer<typeof PaymentDetail>;

/** Body of `POST …/bookings/{id}/refunds`. */
export const NewRefund = z.strictObject({
  // What was paid bounds it, which may be more than one price is.
  amount_eur: z
    .number()
    .positive('must be more than 0')
    .max(toEuro(MOST_CENTS))
    .refine(hasTwoDecimals, TWO_DECIMALS)
    .optional()
    .describe('Default: all that is left'),
});
export type NewRefund = z.infer<typeof NewRefund>;

export const AttentionKind = z.enum([
  'payment_mismatch',
  'webhook_mismatch',
  'checkout_refused',
  'refund_failed',
  'refund_elsewhere',
  'chargeback',
]);
export type AttentionKind = z.infer<typeof AttentionKind>;

/** Something about money that needs a person. */
export const Attention = z.object({
  id: z.uuid(),
  kind: AttentionKind,
  booking_id: z.int().nullable(),
  payment_id: z.uuid().nullable().describe('The attempt that it is about'),
  detail: z.string(),
  created_at: z.iso.datetime(),
  resolved_at: z.iso.datetime().nullable(),
  resolved_by: z.string().nullable(),
});
export type Attention = z.infer<typeof Attention>;

export const AttentionQuery = z.object({
  resolved: z
    .enum(['true', 'false'])
    .default('false')
    .describe('Whether to list what has been dealt with too'),
});

/** Outcomes that the sandbox's checkout page offers. */
export const SandboxOutcome = z.enum(['paid', 'failed', 'canceled', 'expired', 'late']);
export type SandboxOutcome = z.infer<typeof SandboxOutcome>;

/** A checkout of the sandbox, as its page shows it. */
export const SandboxCheckout = z.object({
  id: z.string(),
  amountCents: z.int(),
  description: z.string(),
  locale: Locale,
  status: z.enum(['open', 'paid', 'failed', 'canceled', 'expired']),
  /** `late` was chosen: it will be paid, but not yet. */
  late: z.boolean(),
  returnUrl: z.url(),
});
export type SandboxCheckout = z.infer<typeof SandboxCheckout>;
