import { localAt } from '@venue-booking/domain/schedule/venueTime';
import { countedText } from '@venue-booking/domain/wording/bookingTexts';
import { bookingCalls } from '@venue-booking/proto/admin/bookingCalls';
import type { AdminBooking } from '@venue-booking/proto/booking/adminBooking';
import type { Router } from 'express';
import { sumEuro } from '../figureHandlers.ts';
import { CSV_PAGE, csvOf, type ExportDeps } from './csv.ts';
import type { Kind } from './xlsx.ts';

const { path, role, input } = bookingCalls.calls.listBookings;

const COLUMNS = [
  'status',
  'facility',
  'starts_at',
  'ends_at',
  'people',
  'amount_eur',
  'customer_name',
  'customer_email',
  'source',
  'created_at',
  'payment_status',
] as const satisfies (keyof AdminBooking)[];
/** Named differently from `reference` and `note`, because a venue's fields may have these keys. */
const REFERENCE = 'booking_reference';
const NOTE = 'internal_note';
/** At the end, so that programs that read columns by position keep working. */
const LATER = [
  'guests_by_category',
  'vat_eur',
  'vat_by_rate',
  'price_lines',
  'kept_eur',
  'open_eur',
  'add_ons_by_key',
  'booking_day',
  'checked_in_at',
  'booked_by',
  'arrived',
  'absent',
  'client_reference',
  'desk_eur',
  'to_return_eur',
];
/** In a spreadsheet; the venue's own fields are text, also with such a key. */
const KINDS = {
  ...{ id: 'integer', starts_at: 'time', ends_at: 'time', created_at: 'time', checked_in_at: 'time' },
  ...{ booking_day: 'date', people: 'integer', arrived: 'integer', absent: 'integer', amount_eur: 'euro' },
  ...{ vat_eur: 'euro', kept_eur: 'euro', open_eur: 'euro', desk_eur: 'euro', to_return_eur: 'euro' },
} as const satisfies Record<string, Kind>;

/**
 * `GET …/bookings` for clients that prefer `text/csv` or a spreadsheet: every booking that matches the
 * filters. Times are the venue's; only `created_at` of CSV is an instant, as programs already read it.
 */
export const bookingsCsv = (deps: ExportDeps): Router =>
  csvOf({ path, role, input: input.omit({ limit: true }) }, deps, async (query, format) => {
    const { catalog, booking } = deps.backends;
    const { day_start: dayStart, timezone, ...site } = await catalog.site.query({ venueId: query.venueId });
    const fields = site.fields.map(({ key }) => key);
    return {
      name: 'bookings',
      kinds: Object.fromEntries(Object.entries<Kind>(KINDS).filter(([key]) => !fields.includes(key))),
      columns: ['id', REFERENCE, ...COLUMNS, NOTE, ...fields, 'other_extra', ...LATER],
      async read(cursor = query.cursor) {
        const { bookings, next } = await booking.desk.list.query({
          ...query,
          dayStart,
          forExport: true,
          limit: CSV_PAGE,
          cursor,
        });
        const inZone = (row: ExportedBooking): ExportedBooking =>
          format === 'csv' ? row : { ...row, created_at: localAt(timezone, Date.parse(row.created_at)) };
        return { rows: bookings.map((row) => cells(inZone(row), fields)), next };
      },
    };
  });

/** `checked_in_at` in the venue's time; both absent from a booking service of the previous release. */
type ExportedBooking = AdminBooking & { checked_in_at?: string | undefined; booked_by?: string | undefined };

/** Cells of a row. Values of fields that the venue has removed share the last column, as JSON. */
export function cells(booking: ExportedBooking, fields: string[]): string[] {
  const others = Object.entries(booking.extra).filter(([key]) => !fields.includes(key));
  return [
    String(booking.id),
    booking.reference,
    ...COLUMNS.map((column) => String(booking[column] ?? '')),
    booking.note,
    // A field may have the key `constructor`, which every object inherits.
    ...fields.map((key) => (Object.hasOwn(booking.extra, key) ? String(booking.extra[key]) : '')),
    others.length > 0 ? JSON.stringify(Object.fromEntries(others)) : '',
    byKey(booking.guests),
    booking.vat ? String(sumEuro(booking.vat.map(({ vat_eur }) => vat_eur))) : '',
    booking.vat?.map(({ percent, vat_eur }) => `${percent}%: ${vat_eur}`).join(', ') ?? '',
    (booking.price_lines ?? []).map((line) => `${countedText(line)}: ${line.amount_eur}`).join('; '),
    String(booking.kept_eur ?? ''),
    String(booking.open_eur ?? ''),
    byKey(booking.add_ons),
    booking.booking_day ?? '',
    booking.checked_in_at ?? '',
    booking.booked_by ?? '',
    String(booking.arrived ?? ''),
    String(booking.absent ?? ''),
    booking.client_reference ?? '',
    String(booking.desk_eur ?? ''),
    String(booking.to_return_eur ?? ''),
  ];
}

const byKey = (items: { key: string; count: number }[] | undefined): string =>
  items?.map(({ key, count }) => `${key} ${count}`).join(', ') ?? '';
