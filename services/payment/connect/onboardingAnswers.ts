import type { Onboarding } from '@venue-booking/proto/payment/connection';
import { linkedAccountOf } from '../accounts/accounts.ts';
import { byKey } from '../database.ts';
import type { PaymentDeps } from '../deps.ts';
import type { Connection } from '../gen/prisma/client.ts';
import { noteRestricted } from '../payments/accountAttention.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** How long a pending connection is asked about, and linked without its owner. */
const PENDING_MS = 30 * DAY;

type Ref = Pick<Connection, 'venueId' | 'id'>;

/** A request for the onboarding. Answers to older requests do not replace those to newer ones. */
export type OnboardingRequest = { number: number; at: Date };

/** Numbers a request, before it goes to the provider. */
export async function beginAsking(
  { database }: PaymentDeps,
  { venueId, id }: Ref,
): Promise<OnboardingRequest> {
  const [request] = await database.$queryRaw<OnboardingRequest[]>`
    UPDATE payment.connection SET asked = asked + 1
    WHERE venue_id = ${venueId} AND id = ${id}::uuid
    RETURNING asked AS number, now()::timestamptz(3) AS at`;
  if (!request) throw new Error(`no connection ${id}`);
  return request;
}

/**
 * Stores the provider's answer and plans the next request. Tells the owners if the provider has restricted
 * their linked account.
 * @param answer.onboarding null: the provider gives no access, which changes nothing by itself
 * @returns the connection as it is then. Its `answered` differs from `request.number` if the answer was
 * outdated
 */
export const storeAnswer = (
  { database }: PaymentDeps,
  { venueId, id }: Ref,
  { request, onboarding }: { request: OnboardingRequest; onboarding: Onboarding | null },
): Promise<Connection> =>
  database.$transaction(async (tx) => {
    await tx.$queryRaw`
      SELECT FROM payment.connection WHERE venue_id = ${venueId} AND id = ${id}::uuid FOR NO KEY UPDATE`;
    const before = await tx.connection.findUniqueOrThrow({ where: byKey(venueId, id) });
    // The database's clock, after the lock: events set `ask_at` by it.
    const [clock] = await tx.$queryRaw<{ now: Date }[]>`SELECT clock_timestamp()::timestamptz(3) AS now`;
    const now = clock?.now.getTime() ?? Date.now();
    if (before.answered >= request.number) return before;
    const linked = await linkedAccountOf(tx, before);
    const isContradicted = onboarding && before.disconnectedAt && before.disconnectedAt <= request.at;
    const after = await tx.connection.update({
      where: byKey(venueId, id),
      data: {
        answered: request.number,
        ...(onboarding && { onboarding }),
        // An event that came meanwhile has made the connection due again.
        ...(before.askAt.getTime() > now && { askAt: nextAskAt(before, onboarding, now) }),
        ...(isContradicted && { disconnectedAt: null }),
        // Nobody has chosen an account.
        ...(before.account === null && isOver(before, now) && { endedAt: new Date(now) }),
      },
    });
    if (linked && onboarding) {
      const change = { before: before.onboarding as Onboarding, now: onboarding, number: request.number };
      await noteRestricted(tx, linked, change);
    }
    return after;
  });

/** Whether a pending connection has waited for too long to be linked without its owner. */
export const isOver = ({ startedAt }: Pick<Connection, 'startedAt'>, now: number): boolean =>
  startedAt.getTime() < now - PENDING_MS;

/** When to ask again: daily once all is complete, before that less and less often. */
function nextAskAt(connection: Connection, onboarding: Onboarding | null, now: number): Date {
  if (onboarding?.payments && onboarding.state === 'complete' && connection.account !== null)
    return new Date(now + DAY);
  const age = now - connection.startedAt.getTime();
  return new Date(now + (isOver(connection, now) ? DAY : Math.min(Math.max(2 * MINUTE, age / 4), 6 * HOUR)));
}
