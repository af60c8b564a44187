import { every } from '@venue-booking/kit/scheduling/every';
import { byKey } from '../database.ts';
import type { PaymentDeps } from '../deps.ts';
import type { Connection } from '../gen/prisma/client.ts';
import { openSecret, renewAccess } from '../providers/accessTokens.ts';
import { ProviderError } from '../providers/provider.ts';
import { recordRefusedAccount } from '../providers/refusedAccount.ts';
import { advanceConnection } from './connections.ts';
import { requireFlow } from './requireFlow.ts';

const INTERVAL_MS = 5000;
const BATCH = 20;
/** Until a failed step is retried. */
const RETRY = '1 minute';

/** Follows the connections until stopped: renews, asks for the onboarding, and revokes. */
export const startFollowingConnections = (deps: PaymentDeps) =>
  every(INTERVAL_MS, { name: 'following connections', run: () => followConnections(deps) }, deps.log);

/**
 * Does the due steps of connections: renews tokens before they expire, asks providers what they allow, links
 * accounts that may be paid to, and revokes what was unlinked. Replicas may do so concurrently. Times are
 * rounded to milliseconds, as the columns are: what became due at this moment would otherwise be missed.
 * @returns whether there may be more to do
 */
export async function followConnections(deps: PaymentDeps): Promise<boolean> {
  const due = await deps.database.$queryRaw<{ venueId: number; id: string; renews: boolean }[]>`
    WITH due AS MATERIALIZED (
      SELECT venue_id, id, renew_at <= now()::timestamptz(3) AS renews FROM payment.connection
      WHERE revoked_at IS NULL AND (ask_at <= now()::timestamptz(3) OR renew_at <= now()::timestamptz(3))
      LIMIT ${BATCH} FOR NO KEY UPDATE SKIP LOCKED
    )
    UPDATE payment.connection c SET
      renew_at = CASE WHEN due.renews THEN now() + ${RETRY}::interval ELSE c.renew_at END,
      ask_at = CASE WHEN c.ask_at <= now()::timestamptz(3) THEN now() + ${RETRY}::interval ELSE c.ask_at END
    FROM due WHERE (c.venue_id, c.id) = (due.venue_id, due.id)
    RETURNING c.venue_id AS "venueId", c.id::text, coalesce(due.renews, false) AS renews`;
  const steps = due.map(async ({ venueId, id, renews }) => {
    const connection = await deps.database.connection.findUniqueOrThrow({ where: byKey(venueId, id) });
    try {
      await follow(deps, connection, renews);
    } catch (error) {
      if (error instanceof ProviderError && error.kind === 'unauthorized')
        await recordRefusedConnection(deps, connection, error.message);
      deps.log.warn({ err: error, venueId, provider: connection.provider }, 'connection not followed');
    }
  });
  await Promise.all(steps);
  return due.length === BATCH;
}

/** Notifies the people of the account that uses a connection. */
async function recordRefusedConnection(
  deps: PaymentDeps,
  { venueId, id }: Connection,
  reason: string,
): Promise<void> {
  const account = await deps.database.account.findFirst({
    where: { venueId, connectionId: id, unlinkedAt: null },
  });
  if (account) await recordRefusedAccount(deps, account, reason);
}

async function follow(deps: PaymentDeps, connection: Connection, renews: boolean): Promise<void> {
  const flow = requireFlow(deps, connection.provider);
  if (connection.endedAt) return revoke(deps, connection);
  if (renews) await renewAccess(deps, flow, connection, connection.version);
  else await advanceConnection(deps, connection, { alone: true });
}

/** Withdraws what was unlinked, once none of its payments is open and none of its refunds is unfinished. */
async function revoke(deps: PaymentDeps, connection: Connection): Promise<void> {
  const { database, box } = deps;
  const { venueId, id, provider } = connection;
  const [needed] = await database.$queryRaw<{ here: boolean }[]>`
    SELECT EXISTS (
        SELECT FROM payment.account a JOIN payment.attempt t ON (t.venue_id, t.account_id) = (a.venue_id, a.id)
        WHERE a.venue_id = ${venueId} AND a.connection_id = ${id}::uuid AND t.status = 'open'
      ) OR EXISTS (
        SELECT FROM payment.refund r JOIN payment.attempt t ON (t.venue_id, t.id) = (r.venue_id, r.attempt_id)
          JOIN payment.account a ON (a.venue_id, a.id) = (t.venue_id, t.account_id)
        WHERE r.venue_id = ${venueId} AND r.status = 'requested' AND a.connection_id = ${id}::uuid
      ) AS here`;
  if (needed?.here || (await dropIfShared(deps, connection))) return;
  const { grant } = openSecret(box, connection);
  const { revoke: withdraw } = requireFlow(deps, provider);
  if (grant && withdraw) await withdraw(grant);
  await database.connection.update({ where: byKey(venueId, id), data: revoked() });
}

const revoked = () => ({ revokedAt: new Date(), secret: '' });

/**
 * Drops the tokens of a connection without withdrawing them, if the same organisation has another one. That
 * one must keep working, even if it has ended: its payments may be open. The last one withdraws.
 * @returns whether there is another
 */
const dropIfShared = (
  { database }: PaymentDeps,
  { venueId, id, provider, organization }: Connection,
): Promise<boolean> =>
  database.$transaction(async (tx) => {
    // Of connections that are revoked at the same time, one must be the last.
    await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`${provider} ${organization}`}, 0))`;
    const others = await tx.connection.count({
      where: { provider, organization, revokedAt: null, NOT: { venueId, id } },
    });
    if (others > 0) await tx.connection.update({ where: byKey(venueId, id), data: revoked() });
    return others > 0;
  });
