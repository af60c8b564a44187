import type { FeeTerms } from '@venue-booking/domain/payment/platformFee';
import { describeIssues } from '@venue-booking/kit/errors/describeIssues';
import { fail } from '@venue-booking/proto/failures';
import type { NewPaymentAccount } from '@venue-booking/proto/payment/payment';
import { providerLabel } from '@venue-booking/proto/payment/providers';
import type { PaymentDeps } from '../deps.ts';
import { providerOf } from '../providers/callProvider.ts';
import { ProviderError, type VerifiedAccount } from '../providers/provider.ts';

/** The platform fee of each payment. */
export type Fees = Omit<FeeTerms, 'provider'>;

/**
 * Asks the provider for the account of some credentials, and whether they can carry the platform fee.
 * @throws `validation` for credentials of another shape, `credentials_refused`, `provider_off`,
 * `provider_unavailable`
 */
export async function verifyCredentials(
  { providers }: Pick<PaymentDeps, 'providers'>,
  request: Pick<NewPaymentAccount, 'credentials'> & { provider: string },
): Promise<VerifiedAccount & { credentials: unknown }> {
  const provider = providerOf(providers, request.provider);
  const name = providerLabel(request.provider);
  if ('off' in provider) throw fail('provider_off', { provider: name, reason: provider.off });
  const parsed = provider.credentials.safeParse(request.credentials);
  if (!parsed.success) throw fail('validation', { detail: `credentials: ${describeIssues(parsed.error)}` });
  const verified = await provider.account(parsed.data).verify().catch(throwProviderFailure(request.provider));
  return { ...verified, credentials: parsed.data };
}

/** Returns a handler that throws the failure for a {@link ProviderError}, and rethrows any other error. */
export const throwProviderFailure =
  (provider: string) =>
  (error: unknown): never => {
    if (!(error instanceof ProviderError)) throw error;
    const name = providerLabel(provider);
    if (error.kind === 'unavailable') throw fail('provider_unavailable', { provider: name });
    throw fail('credentials_refused', { provider: name, reason: error.message });
  };

/** @throws `fee_not_carried` */
export function requireFeeCarried(
  { provider, carriesFee }: { provider: string; carriesFee: boolean },
  { feeBasisPoints, feeFixedCents }: Fees,
): void {
  if (carriesFee || (feeBasisPoints === 0 && feeFixedCents === 0)) return;
  throw fail('fee_not_carried', {
    provider: providerLabel(provider),
    reason: 'an API key belongs to one account only',
  });
}
