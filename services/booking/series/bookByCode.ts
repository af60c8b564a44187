import { IdempotencyKey } from '@venue-booking/proto/booking/idempotencyKey';
import {
  type GuestSeries,
  type GuestSeriesPreview,
  GuestSeriesPreviewRequest,
  GuestSeriesRequest,
} from '@venue-booking/proto/booking/seriesCode';
import { parseSlotId } from '@venue-booking/proto/facility/slotId';
import { fail } from '@venue-booking/proto/failures';
import { toEuro, VenueId } from '@venue-booking/proto/primitives';
import { v7 as newUid } from 'uuid';
import { z } from 'zod';
import { type Deps as CreateDeps, toResponse } from '../core/createBooking.ts';
import { facilityNames, forGuest } from '../core/facilityNames.ts';
import { guestKey } from '../core/idempotency.ts';
import { requireRateLimit } from '../limits/rateLimit.ts';
import { makeSeries } from './createSeries.ts';
import { type Deps as PreviewDeps, previewSeries, requireWithinHorizon } from './previewSeries.ts';
import { type FoundCode, findSeriesCode, useSeriesCode } from './seriesCodes.ts';
import { requireSeries } from './seriesView.ts';

type Deps = CreateDeps & PreviewDeps;

const byGuest = z.object({ venueId: VenueId, clientAddress: z.string() });
export const GuestPreviewInput = byGuest.extend({ dayStart: z.string(), wish: GuestSeriesPreviewRequest });
export const GuestSeriesInput = byGuest.extend({
  series: GuestSeriesRequest,
  idempotencyKey: IdempotencyKey.optional(),
});

/**
 * Finds the code of a guest. A wrong one counts as a booking of this client, so that nobody can try many.
 * @param of.venueId absent: of any venue
 * @throws `series_code_not_found`, `too_many_bookings`
 */
export async function requireSeriesCode(
  { database, limit }: Pick<CreateDeps, 'database' | 'limit'>,
  { code, venueId, clientAddress }: { code: string; venueId?: number; clientAddress: string },
): Promise<FoundCode> {
  requireRateLimit(await limit.peek(clientAddress));
  const found = await findSeriesCode(database, code);
  if (found && (venueId ?? found.venueId) === found.venueId) return found;
  await limit.count(clientAddress, newUid());
  throw fail('series_code_not_found');
}

/** @throws `slot_unknown` for a slot of another facility, `series_too_far` */
function checkSlots({ facilityId }: FoundCode, slotIds: readonly number[]): void {
  const slots = slotIds.map((id) => parseSlotId(id));
  if (slots.some((slot) => slot?.facilityId !== facilityId)) throw fail('slot_unknown');
  requireWithinHorizon(slots.map((slot) => slot?.startsAt ?? 0));
}

/**
 * The dates of a guest's series as {@link previewSeries} lists them.
 * @throws `series_code_not_found`, `series_code_full`, `series_too_far`, and the failures of `previewSeries`
 */
export async function previewByCode(
  deps: Deps,
  { venueId, clientAddress, dayStart, wish }: z.infer<typeof GuestPreviewInput>,
): Promise<GuestSeriesPreview> {
  const { code, ...request } = wish;
  const found = await requireSeriesCode(deps, { code, venueId, clientAddress });
  checkSlots(found, [wish.slot_id]);
  const { datesLeft } = found;
  const preview = await previewSeries(deps, { venueId, dayStart, wish: request, most: datesLeft });
  return { ...preview, dates_left: datesLeft };
}

/**
 * Books a guest's series, all dates or none, once per Idempotency-Key. It is paid at the venue.
 * @throws `series_code_not_found`, `series_code_full`, `series_too_far`, `too_many_bookings`, and the
 * failures of {@link makeSeries}
 */
export async function bookByCode(
  deps: Deps,
  { venueId, clientAddress, series, idempotencyKey }: z.infer<typeof GuestSeriesInput>,
): Promise<GuestSeries> {
  const { code, ...body } = series;
  const found = await requireSeriesCode(deps, { code, venueId, clientAddress });
  checkSlots(found, body.slot_ids);
  const seriesId = await makeSeries(deps, {
    venueId,
    series: body,
    key: idempotencyKey === undefined ? null : guestKey(idempotencyKey),
    by: { source: 'online', clientAddress, guest: null, offer: null, byCode: true },
    save: (tx, made) => useSeriesCode(tx, { codeId: found.id, ...made }),
  });
  const rows = await requireSeries(deps.database, { venueId, seriesId });
  const names = await facilityNames(deps.database, rows[0]);
  const dates = await Promise.all(
    rows.map(async (row) => {
      const { booking, ticket_url } = await toResponse(deps, forGuest(row, names), null);
      return { booking, ticket_url };
    }),
  );
  const cents = rows.reduce((sum, { amountCents }) => sum + Number(amountCents), 0);
  return { id: seriesId, dates, total_eur: toEuro(cents) };
}
