import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { serviceMetrics } from '@venue-booking/kit/metrics/metrics';
import { migrate } from '@venue-booking/kit/postgres/migrate';
import { createLog } from '@venue-booking/kit/process/log';
import { createSecretBox } from '@venue-booking/kit/secretBox';
import type { PaymentOrder } from '@venue-booking/proto/payment';
import { z } from 'zod';
import { createMigratedDatabase } from '../../../test/servers/migratedDatabase.ts';
import { startPostgres } from '../../../test/servers/postgres.ts';
import { openDatabase } from '../database.ts';
import type { PaymentDeps } from '../deps.ts';
import { paymentMetrics } from '../metrics.ts';
import { sandboxProvider } from '../providers/sandbox/sandbox.ts';
import { createProviders, providerSettings } from '../providers.ts';
import { workHandlers } from '../work.ts';

const PUBLIC_URL = 'http://localhost:3000';

/** Payment's own database on a real PostgreSQL, with the sandbox, and Mollie at `mollieApiUrl`. */
export async function openTestPayments({
  mollieApiUrl = 'http://127.0.0.1:1',
  others = {} as PaymentDeps['providers'],
} = {}) {
  const server = await startPostgres();
  const { url, drop } = await createMigratedDatabase(server);
  await migrate(url, 'payment', join(import.meta.dirname, '../prisma/migrations'));
  const database = openDatabase(url);
  const sandbox = sandboxProvider({ database, publicUrl: PUBLIC_URL, wakeSandbox: () => {} });
  const settings = z.object(providerSettings).parse({ MOLLIE_API_URL: mollieApiUrl });
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
    wakeSandbox: () => {},
    measured: paymentMetrics({ metrics: serviceMetrics('payment'), database, sweepIntervalMs: 15_000, log }),
    log,
  };
  /** Work that was put on the queue from the `seen`th message on. */
  let seen = 0n;
  return {
    database,
    deps,
    /** Payloads of what was put on the queue, by the last part of the subject. */
    async queued(subject: string): Promise<Record<string, unknown>[]> {
      const rows = await database.$queryRaw<{ payload: Record<string, unknown> }[]>`
        SELECT payload FROM payment.outbox WHERE subject = ${`events.payment.${subject}`} ORDER BY seq`;
      return rows.map(({ payload }) => payload);
    },
    /** Does all work that is on the queue, once each; answers how many jobs failed. */
    async work(): Promise<number> {
      const jobs = await database.$queryRaw<{ seq: bigint; subject: string; payload: never }[]>`
        SELECT seq, subject, payload FROM payment.outbox WHERE seq > ${seen} ORDER BY seq`;
      seen = jobs.at(-1)?.seq ?? seen;
      const handlers = workHandlers(deps) as Record<string, (event: never, delivery: never) => Promise<void>>;
      const done = await Promise.allSettled(
        jobs.map(({ subject, payload }) => handlers[subject]?.(payload, {} as never)),
      );
      return done.filter(({ status }) => status === 'rejected').length;
    },
    /** Lets the hold of an order run out, a second ago. */
    async runOut({ paymentId }: PaymentOrder) {
      const over = new Date(Date.now() - 1000);
      await database.payment.update({
        where: { id: paymentId },
        data: { holdUntil: over, nextLookAt: over },
      });
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
