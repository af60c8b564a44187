import { largeReadQueries, type ReadBulkhead } from '@venue-booking/kit/messaging/largeReads';
import { mutation, query, t } from '@venue-booking/kit/messaging/rpc';
import { Actor } from '@venue-booking/proto/booking/adminBooking';
import { SeriesCancellation, SeriesPatch, SeriesPreviewRequest } from '@venue-booking/proto/booking/series';
import { NewSeriesCode } from '@venue-booking/proto/booking/seriesCode';
import { TimeOfDay, VenueId } from '@venue-booking/proto/primitives';
import { z } from 'zod';
import type { Deps as ChangeDeps } from '../changes/changeBooking.ts';
import type { Deps as CreateDeps } from '../core/createBooking.ts';
import {
  bookByCode,
  GuestPreviewInput,
  GuestSeriesInput,
  previewByCode,
  requireSeriesCode,
} from './bookByCode.ts';
import { cancelSeries } from './cancelSeries.ts';
import { changeSeries } from './changeSeries.ts';
import { createSeries, SeriesRequest } from './createSeries.ts';
import { previewSeries, type ReadDay } from './previewSeries.ts';
import { createSeriesCode, endSeriesCode, listSeriesCodes } from './seriesCodes.ts';
import { showSeries } from './seriesView.ts';

export type SeriesDeps = CreateDeps & ChangeDeps & { daySlots: ReadDay };

const ofSeries = z.object({ venueId: VenueId, seriesId: z.uuid() });

/**
 * Calls about series of bookings, by the desk and by guests with a code. Mutations of the desk return the
 * series in its new state.
 */
export function seriesRouter(deps: SeriesDeps, readBulkhead: ReadBulkhead) {
  const { database } = deps;
  const costly = largeReadQueries(readBulkhead);
  return t.router({
    preview: costly(
      z.object({ venueId: VenueId, dayStart: TimeOfDay, wish: SeriesPreviewRequest }),
      (input) => previewSeries(deps, input),
    ),
    create: mutation(SeriesRequest, async (input) =>
      showSeries(database, { venueId: input.venueId, seriesId: await createSeries(deps, input) }),
    ),
    change: mutation(
      ofSeries.extend({ patch: SeriesPatch, actor: Actor, keepsAddress: z.boolean() }),
      async ({ patch, actor, keepsAddress, ...of }) => {
        await changeSeries(deps, of, { patch, actor, keepsAddress });
        return showSeries(database, of);
      },
    ),
    cancel: mutation(
      ofSeries.extend({ ...SeriesCancellation.shape, actor: Actor, unpaidOnly: z.boolean() }),
      async ({ venueId, seriesId, ...by }) => {
        await cancelSeries(deps, { venueId, seriesId }, by);
        return showSeries(database, { venueId, seriesId });
      },
    ),
    createCode: mutation(NewSeriesCode.extend({ venueId: VenueId }), (input) =>
      createSeriesCode(database, input),
    ),
    listCodes: query(z.object({ venueId: VenueId }), ({ venueId }) => listSeriesCodes(database, venueId)),
    endCode: mutation(z.object({ venueId: VenueId, id: z.uuid() }), (input) =>
      endSeriesCode(database, input),
    ),
    openCode: query(z.object({ code: z.string().max(1000), clientAddress: z.string() }), (input) =>
      requireSeriesCode(deps, input),
    ),
    previewByCode: costly(GuestPreviewInput, (input) => previewByCode(deps, input)),
    bookByCode: mutation(GuestSeriesInput, (input) => bookByCode(deps, input)),
    show: query(ofSeries, (input) => showSeries(database, input)),
  });
}
