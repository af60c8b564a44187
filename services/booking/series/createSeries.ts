import { callDeadline } from '@venue-booking/kit/concurrency/callContext';
import { failureOf } from '@venue-booking/kit/messaging/rpc';
import { Actor } from '@venue-booking/proto/booking/adminBooking';
import { IdempotencyKey } from '@venue-booking/proto/booking/idempotencyKey';
import { NewSeries } from '@venue-booking/proto/booking/series';
import { parseSlotId } from '@venue-booking/proto/facility/slotId';
import { Failure, fail } from '@venue-booking/proto/failures';
import { VenueId } from '@venue-booking/proto/primitives';
import { v7 as newUid } from 'uuid';
import { z } from 'zod';
import { isSavedAfterAll } from '../core/bookingStore.ts';
import { deskKey, oncePerKey } from '../core/idempotency.ts';
import { ledgerFailure, ledgerParty, type ReserveResult } from '../core/ledger.ts';
import {
  checkBooking,
  type Deps as PlaceDeps,
  type PlaceRequest,
  requireNobodyWaits,
  termsRequestOf,
  toNewBooking,
} from '../core/placeBooking.ts';
import { type NewBooking, type Saved, saveTogether } from '../core/saveBooking.ts';
import { type FoundTerms, findTerms } from '../core/termsStore.ts';
import type { BookingTx } from '../database.ts';
import { requireRateLimit } from '../limits/rateLimit.ts';
import { queueMailTogether } from '../mail/queue/queueMailTogether.ts';
import { queueVenueNotice } from '../mail/venue/queueVenueNotices.ts';
import { nameDate } from './nameDate.ts';
import { releaseAll } from './releaseAll.ts';

export const SeriesRequest = z.object({
  venueId: VenueId,
  series: NewSeries,
  actor: Actor,
  idempotencyKey: IdempotencyKey.optional(),
});

const startOf = (slotId: number): number => parseSlotId(slotId)?.startsAt ?? 0;

/** Books a series at the desk. Returns its id. @throws the failures of {@link makeSeries} */
export const createSeries = (
  deps: PlaceDeps,
  { venueId, series, actor, idempotencyKey }: z.infer<typeof SeriesRequest>,
): Promise<string> =>
  makeSeries(deps, {
    ...{ venueId, series },
    key: idempotencyKey === undefined ? null : deskKey(idempotencyKey),
    by: { source: 'desk', actor, guest: null },
  });

type SeriesToMake = {
  venueId: number;
  series: NewSeries;
  key: string | null;
  by: PlaceRequest['by'];
  /** Runs in the transaction that saves the bookings. */
  save?: Save;
};
type Save = (tx: BookingTx, made: { seriesId: string; dates: number }) => Promise<void>;

/**
 * Books a series, all dates or none, once per Idempotency-Key. Returns the id of the series. First the ledger
 * reserves the places of each date, then one transaction saves all bookings with the one mail about them. A
 * failure in between releases the places; after a crash the sweep does.
 * @throws `series_refused` with the date and the reason, and the failures of `oncePerKey`
 */
export async function makeSeries(
  deps: PlaceDeps,
  { venueId, series, key, by, save }: SeriesToMake,
): Promise<string> {
  const { slot_ids, every_weeks: everyWeeks, ...wish } = series;
  const seriesId = newUid();
  const requests = slot_ids
    // In one order, so that of two series with common dates one gets them all.
    .toSorted((a, b) => startOf(a) - startOf(b) || a - b)
    .map((slot_id, at) => ({
      uid: newUid(),
      venueId,
      body: { ...wish, slot_id, customer_email: wish.customer_email ?? '' },
      // The first booking of the series stands for all of them.
      idempotencyKey: at === 0 ? key : null,
      by,
      series: { seriesId, seriesPlace: { position: at + 1, count: slot_ids.length, everyWeeks } },
    }));
  const [first] = requests;
  if (!first) throw fail('slot_unknown');
  return oncePerKey(
    deps.database,
    { key, owner: first.uid, body: series, termsRequest: termsRequestOf(first) },
    {
      async make() {
        await bookAll(deps, requests, (tx) => save?.(tx, { seriesId, dates: requests.length }));
        return seriesId;
      },
      replay: (made) => made.seriesId ?? seriesId,
    },
  );
}

type DateRequest = PlaceRequest & { series: Required<Pick<NewBooking, 'seriesId' | 'seriesPlace'>> };

async function bookAll(
  deps: PlaceDeps,
  requests: readonly DateRequest[],
  save: (tx: BookingTx) => Promise<void> | undefined,
): Promise<void> {
  const [{ venueId, by, uid }] = requests as [DateRequest];
  const reserved: NewBooking[] = [];
  let perDay: number | null = null;
  const attempted: string[] = [];
  try {
    const terms = new Map<number, FoundTerms | null>();
    for (const request of requests) {
      const of = termsRequestOf(request);
      const found = terms.get(of.facilityId) ?? (await findTerms(deps.database, of));
      terms.set(of.facilityId, found);
      if (by.source === 'online') perDay = found?.venue.perDay ?? null;
      attempted.push(request.uid);
      const onDate = nameDate(found?.venue.timezone, startOf(request.body.slot_id));
      reserved.push(await reserveDate(deps, request, found).catch(onDate));
    }
    if (callDeadline() <= Date.now()) throw fail('timeout');
    if (by.source === 'online') requireRateLimit(await deps.limit.count(by.clientAddress, uid));
    await saveOrVoid(deps, { bookings: reserved, perDay }, save);
  } catch (error) {
    await releaseAll(deps, venueId, attempted);
    if (by.source === 'online') await deps.limit.release(by.clientAddress, uid);
    deps.onPlaced(by.source, failureOf(error)?.code ?? 'internal');
    throw error;
  }
  for (const _ of reserved) deps.onPlaced(by.source, 'created');
  deps.wakeWorkers();
}

/** Reserves the places of one date. */
async function reserveDate(
  deps: PlaceDeps,
  request: DateRequest,
  found: FoundTerms | null,
): Promise<NewBooking> {
  const { uid, venueId, body, series, by } = request;
  const checked = await checkBooking(deps, request, found);
  const party = { bookingUid: uid, ...ledgerParty(checked.party) };
  const reserve = (byVenue: boolean) => {
    const at = { venueId, slotId: body.slot_id, byVenue };
    return deps.queue.enter(at, party, async (result): Promise<ReserveResult> => result);
  };
  const first = await reserve(by.source === 'desk');
  // A code books beyond the venue's booking horizon, but keeps its notice.
  const { slot, refused } = first.refused?.code === 'slot_too_far' ? await reserve(true) : first;
  if (refused) throw ledgerFailure(refused, checked.party);
  await requireNobodyWaits(deps, request, { ...checked, slot });
  return { ...toNewBooking(request, { ...checked, slot }), ...series };
}

/**
 * Saves the bookings. If the database does not respond, it looks for them and otherwise declares the
 * reservations void, so that a late commit cannot save them.
 * @throws `unavailable`, `venue_day_full`: none is saved
 */
async function saveOrVoid(
  { database, publish, log }: PlaceDeps,
  series: { bookings: NewBooking[]; perDay: number | null },
  save: (tx: BookingTx) => Promise<void> | undefined,
): Promise<void> {
  const { bookings } = series;
  const [first] = bookings as [NewBooking];
  const { venueId } = first;
  const queueEffects = async (tx: BookingTx, saved: Saved[]) => {
    await save(tx);
    const ids = saved.map(({ id }) => id);
    await queueMailTogether(tx, { venueId, ids, kind: 'confirmed' });
    await queueVenueNotice(tx, { venueId, id: ids[0] ?? 0, subject: 'events.booking.booking_created' });
  };
  try {
    if (!(await saveTogether({ database, publish }, series, queueEffects))) throw fail('unavailable');
  } catch (error) {
    const reservations = bookings.map(({ uid }) => ({ venueId, bookingUid: uid }));
    if (!(await isSavedAfterAll({ database, log }, error, reservations)))
      throw error instanceof Failure ? error : fail('unavailable');
  }
}
