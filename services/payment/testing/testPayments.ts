import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { serviceMetrics } from '@venue-booking/kit/metrics/metrics';
import { migrate } from '@venue-booking/kit/postgres/migrate';
import { createLog } from '@venue-booking/kit/process/log';
import { createSecretBox } from '@venue-booking/kit/secretBox';
import type { PaymentOrder } from '@venue-booking/proto/payment';
import { createMigratedDatabase } from '../../../test/servers/migratedDatabase.ts';
import { startPostgres } from '../../../test/servers/postgres.ts';
import { openDatabase } from '../database.ts';
import type { PaymentDeps } from '../deps.ts';
import { paymentMetrics } from '../metrics.ts';
import { createProviders } from '../providers.ts';
import { sandboxProvider } from '../sandbox/provider.ts';

const PUBLIC_URL = 'http://localhost:3000';

/** Payment's own database on a real PostgreSQL, with the sandbox, and Mollie at `mollieApiUrl`. */
export async function openTestPayments({ mollieApiUrl = 'http://127.0.0.1:1' } = {}) {
  const server = await startPostgres();
  const { url, drop } = await createMigratedDatabase(server);
  await migrate(url, 'payment', join(import.meta.dirname, '../prisma/migrations'));
  const database = openDatabase(url);
  const sandbox = sandboxProvider({ database, publicUrl: PUBLIC_URL, wakeSandbox: () => {} });
  const stripe = { apiKey: undefined, webhookSecret: undefined, apiUrl: 'http://127.0.0.1:1' };
  const log = createLog('test', 'silent');
  const deps: PaymentDeps = {
    database,
    ...createProviders({ allowSandbox: true, mollieApiUrl, stripe }, sandbox),
    box: createSecretBox([{ id: 's1', key: Buffer.alloc(32, 9) }]),
    publicUrl: PUBLIC_URL,
    wakeRelay: () => {},
    wakeSandbox: () => {},
    measured: paymentMetrics({ metrics: serviceMetrics('payment'), database, sweepIntervalMs: 15_000, log }),
    log,
  };
  return {
    database,
    deps,
    /** Payloads of what was put on the queue, by the last part of the subject. */
    async queued(subject: string): Promise<Record<string, unknown>[]> {
      const rows = await database.$queryRaw<{ payload: Record<string, unknown> }[]>`
        SELECT payload FROM payment.outbox WHERE subject = ${`events.payment.${subject}`} ORDER BY seq`;
      return rows.map(({ payload }) => payload);
    },
    async close() {
      await database.$disconnect();
      await drop();
      await server.stop();
    },
  };
}

export type TestPayments = Awaited<ReturnType<typeof openTestPayments>>;

let bookings = 0;
/** 25 euro for a booking of venue 1, held for a quarter of an hour. */
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
