import { z } from 'zod';
import { exceptionHours, hasHours, OpeningException } from './facility.ts';
import { FacilityId, isDistinct, LocalDate } from './primitives.ts';

/** Days of facilities that one request changes at most: facilities times dates. */
export const MAX_EXCEPTIONS_AT_ONCE = 1000;
export const TOO_MANY_DAYS = `at most ${MAX_EXCEPTIONS_AT_ONCE} days of facilities at once`;
/** Days with hours of their own that a facility has at most: every day of a decade. */
export const MAX_EXCEPTIONS = 4000;
/** Days that the list reaches at most. */
export const MAX_EXCEPTIONS_RANGE_DAYS = 400;

/** Body of `PUT …/exceptions`: the same for each date of each facility. */
export const ExceptionsChange = exceptionHours
  .partial()
  .extend({
    facilities: z
      .array(FacilityId)
      .min(1)
      .max(100)
      .refine(isDistinct, 'must not name a facility twice')
      .optional()
      .describe('Ids of the facilities; default: all of the venue'),
    dates: z
      .array(LocalDate)
      .min(1)
      .max(MAX_EXCEPTIONS_RANGE_DAYS)
      .refine(isDistinct, 'must not name a date twice')
      .describe('The booking days, as YYYY-MM-DD'),
    weekly: z.literal(true).optional().describe('Puts them back to the weekly hours'),
  })
  .strict()
  .refine(
    ({ weekly, ...hours }) =>
      weekly
        ? hours.closed === undefined && hours.opens_at === undefined && hours.closes_at === undefined
        : hasHours(hours),
    'must be one of {weekly: true}, {closed: true} and {opens_at, closes_at}',
  )
  .refine(
    ({ facilities = [], dates }) => facilities.length * dates.length <= MAX_EXCEPTIONS_AT_ONCE,
    TOO_MANY_DAYS,
  );
export type ExceptionsChange = z.infer<typeof ExceptionsChange>;

export const ExceptionsChanged = z.object({
  changed_days: z.int().describe('Days of facilities whose hours are others than before'),
});
export type ExceptionsChanged = z.infer<typeof ExceptionsChanged>;

export const ExceptionsQuery = z.object({
  from: LocalDate.optional().describe('First booking day; default: today'),
  to: LocalDate.optional().describe(
    `Last booking day, at most ${MAX_EXCEPTIONS_RANGE_DAYS} days later; default: as many`,
  ),
});

/** A day of a facility with hours of its own. */
export const FacilityException = OpeningException.extend({ facility_id: FacilityId });
export type FacilityException = z.infer<typeof FacilityException>;
