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
      .describe(
        'Ids of the facilities. Default: the venue as a whole, which includes facilities that are made later. Replaces what its facilities have on these days',
      ),
    dates: z
      .array(LocalDate)
      .min(1)
      .max(MAX_EXCEPTIONS_RANGE_DAYS)
      .refine(isDistinct, 'must not name a date twice')
      .describe('The booking days, as YYYY-MM-DD'),
    weekly: z
      .literal(true)
      .optional()
      .describe('true restores the weekly opening hours, also on a special day of the venue'),
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

const range = {
  from: LocalDate.optional().describe('First booking day; default: today'),
  to: LocalDate.optional().describe(
    `Last booking day, at most ${MAX_EXCEPTIONS_RANGE_DAYS} days later; default: that many days later`,
  ),
};
export const SpecialDaysQuery = z.object(range);
export const ExceptionsQuery = z.object({
  ...range,
  only: z
    .enum(['own'])
    .optional()
    .describe(
      '`own` omits days that a facility has only because of the venue, and includes restored weekly hours',
    ),
});

/** A day of a facility with its own opening hours. */
export const FacilityException = OpeningException.extend({
  facility_id: FacilityId,
  weekly: z
    .literal(true)
    .optional()
    .describe('Present if the facility keeps its weekly hours on a special day of the venue'),
});
export type FacilityException = z.infer<typeof FacilityException>;

/** A special day of the venue as a whole. */
export const SpecialDay = OpeningException.omit({ venue: true }).extend({
  on: z.string().optional().describe('The holiday that causes it, such as `12-25` or `easter+1`'),
});
export type SpecialDay = z.infer<typeof SpecialDay>;
