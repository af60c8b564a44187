import { pipeline } from 'node:stream/promises';
import { failureOf } from '@venue-booking/kit/messaging/rpc';
import type { Log } from '@venue-booking/kit/process/log';
import { countedText } from '@venue-booking/kit/wording';
import { bookingCalls } from '@venue-booking/proto/admin/bookingCalls';
import type { AdminBooking } from '@venue-booking/proto/adminBooking';
import { stringify } from 'csv-stringify';
import { Router } from 'express';
import type { Backends } from '../backends.ts';
import type { Callers } from '../callers.ts';
import { callFor, READ_BUDGET_MS } from '../inCall.ts';
import { announceFile, CSV_FORMAT, onlyCsv, queryOf, withoutInnerFormulas } from './csv.ts';
import { sumEuro } from './figureHandlers.ts';
import { venueIdOf } from './writes.ts';

const { role, input } = bookingCalls.calls.listBookings;
/** Why an export breaks off that is nobody's fault; the last: its reader has gone. */
const EXPECTED = new Set(['unauthorized', 'venue_not_found', 'ERR_STREAM_PREMATURE_CLOSE']);

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
/** Not `reference` and `note`, as venues may call fields. */
const REFERENCE = 'booking_reference';
const NOTE = 'internal_note';
/** Behind all that was there before, so that who reads by position goes on reading the same. */
const LATER = [
  'guests_by_category',
  'vat_eur',
  'vat_by_rate',
  'price_lines',
  'kept_eur',
  'open_eur',
  'add_ons_by_key',
];

/**
 * `GET …/bookings` for those who prefer `text/csv`: every booking that the filters let through, page by page
 * as the reader takes them.
 */
export function bookingsCsv({ catalog, booking }: Backends, callers: Callers, log: Log): Router {
  const router = Router();
  router.get('/api/admin/venues/:slug/bookings', onlyCsv, async (request, response) => {
    const { slug } = request.params;
    // For one page; the whole export takes as long as it takes.
    const inPage = <T>(work: () => Promise<T>) => callFor(request, READ_BUDGET_MS, work);

    const mayRead = () => inPage(() => callers.require(request, role));
    await mayRead();
    const query = queryOf(request, input.omit({ limit: true }));
    const venueId = await inPage(() => venueIdOf(catalog, slug));
    const fields = (await inPage(() => catalog.site.query({ venueId }))).fields.map(({ key }) => key);

    const read = (cursor: string | undefined) =>
      inPage(() => booking.desk.list.query({ venueId, ...query, limit: 500, ...(cursor && { cursor }) }));
    // The first page before the headers, so that what goes wrong is still told by a status.
    let page = await read(query.cursor);
    announceFile(response, `bookings-${slug}`);
    if (request.method === 'HEAD') return void response.end();
    async function* rows() {
      yield ['id', REFERENCE, ...COLUMNS, NOTE, ...fields, 'other_extra', ...LATER];
      for (;;) {
        for (const row of page.bookings) yield cells(row, fields);
        if (!page.next) return;
        // A slow reader may take hours, in which a session or a token ends.
        await mayRead();
        page = await read(page.next);
      }
    }
    try {
      // What fails of it cuts the connection, which tells the reader that it does not have everything.
      await pipeline(rows, stringify(CSV_FORMAT), response);
    } catch (error) {
      const code = failureOf(error)?.code ?? (error as NodeJS.ErrnoException).code ?? '';
      if (!EXPECTED.has(code)) log.error({ err: error }, 'export broken off');
    }
  });
  return router;
}

/** Values as text; a value whose field the venue no longer asks for is kept in the last column, as JSON. */
export function cells(booking: AdminBooking, fields: string[]): string[] {
  const others = Object.entries(booking.extra).filter(([key]) => !fields.includes(key));
  return [
    String(booking.id),
    booking.reference,
    ...COLUMNS.map((column) => String(booking[column] ?? '')),
    booking.note,
    // A field may be called `constructor`, which every object has something under.
    ...fields.map((key) => (Object.hasOwn(booking.extra, key) ? String(booking.extra[key]) : '')),
    others.length > 0 ? JSON.stringify(Object.fromEntries(others)) : '',
    byKey(booking.guests),
    booking.vat ? String(sumEuro(booking.vat.map(({ vat_eur }) => vat_eur))) : '',
    booking.vat?.map(({ percent, vat_eur }) => `${percent}%: ${vat_eur}`).join(', ') ?? '',
    (booking.price_lines ?? []).map((line) => `${countedText(line)}: ${line.amount_eur}`).join('; '),
    String(booking.kept_eur ?? ''),
    String(booking.open_eur ?? ''),
    byKey(booking.add_ons),
  ].map(withoutInnerFormulas);
}

const byKey = (items: { key: string; count: number }[] | undefined): string =>
  items?.map(({ key, count }) => `${key} ${count}`).join(', ') ?? '';
