import { IDEMPOTENCY_HOURS } from '../booking/idempotencyKey.ts';
import {
  MAX_SERIES_DATES,
  NewSeries,
  Series,
  SeriesCancellation,
  SeriesPatch,
  SeriesPreview,
  SeriesPreviewRequest,
} from '../booking/series.ts';
import type { CallGroup } from './adminCall.ts';
import { series, venue } from './resources.ts';

/** Calls about series of bookings, which repeat every so many weeks. */
export const seriesCalls = {
  about: 'Series of bookings that repeat every so many weeks',
  tag: 'bookings',
  plural: 'series',
  calls: {
    previewSeries: {
      verb: 'preview',
      changesNothing: true,
      does: 'Show the dates of a series: which are free, and their prices',
      more: 'The dates have the same local time, also after the clocks change. Nothing is reserved.',
      method: 'POST',
      of: venue,
      path: '/series/preview',
      role: 'desk',
      input: SeriesPreviewRequest,
      answers: SeriesPreview,
    },
    createSeries: {
      verb: 'create',
      does: 'Create a series of bookings at the desk',
      more: `Up to ${MAX_SERIES_DATES} dates, each priced by its own rules. Either all are booked or none. The guest gets one mail with the ticket of each date.`,
      method: 'POST',
      of: venue,
      path: '/series',
      role: 'desk',
      input: NewSeries,
      idempotencyKey: `A unique text per intended series. Repeating it within ${IDEMPOTENCY_HOURS} hours does not create another one`,
      answers: Series,
      status: 201,
      errors: { 409: 'A request with this Idempotency-Key is still in progress' },
    },
    showSeries: {
      verb: 'show',
      does: 'Show a series with its dates',
      method: 'GET',
      of: series,
      role: 'desk',
      answers: Series,
    },
    changeSeries: {
      verb: 'set',
      does: 'Change the time of day, the party or the note of the coming dates of a series',
      more: 'All of them, or from one booking on; either all change or none. A single date changes like any booking. The guest gets one mail.',
      method: 'PATCH',
      of: series,
      role: 'desk',
      input: SeriesPatch,
      answers: Series,
      errors: { 409: 'The status of a booking does not allow it, or it was changed meanwhile' },
    },
    cancelSeries: {
      verb: 'cancel',
      does: 'Cancel the coming dates of a series',
      more: 'All of them, or from one booking on; either all are cancelled or none. Money follows the same rules as for a single booking, so only an owner can cancel dates that were paid online. The guest gets one mail.',
      method: 'POST',
      of: series,
      path: '/cancel',
      role: 'desk',
      input: SeriesCancellation,
      answers: Series,
      confirm: 'Cancels the coming dates and refunds online payments. This cannot be undone.',
    },
  },
} as const satisfies CallGroup;
