import {
  isYearly,
  type Season,
  type SeasonDates,
  type Timetable,
} from '@venue-booking/proto/facility/timetable';

/** Whether a season includes a date. A yearly one may span New Year. */
function hasDate(season: SeasonDates, date: string): boolean {
  const { from = '', to = '9' } = season;
  const day = isYearly(season) ? date.slice(5) : date;
  return from <= to ? from <= day && day <= to : from <= day || day <= to;
}

/** The season that applies to a booking day; undefined: closed. */
export const seasonOn = (timetable: Timetable, date: string): Season | undefined =>
  timetable.find((season) => hasDate(season, date));
