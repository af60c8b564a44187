import { setTimeout as sleep } from 'node:timers/promises';
import { callDeadline } from '@venue-booking/kit/concurrency/callContext';
import type { Checkout } from '@venue-booking/proto/payment/payment';
import type { Locale } from '@venue-booking/proto/primitives';
import { byKey } from '../database.ts';
import type { PaymentDeps } from '../deps.ts';
import { type Account, type Attempt, type Payment, Prisma } from '../gen/prisma/client.ts';
import { recordAttention } from '../payments/attention.ts';
import { consequenceOf } from '../payments/settle.ts';
import { insertStatement } from '../payments/statements.ts';
import { withBulkhead } from '../providers/callProvider.ts';
import { PROVIDER_TIMEOUT_MS, ProviderError, type RemotePayment } from '../providers/provider.ts';
import { recordStatement } from '../reconcile/recordStatement.ts';
import { refreshPayment } from '../reconcile/refreshPayment.ts';

/**
 * Longer than the creation may take with a renewal of the tokens before it, so that no other caller starts a
 * second one meanwhile.
 */
const CLAIM_MS = 2 * PROVIDER_TIMEOUT_MS + 4000;
const POLL_MS = 100;

/**
 * Creates the checkout of an attempt at the provider. Only one caller does so; concurrent callers wait for
 * its result. After a crash, another caller retries with the same idempotency key. The claim is made only
 * once the bulkhead has capacity: a guest goes first and must not wait for a queued job.
 */
export async function makeCheckout(deps: PaymentDeps, payment: Payment, attempt: Attempt): Promise<Checkout> {
  const { database } = deps;
  const account = await database.account.findUniqueOrThrow({
    where: byKey(attempt.venueId, attempt.accountId),
  });
  try {
    return (
      (await createAtProvider(deps, { payment, attempt, account })) ?? (await waitForCheckout(deps, attempt))
    );
  } catch (error) {
    if (error instanceof ProviderError) return failAttempt(deps, { payment, attempt }, error);
    await releaseClaim(deps, attempt);
    throw error;
  }
}

/** Null when another caller has created the checkout, or is creating it. */
async function createAtProvider(
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
  const reported = await withBulkhead(deps, account, async (call) =>
    (await claim(deps, attempt)) ? call((remote) => remote.create(order)) : null,
  );
  if (!reported) return null;
  // A guest can pay only once sent to the checkout, so the next check is at the end of the hold. If the
  // payment is no longer open, the checkout is due to be ended.
  const isAsOrdered = isNewAsOrdered(attempt, account, reported);
  const [made] = await database.$queryRaw<{ refreshWanted: boolean }[]>`
    WITH made AS (
      UPDATE payment.attempt a SET provider_id = ${reported.id}, checkout_url = ${reported.checkoutUrl}, claimed_until = NULL,
        next_refresh_at = CASE p.status WHEN 'open' THEN p.hold_until ELSE now() END
      FROM payment.payment p
      WHERE a.venue_id = ${venueId} AND a.id = ${id}::uuid AND a.provider_id IS NULL
        AND p.id = a.payment_id AND p.venue_id + 0 = a.venue_id -- by id: see docs/decisions/0068
      RETURNING a.venue_id, a.id, a.refresh_wanted
    ),
    stored AS (${insertStatement(reported, Prisma.sql`(SELECT * FROM made WHERE ${isAsOrdered})`)})
    SELECT refresh_wanted AS "refreshWanted" FROM made`;
  if (!made || !isAsOrdered) await recordStatement(deps, { venueId, attemptId: id }, reported);
  // A webhook arrived before the provider's response.
  if (made?.refreshWanted) await refreshPayment(deps, { venueId, attemptId: id });
  // For a reused idempotency key, the response may be a checkout that has ended.
  return reported.status === 'open' && reported.checkoutUrl
    ? { state: 'payable', url: reported.checkoutUrl }
    : { state: reported.status === 'paid' ? 'paid' : 'unavailable' };
}

/** Whether a checkout is new and as ordered, so that it needs no further action. */
const isNewAsOrdered = (attempt: Attempt, { mode }: Account, reported: RemotePayment): boolean =>
  reported.status === 'open' &&
  reported.refunds.length === 0 &&
  reported.chargedBackCents === 0 &&
  consequenceOf({ ...attempt, mode, paidBy: null }, reported).is === 'nothing';

async function failAttempt(
  deps: PaymentDeps,
  { payment, attempt }: { payment: Payment; attempt: Attempt },
  { kind, message }: ProviderError,
): Promise<Checkout> {
  const { database, log } = deps;
  const { venueId, id } = attempt;
  log.warn({ attemptId: id, kind, reason: message }, 'checkout not created');
  // A refused account can be repaired, and the guest must then be able to pay. `withBulkhead` notifies its
  // people.
  if (kind !== 'refused') {
    await releaseClaim(deps, attempt);
    return { state: 'unavailable', ...(kind === 'unauthorized' && { because: 'account' }) };
  }
  await database.$transaction(async (tx) => {
    await tx.attempt.updateMany({
      where: { venueId, id, status: 'open', providerId: null },
      data: { status: 'failed', claimedUntil: null },
    });
    const detail = `the provider does not take this payment: ${message}`;
    const about = { venueId, id, bookingId: payment.bookingId };
    await recordAttention(tx, about, { kind: 'checkout_refused', subject: payment.id, detail });
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

const releaseClaim = ({ database }: PaymentDeps, { venueId, id }: Attempt) =>
  database.attempt.updateMany({ where: { venueId, id, providerId: null }, data: { claimedUntil: null } });

/** Polls until the checkout exists, its claim is gone, or the caller's deadline is near. */
async function waitForCheckout({ database }: PaymentDeps, { venueId, id }: Attempt): Promise<Checkout> {
  const until = Math.min(callDeadline(), Date.now() + CLAIM_MS) - 500;
  for (;;) {
    const attempt = await database.attempt.findUniqueOrThrow({ where: byKey(venueId, id) });
    const { status, checkoutUrl, claimedUntil } = attempt;
    if (status === 'paid' || status === 'refunded') return { state: status };
    if (status !== 'open') return { state: 'refused' };
    if (checkoutUrl) return { state: 'payable', url: checkoutUrl };
    if (claimedUntil === null || Date.now() > until) return { state: 'unavailable' };
    await sleep(POLL_MS);
  }
}
