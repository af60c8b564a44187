import { fail } from '@venue-booking/proto/failures';
import type { PaymentDeps } from './deps.ts';

export async function receiveWebhook(
  _deps: PaymentDeps,
  _hint: { token: string; id: string },
): Promise<boolean> {
  throw fail('unavailable');
}
export async function receiveStripeEvent(
  _deps: PaymentDeps,
  _hint: { body: string; signature: string },
): Promise<boolean> {
  throw fail('unavailable');
}
