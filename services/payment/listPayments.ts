import { fail } from '@venue-booking/proto/failures';
import type { PaymentDetail } from '@venue-booking/proto/payment';
import type { PaymentDeps } from './deps.ts';

export async function listPayments(
  _deps: PaymentDeps,
  _q: { venueId: number; bookingIds: number[] },
): Promise<Record<number, PaymentDetail[]>> {
  throw fail('unavailable');
}
