import type { Locale } from '@venue-booking/proto/primitives';
import type { z } from 'zod';

/** Longest that one request to a provider may take. */
export const PROVIDER_TIMEOUT_MS = 8000;

/** What to make a checkout of. Amounts are in euro cents. */
export type CheckoutOrder = {
  venueId: number;
  accountId: string;
  /** UUID of our attempt: the idempotency key, and noted with the provider. */
  attemptId: string;
  amountCents: number;
  /** 0: no fee is sent. */
  feeCents: number;
  description: string;
  locale: Locale;
  returnUrl: string;
  /** Secret: takes a POST of the checkout's `id` (form or JSON), a hint only. Null: nobody listens. */
  webhookUrl: string | null;
  /** After which the guest should no longer be able to pay, ms since 1970. */
  expiresAt: number;
};

/** A refund as the provider tells of it. */
export type RemoteRefund = {
  id: string;
  /** Our refund that the provider has noted with it; null for one that was made elsewhere. */
  reference: string | null;
  amountCents: number;
  status: 'pending' | 'succeeded' | 'failed';
};

/** A checkout as the provider tells of it. Nothing of the payer. */
export type RemotePayment = {
  id: string;
  /** Our attempt that the provider has noted with it. */
  reference: string | null;
  status: 'open' | 'paid' | 'failed' | 'canceled' | 'expired';
  amountCents: number;
  /** ISO 4217, upper case. */
  currency: string;
  mode: 'live' | 'test';
  /** Where the guest pays; null once that is over. */
  checkoutUrl: string | null;
  refunds: RemoteRefund[];
  /** What the payer's bank took back. */
  chargedBackCents: number;
};

/** What to give back of a checkout that was paid. */
export type RefundOrder = { paymentId: string; refundId: string; amountCents: number; description: string };

/** What an event is about: a checkout by its id, by the attempt that was noted with it, or by both. */
export type EventHint = {
  /** What the provider calls the account. */
  account: string;
  mode: 'live' | 'test';
  checkoutId: string | null;
  attemptId: string | null;
};

/** Who stands behind credentials. */
export type VerifiedAccount = { account: string; mode: 'live' | 'test'; carriesFee: boolean };

/**
 * Why a provider did not do what it was asked.
 * - `unavailable`: it did not answer in time, answered 5xx or 429, or is still being asked the same; later it
 *   may.
 * - `unauthorized`: it does not accept the credentials (any more).
 * - `refused`: it will never do this.
 *
 * `message` may be the provider's own words: credentials in them are masked, and they are cut
 * (`maskSecrets`).
 */
export class ProviderError extends Error {
  override name = 'ProviderError';
  readonly kind: 'unavailable' | 'unauthorized' | 'refused';

  constructor(kind: ProviderError['kind'], message: string) {
    super(message);
    this.kind = kind;
  }
}

/** An account at its provider, to ask one thing of. All throw {@link ProviderError}. */
export type RemoteAccount = {
  /** Asks the provider whose credentials these are. */
  verify(): Promise<VerifiedAccount>;
  /** Makes a checkout, once per attempt. */
  create(order: CheckoutOrder): Promise<RemotePayment>;
  /** Asks how a checkout stands. */
  fetch(id: string): Promise<RemotePayment>;
  /** Ends an unpaid checkout where possible; answers how it stands then: perhaps still open, or paid. */
  cancel(id: string): Promise<RemotePayment>;
  /** Gives money back, once per refund id (a UUID of ours, noted with the provider). */
  refund(refund: RefundOrder): Promise<RemoteRefund>;
};

/** One payment provider. */
export type Provider<Credentials = unknown> = {
  /** Shape of an account's credentials; strict, so that a misspelt one is refused. */
  credentials: z.ZodType<Credentials>;
  /** The account of some credentials; a call of it ends within {@link PROVIDER_TIMEOUT_MS} from here. */
  account(credentials: Credentials): RemoteAccount;
  /**
   * Reads what came to `/webhooks/{name}`: the body as it came, and the headers that `signedBy` names in
   * proto/src/providers.ts, in lower case. Null when the provider did not sign it; no hint when it is about
   * no checkout. Absent for a provider that posts an `id` to the `webhookUrl` of a checkout, or has no
   * webhooks.
   */
  readEvent?(
    body: string,
    headers: Readonly<Record<string, string>>,
  ): Promise<{ hint: EventHint | null } | null>;
};

/** A provider, or why it is switched off here. */
export type MaybeProvider = Provider | { off: string };
