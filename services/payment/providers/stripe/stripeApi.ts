import Stripe from 'stripe';
import { z } from 'zod';
import { fetchResponse, kindOfStatus } from '../http.ts';
import { ProviderError, type RemotePayment, type RemoteRefund } from '../provider.ts';

/** The venue's account, connected to the platform's account. The platform's key is a setting. */
export const StripeCredentials = z.strictObject({
  account_id: z.string().regex(/^acct_\w{4,50}$/, 'must be the id of an account (acct_…)'),
});
export type StripeCredentials = z.infer<typeof StripeCredentials>;

/** Stripe's own client without retries, with our limits on the size and duration of a response. */
export function openStripe({ apiKey, apiUrl }: { apiKey: string; apiUrl: string }): Stripe {
  const { protocol, hostname, port } = new URL(apiUrl);
  const scheme = protocol === 'http:' ? 'http' : 'https';
  return new Stripe(apiKey, {
    protocol: scheme,
    host: hostname,
    port: port || (scheme === 'http' ? 80 : 443),
    maxNetworkRetries: 0,
    telemetry: false,
    // With fetch, `timeout` covers the whole request. With node:http, it restarts with every byte received.
    httpClient: Stripe.createFetchHttpClient(async (url, init) => {
      const { response, text } = await fetchResponse(String(url), init ?? {});
      return new Response(text || null, { status: response.status, headers: response.headers });
    }),
  });
}

/**
 * Awaits a request, checks the type of its result, and converts Stripe's errors.
 * @throws {ProviderError}
 */
export async function checkedResponse<Result extends { object: string }>(
  object: Result['object'],
  request: Promise<Result>,
): Promise<Result> {
  const result = await request.catch((error: unknown) => {
    throw error instanceof Stripe.errors.StripeError ? toProviderError(error) : error;
  });
  // The client accepts any JSON without `error`, also from a proxy.
  if (result.object !== object) throw new ProviderError('unavailable', 'Stripe sent an unexpected response');
  return result;
}

function toProviderError(error: Stripe.errors.StripeError): ProviderError {
  const { statusCode } = error;
  // No status: there was no response, or it was not JSON. The error is not kept as cause, because it contains
  // the whole response.
  if (statusCode === undefined) {
    const detail: unknown = error.detail;
    const reason = detail instanceof ProviderError ? detail.message : error.message;
    return new ProviderError('unavailable', `Stripe: ${reason}`);
  }
  const kind = error.type === 'StripeRateLimitError' ? 'unavailable' : kindOfStatus(statusCode);
  return new ProviderError(kind, `Stripe answered ${statusCode}: ${error.message}`);
}

/** Expanded in each session: its refunds and the charge. */
export const EXPAND = ['payment_intent.latest_charge.refunds'];

export const intentOf = ({ payment_intent: intent }: Stripe.Checkout.Session): Stripe.PaymentIntent | null =>
  typeof intent === 'string' ? null : intent;

export function chargeOf(session: Stripe.Checkout.Session): Stripe.Charge | null {
  const charge = intentOf(session)?.latest_charge ?? null;
  return typeof charge === 'string' ? null : charge;
}

function statusOf(session: Stripe.Checkout.Session): RemotePayment['status'] {
  if (session.payment_status === 'paid') return 'paid';
  if (session.status === 'expired') return 'expired';
  if (session.status !== 'complete') return 'open';
  // The guest completed a slow payment method: the payment failed, or the money is still on its way.
  const intent = intentOf(session)?.status;
  return intent === 'requires_payment_method' || intent === 'canceled' ? 'failed' : 'open';
}

export function toRemotePayment(
  session: Stripe.Checkout.Session,
  refunds: readonly Stripe.Refund[] = [],
  chargedBackCents = 0,
): RemotePayment {
  return {
    id: session.id,
    reference: session.metadata?.attempt_id ?? session.client_reference_id,
    status: statusOf(session),
    amountCents: session.amount_total ?? 0,
    currency: (session.currency ?? '').toUpperCase(),
    mode: session.livemode ? 'live' : 'test',
    checkoutUrl: session.status === 'open' ? session.url : null,
    refunds: refunds.map(toRemoteRefund),
    chargedBackCents,
  };
}

/** Final statuses of a refund; all others are pending. */
const refundEnds: Record<string, RemoteRefund['status']> = {
  succeeded: 'succeeded',
  failed: 'failed',
  canceled: 'failed',
};

export const toRemoteRefund = ({ id, amount, status, metadata }: Stripe.Refund): RemoteRefund => ({
  id,
  reference: metadata?.refund_id ?? null,
  amountCents: amount,
  status: refundEnds[status ?? ''] ?? 'pending',
});

/** Whether the bank holds the money. An inquiry (`warning_…`) takes none, and a won dispute returns it. */
export const takesMoney = ({ status }: Stripe.Dispute): boolean =>
  status !== 'won' && status !== 'prevented' && !status.startsWith('warning_');
