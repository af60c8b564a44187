import type { Log } from '@venue-booking/kit/logging/log';
import type { SecretBox } from '@venue-booking/kit/secrets/secretBox';
import type { PaymentDatabase } from './database.ts';
import type { PaymentMetrics } from './metrics.ts';
import type { MaybeProvider } from './providers/provider.ts';

/** Dependencies of the payment use cases. */
export type PaymentDeps = {
  database: PaymentDatabase;
  /** The enabled providers by name; for a disabled one, the reason. */
  providers: Readonly<Record<string, MaybeProvider>>;
  box: SecretBox;
  /** Public base URL for the providers' webhooks, without a trailing slash. */
  publicUrl: string;
  /** Wakes the relay: the outbox has an event. */
  wakeRelay: () => void;
  /** Wakes the worker: payment work is due. */
  wakeWorker: () => void;
  /** Wakes the sweep of connections: one is due. */
  wakeConnections: () => void;
  /** How often to ask a provider about a payment without a webhook, in ms. */
  sweepIntervalMs: number;
  /** Wakes the sandbox: it has a webhook to send. */
  wakeSandbox: () => void;
  measured: PaymentMetrics;
  /** True while a guest waits for the response. Such provider calls go before those of the queue. */
  urgent?: boolean;
  log: Log;
};
