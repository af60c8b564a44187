import { isRepeated, localAt, offsetAt } from '@venue-booking/kit/venueTime';
import { tzlib_get_ical_block, tzlib_get_offset, tzlib_get_timezones } from 'timezones-ical-library';

/** Time zones for calendars: a VTIMEZONE holds today's rules of the zone for all years. */

const zones = new Set(tzlib_get_timezones());

/** Blocks that were made, by zone; as many as there are zones at most. */
const blocks = new Map<string, string[]>();

/**
 * The lines of the VTIMEZONE of a zone that {@link zoneCanSay} spoke well of, under the very name that
 * events refer to it by: the library answers an alias such as Europe/Amsterdam under the name that it is an
 * alias of.
 */
export function zoneBlock(timezone: string): string[] {
  const made = blocks.get(timezone);
  if (made !== undefined) return made;
  const [block = ''] = tzlib_get_ical_block(timezone);
  const lines = block
    .trim()
    .replace(/^(TZID|X-LIC-LOCATION):.*$/gm, `$1:${timezone}`)
    .split(/\r?\n/);
  blocks.set(timezone, lines);
  return lines;
}

/** What {@link zoneCanSay} has found out: many bookings are of the same few times. */
const said = new Map<string, boolean>();
const MOST_SAID = 5000;

/**
 * Whether a calendar that is told the zone and the local time finds this instant (ms since 1970). Not when
 * the clocks show that time twice, nor when the rules differ from the zone's history.
 */
export function zoneCanSay(timezone: string, instant: number): boolean {
  const key = `${timezone} ${instant}`;
  const known = said.get(key);
  if (known !== undefined) return known;
  if (said.size >= MOST_SAID) said.clear();
  const can = ask(timezone, instant);
  said.set(key, can);
  return can;
}

function ask(timezone: string, instant: number): boolean {
  if (!zones.has(timezone) || isRepeated(timezone, instant)) return false;
  const [date = '', time = ''] = localAt(timezone, instant).split('T');
  return minutesOf(tzlib_get_offset(timezone, date, time)) * 60_000 === offsetAt(timezone, instant);
}

/** Minutes of an offset such as `-0330`. */
function minutesOf(offset: string): number {
  const minutes = Number(offset.slice(1, 3)) * 60 + Number(offset.slice(3));
  return offset.startsWith('-') ? -minutes : minutes;
}
