import { fail } from '@venue-booking/proto/failures';
import { providerLabel } from '@venue-booking/proto/payment/providers';
import type { PaymentDeps } from '../deps.ts';
import { providerOf } from '../providers/callProvider.ts';
import type { ConnectFlow } from '../providers/connectFlow.ts';

/**
 * How owners link an account at a provider.
 * @throws `provider_off`
 */
export function requireFlow({ providers }: Pick<PaymentDeps, 'providers'>, name: string): ConnectFlow {
  const provider = providerOf(providers, name);
  const flow = 'off' in provider ? provider : (provider.connect ?? { off: 'credentials must be typed' });
  if ('off' in flow) throw fail('provider_off', { provider: providerLabel(name), reason: flow.off });
  return flow;
}
