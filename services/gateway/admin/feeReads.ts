import { countDays } from '@venue-booking/domain/schedule/dayRange';
import { addDays, bookingDayAt, bookingDayStart, localAt } from '@venue-booking/domain/schedule/venueTime';
import { fail } from '@venue-booking/proto/failures';
import type {
  FeeLine,
  FeePosition,
  FeeRow,
  FeesQuery,
  FeesRange,
  FeeTotal,
  FeeTotalsQuery,
} from '@venue-booking/proto/reports/fees';
import { MAX_FIGURE_DAYS } from '@venue-booking/proto/reports/figures';
import type { VenueDays } from '@venue-booking/proto/venue/venue';
import type { Backends } from '../backends/backends.ts';
import { venueIdOf } from '../backends/venueIdOf.ts';

/** Venues that one call to the services reads. */
const BATCH = 20;
/** Batches per request. After these, a page ends before its limit, with a cursor for the rest. */
const MAX_BATCHES = 50;
/** An instant in ms after every movement, within what PostgreSQL accepts. */
const LAST = 99_999_999_999_999;
const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

type Days = { from: string; to: string };
type Page<Row> = { rows: Row[]; next: string | null };

/** The first and last booking day of a month. */
export function daysOf(month: string): Days {
  const from = `${month}-01`;
  return { from, to: addDays(`${addDays(from, 31).slice(0, 7)}-01`, -1) };
}

/** @throws `invalid_request`, `range_reversed`, `range_too_long` */
function rangeOf({ month, from, to }: FeesRange): Days {
  if (month !== undefined && from === undefined && to === undefined) return daysOf(month);
  if (month !== undefined || from === undefined || to === undefined)
    throw fail('invalid_request', { detail: '`month`, or `from` and `to` are required' });
  countDays({ from, to }, MAX_FIGURE_DAYS);
  return { from, to };
}

/** The months in a range; the first and the last may be incomplete. */
function monthsIn({ from, to }: Days): (Days & { month: string })[] {
  const months: (Days & { month: string })[] = [];
  for (let first = from; first <= to; ) {
    const month = first.slice(0, 7);
    const { to: last } = daysOf(month);
    months.push({ month, from: first, to: last < to ? last : to });
    first = addDays(last, 1);
  }
  return months;
}

/** The instants of booking days, `to` exclusive, in ms since 1970. */
export const spanOf = (
  { venueId, timezone, dayStart }: Omit<VenueDays, 'slug' | 'name'>,
  { from, to }: Days,
) => ({
  venueId,
  from: bookingDayStart(timezone, dayStart, from),
  to: bookingDayStart(timezone, dayStart, addDays(to, 1)),
});

/** Batches of venues that may have money, by id, from venue `first` on. @throws `venue_not_found` */
async function* venueBatches(
  { catalog, payment }: Backends,
  { venue, first }: { venue: string | undefined; first: number },
): AsyncGenerator<VenueDays[]> {
  if (venue !== undefined) {
    const id = await venueIdOf(catalog, venue);
    yield id < first ? [] : await catalog.venueDays.query({ ids: [id] });
    return;
  }
  for (let after = first - 1; ; ) {
    const ids = await payment.fees.venues.query({ after: Math.max(after, 0), limit: BATCH });
    if (ids.length > 0) yield await catalog.venueDays.query({ ids });
    if (ids.length < BATCH) return;
    after = ids.at(-1) ?? 0;
  }
}

/**
 * A page of the fee ledger: by venue, then by time.
 * @throws `invalid_request`, `range_reversed`, `range_too_long`, `venue_not_found`
 */
export async function readFees(
  backends: Backends,
  { venue, cursor, limit, ...range }: FeesQuery,
): Promise<Page<FeeLine>> {
  const days = rangeOf(range);
  const after = cursor === undefined ? undefined : positionOf(cursor);
  const lines: FeeLine[] = [];
  let last: FeeRow | undefined;
  let batches = 0;
  for await (const venues of venueBatches(backends, { venue, first: after?.venueId ?? 0 })) {
    const more = limit - lines.length;
    const spans = venues.map((one) => spanOf(one, days));
    const found = await backends.payment.fees.list.query({ spans, after, limit: more + 1 });
    const rows = found.slice(0, more);
    lines.push(...(await linesOf(backends, rows, venues)));
    last = rows.at(-1) ?? last;
    if (found.length > more && last)
      return { rows: lines, next: cursorOf(last.venueId, last.moved_at, last.id) };
    const lastVenue = venues.at(-1);
    if (++batches === MAX_BATCHES && lastVenue)
      return { rows: lines, next: cursorOf(lastVenue.venueId, LAST, LAST_ID) };
  }
  return { rows: lines, next: null };
}

const cursorOf = (...parts: (string | number)[]): string => parts.join('_');

function positionOf(cursor: string): FeePosition {
  const [venueId, at, id = ''] = cursor.split('_');
  return { venueId: Number(venueId), at: Number(at), id };
}

/** Rows with names, local times and booking references. */
async function linesOf(
  { booking }: Backends,
  rows: readonly FeeRow[],
  venues: readonly VenueDays[],
): Promise<FeeLine[]> {
  const byId = new Map(venues.map((venue) => [venue.venueId, venue]));
  const groups = [...Map.groupBy(rows, ({ venueId }) => venueId)];
  const references = new Map(
    await Promise.all(
      groups.map(async ([venueId, own]) => {
        const ids = [...new Set(own.map(({ booking_id }) => booking_id))];
        return [venueId, await booking.desk.references.query({ venueId, ids })] as const;
      }),
    ),
  );
  return rows.flatMap(({ venueId, moved_at, ...row }) => {
    const found = byId.get(venueId);
    if (!found) return [];
    const { slug, timezone, dayStart } = found;
    return {
      venue: slug,
      month: bookingDayAt(timezone, dayStart, moved_at).slice(0, 7),
      moved_at: localAt(timezone, moved_at),
      booking_reference: references.get(venueId)?.[row.booking_id] ?? '',
      ...row,
    };
  });
}

/**
 * A page of the totals per venue, month and mode.
 * @throws as {@link readFees}
 */
export async function readFeeTotals(
  backends: Backends,
  { venue, cursor = '0', limit, ...range }: FeeTotalsQuery,
): Promise<Page<FeeTotal>> {
  const months = monthsIn(rangeOf(range));
  const first = Number(cursor.split('_')[0]);
  const totals: FeeTotal[] = [];
  let last = cursor;
  let batches = 0;
  for await (const venues of venueBatches(backends, { venue, first })) {
    const asked = venues.flatMap((one) => months.map(({ month, ...days }) => ({ one, month, days })));
    const sums = await backends.payment.fees.sum.query({
      spans: asked.map(({ one, days }) => spanOf(one, days)),
    });
    for (const { span, ...sum } of sums) {
      const { one, month } = asked[span] ?? {};
      if (!one || !month) continue;
      const key = cursorOf(one.venueId, month, sum.mode);
      if (one.venueId === first && key <= cursor) continue;
      if (totals.length === limit) return { rows: totals, next: last };
      totals.push({ venue: one.slug, venue_name: one.name, month, ...sum });
      last = key;
    }
    const lastVenue = venues.at(-1);
    if (++batches === MAX_BATCHES && lastVenue)
      return { rows: totals, next: cursorOf(lastVenue.venueId, '2099-12', 'test') };
  }
  return { rows: totals, next: null };
}
