import { isRepeated, localAt, offsetAt } from '@venue-booking/domain/schedule/venueTime';
import { tzlib_get_ical_block, tzlib_get_offset, tzlib_get_timezones } from 'timezones-ical-library';

/** Time zones for calendars. A VTIMEZONE applies today's rules of the zone to all years. */

const zones = new Set(tzlib_get_timezones());

/** Cached blocks by zone; at most one per known zone. */
const blocks = new Map<string, string[]>();

/**
 * The lines of a zone's VTIMEZONE. Call it only for zones that {@link canExpress} accepted. The block gets
 * the name that events use; for an alias such as Europe/Amsterdam the library returns the zone's main name.
 */
export function zoneBlock(timezone: string): string[] {
  const cachedBlock = blocks.get(timezone);
  if (cachedBlock !== undefined) return cachedBlock;
  const [block = ''] = tzlib_get_ical_block(timezone);
  const lines = block
    .trim()
    .replace(/^(TZID|X-LIC-LOCATION):.*$/gm, `$1:${timezone}`)
    .split(/\r?\n/);
  blocks.set(timezone, lines);
  return lines;
}

/** Cached results of {@link canExpress}: many bookings share a few times. */
const cached = new Map<string, boolean>();
const MAX_CACHED = 5000;

/**
 * Whether a calendar can compute this instant (ms since 1970) from the zone and the local time. False for a
 * local time that occurs twice, and where the zone's history differs from today's rules.
 */
export function canExpress(timezone: string, instant: number): boolean {
  const key = `${timezone} ${instant}`;
  const before = cached.get(key);
  if (before !== undefined) return before;
  if (cached.size >= MAX_CACHED) cached.clear();
  const can = computeCanExpress(timezone, instant);
  cached.set(key, can);
  return can;
}

function computeCanExpress(timezone: string, instant: number): boolean {
  if (!zones.has(timezone) || isRepeated(timezone, instant)) return false;
  const [date = '', time = ''] = localAt(timezone, instant).split('T');
  return minutesOf(tzlib_get_offset(timezone, date, time)) * 60_000 === offsetAt(timezone, instant);
}

/** Minutes in an offset such as `-0330`. */
function minutesOf(offset: string): number {
  const minutes = Number(offset.slice(1, 3)) * 60 + Number(offset.slice(3));
  return offset.startsWith('-') ? -minutes : minutes;
}
