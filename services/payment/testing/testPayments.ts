import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { createLog } from '@venue-booking/kit/logging/log';
import { createServiceMetrics } from '@venue-booking/kit/metrics/metrics';
import { migrate } from '@venue-booking/kit/postgres/migrate';
import { createSecretBox } from '@venue-booking/kit/secrets/secretBox';
import type { PaymentOrder } from '@venue-booking/proto/payment/payment';
import { z } from 'zod';
import { createMigratedDatabase } from '../../../test/servers/migratedDatabase.ts';
import { startPostgres } from '../../../test/servers/postgres.ts';
import { openDatabase, type PaymentDatabase } from '../database.ts';
import type { PaymentDeps } from '../deps.ts';
import { claimJobs, type Job } from '../jobs/jobStore.ts';
import { runJob } from '../jobs/paymentWorker.ts';
import { paymentMetrics } from '../metrics.ts';
import { createProviders, providerSettings } from '../providers/createProviders.ts';
import { sandboxProvider } from '../providers/sandbox/sandbox.ts';

const PUBLIC_URL = 'http://localhost:3000';

/**
 * Payment's own database on a real PostgreSQL, with the sandbox, and Mollie at `mollieApiUrl` or by `env`.
 */
export async function openTestPayments({
  mollieApiUrl = 'http://127.0.0.1:1',
  env = {} as Record<string, string>,
  others = {} as PaymentDeps['providers'],
} = {}) {
  const server = await startPostgres();
  const { url, drop } = await createMigratedDatabase(server);
  await migrate(url, 'payment', join(import.meta.dirname, '../prisma/migrations'));
  const database = openDatabase(url);
  const sandbox = sandboxProvider({ database, publicUrl: PUBLIC_URL, wakeSandbox: () => {} });
  const settings = z.object(providerSettings).parse({ MOLLIE_API_URL: mollieApiUrl, ...env });
  const log = createLog('test', 'silent');
  const deps: PaymentDeps = {
    database,
    providers: {
      ...(await createProviders({ ...settings, ALLOW_SANDBOX: true }, sandbox)),
      ...others,
    },
    box: createSecretBox([{ id: 's1', key: Buffer.alloc(32, 9) }]),
    publicUrl: PUBLIC_URL,
    wakeRelay: () => {},
    wakeWorker: () => {},
    wakeConnections: () => {},
    sweepIntervalMs: 15_000,
    wakeSandbox: () => {},
    measured: paymentMetrics({ metrics: createServiceMetrics('payment'), database, log }),
    log,
  };
  const replicas: PaymentDatabase[] = [];
  const claim = (): Promise<Job[]> => claimJobs(deps, { limit: 1000, share: 1000, running: [] });
  return {
    database,
    deps,
    /** Another process of the service, with connections of its own. */
    replica(): PaymentDeps {
      const own = openDatabase(url);
      replicas.push(own);
      return { ...deps, database: own };
    },
    /** Claims all due work, like a worker that then crashes. */
    claim,
    /** Payloads of the events in the outbox, by the last part of the subject. */
    async queued(subject: string): Promise<Record<string, unknown>[]> {
      const rows = await database.$queryRaw<{ payload: Record<string, unknown> }[]>`
        SELECT payload FROM payment.outbox WHERE subject = ${`events.payment.${subject}`} ORDER BY seq`;
      return rows.map(({ payload }) => payload);
    },
    /** Does all due work once. Returns the number of failed jobs. */
    async work(): Promise<number> {
      const done = await Promise.allSettled((await claim()).map((job) => runJob(deps, job)));
      return done.filter(({ status }) => status === 'rejected').length;
    },
    /** Lets the hold of an order end a second ago. */
    async expireHold({ paymentId }: PaymentOrder) {
      const over = new Date(Date.now() - 1000);
      await database.payment.update({
        where: { id: paymentId },
        data: { holdUntil: over, nextLookAt: over },
      });
    },
    async close() {
      await Promise.all([database, ...replicas].map((one) => one.$disconnect()));
      await drop();
      await server.stop();
    },
  };
}

export type TestPayments = Awaited<ReturnType<typeof openTestPayments>>;

let bookings = 0;
/** An order of 25 euro for a booking of venue 1, held for 15 minutes. */
export const newOrder = (changes: Partial<PaymentOrder> = {}): PaymentOrder => ({
  venueId: 1,
  paymentId: randomUUID(),
  bookingId: ++bookings,
  amountCents: 2500,
  feeCents: 0,
  holdUntil: Date.now() + 900_000,
  description: 'Pass #1',
  locale: 'nl',
  ...changes,
});
