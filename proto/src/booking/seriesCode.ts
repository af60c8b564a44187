import { z } from 'zod';
import { FacilityId, singleLine } from '../primitives.ts';
import { BookingRequest, BookingResponse } from './booking.ts';
import { MAX_SERIES_DATES, NewSeries, SeriesPreview, SeriesPreviewRequest } from './series.ts';

/** Maximum number of codes of a venue. */
export const MAX_SERIES_CODES = 50;
/** How many days ahead the last date of a guest's series may be: a year. */
export const SERIES_HORIZON_DAYS = 366;

/** Body of `POST …/series-codes`. */
export const NewSeriesCode = z.strictObject({
  name: singleLine(100).describe('Who gets the code, for example a club').meta({ example: 'Judo club' }),
  facility_id: FacilityId.describe('Id of the facility that can be booked with it'),
  max_dates: z
    .int()
    .min(2)
    .max(MAX_SERIES_DATES)
    .describe('Maximum number of coming dates that are booked with it, over all its series'),
});
export type NewSeriesCode = z.infer<typeof NewSeriesCode>;

/** A code with which guests book series. */
export const SeriesCode = z.object({
  id: z.uuid(),
  ...NewSeriesCode.shape,
  name: z.string().meta({ example: 'Judo club' }),
  coming: z.int().describe('Number of coming dates that are booked with it'),
  series: z
    .array(
      z.object({
        id: z.uuid(),
        booking_id: z.int().describe('Id of its first coming booking'),
        coming: z.int().describe('Number of its coming dates'),
      }),
    )
    .describe('The series with coming dates that were made with it')
    .meta({ example: [{ id: '0198c5e2-8a30-7c44-9d1b-5e3f7a2b6c91', booking_id: 1041, coming: 2 }] }),
  created_at: z.iso.datetime(),
});
export type SeriesCode = z.infer<typeof SeriesCode>;

/** A new code with its secret, which is shown only once. */
export const CreatedSeriesCode = SeriesCode.extend({
  code: z.string().describe('The code itself').meta({ example: 'Zr1mAgGkS0dVwQ7Z' }),
  url: z
    .url()
    .describe('Page where guests book a series with it')
    .meta({ example: 'https://book.example.com/series/Zr1mAgGkS0dVwQ7Z' }),
});
export type CreatedSeriesCode = z.infer<typeof CreatedSeriesCode>;

const code = z
  .string()
  .min(1)
  .max(100)
  .describe('The code from the venue')
  .meta({ example: 'Zr1mAgGkS0dVwQ7Z' });

/** Body of `POST /api/site/series/preview`. Unknown keys are ignored, as in `BookingRequest`. */
export const GuestSeriesPreviewRequest = SeriesPreviewRequest.safeExtend({ code }).strip();
export type GuestSeriesPreviewRequest = z.infer<typeof GuestSeriesPreviewRequest>;

export const GuestSeriesPreview = SeriesPreview.extend({
  dates_left: z.int().describe('How many more dates can be booked with the code'),
});
export type GuestSeriesPreview = z.infer<typeof GuestSeriesPreview>;

/** Body of `POST /api/site/series`. Unknown keys are ignored. */
export const GuestSeriesRequest = BookingRequest.pick({
  customer_name: true,
  customer_email: true,
  people: true,
  guests: true,
  add_ons: true,
  extra: true,
  locale: true,
  reference: true,
}).extend({ code, every_weeks: NewSeries.shape.every_weeks, slot_ids: NewSeries.shape.slot_ids });
export type GuestSeriesRequest = z.infer<typeof GuestSeriesRequest>;

export const GuestSeries = z.object({
  id: z.uuid().describe('Id of the series'),
  dates: z.array(BookingResponse.pick({ booking: true, ticket_url: true })),
  total_eur: z.number().describe('Price of all dates, paid at the venue'),
});
export type GuestSeries = z.infer<typeof GuestSeries>;

/** What a code allows, for the page where guests book with it. */
export const OpenedSeriesCode = z.object({ venueId: z.int(), facilityId: z.int(), datesLeft: z.int() });
export type OpenedSeriesCode = z.infer<typeof OpenedSeriesCode>;
