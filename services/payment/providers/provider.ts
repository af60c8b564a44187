import type { Locale } from '@venue-booking/proto/primitives';
import type { z } from 'zod';
import type { ConnectFlow } from './connectFlow.ts';

/** Timeout of one call to a provider, in ms. */
export const PROVIDER_TIMEOUT_MS = 8000;

/** The checkout to create. Amounts are in euro cents. */
export type CheckoutOrder = {
  venueId: number;
  accountId: string;
  /** UUID of our attempt. It is the idempotency key and is stored with the provider's payment. */
  attemptId: string;
  amountCents: number;
  /** 0: no fee is sent. */
  feeCents: number;
  description: string;
  locale: Locale;
  returnUrl: string;
  /**
   * Secret URL that accepts a POST of the checkout's `id` (form or JSON), as a hint only. Null: no webhook.
   */
  webhookUrl: string | null;
  /** When the guest should no longer be able to pay, in ms since 1970. */
  expiresAt: number;
};

/** A refund as the provider reports it. */
export type RemoteRefund = {
  id: string;
  /** Id of our refund, as stored with the provider; null for a refund that was made elsewhere. */
  reference: string | null;
  amountCents: number;
  status: 'pending' | 'succeeded' | 'failed';
};

/** A checkout as the provider reports it, without data of the payer. */
export type RemotePayment = {
  id: string;
  /** Id of our attempt, as stored with the provider. */
  reference: string | null;
  status: 'open' | 'paid' | 'failed' | 'canceled' | 'expired';
  amountCents: number;
  /** ISO 4217, upper case. */
  currency: string;
  mode: 'live' | 'test';
  /** URL on which the guest pays; null once that is no longer possible. */
  checkoutUrl: string | null;
  refunds: RemoteRefund[];
  /** Amount that the payer's bank charged back. */
  chargedBackCents: number;
};

/** The refund to make of a paid checkout. */
export type RefundOrder = { paymentId: string; refundId: string; amountCents: number; description: string };

/** The checkout of an event, by its own id, by the attempt stored with it, or by both. */
export type EventHint = {
  /** Id of the account at the provider. */
  account: string;
  mode: 'live' | 'test';
  checkoutId: string | null;
  attemptId: string | null;
};

/** An event about an account itself. */
export type AccountHint = { account: string; mode: 'live' | 'test'; is: 'changed' | 'disconnected' };

/** The account of some credentials. */
export type VerifiedAccount = { account: string; mode: 'live' | 'test'; carriesFee: boolean };

/**
 * Why a provider call failed.
 * - `unavailable`: no response in time, a 5xx or 429 response, or the same call is still under way. A retry
 * may succeed.
 * - `unauthorized`: the provider does not accept the credentials, or no longer does.
 * - `refused`: the provider will never do this.
 *
 * `message` may quote the provider: `maskSecrets` masks credentials in it and truncates it.
 */
export class ProviderError extends Error {
  override name = 'ProviderError';
  readonly kind: 'unavailable' | 'unauthorized' | 'refused';
  /** The status of the provider's response, if known. */
  readonly status: number | undefined;

  constructor(kind: ProviderError['kind'], message: string, status?: number) {
    super(message);
    this.kind = kind;
    this.status = status;
  }
}

/** Calls to one account at its provider, within one deadline. All throw {@link ProviderError}. */
export type RemoteAccount = {
  /** Returns the account of the credentials. */
  verify(): Promise<VerifiedAccount>;
  /** Creates a checkout, once per attempt. */
  create(order: CheckoutOrder): Promise<RemotePayment>;
  /** Returns the current state of a checkout. */
  fetch(id: string): Promise<RemotePayment>;
  /** Ends an unpaid checkout if possible, and returns its state, which may still be open or paid. */
  cancel(id: string): Promise<RemotePayment>;
  /** Refunds money, once per refund id (our UUID, stored with the provider). */
  refund(refund: RefundOrder): Promise<RemoteRefund>;
};

/** A signed event. `hint` is null if it concerns no checkout; `account` is set if it is about an account. */
export type ProviderEvent = { hint: EventHint | null; account?: AccountHint };

/** A payment provider. */
export type Provider<Credentials = unknown> = {
  /** Schema of an account's credentials. It is strict, so that a misspelt key is rejected. */
  credentials: z.ZodType<Credentials>;
  /** The account of some credentials. All its calls end within {@link PROVIDER_TIMEOUT_MS} from here. */
  account(credentials: Credentials): RemoteAccount;
  /** How owners link an account at the provider itself, or why they cannot. Absent if it has no such way. */
  connect?: ConnectFlow | { off: string };
  /**
   * Parses a request to `/webhooks/{name}`: its unchanged body, and the headers named by `signedBy` in
   * proto/src/payment/providers.ts, in lower case. Returns null if the provider did not sign it. Absent for a
   * provider that posts an `id` to the `webhookUrl` of a checkout, or has no webhooks.
   */
  readEvent?(body: string, headers: Readonly<Record<string, string>>): Promise<ProviderEvent | null>;
};

/** A provider, or the reason why it is disabled. */
export type MaybeProvider = Provider | { off: string };
