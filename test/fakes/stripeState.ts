import { randomBytes } from 'node:crypto';

export type StripeRefund = {
  id: string;
  cents: number;
  status: 'pending' | 'succeeded' | 'failed';
  metadata: Record<string, string>;
  feeRefunded: boolean;
};

/** A checkout session with its payment, which exists once the guest pays. */
export type StripeSession = {
  id: string;
  account: string;
  status: 'open' | 'complete' | 'expired';
  paid: boolean;
  /** The payment, or null while the guest has not paid. `failed`: a delayed method failed. */
  intent: { id: string; chargeId: string; state: 'succeeded' | 'processing' | 'failed' } | null;
  cents: number;
  currency: string;
  live: boolean;
  feeCents: number;
  reference: string | null;
  metadata: Record<string, string>;
  intentMetadata: Record<string, string>;
  description: string;
  locale: string | null;
  successUrl: string;
  cancelUrl: string;
  expiresAt: number;
  refunds: StripeRefund[];
  disputes: {
    id: string;
    cents: number;
    status: 'needs_response' | 'lost' | 'won' | 'warning_needs_response';
  }[];
};

/** The payer in every session and charge. */
export const STRIPE_PAYER = {
  email: 'payer.of.stripe@example.com',
  name: 'Tijs Test-van Streep',
  fingerprint: 'Xt5EWLLDS7FJjR1c',
};
const { email, name, fingerprint } = STRIPE_PAYER;

export const newStripeId = (prefix: string): string => `${prefix}_${randomBytes(10).toString('hex')}`;

/** The maximum number of refunds that Stripe embeds in a charge. */
const EMBEDDED_REFUNDS = 10;

export const refundedCents = ({ refunds }: StripeSession): number =>
  refunds.filter(({ status }) => status !== 'failed').reduce((sum, { cents }) => sum + cents, 0);

export const refundView = (session: StripeSession, refund: StripeRefund) => ({
  id: refund.id,
  object: 'refund',
  amount: refund.cents,
  currency: session.currency,
  status: refund.status,
  metadata: refund.metadata,
  charge: session.intent?.chargeId ?? null,
  payment_intent: session.intent?.id ?? null,
});

/** A list object, newest first. `data` is in order of creation. */
export const listView = (data: readonly unknown[], limit = data.length) => ({
  object: 'list',
  data: data.toReversed().slice(0, limit),
  has_more: data.length > limit,
  url: '/v1/list',
});

/** A dispute. It names the payment but has none of its metadata. */
export const disputeView = (
  { intent }: StripeSession,
  { id, cents, status }: StripeSession['disputes'][number],
) => ({
  id,
  object: 'dispute',
  amount: cents,
  status,
  charge: intent?.chargeId ?? null,
  payment_intent: intent?.id ?? null,
  metadata: {},
});

const intentStatus = { succeeded: 'succeeded', processing: 'processing', failed: 'requires_payment_method' };

export function chargeView(session: StripeSession, expand: readonly string[] = []) {
  const refunds = session.refunds.map((refund) => refundView(session, refund));
  const withRefunds = expand.includes('payment_intent.latest_charge.refunds');
  return {
    id: session.intent?.chargeId,
    object: 'charge',
    payment_intent: session.intent?.id ?? null,
    metadata: session.intentMetadata,
    amount: session.cents,
    amount_refunded: refundedCents(session),
    disputed: session.disputes.length > 0,
    billing_details: { email, name },
    payment_method_details: { type: 'card', card: { brand: 'visa', last4: '4242', fingerprint } },
    ...(withRefunds && { refunds: listView(refunds, EMBEDDED_REFUNDS) }),
  };
}

export function intentView(session: StripeSession, expand: readonly string[]) {
  if (!session.intent) return null;
  const { id, chargeId, state } = session.intent;
  if (!expand.some((path) => path.startsWith('payment_intent'))) return id;
  const deeper = expand.some((path) => path.startsWith('payment_intent.latest_charge'));
  return {
    id,
    object: 'payment_intent',
    status: intentStatus[state],
    amount: session.cents,
    application_fee_amount: session.feeCents || null,
    metadata: session.intentMetadata,
    latest_charge: deeper ? chargeView(session, expand) : chargeId,
  };
}

/**
 * A session as Stripe returns it, including payer data that we do not request. Expands only the requested
 * fields.
 */
export const sessionView = (session: StripeSession, baseUrl: string, expand: readonly string[] = []) => ({
  id: session.id,
  object: 'checkout.session',
  mode: 'payment',
  status: session.status,
  payment_status: session.paid ? 'paid' : 'unpaid',
  amount_total: session.cents,
  currency: session.currency,
  livemode: session.live,
  client_reference_id: session.reference,
  metadata: session.metadata,
  locale: session.locale,
  url: session.status === 'open' ? `${baseUrl}/checkout/${session.id}` : null,
  success_url: session.successUrl,
  cancel_url: session.cancelUrl,
  expires_at: session.expiresAt,
  customer_details: session.intent ? { email, name } : null,
  payment_intent: intentView(session, expand),
});
