import type { DayWindow } from '@venue-booking/proto/facility/timetable';
import type { OpenHours } from '@venue-booking/proto/venue/venuePage';
import { hoursInDay, minutesInDay, minutesOf } from './openingHours.ts';

/** The windows of one facility on a booking day, and the length of its slots. */
type FacilityDay = { windows: readonly DayWindow[]; duration_minutes: number; buffer_minutes: number };

/** In minutes from the start of the booking day. */
type Stretch = { from: number; to: number };

/** A shorter pause between two start times is a break, during which the venue stays open. */
const BREAK_MINUTES = 60;
const DAY = 1440;

/**
 * The times at which at least one of some facilities is open on a booking day, in order and without overlaps.
 * @param dayStart HH:MM at which a booking day starts
 */
export function venueHours(facilities: readonly FacilityDay[], dayStart: string): OpenHours[] {
  const stretches = facilities.flatMap((facility) =>
    facility.windows.flatMap((window) => stretchesOf(window, facility, dayStart)),
  );
  const timeOf = (minutes: number) =>
    new Date(((minutesOf(dayStart) + minutes) % DAY) * 60_000).toISOString().slice(11, 16);
  return joined(stretches, 0).map(({ from, to }) => ({ opens_at: timeOf(from), closes_at: timeOf(to) }));
}

function stretchesOf(
  { starts, opens_at = '', closes_at = '' }: DayWindow,
  { duration_minutes: duration, buffer_minutes: buffer }: FacilityDay,
  dayStart: string,
): Stretch[] {
  if (!starts) {
    const hours = hoursInDay(dayStart, opens_at, closes_at);
    return hours ? [{ from: hours.opens, to: hours.closes }] : [];
  }
  const slots = starts.map((start) => {
    const from = minutesInDay(dayStart, start);
    return { from, to: Math.min(from + duration, DAY) };
  });
  return joined(slots, Math.max(buffer, BREAK_MINUTES));
}

/** Joins stretches that overlap, or whose pause is at most `pause` minutes. */
function joined(stretches: Stretch[], pause: number): Stretch[] {
  const all: Stretch[] = [];
  for (const { from, to } of stretches.toSorted((a, b) => a.from - b.from)) {
    const last = all.at(-1);
    if (last && from <= last.to + pause) last.to = Math.max(last.to, to);
    else all.push({ from, to });
  }
  return all;
}
