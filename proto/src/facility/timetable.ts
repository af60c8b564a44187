import { z } from 'zod';
import { isDistinct, LocalDate, singleLine, TimeOfDay } from '../primitives.ts';

/** Maximum number of seasons per facility, windows per season or special day, and start times per window. */
export const MAX_SEASONS = 12;
export const MAX_WINDOWS = 21;
export const MAX_STARTS = 24;

/** Whether a text is a day of the year, `MM-DD`, that exists in a leap year. */
export const isYearDay = (text: string): boolean =>
  /^\d\d-\d\d$/.test(text) && LocalDate.safeParse(`2024-${text}`).success;

const isSeasonDate = (text: string): boolean =>
  isYearDay(text) || (text < '9999' && LocalDate.safeParse(text).success);

const SeasonDate = z
  .string()
  .refine(isSeasonDate, 'must be a date that exists, as YYYY-MM-DD, or as MM-DD for every year');

/** Part of a day in which a facility is open. */
const dayWindow = z.strictObject({
  opens_at: TimeOfDay.optional().describe('HH:MM at which the first slot starts; others follow'),
  closes_at: TimeOfDay.optional().describe('HH:MM by which the last slot has ended'),
  starts: z
    .array(TimeOfDay)
    .min(1)
    .max(MAX_STARTS)
    .refine(isDistinct, 'must not name a time twice')
    .optional()
    .describe('Instead of opening hours: start of each slot, HH:MM'),
});
const hasTimes = ({ opens_at, closes_at, starts }: z.infer<typeof dayWindow>) =>
  starts === undefined
    ? opens_at !== undefined && closes_at !== undefined
    : opens_at === undefined && closes_at === undefined;
const TIMES_MISSING = 'must have either opens_at and closes_at, or starts';

/** The opening hours of one day: one window or more. */
export const DayWindows = z.array(dayWindow.refine(hasTimes, TIMES_MISSING)).min(1).max(MAX_WINDOWS);
export type DayWindow = z.infer<typeof dayWindow>;

const Window = dayWindow
  .extend({
    days: z
      .array(z.int().min(1).max(7))
      .min(1)
      .max(7)
      .refine(isDistinct, 'must not name a day twice')
      .describe('1 = Monday to 7 = Sunday'),
  })
  .refine(hasTimes, TIMES_MISSING);
export type Window = z.infer<typeof Window>;

export type SeasonDates = { from?: string | undefined; to?: string | undefined };

/** Whether a season repeats every year. A season without dates is all year. */
export const isYearly = ({ from, to }: SeasonDates): boolean => (from ?? to)?.length === 5;

const Season = z
  .strictObject({
    name: singleLine(100).optional().describe("Name for the venue's staff"),
    from: SeasonDate.optional().describe('First day: YYYY-MM-DD, or MM-DD for every year'),
    to: SeasonDate.optional().describe('Last day, in the same form'),
    windows: z.array(Window).max(MAX_WINDOWS).describe('Opening hours by weekday; empty: closed'),
  })
  .refine(
    ({ from, to }) => from === undefined || to === undefined || from.length === to.length,
    'must have both dates as YYYY-MM-DD, or both as MM-DD',
  )
  .refine(
    (season) => !isYearly(season) || (season.from !== undefined && season.to !== undefined),
    'must have a first and a last day when it comes every year',
  )
  .refine(
    ({ from = '', to = '9' }) => isYearly({ from, to }) || from <= to,
    'must not end before it begins, unless it comes every year',
  );
export type Season = z.infer<typeof Season>;

/** Opening hours by season. The first season that includes a date applies. */
export const Timetable = z.array(Season).min(1).max(MAX_SEASONS);
export type Timetable = z.infer<typeof Timetable>;
