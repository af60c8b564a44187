import type {
  CheckInList,
  ExpectedBooking,
  FirstCheckIn,
  ScanOutcome,
} from '@venue-booking/proto/booking/checkIns';
import { dayOf } from '../../bookingDay.ts';
import { folded } from './folded.ts';

/** The first letter of Korean; Japanese and Chinese follow. */
const FIRST_EAST_ASIAN = '\u1100';

/** A booking on the guest list of a device. */
export type Entry = CheckInList['bookings'][number];
/**
 * The result of a scan. The device leaves `unlisted` tickets to the server. `other_day`: a number of a
 * booking that is not on the list.
 */
export type Outcome = ScanOutcome | 'unlisted' | 'no_ticket' | 'other_day';
export type Verdict = { outcome: Outcome; booking: ExpectedBooking | null; first: FirstCheckIn | null };

/**
 * Judges a scan with the data of the device, by the same rules as the server.
 * @param known.used when this device checked the booking in, if it did
 * @param known.now by the server's clock, ms since 1970
 */
export function judge(
  entry: Entry | undefined,
  { used, now }: { used: FirstCheckIn | undefined; now: number },
): Verdict {
  if (!entry) return { outcome: 'unlisted', booking: null, first: null };
  const verdict = (outcome: Outcome): Verdict => ({
    outcome,
    booking: entry,
    first: outcome === 'double' ? (used ?? entry.checked_in) : null,
  });
  if (used || entry.status === 'checked_in') return verdict('double');
  if (entry.status === 'cancelled' || entry.status === 'expired') return verdict(entry.status);
  if (entry.status === 'pending_payment') return verdict('unpaid');
  return verdict(Date.parse(entry.check_in_from) <= now ? 'checked_in' : 'too_early');
}

/**
 * Whether a booking is for another booking day than now. A booking that has started and has not ended counts
 * as today's.
 * @param now.day the current booking day
 * @param now.local the current time at the venue, `YYYY-MM-DDTHH:MM`
 */
export function isOfOtherDay(
  booking: Pick<ExpectedBooking, 'starts_at' | 'ends_at' | 'booking_day'>,
  { day, local }: { day: string; local: string },
): boolean {
  const isOn = booking.starts_at <= local && local < booking.ends_at;
  return !isOn && dayOf(booking) !== day;
}

/** The signal for an outcome. */
export function signalOf(outcome: Outcome): 'yes' | 'no' | 'unsure' {
  if (outcome === 'checked_in') return 'yes';
  return outcome === 'unlisted' ? 'unsure' : 'no';
}

/** The ticket token in a scanned text: a ticket's address, or the token itself. Null for any other text. */
export function tokenIn(text: string): string | null {
  const token = /\/tickets\/([^/?#\s]+)/.exec(text)?.[1] ?? text.trim();
  return /^[\w.-]{24,800}$/.test(token) ? token : null;
}

/**
 * The guests who are still to come on a booking day, the next ones first.
 * @param now.day the booking day
 * @param now.local the current time at the venue, `YYYY-MM-DDTHH:MM`
 */
export const stillExpected = (
  entries: readonly Entry[],
  { day, local }: { day: string; local: string },
): Entry[] =>
  entries
    .filter((entry) => entry.status === 'confirmed' && dayOf(entry) === day && entry.ends_at > local)
    .toSorted((a, b) => (a.starts_at < b.starts_at ? -1 : a.starts_at > b.starts_at ? 1 : a.id - b.id));

const bare = (text: string) => text.toUpperCase().replace(/[\s#-]/g, '');
/** Whether a text is the number of a booking, in any notation. */
export const isNumberOf = ({ reference }: Pick<Entry, 'reference'>, typed: string): boolean =>
  reference !== '' && bare(reference) === bare(typed);
/** Whether a text may be a booking number, which has eight characters. */
export const isLikeNumber = (typed: string): boolean => /^[0-9A-Z]{8}$/.test(bare(typed));

/**
 * Finds entries by name or number. Each typed word must start a word of the name, in any spelling:
 * `vandenberg` finds `van den Berg`. Where names have no spaces, such as in Japanese, it may be any part of
 * the name. Numbers match in any notation.
 */
export function search(entries: readonly Entry[], typed: string, most: number): Entry[] {
  const words = folded(typed).split(' ').filter(Boolean);
  if (words.length === 0) return [];
  const number = /^#?(\d+)$/.exec(typed.trim())?.[1];
  const matches = (entry: Entry) => {
    const { id, customer_name } = entry;
    const names = folded(customer_name).split(' ');
    const starts = names.map((_, at) => names.slice(at).join(''));
    if (String(id) === number || isNumberOf(entry, typed)) return true;
    return words.every((word) =>
      starts.some((start) => (word >= FIRST_EAST_ASIAN ? start.includes(word) : start.startsWith(word))),
    );
  };
  return entries.filter(matches).slice(0, most);
}
