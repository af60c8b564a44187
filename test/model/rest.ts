import { setTimeout as sleep } from 'node:timers/promises';
import { PATIENCE_MS } from '@venue-booking/kit/testing/testTiming';
import type { Run } from './world.ts';

const SERVICES = ['catalog', 'payment', 'booking'];

/** Queries that must count nothing at a venue ($1) before it is at rest. */
const UNFINISHED: Record<string, string> = {
  'late payments not settled': 'FROM booking.booking WHERE venue_id = $1 AND late_uid IS NOT NULL',
  'holds that have ended':
    "FROM booking.booking WHERE venue_id = $1 AND status = 'pending_payment' AND hold_until < now()",
  'payments whose hold has ended':
    "FROM payment.payment WHERE venue_id = $1 AND status = 'open' AND hold_until < now()",
  'changes of party size not settled': 'FROM availability.resize WHERE venue_id = $1',
  'refunds not made': "FROM payment.refund WHERE venue_id = $1 AND status = 'requested'",
  'mail not sent': "FROM booking.mail WHERE venue_id = $1 AND status = 'queued'",
  'places without a booking': `FROM availability.allocation a WHERE venue_id = $1 AND released_at IS NULL AND NOT EXISTS (
       SELECT FROM booking.booking b WHERE b.uid = a.booking_uid AND b.status NOT IN ('cancelled', 'expired'))`,
};

/** The first kind of pending work found, or null if there is none. */
async function underWay({ stack, mollie, broker, venueId }: Run): Promise<string | null> {
  const count = async (from: string, values: unknown[] = []): Promise<number> =>
    (await stack.database.query(`SELECT count(*)::int AS n ${from}`, values)).rows[0].n;
  const unpublished = async () => {
    for (const service of SERVICES)
      if ((await count(`FROM ${service}.outbox WHERE published_at IS NULL`)) > 0)
        return `outbox of ${service}`;
    return null;
  };
  for (const [what, from] of Object.entries(UNFINISHED)) if ((await count(from, [venueId])) > 0) return what;
  const { rows } = await stack.database.query(
    `SELECT provider_id FROM payment.attempt WHERE venue_id = $1 AND status = 'open' AND provider_id IS NOT NULL`,
    [venueId],
  );
  const unheard = rows.filter(
    ({ provider_id: id }) => !['open', 'pending'].includes(mollie.payment(id).status),
  );
  if (unheard.length > 0) return 'ended checkouts not yet recorded';
  const before = await unpublished();
  if (before) return before;
  const backlog = await broker.backlog();
  if (backlog !== 0) return `${backlog ?? 'all'} events pending`;
  // The last events handled may have written new ones.
  return unpublished();
}

/** Waits until two checks in a row find no pending work for the run's venue. @throws after `withinMs` */
export async function settle(run: Run, withinMs = PATIENCE_MS): Promise<void> {
  const until = Date.now() + withinMs;
  for (let still = 0; still < 2; ) {
    const what = await underWay(run);
    still = what === null ? still + 1 : 0;
    if (what !== null && Date.now() > until) throw new Error(`not at rest within ${withinMs} ms: ${what}`);
    await sleep(100);
  }
}
