import { createAlarm } from '@venue-booking/kit/process/alarm';
import type { Log } from '@venue-booking/kit/process/log';
import type { PaymentDatabase } from '../../database.ts';

const POLL_MS = 1000;
const BATCH = 50;
const TIMEOUT_MS = 5000;

/** Calls back by webhook as a real provider does: again after a while when nobody answers, for a day. */
export function startSandboxWebhooks({ database, log }: { database: PaymentDatabase; log: Log }): {
  wake(): void;
  stop(): Promise<void>;
} {
  const alarm = createAlarm();
  let stopped = false;
  const run = async () => {
    while (!stopped) {
      alarm.reset();
      const sent = await sendDue(database, log).catch((error: unknown) => {
        log.warn({ err: error }, 'sandbox webhooks: will try again');
        return 0;
      });
      if (sent === 0 && !stopped) await alarm.sleep(POLL_MS);
    }
  };
  const running = run();
  return {
    wake: alarm.ring,
    async stop() {
      stopped = true;
      alarm.ring();
      await running;
    },
  };
}

/** Sends those that are due, each under a lease. Answers how many arrived. */
async function sendDue(database: PaymentDatabase, log: Log): Promise<number> {
  const due = await database.$queryRaw<{ id: string; url: string }[]>`
    WITH due AS MATERIALIZED ( -- as a subquery it may be run for each checkout, and lock others every time
      SELECT id FROM payment.sandbox_checkout
      WHERE webhooks_left > 0 AND webhook_at <= now() AND created_at > now() - interval '1 day'
      ORDER BY webhook_at LIMIT ${BATCH} FOR UPDATE SKIP LOCKED
    )
    UPDATE payment.sandbox_checkout c SET webhook_at = now() + interval '10 seconds'
    FROM due WHERE c.id = due.id
    RETURNING c.id, c.webhook_url AS url`;
  const outcomes = await Promise.all(
    due.map(async ({ id, url }) => {
      const isOk = await post(url, id).catch(() => false);
      if (!isOk) log.info({ id }, 'sandbox webhook not taken, will be sent again');
      else
        await database.$executeRaw`
          UPDATE payment.sandbox_checkout SET webhooks_left = webhooks_left - 1, webhook_at = now()
          WHERE id = ${id} AND webhooks_left > 0`;
      return isOk;
    }),
  );
  return outcomes.filter(Boolean).length;
}

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
