import type { Log } from '@venue-booking/kit/logging/log';
import { startWorker, type Worker } from '@venue-booking/kit/scheduling/worker';
import type { PaymentDatabase } from '../../database.ts';

const MAX_CONCURRENT = 50;
const TIMEOUT_MS = 5000;

type Due = { id: string; url: string };

/** Sends webhooks as a real provider does: retries every 10 seconds for a day until they are accepted. */
export function startSandboxWebhooks({ database, log }: { database: PaymentDatabase; log: Log }): Worker {
  const worker = startWorker<Due>({
    name: 'sandbox webhooks',
    maxConcurrent: () => MAX_CONCURRENT,
    claim: (limit) => claimDue(database, limit),
    async work({ id, url }) {
      if (!(await post(url, id).catch(() => false)))
        return log.info({ id }, 'sandbox webhook was not accepted and will be retried');
      const [after] = await database.$queryRaw<{ left: number }[]>`
        UPDATE payment.sandbox_checkout SET webhooks_left = webhooks_left - 1, webhook_at = now()
        WHERE id = ${id} AND webhooks_left > 0 RETURNING webhooks_left AS left`;
      if (after && after.left > 0) worker.wake();
    },
    drainMs: TIMEOUT_MS,
    log,
  });
  return worker;
}

/** Claims due webhooks. Each is due again after 10 seconds unless it is delivered. */
const claimDue = (database: PaymentDatabase, limit: number): Promise<Due[]> => database.$queryRaw<Due[]>`
  WITH due AS MATERIALIZED ( -- as a subquery it may run once per checkout and lock other rows each time
    SELECT id FROM payment.sandbox_checkout
    WHERE webhooks_left > 0 AND webhook_at <= now()::timestamptz(3) AND created_at > now() - interval '1 day'
    ORDER BY webhook_at LIMIT ${limit} FOR UPDATE SKIP LOCKED
  )
  UPDATE payment.sandbox_checkout c SET webhook_at = now() + interval '10 seconds'
  FROM due WHERE c.id = due.id
  RETURNING c.id, c.webhook_url AS url`;

async function post(url: string, id: string): Promise<boolean> {
  const response = await fetch(url, {
    method: 'POST',
    body: new URLSearchParams({ id }),
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  await response.body?.cancel();
  return response.ok;
}
