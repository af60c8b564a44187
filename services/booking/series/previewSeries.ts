import { seriesStarts } from '@venue-booking/domain/schedule/seriesStarts';
import { bookingDayAt, localAt } from '@venue-booking/domain/schedule/venueTime';
import {
  MAX_OTHER_TIMES,
  MAX_SERIES_DATES,
  type SeriesPreview,
  type SeriesPreviewRequest,
} from '@venue-booking/proto/booking/series';
import { SERIES_HORIZON_DAYS } from '@venue-booking/proto/booking/seriesCode';
import type { DaySlots, Slot } from '@venue-booking/proto/facility/slot';
import { parseSlotId, slotIdOf } from '@venue-booking/proto/facility/slotId';
import { fail } from '@venue-booking/proto/failures';
import { toCents, toEuro } from '@venue-booking/proto/primitives';
import { partyFor } from '../core/bookingRules.ts';
import type { BookingDeps } from '../core/deps.ts';
import { todaysPrice } from '../core/requestedPrice.ts';
import { bookableTerms, findTerms } from '../core/termsStore.ts';
import { conflictOf } from './conflictOf.ts';

/** Reads the slots of a booking day, as guests see them. */
export type ReadDay = (day: { venueId: number; facilityId: number; date: string }) => Promise<DaySlots>;
export type Deps = Pick<BookingDeps, 'database'> & { daySlots: ReadDay };

type Request = {
  venueId: number;
  dayStart: string;
  wish: SeriesPreviewRequest;
  /** The guest books, so many dates at most. Absent: the venue books. */
  most?: number;
};

/** Days that are read concurrently. */
const CONCURRENCY = 6;
const DAY_MS = 24 * 3600_000;

/**
 * The dates of a series with their prices, and what prevents each of those that cannot be booked. Reserves
 * nothing.
 * @param request.dayStart HH:MM at which the venue's booking days start
 * @throws `slot_unknown`, `series_too_long`, `series_code_full`, `series_too_far`, and the failures of
 * {@link partyFor}
 */
export async function previewSeries(
  { database, daySlots }: Deps,
  { venueId, dayStart, wish, most }: Request,
): Promise<SeriesPreview> {
  const { slot_id: slotId, every_weeks: everyWeeks, count, until = '', locale } = wish;
  const first = parseSlotId(slotId);
  if (!first) throw fail('slot_unknown');
  const { facilityId } = first;
  const byVenue = most === undefined;
  if (!byVenue && Math.max(count ?? 0, 2) > most) throw fail('series_code_full', { left: most });
  const terms = bookableTerms(await findTerms(database, { venueId, facilityId, guest: null }), byVenue);
  const { timezone } = terms.venue;
  const party = partyFor(terms, wish, { byVenue });
  const rule = { everyWeeks, ...(count === undefined ? { until } : { count }) };
  const starts = seriesStarts(timezone, first.startsAt, rule, most ?? MAX_SERIES_DATES);
  if (!byVenue) requireWithinHorizon(starts);
  const now = Date.now();
  const amountOf = (id: number) =>
    toEuro(todaysPrice(terms, { venueId, slotId: id, ...party, locale }, now).amountCents);
  const offered = ({ id, starts_at, free }: Slot) => ({
    ...{ slot_id: id, starts_at, free },
    amount_eur: amountOf(id),
  });

  const dateAt = async (startsAt: number): Promise<SeriesPreview['dates'][number]> => {
    const id = slotIdOf(facilityId, startsAt);
    if (id === null) throw fail('slot_unknown');
    const date = bookingDayAt(timezone, dayStart, startsAt);
    const { slots } = await daySlots({ venueId, facilityId, date });
    const slot = slots.find((it) => it.id === id);
    const conflict = conflictOf(slot, party, { byVenue });
    if (slot && conflict === null) return offered(slot);
    const distance = (it: Slot) => Math.abs((parseSlotId(it.id)?.startsAt ?? 0) - startsAt);
    const others = slots
      .filter((it) => conflictOf(it, party, { byVenue }) === null)
      .toSorted((a, b) => distance(a) - distance(b))
      .slice(0, MAX_OTHER_TIMES);
    return {
      ...{ slot_id: id, starts_at: localAt(timezone, startsAt), amount_eur: amountOf(id) },
      free: slot?.free ?? 0,
      conflict: conflict ?? 'closed',
      others: others.map(offered),
    };
  };

  const dates: SeriesPreview['dates'] = [];
  while (dates.length < starts.length)
    dates.push(...(await Promise.all(starts.slice(dates.length, dates.length + CONCURRENCY).map(dateAt))));
  const cents = dates
    .filter(({ conflict }) => conflict === undefined)
    .reduce((sum, { amount_eur }) => sum + toCents(amount_eur), 0);
  return { dates, total_eur: toEuro(cents) };
}

/** Rejects starts, in ms since 1970, that are too far ahead for guests. @throws `series_too_far` */
export function requireWithinHorizon(starts: readonly number[]): void {
  if (starts.some((startsAt) => startsAt > Date.now() + SERIES_HORIZON_DAYS * DAY_MS))
    throw fail('series_too_far', { max: SERIES_HORIZON_DAYS });
}
