import { describeIssues } from '@venue-booking/kit/rpc';
import { fail } from '@venue-booking/proto/failures';
import type { NewPaymentAccount, ProviderName } from '@venue-booking/proto/payment';
import type { PaymentDeps } from './deps.ts';
import type { VerifiedAccount } from './provider.ts';
import { providerErrorOf } from './providerCalls.ts';

/** What people know each provider by. */
const names: Record<ProviderName, string> = { sandbox: 'The sandbox', mollie: 'Mollie', stripe: 'Stripe' };

/**
 * Asks a provider whose credentials these are, and whether it can pay the platform its fee with them.
 * @throws `validation` for credentials of another shape, `credentials_refused`, `fee_not_carried`, `provider_off`, `provider_unavailable`
 */
export async function verifyCredentials(
  { providers }: Pick<PaymentDeps, 'providers'>,
  wanted: NewPaymentAccount,
): Promise<VerifiedAccount & { credentials: unknown }> {
  const provider = providers[wanted.provider];
  const name = names[wanted.provider];
  if ('off' in provider) throw fail('provider_off', { provider: name, reason: provider.off });
  const parsed = provider.credentials.safeParse(wanted.credentials);
  if (!parsed.success) throw fail('validation', { detail: `credentials: ${describeIssues(parsed.error)}` });
  const verified = await provider.verify(parsed.data).catch((error: unknown) => {
    const refusal = providerErrorOf(error);
    if (!refusal) throw error;
    if (refusal.kind === 'unavailable') throw fail('provider_unavailable', { provider: name });
    throw fail('credentials_refused', { provider: name, reason: refusal.message });
  });
  const takesFee = wanted.platform_fee_percent > 0 || wanted.platform_fee_fixed_eur > 0;
  if (takesFee && !verified.carriesFee)
    throw fail('fee_not_carried', { provider: name, reason: 'an API key belongs to one account only' });
  return { ...verified, credentials: parsed.data };
}
