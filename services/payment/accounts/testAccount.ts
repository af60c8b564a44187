import { fail } from '@venue-booking/proto/failures';
import type { PaymentTest, PaymentTestOutcome } from '@venue-booking/proto/payment/payment';
import { type Locale, toEuro } from '@venue-booking/proto/primitives';
import { v7 as newId } from 'uuid';
import type { PaymentDeps } from '../deps.ts';
import { callProvider, withBulkhead } from '../providers/callProvider.ts';
import { linkedAccount } from './accounts.ts';
import { throwProviderFailure } from './verifyCredentials.ts';

const AMOUNT_CENTS = 100;
const OPEN_MS = 30 * 60_000;
const descriptions: Record<Locale, string> = {
  nl: 'Testbetaling',
  en: 'Test payment',
  de: 'Testzahlung',
  fr: 'Paiement de test',
};

/** The encryption context of a test's key: one account, so that a key shows no other account's checkout. */
const testKeyContext = ({ venueId, id }: { venueId: number; id: string }) => `payment-test:${venueId}:${id}`;

/**
 * Checks that a venue's provider still accepts the credentials. In test mode it also creates a checkout, to
 * be paid with test money. No attempt refers to that checkout, so paying it has no effect here. In live mode
 * it creates none, because a person would really pay.
 * @param test.returnUrl where the checkout sends the payer afterwards
 * @throws `payment_account_not_found`, `credentials_refused`, `provider_unavailable`
 */
export async function testAccount(
  deps: PaymentDeps,
  { venueId, locale, returnUrl }: { venueId: number; locale: Locale; returnUrl: string },
): Promise<PaymentTest> {
  const linked = await linkedAccount(deps, venueId);
  const order = {
    venueId,
    accountId: linked.id,
    attemptId: newId(),
    amountCents: AMOUNT_CENTS,
    feeCents: 0,
    description: descriptions[locale],
    locale,
    returnUrl,
    webhookUrl: null,
    expiresAt: Date.now() + OPEN_MS,
  };
  return withBulkhead(deps, linked, async (call) => {
    const { account, mode } = await call((remote) => remote.verify());
    const isTest = mode === 'test' && linked.mode === 'test';
    const checkout = isTest ? await call((remote) => remote.create(order)) : null;
    return {
      provider: linked.provider,
      account,
      mode,
      checkout_url: checkout?.checkoutUrl ?? null,
      amount_eur: checkout && toEuro(AMOUNT_CENTS),
      key: checkout && deps.box.seal(checkout.id, testKeyContext(linked)),
    };
  }).catch(throwProviderFailure(linked.provider));
}

/**
 * Asks a venue's provider for the result of a test payment.
 * @param test.key the key that {@link testAccount} returned
 * @throws `payment_account_not_found`, `validation` for a key of another account, `credentials_refused`,
 * `provider_unavailable`
 */
export async function showTest(
  deps: PaymentDeps,
  { venueId, key }: { venueId: number; key: string },
): Promise<PaymentTestOutcome> {
  const linked = await linkedAccount(deps, venueId);
  const checkoutId = openKey(deps, key, testKeyContext(linked));
  const { status, amountCents } = await callProvider(deps, linked, (remote) =>
    remote.fetch(checkoutId),
  ).catch(throwProviderFailure(linked.provider));
  return { status, amount_eur: toEuro(amountCents) };
}

function openKey({ box }: PaymentDeps, key: string, context: string): string {
  try {
    return box.open(key, context);
  } catch {
    throw fail('validation', { detail: 'key: belongs to no test payment of this account' });
  }
}
