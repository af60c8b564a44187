import type { Log } from '@venue-booking/kit/process/log';
import type { SecretBox } from '@venue-booking/kit/secretBox';
import type { PaymentDatabase } from './database.ts';
import type { PaymentMetrics } from './metrics.ts';
import type { MaybeProvider } from './provider.ts';

/** What the use cases of payment work with. */
export type PaymentDeps = {
  database: PaymentDatabase;
  /** Those that are switched on here, by name; for another one, why it is not. */
  providers: Readonly<Record<string, MaybeProvider>>;
  box: SecretBox;
  /** Address that providers reach our webhooks at, without a slash at its end. */
  publicUrl: string;
  /** Says that the outbox has something. */
  wakeRelay: () => void;
  /** Says that work on payments is due. */
  wakeWorker: () => void;
  /** How often a provider is asked about a payment that nothing is heard of. */
  sweepIntervalMs: number;
  /** Says that the sandbox has a webhook to send. */
  wakeSandbox: () => void;
  measured: PaymentMetrics;
  /** True while a guest waits for the answer: such calls of providers come before the queue's. */
  urgent?: boolean;
  log: Log;
};
