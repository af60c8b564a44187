import type { CalendarBooking } from '@venue-booking/proto/booking/calendar';

type Standing = {
  sign: 'euro' | 'check' | 'cross' | 'ring';
  look: '' | 'wait' | 'good' | 'stop';
  text: 'isUnpaid' | 'isCheckedIn' | 'isNoShow' | 'isConfirmed';
};

const standings: Partial<Record<CalendarBooking['status'], Standing>> = {
  pending_payment: { sign: 'euro', look: 'wait', text: 'isUnpaid' },
  checked_in: { sign: 'check', look: 'good', text: 'isCheckedIn' },
  no_show: { sign: 'cross', look: 'stop', text: 'isNoShow' },
};
const EXPECTED: Standing = { sign: 'ring', look: '', text: 'isConfirmed' };

/** Icon, colour and text for the status of a booking. */
export const standingOf = ({ status }: Pick<CalendarBooking, 'status'>): Standing =>
  standings[status] ?? EXPECTED;
