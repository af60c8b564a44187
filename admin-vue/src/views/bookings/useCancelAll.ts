import type { AdminBooking } from '@venue-booking/proto/booking/adminBooking';
import { onScopeDispose, ref, shallowRef } from 'vue';
import { ApiError, api, ofVenue } from '../../api/client.ts';
import { type RefundChoice, refundOf } from './refunds.ts';

type Open = Pick<AdminBooking, 'id' | 'reference'>;

/** Failures that concern only this booking: the others may still be cancelled. */
const OF_THAT_BOOKING = [404, 409];

/**
 * Cancels bookings one by one. It can be stopped, and continued after a stop or a server failure; cancelled
 * bookings stay cancelled.
 */
export function useCancelAll(slug: string) {
  const busy = ref(false);
  const done = ref(0);
  /** Bookings that could not be cancelled, with the reason. */
  const failed = shallowRef<{ reference: string; message: string }[]>([]);
  /** Why it stopped early. */
  const error = shallowRef<ApiError>();
  let stopped = false;
  const stop = () => {
    stopped = true;
  };
  onScopeDispose(stop);

  /** Continues after the first `done` bookings. */
  async function run(bookings: readonly Open[], money: RefundChoice): Promise<void> {
    if (busy.value) return;
    busy.value = true;
    stopped = false;
    error.value = undefined;
    try {
      for (const { id, reference } of bookings.slice(done.value)) {
        if (stopped) return;
        try {
          // Sent for unpaid bookings too, because they may have been paid meanwhile.
          await api.post(ofVenue(slug, `/bookings/${id}/cancel`), { refund: refundOf[money] });
        } catch (caught) {
          if (!(caught instanceof ApiError)) throw caught;
          if (!OF_THAT_BOOKING.includes(caught.status)) {
            error.value = caught;
            return;
          }
          failed.value = [...failed.value, { reference, message: caught.message }];
        }
        done.value += 1;
      }
    } finally {
      busy.value = false;
    }
  }
  return { busy, done, failed, error, run, stop };
}
