import type { Log } from '@venue-booking/kit/process/log';
import type { SecretBox } from '@venue-booking/kit/secretBox';
import type { PaymentDatabase } from './database.ts';
import type { PaymentMetrics } from './metrics.ts';
import type { Provider } from './provider.ts';

/** What the use cases of payment work with. */
export type PaymentDeps = {
  database: PaymentDatabase;
  /** Those that are switched on here, by name; for another one, why it is not. */
  providers: Readonly<Record<string, Provider | { off: string }>>;
  box: SecretBox;
  /** Address that providers reach our webhooks at, without a slash at its end. */
  publicUrl: string;
  /**
   * Null for a body that Stripe did not sign; its hint is null when it is about no checkout. Absent when
   * Stripe is not switched on.
   */
  readStripeEvent: ((body: string, signature: string) => Promise<{ hint: StripeHint | null } | null>) | null;
  /** Says that the outbox has something. */
  wakeRelay: () => void;
  /** Says that the sandbox has a webhook to send. */
  wakeSandbox: () => void;
  measured: PaymentMetrics;
  /**
   * True while a guest waits for the answer: providers are asked for that before anything that the queue asks
   * for.
   */
  urgent?: boolean;
  log: Log;
};

/**
 * What of an event of Stripe's matters: which checkout of which account it is about, by its session, by the
 * attempt that was noted with it, or by both.
 */
export type StripeHint = {
  account: string;
  live: boolean;
  sessionId: string | null;
  attemptId: string | null;
};
