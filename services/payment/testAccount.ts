import type { PaymentTest } from '@venue-booking/proto/payment';
import { type Locale, toEuro } from '@venue-booking/proto/primitives';
import { v7 as newId } from 'uuid';
import { linkedAccount } from './accounts.ts';
import type { PaymentDeps } from './deps.ts';
import { callProvider } from './providerCalls.ts';
import { refusedBy } from './verifyCredentials.ts';

const AMOUNT_CENTS = 100;
const OPEN_MS = 30 * 60_000;
const descriptions: Record<Locale, string> = { nl: 'Testbetaling', en: 'Test payment' };

/**
 * Asks a venue's provider whether it still takes the credentials. In test mode a checkout is made as well, to
 * be paid with test money: no attempt of a booking knows it, so that nothing follows from it. In live mode
 * there is none, as somebody would really pay.
 * @param test.returnUrl where the checkout leads back to
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
  try {
    return await callProvider(deps, linked, async (provider, credentials) => {
      const { account, mode } = await provider.verify(credentials);
      const isTest = mode === 'test' && linked.mode === 'test';
      const checkout = isTest ? await provider.create(credentials, order) : null;
      return {
        provider: linked.provider,
        account,
        mode,
        checkout_url: checkout?.checkoutUrl ?? null,
        amount_eur: checkout && toEuro(AMOUNT_CENTS),
      };
    });
  } catch (error) {
    throw refusedBy(linked.provider, error);
  }
}
