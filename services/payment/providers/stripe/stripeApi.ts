import Stripe from 'stripe';
import { ProviderError, type RemotePayment, type RemoteRefund } from '../../provider.ts';
import { fetchAnswer, kindOfStatus } from '../http.ts';

/** Stripe's own client within our limits: no retries of its own, no answer longer or slower than allowed. */
export function openStripe({ apiKey, apiUrl }: { apiKey: string; apiUrl: string }): Stripe {
  const { protocol, hostname, port } = new URL(apiUrl);
  const scheme = protocol === 'http:' ? 'http' : 'https';
  return new Stripe(apiKey, {
    protocol: scheme,
    host: hostname,
    port: port || (scheme === 'http' ? 80 : 443),
    maxNetworkRetries: 0,
    telemetry: false,
    // Over fetch, `timeout` counts for a request as a whole; over node:http it starts anew with each byte
    // that comes in.
    httpClient: Stripe.createFetchHttpClient(async (url, init) => {
      const { response, text } = await fetchAnswer(String(url), init ?? {});
      return new Response(text || null, { status: response.status, headers: response.headers });
    }),
  });
}

/**
 * What a request came to, with errors as the rest of the service knows them.
 * @throws {ProviderError}
 */
export async function asked<Answer extends { object: string }>(
  object: Answer['object'],
  request: Promise<Answer>,
): Promise<Answer> {
  const answer = await request.catch((error: unknown) => {
    throw error instanceof Stripe.errors.StripeError ? toProviderError(error) : error;
  });
  // The client takes any JSON without `error` as an answer, also from something between us and Stripe.
  if (answer.object !== object)
    throw new ProviderError('unavailable', 'Stripe answered something else than expected');
  return answer;
}

function toProviderError(error: Stripe.errors.StripeError): ProviderError {
  const { statusCode } = error;
  // No status: it did not answer, or not in JSON. The error itself is not kept as cause: it holds the whole
  // answer.
  if (statusCode === undefined) {
    const detail: unknown = error.detail;
    const reason = detail instanceof ProviderError ? detail.message : error.message;
    return new ProviderError('unavailable', `Stripe: ${reason}`);
  }
  const kind = error.type === 'StripeRateLimitError' ? 'unavailable' : kindOfStatus(statusCode);
  return new ProviderError(kind, `Stripe answered ${statusCode}: ${error.message}`);
}

/** What is asked for along with a session: the refunds and what became of the money. */
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
  // The guest has done their part by a slow method: nothing came of it, or the money is still under way.
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

/** Of refunds that have ended. */
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

/** Whether the bank holds the money; an inquiry (`warning_…`) takes nothing, a dispute won gave it back. */
export const takesMoney = ({ status }: Stripe.Dispute): boolean =>
  status !== 'won' && status !== 'prevented' && !status.startsWith('warning_');
