import assert from 'node:assert/strict';
import type { BookingStatus } from '@venue-booking/proto/booking/bookingStatus';

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;
export const YEAR = Date.UTC(2027, 0, 1);
export const ZONES = ['Europe/Amsterdam', 'America/New_York', 'Australia/Lord_Howe'] as const;
/** Hours of the reminder at the start of the year, for each zone. */
export const REMINDER_HOURS = [24, 2, 24];
/** Instants of the year at which clocks of these zones change. */
export const CLOCK_CHANGES = [
  ...['2027-03-28T01:00Z', '2027-10-31T01:00Z', '2027-03-14T07:00Z', '2027-11-07T06:00Z'],
  ...['2027-04-03T15:00Z', '2027-10-02T15:30Z'],
].map((text) => Date.parse(text));

export type Kind = 'reminder' | 'follow_up';
/** What the test knows of a booking. `sent`: kinds with the start that they were for. */
export type Guest = {
  id: number;
  venueId: number;
  facilityId: number;
  email: string;
  startsAt: number;
  endsAt: number;
  agreedAt: number;
  status: BookingStatus;
  erased: boolean;
  sent: Set<string>;
};
export type Hours = { reminder: number; followUp: number; own: Map<number, number> };

/** The rules once more, written another way: minutes are tried one after the other. */
const formats = new Map(
  ZONES.map((timeZone) => [
    timeZone,
    new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' }),
  ]),
);
const clock = (zone: (typeof ZONES)[number], at: number) => formats.get(zone)?.format(at) ?? '';
const isNight = (zone: (typeof ZONES)[number], at: number) =>
  clock(zone, at) >= '21:00' || clock(zone, at) < '08:00';

/** The end of the night of an instant; the instant itself by day. */
export function afterNight(zone: (typeof ZONES)[number], instant: number): number {
  let time = instant;
  while (isNight(zone, time)) time += MINUTE;
  return time;
}

function plannedReminder(zone: (typeof ZONES)[number], startsAt: number, asked: number): number {
  let time = afterNight(zone, asked);
  if (time === asked || time <= startsAt - HOUR) return time;
  time = asked;
  while (clock(zone, time) !== '20:00') time -= MINUTE;
  return time;
}

/**
 * Whether the rules allow a mail now.
 * @param late days that a follow-up may wait for a mailer
 */
export function isEligible(
  guest: Guest,
  kind: Kind,
  { reminder, followUp, own }: Hours,
  now: number,
  late = 0,
): boolean {
  const { startsAt, endsAt, agreedAt, status, erased, venueId, facilityId } = guest;
  const zone = ZONES[venueId - 1] ?? assert.fail();
  if (erased || isNight(zone, now)) return false;
  if (kind === 'reminder') {
    const asked = startsAt - (own.get(facilityId) ?? reminder) * HOUR;
    const planned = plannedReminder(zone, startsAt, asked);
    const hours = own.get(facilityId) ?? reminder;
    const isEarly = agreedAt <= asked && agreedAt < planned;
    return hours > 0 && status === 'confirmed' && isEarly && now >= planned && now < startsAt;
  }
  const planned = afterNight(zone, endsAt + followUp * HOUR);
  const came = status === 'confirmed' || status === 'checked_in';
  return followUp > 0 && came && now >= planned && now <= planned + (1 + late) * DAY;
}
