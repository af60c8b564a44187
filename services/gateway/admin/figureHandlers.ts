import { countDays } from '@venue-booking/domain/schedule/dayRange';
import { addDays, bookingDayStart, localAt } from '@venue-booking/domain/schedule/venueTime';
import type { BookedAddOn } from '@venue-booking/proto/price/addOns';
import type { VatShare } from '@venue-booking/proto/price/vat';
import { toCents, toEuro } from '@venue-booking/proto/primitives';
import {
  type Figures,
  type FiguresQuery,
  type HourOfFacility,
  MAX_FIGURE_DAYS,
  type MoneyQuery,
  type MovedMoney,
  type Occupancy,
  type Totals,
} from '@venue-booking/proto/reports/figures';
import type { Backends } from '../backends/backends.ts';
import { dayStartOf } from '../backends/dayStartOf.ts';
import { venueIdOf } from '../backends/venueIdOf.ts';
import { type AdminDeps, handlersAtVenue } from './adminDeps.ts';
import { nextPage } from './bookingHandlers.ts';
import type { AdminHandlers } from './procedures.ts';

/** Handlers of a venue's reports. */
export const figureHandlers = ({ backends }: AdminDeps): AdminHandlers<'figure'> => ({
  getFigures: handlersAtVenue(backends.catalog)((query) => readFigures(backends, query)),
  async listMoney({ slug, ...query }, { setHeader }) {
    const venueId = await venueIdOf(backends.catalog, slug);
    const { rows, next } = await readMoney(backends, { venueId, ...query });
    if (next) setHeader('Link', nextPage(`venues/${slug}/figures/payments`, query, next));
    return rows;
  },
});

type Span = Totals & { from: string; to: string };

/** Combines a venue's figures from the services that own them. @throws `range_reversed`, `range_too_long` */
export async function readFigures(
  { catalog, booking, payment, availability }: Backends,
  { venueId, from, to, by }: { venueId: number } & Pick<FiguresQuery, 'from' | 'to' | 'by'>,
): Promise<Figures> {
  const days = countDays({ from, to }, MAX_FIGURE_DAYS);
  const beforeFirst = { from: addDays(from, -days), to: addDays(from, -1) };
  const dayStart = await dayStartOf(catalog, venueId);
  const occupancyIn = (range: { from: string; to: string }, without?: string[]) =>
    availability.occupancy.query({ venueId, ...range, without });
  const [booked, allFilled, allBefore] = await Promise.all([
    booking.desk.figures.query({ venueId, dayStart, from, to, by }),
    occupancyIn({ from, to }),
    occupancyIn(beforeFirst),
  ]);
  // Rarely: bookings that await payment have places, but do not count.
  const { unpaid = [] } = booked;
  const [filled, filledBefore] =
    unpaid.length > 0
      ? await Promise.all([occupancyIn({ from, to }, unpaid), occupancyIn(beforeFirst, unpaid)])
      : [allFilled, allBefore];
  const money = await payment.sumMoney.query({ venueId, limits: booked.limits });
  const nothing = { revenue_eur: 0, refunds_eur: 0 };
  const [before, ...periods] = booked.spans.map(
    // Last, so that programs that read columns of the export by position keep working.
    ({ desk_eur, imported_eur, ...span }, index): Span => ({
      ...{ ...span, ...(money[index] ?? nothing), desk_eur },
      ...(imported_eur !== undefined && { imported_eur }),
    }),
  );
  const earlier = Map.groupBy(filledBefore, ({ facilityId }) => facilityId);
  return {
    from,
    to,
    periods,
    vat: periods.flatMap(({ from, to, vat = [] }) => vat.map((share) => ({ from, to, ...share }))),
    add_ons: periods.flatMap(({ from, to, add_ons = [] }) =>
      add_ons.map((addOn) => ({ from, to, ...addOn })),
    ),
    references: booked.references ?? [],
    totals: sumOf(periods),
    before: { ...sumOf(before ? [before] : []), ...beforeFirst },
    facilities: [...Map.groupBy(filled, ({ facilityId }) => facilityId)].map(([id, hours]) => ({
      facility_id: id,
      facility: hours[0]?.facility ?? '',
      ...occupancyOf(hours),
      before: occupancyOf(earlier.get(id) ?? []).occupancy,
    })),
    hours: [...Map.groupBy(filled, ({ weekday, hour }) => weekday * 24 + hour)]
      .sort(([a], [b]) => a - b)
      .map(([key, hours]) => ({ weekday: Math.floor(key / 24), hour: key % 24, ...occupancyOf(hours) }))
      .filter(({ offered }) => offered > 0),
  };
}

/** A page of payments and refunds with booking references. @throws `range_reversed`, `range_too_long` */
export async function readMoney(
  { catalog, booking, payment }: Backends,
  { from, to, ...query }: { venueId: number } & MoneyQuery,
): Promise<{ rows: MovedMoney[]; next: string | null }> {
  const { venueId } = query;
  countDays({ from, to }, MAX_FIGURE_DAYS);
  const [{ timezone }, dayStart] = await Promise.all([
    catalog.contact.query({ venueId }),
    dayStartOf(catalog, venueId),
  ]);
  const days = {
    from: bookingDayStart(timezone, dayStart, from),
    to: bookingDayStart(timezone, dayStart, addDays(to, 1)),
  };
  const { moved, next } = await payment.listMoney.query({ ...query, ...days });
  const ids = [...new Set(moved.map(({ booking_id }) => booking_id))];
  const names = await booking.desk.references.query({ venueId, ids });
  const rows = moved.map((row) => ({
    ...row,
    moved_at: localAt(timezone, row.moved_at),
    booking_reference: names[row.booking_id] ?? '',
  }));
  return { rows, next };
}

/** Adds up amounts in cents, to avoid floating-point errors. */
export const sumEuro = (amounts: number[]): number =>
  toEuro(amounts.reduce((cents, amount) => cents + toCents(amount), 0));

function sumOf(spans: readonly Totals[]): Totals {
  const vat = spans.flatMap((span) => span.vat ?? []);
  const addOns = spans.flatMap((span) => span.add_ons ?? []);
  const sum = (of: (span: Totals) => number) => spans.reduce((all, span) => all + of(span), 0);
  const euro = (of: (span: Totals) => number) => sumEuro(spans.map(of));
  return {
    bookings: sum(({ bookings }) => bookings),
    people: sum(({ people }) => people),
    booked_eur: euro(({ booked_eur }) => booked_eur),
    cancelled: sum(({ cancelled }) => cancelled),
    no_shows: sum(({ no_shows }) => no_shows),
    arrived: sum(({ arrived }) => arrived ?? 0),
    absent: sum(({ absent }) => absent ?? 0),
    revenue_eur: euro(({ revenue_eur }) => revenue_eur),
    refunds_eur: euro(({ refunds_eur }) => refunds_eur),
    desk_eur: euro(({ desk_eur }) => desk_eur ?? 0),
    ...(spans.some(({ imported_eur }) => imported_eur !== undefined) && {
      imported_eur: euro(({ imported_eur }) => imported_eur ?? 0),
    }),
    ...(vat.length > 0 && { vat: byRate(vat) }),
    ...(addOns.length > 0 && { add_ons: byKey(addOns) }),
  };
}

const byRate = (vat: VatShare[]): VatShare[] =>
  [...Map.groupBy(vat, ({ percent }) => percent)]
    .sort(([a], [b]) => a - b)
    .map(([percent, shares]) => ({
      percent,
      amount_eur: sumEuro(shares.map(({ amount_eur }) => amount_eur)),
      vat_eur: sumEuro(shares.map(({ vat_eur }) => vat_eur)),
    }));

/** Totals by add-on, with the name of the last period. */
const byKey = (addOns: BookedAddOn[]): BookedAddOn[] =>
  [...Map.groupBy(addOns, ({ key }) => key)]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, all]) => ({
      key,
      name: all.at(-1)?.name ?? { nl: key, en: key },
      count: all.reduce((sum, { count }) => sum + count, 0),
    }));

function occupancyOf(hours: readonly HourOfFacility[]): Occupancy {
  const offered = hours.reduce((sum, hour) => sum + hour.offered, 0);
  const booked = hours.reduce((sum, hour) => sum + hour.booked, 0);
  const occupancy = offered > 0 ? Math.round((booked / offered) * 10_000) / 10_000 : null;
  return { offered, booked: Math.round(booked * 100) / 100, occupancy };
}
