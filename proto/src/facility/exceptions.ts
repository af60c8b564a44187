import { z } from 'zod';
import { FacilityId, isDistinct, LocalDate } from '../primitives.ts';
import { exceptionHours, hasHours, OpeningException } from './facility.ts';

/** Maximum number of changed days per request: facilities times dates. */
export const MAX_EXCEPTIONS_AT_ONCE = 1000;
export const TOO_MANY_DAYS = `at most ${MAX_EXCEPTIONS_AT_ONCE} days of facilities at once`;
/** Maximum number of exceptions per facility: every day of a decade. */
export const MAX_EXCEPTIONS = 4000;
/** Maximum range of the list, in days. */
export const MAX_EXCEPTIONS_RANGE_DAYS = 400;

/** Body of `PUT …/exceptions`: the same opening hours for each date of each facility. */
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
    weekly: z.literal(true).optional().describe('true restores the weekly opening hours'),
  })
  .strict()
  .refine(
    ({ weekly, ...hours }) =>
      weekly
        ? [hours.closed, hours.opens_at, hours.closes_at, hours.windows].every((hour) => hour === undefined)
        : hasHours(hours),
    'must be one of {weekly: true}, {closed: true}, {opens_at, closes_at} and {windows}',
  )
  .refine(
    ({ facilities = [], dates }) => facilities.length * dates.length <= MAX_EXCEPTIONS_AT_ONCE,
    TOO_MANY_DAYS,
  );
export type ExceptionsChange = z.infer<typeof ExceptionsChange>;

export const ExceptionsChanged = z.object({
  changed_days: z.int().describe('Number of days whose opening hours changed, counted per facility'),
});
export type ExceptionsChanged = z.infer<typeof ExceptionsChanged>;

export const ExceptionsQuery = z.object({
  from: LocalDate.optional().describe('First booking day; default: today'),
  to: LocalDate.optional().describe(
    `Last booking day, at most ${MAX_EXCEPTIONS_RANGE_DAYS} days later; default: that many days later`,
  ),
});

/** A day of a facility with its own opening hours. */
export const FacilityException = OpeningException.extend({ facility_id: FacilityId });
export type FacilityException = z.infer<typeof FacilityException>;
