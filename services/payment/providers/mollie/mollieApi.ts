import { z } from 'zod';
import { fetchResponse, kindOfStatus } from '../http.ts';
import { ProviderError, type RemotePayment, type RemoteRefund } from '../provider.ts';

/**
 * A venue's own API key, or the token with which the platform acts for the venue (Mollie Connect).
 * `slow_methods` also allows bank transfers, which take days.
 */
export const MollieCredentials = z.union(
  [
    z.strictObject({
      api_key: z.string().regex(/^(live|test)_\w{10,100}$/, 'must be an API key (live_… or test_…)'),
      slow_methods: z.boolean().optional(),
    }),
    z.strictObject({
      access_token: z.string().regex(/^access_\w{10,200}$/, 'must be an access token (access_…)'),
      profile_id: z.string().regex(/^pfl_\w{4,50}$/, 'must be the id of a profile (pfl_…)'),
      testmode: z.boolean().optional(),
      slow_methods: z.boolean().optional(),
    }),
  ],
  { error: 'must hold api_key (live_… or test_…), or access_token (access_…) with profile_id (pfl_…)' },
);
export type MollieCredentials = z.infer<typeof MollieCredentials>;

const Amount = z.object({ currency: z.string(), value: z.string().regex(/^\d{1,9}(\.\d{2})?$/) });
type Amount = z.infer<typeof Amount>;

/** "12.50" is 1250. Parses the digits, because 12.1 * 100 is not an integer. */
const centsOf = ({ value }: Amount): number => {
  const [euro, cents = '0'] = value.split('.');
  return Number(euro) * 100 + Number(cents);
};
export const amountOf = (cents: number): Amount => ({
  currency: 'EUR',
  value: `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`,
});

// Metadata may come from other software and have any shape.
const metadataField = <Name extends string>(name: Name) =>
  z
    .object({ [name]: z.string() })
    .transform((metadata) => metadata[name] ?? null)
    .nullish()
    .catch(null);

/** https://docs.mollie.com/reference/get-refund */
const Refund = z.object({
  id: z.string(),
  amount: Amount,
  status: z.enum(['queued', 'pending', 'processing', 'refunded', 'failed', 'canceled']),
  metadata: metadataField('refund_id'),
});

/** https://docs.mollie.com/reference/get-payment. The schema omits all data of the payer. */
const Payment = z.object({
  id: z.string(),
  mode: z.enum(['live', 'test']),
  status: z.enum(['open', 'pending', 'authorized', 'paid', 'canceled', 'expired', 'failed']),
  isCancelable: z.boolean().optional(),
  amount: Amount,
  amountChargedBack: Amount.nullish(),
  metadata: metadataField('attempt_id'),
  _links: z.object({ checkout: z.object({ href: z.url({ protocol: /^https?$/ }) }).nullish() }).optional(),
  _embedded: z
    .object({
      refunds: z.array(Refund).optional(),
      chargebacks: z.array(z.object({ amount: Amount, reversedAt: z.string().nullish() })).optional(),
    })
    .optional(),
});
type Payment = z.infer<typeof Payment>;

const Profile = z.object({ id: z.string(), status: z.string().optional() });
const ErrorBody = z.object({ detail: z.string() });

/** Schemas of the responses. */
export const schemas = { Payment, Refund, Profile };

const refundStatus = {
  queued: 'pending',
  pending: 'pending',
  processing: 'pending',
  refunded: 'succeeded',
  failed: 'failed',
  canceled: 'failed',
} satisfies Record<z.infer<typeof Refund>['status'], RemoteRefund['status']>;

export const toRemoteRefund = (refund: z.infer<typeof Refund>): RemoteRefund => ({
  id: refund.id,
  reference: refund.metadata ?? null,
  amountCents: centsOf(refund.amount),
  status: refundStatus[refund.status],
});

export function toRemotePayment(payment: Payment): RemotePayment {
  const { status, _embedded: embedded } = payment;
  const isOpen = status === 'open' || status === 'pending' || status === 'authorized';
  const notReversed = embedded?.chargebacks?.filter(({ reversedAt }) => !reversedAt) ?? [];
  return {
    id: payment.id,
    reference: payment.metadata ?? null,
    status: isOpen ? 'open' : status,
    amountCents: centsOf(payment.amount),
    currency: payment.amount.currency,
    mode: payment.mode,
    checkoutUrl: isOpen ? (payment._links?.checkout?.href ?? null) : null,
    refunds: embedded?.refunds?.map(toRemoteRefund) ?? [],
    chargedBackCents: payment.amountChargedBack
      ? centsOf(payment.amountChargedBack)
      : notReversed.reduce((sum, { amount }) => sum + centsOf(amount), 0),
  };
}

/** Mollie's base URL, the credentials, and the signal that ends all calls. */
export type MollieAccess = { apiUrl: string; credentials: MollieCredentials; signal: AbortSignal };
type Call = { method: 'GET' | 'POST' | 'DELETE'; path: string; body?: object; idempotencyKey?: string };

/**
 * Calls Mollie. This is our own client, because the official one (@mollie/api-client) cannot abort a request.
 * @throws {ProviderError}
 */
export async function callMollie<Body>(
  { apiUrl, credentials, signal }: MollieAccess,
  { method, path, body, idempotencyKey }: Call,
  shape: z.ZodType<Body>,
): Promise<Body> {
  const secret = 'api_key' in credentials ? credentials.api_key : credentials.access_token;
  const { response, text } = await fetchResponse(`${apiUrl}/v2/${path}`, {
    method,
    signal,
    headers: {
      Authorization: `Bearer ${secret}`,
      Accept: 'application/hal+json',
      ...(body && { 'Content-Type': 'application/json' }),
      ...(idempotencyKey && { 'Idempotency-Key': idempotencyKey }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  const json = parse(text);
  if (!response.ok) {
    const { detail } = ErrorBody.safeParse(json).data ?? { detail: 'no reason given' };
    const reason = `Mollie answered ${response.status}: ${detail}`;
    throw new ProviderError(kindOfStatus(response.status), reason, response.status);
  }
  const parsed = shape.safeParse(json);
  // Possibly a proxy responded. What Mollie did is unknown, so the call must be retried.
  if (!parsed.success) throw new ProviderError('unavailable', 'Mollie sent an unexpected response');
  return parsed.data;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
