import type { AdminBookingDetail } from '@venue-booking/proto/booking/adminBooking';
import type { CalendarBooking } from '@venue-booking/proto/booking/calendar';
import { ref } from 'vue';
import { api, ofVenue } from '../../api/client.ts';
import { useSend } from '../../api/useSend.ts';
import { useTexts } from '../../locale.ts';
import { showToast } from '../../toasts.ts';
import { standingOf } from './signs.ts';

/** The desk's actions when a guest arrives or stays away. */
export type Attendance = 'check-in' | 'undo-check-in' | 'no-show' | 'undo-no-show';

/** A booking of the calendar with what an action changed. */
export function afterAction(
  { arrived: _arrived, absent: _absent, ...booking }: CalendarBooking,
  { status, arrived, absent }: Pick<AdminBookingDetail, 'status' | 'arrived' | 'absent'>,
): CalendarBooking {
  return { ...booking, status, ...(arrived !== undefined && { arrived }), ...(absent && { absent }) };
}

/**
 * Records the attendance of guests in a list, one at a time. A failure is shown as a toast, because its row
 * may be gone.
 * @param changed called with the booking in its new state
 */
export function useAttendance(slug: string, changed: (booking: CalendarBooking) => void) {
  const t = useTexts('today');
  const { busy, error, run } = useSend();
  /** The last action, for screen readers. */
  const said = ref('');
  async function record(booking: CalendarBooking, action: Attendance) {
    if (busy.value) return;
    const name = booking.customer_name || t.value.erased;
    const path = ofVenue(slug, `/bookings/${booking.id}/${action}`);
    const done = await run(async () => {
      const now = afterAction(booking, await api.post<AdminBookingDetail>(path));
      changed(now);
      said.value = `${name}: ${t.value[standingOf(now).text]}`;
    });
    if (!done && error.value) showToast(`${name}: ${error.value.message}`, { failure: true });
  }
  return { busy, said, record };
}
