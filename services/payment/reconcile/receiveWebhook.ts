import { fail } from '@venue-booking/proto/failures';
import { providerLabel } from '@venue-booking/proto/payment/providers';
import { byKey } from '../database.ts';
import type { PaymentDeps } from '../deps.ts';
import { type Attempt, Prisma } from '../gen/prisma/client.ts';
import { recordAttention } from '../payments/attention.ts';
import { providerOf } from '../providers/callProvider.ts';
import { type AccountHint, type EventHint, ProviderError } from '../providers/provider.ts';

/**
 * Handles a webhook about a checkout. Anyone can send one, so it is only a hint to ask the provider. A
 * webhook for another checkout than that of its address, or of a purged venue, needs a person.
 * @returns false if the address is unknown
 */
export async function receiveWebhook(
  deps: PaymentDeps,
  { token, id }: { token: string; id: string },
): Promise<boolean> {
  const ofThis = Prisma.sql`webhook_token = ${token} AND coalesce(provider_id, ${id}) = ${id}`;
  if (await scheduleRefresh(deps, ofThis)) return true;
  const attempt = await deps.database.attempt.findUnique({
    where: { webhookToken: token },
    include: { account: true },
  });
  if (!attempt) return false;
  if (isPurged(attempt)) await recordPurged(deps, attempt);
  else if (attempt.providerId !== null && attempt.providerId !== id) {
    const detail = 'a webhook for another payment came to the address of this one';
    await recordMismatch(deps, attempt, detail);
  }
  return true;
}

/**
 * Handles an event of a provider that sends the events of all accounts to one address. The provider's adapter
 * verifies it. It is only a hint to ask the provider.
 * @param onAccount handles an event about an account itself
 * @returns false if the provider did not sign it, or sends no events here
 * @throws `provider_unavailable` if the adapter had to ask the provider and failed
 */
export async function receiveEvent(
  deps: PaymentDeps,
  { provider: name, body, headers }: { provider: string; body: string; headers: Record<string, string> },
  onAccount: (provider: string, account: AccountHint) => Promise<void> = async () => {},
): Promise<boolean> {
  const provider = providerOf(deps.providers, name);
  if ('off' in provider) return false;
  const read = await provider.readEvent?.(body, headers).catch((error: unknown) => {
    // The provider retries the event.
    if (!(error instanceof ProviderError)) throw error;
    throw fail('provider_unavailable', { provider: providerLabel(name) });
  });
  if (!read) return false;
  const { hint, account } = read;
  if (account) await onAccount(name, account);
  if (!hint) return true;
  const attempt = await deps.database.attempt.findFirst({
    where: {
      OR: [
        ...(hint.checkoutId === null ? [] : [{ providerId: hint.checkoutId }]),
        ...(hint.attemptId === null ? [] : [{ id: hint.attemptId, ...ofCheckout(hint) }]),
      ],
      account: { provider: name, providerAccount: hint.account },
    },
    include: { account: true },
  });
  // The account has other payments, which are not ours.
  if (!attempt) return true;
  if (isPurged(attempt)) await recordPurged(deps, attempt);
  else if (hint.mode !== attempt.account.mode)
    await recordMismatch(deps, attempt, `a webhook in ${hint.mode} mode came for this payment`);
  else await scheduleRefresh(deps, Prisma.sql`venue_id = ${attempt.venueId} AND id = ${attempt.id}::uuid`);
  return true;
}

/** An event may arrive before the checkout's id is stored. Once it is, only events for that id count. */
const ofCheckout = ({ checkoutId }: EventHint) => (checkoutId === null ? {} : { providerId: null });

/**
 * Makes an attempt due for a refresh. Further hints have no effect until then.
 * @param which SQL condition that finds the attempt
 * @returns whether it was not due before
 */
async function scheduleRefresh({ database, wakeWorker }: PaymentDeps, which: Prisma.Sql): Promise<boolean> {
  const updated = await database.$executeRaw`
    UPDATE payment.attempt SET refresh_wanted = true, next_refresh_at = now()
    WHERE ${which} AND NOT refresh_wanted AND EXISTS (SELECT FROM payment.account c
      WHERE (c.venue_id, c.id) = (attempt.venue_id, attempt.account_id) AND c.credentials <> '')`;
  if (updated > 0) wakeWorker();
  return updated > 0;
}

/** Only the purge of a venue empties the credentials of its accounts. */
const isPurged = ({ account }: { account: { credentials: string } }): boolean => account.credentials === '';

/** Nobody can ask the provider any more what happened, for example a chargeback. */
const recordPurged = (deps: PaymentDeps, attempt: Attempt): Promise<void> =>
  recordMismatch(
    deps,
    attempt,
    'the provider reports a change of a payment of this purged venue: look at its account there',
  );

async function recordMismatch(
  { database, log }: PaymentDeps,
  { venueId, id, paymentId }: Attempt,
  detail: string,
): Promise<void> {
  log.warn({ venueId, attemptId: id }, detail);
  const { bookingId } = await database.payment.findUniqueOrThrow({ where: byKey(venueId, paymentId) });
  const about = { venueId, id, bookingId };
  await recordAttention(database, about, { kind: 'webhook_mismatch', subject: `${id} ${detail}`, detail });
}
