import { randomBytes } from 'node:crypto';

export type MollieMode = 'live' | 'test';
export type MolliePaymentStatus =
  | 'open'
  | 'pending'
  | 'authorized'
  | 'paid'
  | 'canceled'
  | 'expired'
  | 'failed';
export type MollieRefundStatus = 'queued' | 'pending' | 'processing' | 'refunded' | 'failed' | 'canceled';

export type MollieRefund = {
  id: string;
  cents: number;
  currency: string;
  status: MollieRefundStatus;
  metadata: unknown;
  description: string;
};

export type MolliePayment = {
  id: string;
  profileId: string;
  /** `mode` decides which credentials see the payment. `statedMode` is the mode in the response. */
  mode: MollieMode;
  statedMode: MollieMode;
  status: MolliePaymentStatus;
  cents: number;
  currency: string;
  feeCents: number;
  cancelable: boolean;
  metadata: unknown;
  description: string;
  redirectUrl: string;
  webhookUrl: string | null;
  method: unknown;
  locale: string | null;
  refunds: MollieRefund[];
  chargedBackCents: number;
};

/** The payer, whom Mollie includes in paid payments. */
export type MolliePayer = { name: string; email: string };

export const newId = (prefix: string): string => `${prefix}_${randomBytes(8).toString('hex')}`;

const money = (currency: string, cents: number) => ({ currency, value: (cents / 100).toFixed(2) });

const isGivenBack = ({ status }: MollieRefund): boolean => status !== 'failed' && status !== 'canceled';
export const refundedCents = ({ refunds }: MolliePayment): number =>
  refunds.filter(isGivenBack).reduce((sum, { cents }) => sum + cents, 0);
export const remainingCents = (payment: MolliePayment): number =>
  payment.status === 'paid' ? payment.cents - refundedCents(payment) - payment.chargedBackCents : 0;

export const refundView = (payment: MolliePayment, refund: MollieRefund) => ({
  resource: 'refund',
  id: refund.id,
  mode: payment.statedMode,
  amount: money(refund.currency, refund.cents),
  status: refund.status,
  description: refund.description,
  metadata: refund.metadata,
  paymentId: payment.id,
  createdAt: '2026-03-01T10:00:00+00:00',
});

/** Bank account and card of the payer. */
export const MOLLIE_CARD = { account: 'NL53INGB0654422370', fingerprint: 'fHB3CCKx9REkz8fPplT8N4nq' };

/** Payment details as Mollie returns them for cards, banks and PayPal. */
const detailsOf = ({ name, email }: MolliePayer) => ({
  consumerName: name,
  consumerAccount: MOLLIE_CARD.account,
  cardHolder: name,
  cardNumber: '6787',
  cardFingerprint: MOLLIE_CARD.fingerprint,
  paypalPayerId: email,
});

/** A payment as Mollie returns it, including payer data that we do not request. */
export function paymentView(
  payment: MolliePayment,
  world: { baseUrl: string; payer: MolliePayer },
  embed: string,
) {
  const { baseUrl, payer } = world;
  const paid = payment.status === 'paid';
  const embedded = embed.split(',');
  return {
    resource: 'payment',
    id: payment.id,
    mode: payment.statedMode,
    status: payment.status,
    ...(payment.status === 'open' && { isCancelable: payment.cancelable }),
    amount: money(payment.currency, payment.cents),
    ...(paid && {
      amountRefunded: money(payment.currency, refundedCents(payment)),
      amountRemaining: money(payment.currency, remainingCents(payment)),
      details: detailsOf(payer),
      billingAddress: { givenName: payer.name, email: payer.email },
    }),
    ...(payment.chargedBackCents > 0 && {
      amountChargedBack: money(payment.currency, payment.chargedBackCents),
    }),
    ...(payment.feeCents > 0 && {
      applicationFee: { amount: money('EUR', payment.feeCents), description: payment.description },
    }),
    description: payment.description,
    metadata: payment.metadata,
    profileId: payment.profileId,
    method: paid ? 'ideal' : null,
    locale: payment.locale,
    redirectUrl: payment.redirectUrl,
    webhookUrl: payment.webhookUrl,
    createdAt: '2026-03-01T10:00:00+00:00',
    ...(embed && {
      _embedded: {
        ...(embedded.includes('refunds') && {
          refunds: payment.refunds.map((refund) => refundView(payment, refund)),
        }),
        ...(embedded.includes('chargebacks') && {
          chargebacks:
            payment.chargedBackCents > 0
              ? [{ resource: 'chargeback', id: 'chb_fake', amount: money('EUR', payment.chargedBackCents) }]
              : [],
        }),
      },
    }),
    _links: {
      self: { href: `${baseUrl}/v2/payments/${payment.id}`, type: 'application/hal+json' },
      ...(['open', 'pending'].includes(payment.status) && {
        checkout: { href: `${baseUrl}/checkout/${payment.id}`, type: 'text/html' },
      }),
    },
  };
}
