import type { AdminBooking } from '@venue-booking/proto/adminBooking';
import { onScopeDispose, ref, shallowRef } from 'vue';
import { ApiError, api, ofVenue } from '../../api/client.ts';
import { type MoneyWish, refundOf } from './money.ts';

type Open = Pick<AdminBooking, 'id' | 'reference'>;

/** What is refused because of how that booking stands by now: the others may still be cancelled. */
const OF_THAT_BOOKING = [404, 409];

/**
 * Cancels many bookings, one after the other. What is cancelled stays so: who stops, or is stopped by a
 * server that is away, can go on with those that are left.
 */
export function useCancelAll(slug: string) {
  const busy = ref(false);
  const done = ref(0);
  /** Those that could not be cancelled, with the reason. */
  const refused = shallowRef<{ reference: string; message: string }[]>([]);
  /** Why it stopped before its end. */
  const error = shallowRef<ApiError>();
  let stopped = false;
  const stop = () => {
    stopped = true;
  };
  onScopeDispose(stop);

  /** Goes on where it stopped; `done` of `bookings` have been dealt with by then. */
  async function run(bookings: readonly Open[], money: MoneyWish): Promise<void> {
    if (busy.value) return;
    busy.value = true;
    stopped = false;
    error.value = undefined;
    try {
      for (const { id, reference } of bookings.slice(done.value)) {
        if (stopped) return;
        try {
          // Also of those that were not paid: one may be by now.
          await api.post(ofVenue(slug, `/bookings/${id}/cancel`), { refund: refundOf[money] });
        } catch (caught) {
          if (!(caught instanceof ApiError)) throw caught;
          if (!OF_THAT_BOOKING.includes(caught.status)) {
            error.value = caught;
            return;
          }
          refused.value = [...refused.value, { reference, message: caught.message }];
        }
        done.value += 1;
      }
    } finally {
      busy.value = false;
    }
  }
  return { busy, done, refused, error, run, stop };
}
