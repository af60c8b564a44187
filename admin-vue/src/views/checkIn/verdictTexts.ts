import type { ExpectedBooking, FirstCheckIn } from '@venue-booking/proto/booking/checkIns';
import { dateAndTime, euro, localOf, shortDate, timeOf } from '../../format.ts';
import type { Texts } from '../../texts/en.ts';
import type { Verdict } from './judge.ts';

type T = Texts['checkIn'];

/** The title of a result. */
export const headline = (t: T, outcome: Verdict['outcome']): string =>
  outcome === 'checked_in' ? t.yes : t[outcome];

/** Why a guest is not checked in; empty for a success. */
export function reason(t: T, { outcome, booking, first }: Verdict, timezone: string): string {
  if (outcome === 'checked_in') return '';
  if (outcome === 'double') return first ? doubleOf(t, first, timezone) : '';
  if (outcome === 'too_early')
    return booking ? t.too_earlyMore(dateAndTime(localOf(booking.check_in_from, timezone))) : '';
  return t[`${outcome}More`];
}

function doubleOf(t: T, { at, device }: FirstCheckIn, timezone: string): string {
  const local = localOf(at, timezone);
  return t.doubleOf({ day: otherDayOf(local, timezone), time: timeOf(local), device });
}

/**
 * `Sat 21 Nov`, or empty for today at the venue.
 * @param local `YYYY-MM-DDTHH:MM`
 */
const otherDayOf = (local: string, timezone: string): string =>
  local.slice(0, 10) === localOf(new Date(), timezone).slice(0, 10) ? '' : shortDate(local);

/** The payment status as text; tone `wait` marks what staff should look at. */
export function paid(t: T, booking: ExpectedBooking): { text: string; tone: 'good' | 'wait' | '' } {
  const { payment_status: status, amount_eur: amount, open_eur: open } = booking;
  if (open) return { text: t.notPaid(euro(open)), tone: 'wait' };
  if (status === 'refunded') return { text: t.refunded, tone: 'wait' };
  if (amount === 0 && status !== 'paid') return { text: t.free, tone: '' };
  // Without an online payment, nothing is open once the desk has the money.
  if (status === 'paid' || status === null) return { text: t.paid, tone: 'good' };
  return { text: t.notPaid(euro(amount)), tone: 'wait' };
}

/**
 * `10:03`, in the venue's time zone.
 * @param instant ISO 8601
 */
export const clockOf = (instant: string, timeZone: string): string => timeOf(localOf(instant, timeZone));
