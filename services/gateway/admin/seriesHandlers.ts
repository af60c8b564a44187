import { dayStartOf } from '../backends/dayStartOf.ts';
import { type AdminDeps, handlersAtVenue } from './adminDeps.ts';
import type { AdminHandlers } from './procedures.ts';

/** Handlers of series of bookings, and of the codes with which guests book them. */
export function seriesHandlers({
  backends: { catalog, booking },
  venueChanged,
  publicUrl,
}: AdminDeps): AdminHandlers<'series' | 'series-code'> {
  const atVenue = handlersAtVenue(catalog);
  return {
    previewSeries: atVenue(async ({ venueId, ...wish }) =>
      booking.series.preview.query({ venueId, dayStart: await dayStartOf(catalog, venueId), wish }),
    ),
    createSeries: atVenue(({ venueId, ...series }, { caller, idempotencyKey }) =>
      booking.series.create
        .mutate({
          ...{ venueId, series, actor: caller.name },
          ...(idempotencyKey !== undefined && { idempotencyKey }),
        })
        .finally(() => venueChanged(venueId)),
    ),
    changeSeries: atVenue(({ venueId, id, ...patch }, { caller }) =>
      booking.series.change
        .mutate({ venueId, seriesId: id, patch, actor: caller.name, keepsAddress: caller.role === 'desk' })
        .finally(() => venueChanged(venueId)),
    ),
    cancelSeries: atVenue(({ venueId, id, ...wish }, { caller }) =>
      booking.series.cancel
        .mutate({ venueId, seriesId: id, ...wish, actor: caller.name, unpaidOnly: caller.role === 'desk' })
        .finally(() => venueChanged(venueId)),
    ),
    createSeriesCode: atVenue(async (code) => {
      const made = await booking.series.createCode.mutate(code);
      return { ...made, url: `${publicUrl}/series/${made.code}` };
    }),
    listSeriesCodes: atVenue(({ venueId }) => booking.series.listCodes.query({ venueId })),
    endSeriesCode: atVenue(({ venueId, id }) => booking.series.endCode.mutate({ venueId, id })),
    showSeries: atVenue(({ venueId, id }) => booking.series.show.query({ venueId, seriesId: id })),
  };
}
