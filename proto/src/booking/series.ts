import { z } from 'zod';
import { SlotId, SlotReason } from '../facility/slot.ts';
import { isDistinct, LocalDate, LocalDateTime, TimeOfDay } from '../primitives.ts';
import { BookingCancellation, BookingNote, BookingPatch, DeskParty } from './adminBooking.ts';
import { BookingStatus } from './bookingStatus.ts';
import { QuoteRequest } from './quote.ts';

/** Maximum number of dates in a series: two years of weeks. */
export const MAX_SERIES_DATES = 104;
/** Maximum number of other times that a preview names for a date. */
export const MAX_OTHER_TIMES = 12;

const EveryWeeks = z.int().min(1).max(52).describe('Weeks between two dates; 1: every week');

/** Body of `POST …/series/preview`: the first date, how it repeats, and the party. */
export const SeriesPreviewRequest = QuoteRequest.strict()
  .safeExtend({
    slot_id: SlotId.describe('Id of the first slot'),
    every_weeks: EveryWeeks,
    count: z
      .int()
      .min(2)
      .max(MAX_SERIES_DATES)
      .optional()
      .describe('Number of dates; alternatively `until`')
      .meta({ example: 26 }),
    until: LocalDate.optional().describe('Last possible date; alternatively `count`'),
  })
  .refine(
    ({ count, until }) => (count === undefined) !== (until === undefined),
    'needs either count or until',
  );
export type SeriesPreviewRequest = z.infer<typeof SeriesPreviewRequest>;

/** Why a date of a series cannot be booked. */
export const SeriesConflict = z
  .enum([...SlotReason.exclude(['notice', 'too_far']).options, 'short'])
  .describe(
    'Why it cannot be booked. `closed`: the facility has no slot at this time; `short`: it has fewer free places than people; the others as the `reason` of a slot',
  );
export type SeriesConflict = z.infer<typeof SeriesConflict>;

const OfferedTime = z.object({
  slot_id: SlotId,
  starts_at: LocalDateTime,
  free: z.int().describe('Free places'),
  amount_eur: z.number().describe('Price for this party at this time'),
});

export const SeriesPreview = z.object({
  dates: z
    .array(
      OfferedTime.extend({
        conflict: SeriesConflict.optional(),
        others: z
          .array(OfferedTime)
          .optional()
          .describe('For a conflict: other times of that day with room for the party, the nearest first'),
      }),
    )
    .meta({ example: [{ slot_id: 137852828, starts_at: '2026-12-05T10:00', free: 8, amount_eur: 25 }] }),
  total_eur: z.number().describe('Price of all dates without a conflict'),
});
export type SeriesPreview = z.infer<typeof SeriesPreview>;

/** Body of `POST …/series`: one booking for each of the slots. */
export const NewSeries = DeskParty.safeExtend({
  every_weeks: EveryWeeks,
  slot_ids: z
    .array(SlotId)
    .min(2)
    .max(MAX_SERIES_DATES)
    .refine(isDistinct, 'must not name a slot twice')
    .describe('Ids of the slots, one for each date. Either all of them are booked or none'),
});
export type NewSeries = z.infer<typeof NewSeries>;

/** A series with its dates, cancelled ones included. */
export const Series = z.object({
  id: z.uuid(),
  every_weeks: z.int().describe('Weeks between two dates when it was made'),
  dates: z
    .array(
      z.object({
        booking_id: z.int(),
        reference: z.string().describe('Booking number for people'),
        position: z.int().describe('Position in the series, from 1'),
        facility: z.string(),
        slot_id: SlotId,
        starts_at: LocalDateTime,
        ends_at: LocalDateTime,
        people: z.int(),
        amount_eur: z.number(),
        status: BookingStatus,
      }),
    )
    .meta({
      example: [
        {
          ...{ booking_id: 1041, reference: 'K7QF-3MXT', position: 1, facility: 'Sauna', slot_id: 137852828 },
          ...{ starts_at: '2026-12-05T10:00', ends_at: '2026-12-05T11:00', people: 2, amount_eur: 25 },
          status: 'confirmed',
        },
      ],
    }),
});
export type Series = z.infer<typeof Series>;

const FromBooking = z
  .int()
  .min(1)
  .optional()
  .describe('Id of the booking of the series from which on; absent: all coming dates')
  .meta({ example: 1041 });

/** Body of `POST …/series/{id}/cancel`. */
export const SeriesCancellation = BookingCancellation.safeExtend({ from_booking: FromBooking });

/** Body of `PATCH …/series/{id}`. */
export const SeriesPatch = z
  .strictObject({
    from_booking: FromBooking,
    time: TimeOfDay.optional().describe('New time of day, in the time zone of the venue'),
    people: BookingPatch.shape.people,
    reprice: z
      .boolean()
      .optional()
      .describe(
        'Whether each date gets its current price, as a change with a `quote` would. Default: the amounts stay unchanged',
      ),
    note: BookingNote.shape.note.optional(),
    notify: BookingPatch.shape.notify,
  })
  .refine(
    ({ time, people, note }) => time !== undefined || people !== undefined || note !== undefined,
    'needs time, people or note',
  );
export type SeriesPatch = z.infer<typeof SeriesPatch>;
