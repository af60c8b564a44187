import type { VatCents } from '@venue-booking/domain/price/vat';
import { vatShares } from '@venue-booking/domain/price/vatShares';
import type { BookedAddOn } from '@venue-booking/proto/price/addOns';
import { toEuro } from '@venue-booking/proto/primitives';
import {
  type BookedTotals,
  type FiguresQuery,
  MAX_REFERENCES,
  type ReferenceTotals,
} from '@venue-booking/proto/reports/figures';
import { requireVenue } from '../core/bookingStore.ts';
import type { BookingDatabase } from '../database.ts';
import { boundariesOf, type DaySpan, periodsOf, spanBefore } from './periods.ts';

/** The booking service's part of the reports. */
export type BookingReport = {
  /** The previous period of the same length, then each period in order. */
  spans: (DaySpan & BookedTotals)[];
  /** Start of each span and the end of the last, ms since 1970, for services without venue time zones. */
  limits: number[];
  /**
   * Uids of bookings that await payment, at most `MAX_UNPAID`: they have places, but no report counts them. A
   * booking service of the previous release sends none.
   */
  unpaid?: string[] | undefined;
  /** Bookings of the periods by the text with which websites marked them; none from a previous release. */
  references?: ReferenceTotals[] | undefined;
};

/** More unpaid bookings at once would make the request to availability too large. */
const MAX_UNPAID = 5000;

type Row = {
  span: number;
  bookings: number;
  people: number;
  cents: bigint;
  cancelled: number;
  no_shows: number;
  arrived: number;
  absent: number;
  vat: VatCents[] | null;
  add_ons: BookedAddOn[] | null;
  unpaid: string[] | null;
  references: (Omit<ReferenceTotals, 'booked_eur'> & { cents: number })[] | null;
};

/**
 * Counts a venue's bookings per period by their booking day, and those of the previous period of the same
 * length.
 * @param query.dayStart HH:MM at which a booking day starts; a gateway of the previous release sends none
 */
export async function countBookings(
  database: BookingDatabase,
  {
    venueId,
    from,
    to,
    by,
    dayStart = '00:00',
  }: { venueId: number; dayStart?: string | undefined } & Pick<FiguresQuery, 'from' | 'to' | 'by'>,
): Promise<BookingReport> {
  const { timezone } = await requireVenue(database, venueId);
  const spans = [spanBefore({ from, to }), ...periodsOf({ from, to }, by)];
  const limits = boundariesOf({ timezone, dayStart }, spans);
  const dates = limits.map((limit) => new Date(limit).toISOString());
  const rows = await database.$queryRaw<Row[]>`
    WITH counted AS (
      SELECT width_bucket(starts_at, ${dates}::timestamptz[]) - 1 AS span, uid, people, amount_cents, status, coalesce(arrived, people) AS came, rest_absent,
        status IN ('confirmed', 'checked_in', 'no_show') AS stands, vat, add_ons, starts_at, client_reference
      FROM booking.booking
      WHERE venue_id = ${venueId} AND starts_at >= ${dates[0]}::timestamptz AND starts_at < ${dates.at(-1)}::timestamptz
    ),
    rates AS (
      SELECT span, jsonb_agg(jsonb_build_object('basisPoints', basis_points, 'amountCents', amount_cents, 'vatCents', vat_cents)
        ORDER BY basis_points) AS vat
      FROM (
        SELECT span, v."basisPoints" AS basis_points, sum(v."amountCents")::bigint AS amount_cents, sum(v."vatCents")::bigint AS vat_cents
        FROM counted, jsonb_to_recordset(vat) AS v("basisPoints" integer, "amountCents" bigint, "vatCents" bigint)
        WHERE stands AND vat IS NOT NULL GROUP BY span, v."basisPoints"
      ) AS rate GROUP BY span
    ),
    taken AS (
      SELECT span, jsonb_agg(jsonb_build_object('key', key, 'name', name, 'count', count) ORDER BY key) AS add_ons
      FROM (
        SELECT span, a.key, (array_agg(a.name ORDER BY starts_at DESC))[1] AS name, sum(a.count)::bigint AS count
        FROM counted, jsonb_to_recordset(add_ons) AS a(key text, name jsonb, count bigint)
        WHERE stands AND add_ons IS NOT NULL GROUP BY span, a.key
      ) AS add_on GROUP BY span
    ),
    marked AS (
      SELECT client_reference, count(*)::integer AS bookings, sum(people)::integer AS people, sum(amount_cents)::bigint AS cents
      FROM counted WHERE stands AND span > 0 AND client_reference IS NOT NULL
      GROUP BY client_reference ORDER BY cents DESC, client_reference LIMIT ${MAX_REFERENCES}
    ),
    totals AS (
      SELECT span, count(*) FILTER (WHERE stands)::integer AS bookings,
        coalesce(sum(people) FILTER (WHERE stands), 0)::integer AS people,
        coalesce(sum(amount_cents) FILTER (WHERE stands), 0)::bigint AS cents,
        count(*) FILTER (WHERE status = 'cancelled')::integer AS cancelled,
        count(*) FILTER (WHERE status = 'no_show')::integer AS no_shows,
        coalesce(sum(came) FILTER (WHERE status = 'checked_in'), 0)::integer AS arrived,
        coalesce(sum(CASE WHEN status = 'no_show' THEN people WHEN status = 'checked_in' AND rest_absent THEN people - came END), 0)::integer AS absent,
        array_agg(uid::text) FILTER (WHERE status = 'pending_payment') AS unpaid
      FROM counted GROUP BY span
    )
    SELECT *, (SELECT jsonb_agg(marked) FROM marked) AS "references"
    FROM totals LEFT JOIN rates USING (span) LEFT JOIN taken USING (span)`;
  const taken = await database.$queryRaw<Taken[]>`
    SELECT till_day::text AS day, method = 'imported' AS imported, sum(amount_cents)::bigint AS cents FROM booking.further_payment
    WHERE venue_id = ${venueId} AND till_day BETWEEN ${spans[0]?.from}::date AND ${spans.at(-1)?.to}::date GROUP BY 1, 2`;
  const [imported = [], desk = []] = [true, false].map((is) => taken.filter((sum) => sum.imported === is));
  const found = new Map(rows.map((row) => [row.span, row]));
  const unpaid = rows.flatMap((row) => row.unpaid ?? []).slice(0, MAX_UNPAID);
  const references = (rows[0]?.references ?? []).map(({ cents, ...reference }) => ({
    ...reference,
    booked_eur: toEuro(cents),
  }));
  return {
    spans: spans.map((span, index) => ({
      ...span,
      ...totalsOf(found.get(index)),
      desk_eur: takenIn(span, desk),
      ...(imported.length > 0 && { imported_eur: takenIn(span, imported) }),
    })),
    ...{ limits, unpaid, references },
  };
}

type Taken = { day: string; imported: boolean; cents: bigint };

const takenIn = ({ from, to }: DaySpan, taken: readonly Taken[]): number =>
  toEuro(taken.reduce((sum, { day, cents }) => (from <= day && day <= to ? sum + Number(cents) : sum), 0));

const totalsOf = (row: Row | undefined): BookedTotals => ({
  bookings: row?.bookings ?? 0,
  people: row?.people ?? 0,
  booked_eur: toEuro(Number(row?.cents ?? 0)),
  cancelled: row?.cancelled ?? 0,
  no_shows: row?.no_shows ?? 0,
  arrived: row?.arrived ?? 0,
  absent: row?.absent ?? 0,
  ...vatShares(row?.vat),
  ...(row?.add_ons && { add_ons: row.add_ons }),
});
