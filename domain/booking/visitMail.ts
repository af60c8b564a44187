import type { BookingStatus } from '@venue-booking/proto/booking/bookingStatus';
import { minutesOf } from '../schedule/openingHours.ts';
import { addDays, instantAt, localAt } from '../schedule/venueTime.ts';

const HOUR_MS = 3600_000;

/** Venue time from which no mail about a visit is sent. */
const NIGHT_FROM = minutesOf('21:00');
/** Venue time from which such mail is sent again. */
const NIGHT_UNTIL = minutesOf('08:00');
/** Venue time of a reminder that would come too late at the end of the night. */
const EVENING = minutesOf('20:00');
/** Fewest hours between a reminder at the end of the night and the visit. */
const MIN_HOURS_BEFORE = 1;
/** Hours for which a follow-up may be late, such as after an outage. */
const FOLLOW_UP_HOURS = 24;

/** The mails about a visit. */
export type VisitMailKind = 'reminder' | 'follow_up';

/** A booking with the settings for mail about its visit. Times are ms since 1970; 0 hours: no such mail. */
export type Visit = {
  startsAt: number;
  endsAt: number;
  timezone: string;
  status: BookingStatus;
  /** When its present time was agreed: when it was made, paid or moved. */
  agreedAt: number;
  hasAddress: boolean;
  /** Hours before the start. */
  reminderHours: number;
  /** Hours after the end. */
  followUpHours: number;
};

/** The local date and minute of the day of an instant. */
function clockAt(timezone: string, instant: number): { date: string; minutes: number } {
  const [date = '', time = ''] = localAt(timezone, instant).split('T');
  return { date, minutes: minutesOf(time) };
}

/** The end of the night of an instant, in ms since 1970; the instant itself by day. */
export function afterNight(timezone: string, instant: number): number {
  const { date, minutes } = clockAt(timezone, instant);
  if (minutes >= NIGHT_UNTIL && minutes < NIGHT_FROM) return instant;
  return instantAt(timezone, minutes < NIGHT_UNTIL ? date : addDays(date, 1), NIGHT_UNTIL);
}

/** The evening before the night of an instant. */
function eveningBefore(timezone: string, instant: number): number {
  const { date, minutes } = clockAt(timezone, instant);
  return instantAt(timezone, minutes < NIGHT_UNTIL ? addDays(date, -1) : date, EVENING);
}

type Reminded = Pick<Visit, 'startsAt' | 'timezone' | 'reminderHours'>;

/**
 * When a reminder is due, in ms since 1970: never at night. It comes at the end of the night if that is at
 * least an hour before the visit, and otherwise the evening before.
 */
export function reminderAt({ startsAt, timezone, reminderHours }: Reminded): number {
  const asked = startsAt - reminderHours * HOUR_MS;
  const morning = afterNight(timezone, asked);
  return morning === asked || morning <= startsAt - MIN_HOURS_BEFORE * HOUR_MS
    ? morning
    : eveningBefore(timezone, asked);
}

/** Whether a booking was made early enough for a reminder. */
function isRemindable(visit: Visit): boolean {
  const { startsAt, reminderHours, agreedAt, status } = visit;
  return (
    status === 'confirmed' &&
    reminderHours > 0 &&
    agreedAt <= startsAt - reminderHours * HOUR_MS &&
    agreedAt < reminderAt(visit)
  );
}

/**
 * Which mail about a visit is due, and when to look again (ms; null: not before the booking changes). A mail
 * is due again after it was queued, so queueing must be idempotent per visit. An outage delays a reminder to
 * the next time by day before the visit, and a follow-up by up to a day.
 */
export function visitMailStep(visit: Visit, now: number): { due: VisitMailKind | null; next: number | null } {
  const { startsAt, endsAt, timezone, status, hasAddress, followUpHours } = visit;
  if (status !== 'confirmed' && status !== 'checked_in') return { due: null, next: null };
  const today = afterNight(timezone, now);
  const followUpAt = afterNight(timezone, endsAt + followUpHours * HOUR_MS);
  const followUp = followUpHours > 0 && now <= followUpAt + FOLLOW_UP_HOURS * HOUR_MS ? followUpAt : null;
  if (isRemindable(visit) && today < startsAt) {
    const next = Math.max(reminderAt(visit), today);
    return next > now ? { due: null, next } : { due: hasAddress ? 'reminder' : null, next: followUp };
  }
  if (followUp === null) return { due: null, next: null };
  const next = Math.max(followUp, today);
  return next > now ? { due: null, next } : { due: hasAddress ? 'follow_up' : null, next: null };
}
