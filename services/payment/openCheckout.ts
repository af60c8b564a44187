import { fail } from '@venue-booking/proto/failures';
import type { Checkout, PaymentOrder } from '@venue-booking/proto/payment';
import type { PaymentDeps } from './deps.ts';

export async function openCheckout(_deps: PaymentDeps, _order: PaymentOrder): Promise<Checkout> {
  throw fail('unavailable');
}
