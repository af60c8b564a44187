import { fail } from '@venue-booking/proto/failures';
import type { Checkout } from '@venue-booking/proto/payment';
import type { PaymentDeps } from './deps.ts';

export async function returnFromCheckout(
  _deps: PaymentDeps,
  _q: { venueId: number; paymentId: string },
): Promise<Checkout> {
  throw fail('unavailable');
}
