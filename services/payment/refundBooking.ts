import { fail } from '@venue-booking/proto/failures';
import type { PaymentDetail } from '@venue-booking/proto/payment';
import type { PaymentDeps } from './deps.ts';

export async function refundBooking(
  _deps: PaymentDeps,
  _q: {
    venueId: number;
    bookingId: number;
    amountCents?: number | undefined;
    actor: string;
    requestKey?: string | undefined;
  },
): Promise<PaymentDetail[]> {
  throw fail('unavailable');
}
