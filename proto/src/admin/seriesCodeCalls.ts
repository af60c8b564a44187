import { z } from 'zod';
import { CreatedSeriesCode, MAX_SERIES_CODES, NewSeriesCode, SeriesCode } from '../booking/seriesCode.ts';
import type { CallGroup } from './adminCall.ts';
import { seriesCode, venue } from './resources.ts';

/** Calls about the codes with which guests book series. */
export const seriesCodeCalls = {
  about: 'Codes with which guests, such as a club, book series',
  tag: 'bookings',
  calls: {
    createSeriesCode: {
      verb: 'create',
      settings: {},
      does: 'Create a code with which guests book series, and show it once',
      more: `At most ${MAX_SERIES_CODES} codes. Everybody who has the code or its page can book with it, without paying online.`,
      method: 'POST',
      of: venue,
      path: '/series-codes',
      input: NewSeriesCode,
      answers: CreatedSeriesCode,
      status: 201,
      note: 'The code is shown only now. Give its page only to those who may book with it.',
    },
    listSeriesCodes: {
      verb: 'list',
      does: 'List the codes with which guests book series, without their secrets',
      method: 'GET',
      of: venue,
      path: '/series-codes',
      answers: z.array(SeriesCode),
      columns: ['id', 'name', 'facility_id', 'coming', 'max_dates'],
    },
    endSeriesCode: {
      verb: 'end',
      does: 'End a code, so that nobody can book with it any more',
      more: 'What was booked with it stays.',
      method: 'DELETE',
      of: seriesCode,
      answers: SeriesCode,
    },
  },
} as const satisfies CallGroup;
