import { z } from 'zod';
import { hasHours, partialHours } from '../facility/facility.ts';
import { isYearDay } from '../facility/timetable.ts';

/** Maximum number of holidays per venue, and their maximum distance from Easter in days. */
export const MAX_HOLIDAYS = 60;
const MAX_FROM_EASTER = 70;

/** `12-25`, `easter`, `easter+39`, `easter-2` or `kings_day`. */
function isHoliday(on: string): boolean {
  if (on === 'easter' || on === 'kings_day' || isYearDay(on)) return true;
  const [, days] = /^easter[+-]([1-9]\d?)$/.exec(on) ?? [];
  return days !== undefined && Number(days) <= MAX_FROM_EASTER;
}

/** A day of every year with its own opening hours. */
const Holiday = partialHours
  .strict()
  .extend({
    on: z
      .string()
      .refine(
        isHoliday,
        `must be MM-DD, easter, easter+N or easter-N (N up to ${MAX_FROM_EASTER} days), or kings_day`,
      )
      .describe(
        'The day of the year: MM-DD, `easter`, `easter+39` or `easter-2` for days after or before Easter Sunday, or `kings_day` (27 April; 26 April if that is a Sunday)',
      ),
  })
  .refine(
    hasHours,
    'must be {closed: true}, {opens_at, closes_at} or {windows}, with `on` and an optional note',
  );
export type Holiday = z.infer<typeof Holiday>;

export const Holidays = z
  .array(Holiday)
  .max(MAX_HOLIDAYS)
  .refine((all) => new Set(all.map(({ on }) => on)).size === all.length, 'must not name a day twice');
