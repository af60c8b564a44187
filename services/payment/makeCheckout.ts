import { setTimeout as sleep } from 'node:timers/promises';
import { deadlineOfCall } from '@venue-booking/kit/messaging/callContext';
import type { Checkout } from '@venue-booking/proto/payment';
import type { Locale } from '@venue-booking/proto/primitives';
import { noteAttention } from './attention.ts';
import { byKey } from './database.ts';
import type { PaymentDeps } from './deps.ts';
import { type Account, type Attempt, type Payment, Prisma } from './gen/prisma/client.ts';
import { PROVIDER_TIMEOUT_MS, ProviderError, type RemotePayment } from './provider.ts';
import { inTurn } from './providerCalls.ts';
import { recordStatement } from './recordStatement.ts';
import { refreshPayment } from './refreshPayment.ts';
import { consequenceOf } from './settle.ts';
import { keepStatement } from './statements.ts';

/** Longer than the provider may take, so that nobody else asks meanwhile, or takes it for given up. */
const CLAIM_MS = PROVIDER_TIMEOUT_MS + 2000;
const LOOK_EVERY_MS = 100;

/**
 * Has the provider make the checkout of an attempt. One at a time asks; whoever comes meanwhile waits for
 * that one's answer. After a crash it is asked again under the same idempotency key. It is claimed when its
 * turn at the provider has come: a guest, whose turn comes first, must not wait for a job that waits.
 */
export async function makeCheckout(deps: PaymentDeps, payment: Payment, attempt: Attempt): Promise<Checkout> {
  const { database } = deps;
  const account = await database.account.findUniqueOrThrow({
    where: byKey(attempt.venueId, attempt.accountId),
  });
  try {
    return (await ask(deps, { payment, attempt, account })) ?? (await waitForCheckout(deps, attempt));
  } catch (error) {
    if (error instanceof ProviderError) return refuse(deps, { payment, attempt }, error);
    await unclaim(deps, attempt);
    throw error;
  }
}

/** Null when somebody else has asked, or is asking. */
async function ask(
  deps: PaymentDeps,
  { payment, attempt, account }: { payment: Payment; attempt: Attempt; account: Account },
): Promise<Checkout | null> {
  const { database, publicUrl } = deps;
  const { venueId, id } = attempt;
  const order = {
    venueId,
    accountId: account.id,
    attemptId: id,
    amountCents: Number(attempt.amountCents),
    feeCents: Number(attempt.feeCents),
    description: payment.description,
    locale: payment.locale as Locale,
    returnUrl: `${publicUrl}/pay/return/${attempt.returnToken}`,
    webhookUrl: `${publicUrl}/webhooks/payments/${attempt.webhookToken}`,
    expiresAt: payment.holdUntil.getTime(),
  };
  const said = await inTurn(deps, account, async (called) =>
    (await claim(deps, attempt)) ? called((remote) => remote.create(order)) : null,
  );
  if (!said) return null;
  // Until a guest is sent there nobody can pay it: there is nothing to ask before the hold is over. One that
  // is no longer wanted is to be ended.
  const isAsAsked = isFresh(attempt, account, said);
  const [made] = await database.$queryRaw<{ refreshWanted: boolean }[]>`
    WITH made AS (
      UPDATE payment.attempt a SET provider_id = ${said.id}, checkout_url = ${said.checkoutUrl}, claimed_until = NULL,
        next_refresh_at = CASE p.status WHEN 'open' THEN p.hold_until ELSE now() END
      FROM payment.payment p
      WHERE a.venue_id = ${venueId} AND a.id = ${id}::uuid AND a.provider_id IS NULL
        AND p.id = a.payment_id AND p.venue_id + 0 = a.venue_id -- by the id: see docs/decisions/0068
      RETURNING a.venue_id, a.id, a.refresh_wanted
    ),
    kept AS (${keepStatement(said, Prisma.sql`(SELECT * FROM made WHERE ${isAsAsked})`)})
    SELECT refresh_wanted AS "refreshWanted" FROM made`;
  if (!made || !isAsAsked) await recordStatement(deps, { venueId, attemptId: id }, said);
  // A webhook that came before the provider's own answer.
  if (made?.refreshWanted) await refreshPayment(deps, { venueId, attemptId: id });
  // Under a key that was used before, the answer may be a checkout that is over.
  return said.status === 'open' && said.checkoutUrl
    ? { state: 'payable', url: said.checkoutUrl }
    : { state: said.status === 'paid' ? 'paid' : 'unavailable' };
}

/** Whether a checkout is a new one that was asked for: nothing follows from it. */
const isFresh = (attempt: Attempt, { mode }: Account, said: RemotePayment): boolean =>
  said.status === 'open' &&
  said.refunds.length === 0 &&
  said.chargedBackCents === 0 &&
  consequenceOf({ ...attempt, mode, paidBy: null }, said).is === 'nothing';

async function refuse(
  deps: PaymentDeps,
  { payment, attempt }: { payment: Payment; attempt: Attempt },
  { kind, message }: ProviderError,
): Promise<Checkout> {
  const { database, log } = deps;
  const { venueId, id } = attempt;
  log.warn({ attemptId: id, kind, reason: message }, 'no checkout made');
  if (kind === 'unavailable') {
    await unclaim(deps, attempt);
    return { state: 'unavailable' };
  }
  await database.$transaction(async (tx) => {
    await tx.attempt.updateMany({
      where: { venueId, id, status: 'open', providerId: null },
      data: { status: 'failed', claimedUntil: null },
    });
    const detail = `the provider does not take this payment: ${message}`;
    const about = { venueId, id, bookingId: payment.bookingId };
    await noteAttention(tx, about, { kind: 'checkout_refused', subject: payment.id, detail });
  });
  return { state: 'refused' };
}

async function claim({ database }: PaymentDeps, { venueId, id }: Attempt): Promise<boolean> {
  const claimed = await database.$executeRaw`
    UPDATE payment.attempt SET claimed_until = now() + ${CLAIM_MS} * interval '1 millisecond'
    WHERE venue_id = ${venueId} AND id = ${id}::uuid AND status = 'open' AND provider_id IS NULL
      AND (claimed_until IS NULL OR claimed_until < now())`;
  return claimed === 1;
}

const unclaim = ({ database }: PaymentDeps, { venueId, id }: Attempt) =>
  database.attempt.updateMany({ where: { venueId, id, providerId: null }, data: { claimedUntil: null } });

/** Looks until the checkout is there, nobody is asking any more, or the caller's time is nearly up. */
async function waitForCheckout({ database }: PaymentDeps, { venueId, id }: Attempt): Promise<Checkout> {
  const until = Math.min(deadlineOfCall(), Date.now() + CLAIM_MS) - 500;
  for (;;) {
    const attempt = await database.attempt.findUniqueOrThrow({ where: byKey(venueId, id) });
    const { status, checkoutUrl, claimedUntil } = attempt;
    if (status === 'paid' || status === 'refunded') return { state: status };
    if (status !== 'open') return { state: 'refused' };
    if (checkoutUrl) return { state: 'payable', url: checkoutUrl };
    if (claimedUntil === null || Date.now() > until) return { state: 'unavailable' };
    await sleep(LOOK_EVERY_MS);
  }
}
