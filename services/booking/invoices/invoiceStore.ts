import type { OfBooking } from '@venue-booking/proto/booking/adminBooking';
import { fail } from '@venue-booking/proto/failures';
import type { InvoiceDocument, InvoiceKind } from '@venue-booking/proto/invoice/invoice';
import { findBooking } from '../core/bookingStore.ts';
import type { BookingTx } from '../database.ts';
import type { Booking as Row } from '../gen/prisma/client.ts';

/** A row of an issued document. */
export type Issued = {
  number: string;
  kind: InvoiceKind;
  corrects: string | null;
  issuedAt: Date;
  priceCents: bigint;
  document: InvoiceDocument;
};

/** A booking, locked until the transaction ends. @throws `booking_not_found` */
export async function lockBooking(tx: BookingTx, { venueId, id }: OfBooking): Promise<Row> {
  await tx.$executeRaw`SELECT FROM booking.booking WHERE id = ${id} AND venue_id + 0 = ${venueId} FOR NO KEY UPDATE`;
  const row = await findBooking(tx, { venueId, id });
  if (!row) throw fail('booking_not_found');
  return row;
}

/** The documents of a booking, oldest first. */
export const findIssued = (database: BookingTx, { venueId, id }: OfBooking): Promise<Issued[]> =>
  database.$queryRaw<Issued[]>`
    SELECT number, kind, corrects, issued_at AS "issuedAt", price_cents AS "priceCents", document
    FROM booking.invoice WHERE booking_id = ${id} AND venue_id = ${venueId} ORDER BY year, seq`;

/** One document of a booking by its number. @throws `invoice_not_found` */
export async function findDocument(
  database: BookingTx,
  { venueId, id, number }: OfBooking & { number: string },
): Promise<InvoiceDocument> {
  const [found] = await database.$queryRaw<Pick<Issued, 'document'>[]>`
    SELECT document FROM booking.invoice
    WHERE venue_id = ${venueId} AND number = ${number} AND booking_id = ${id}`;
  if (!found) throw fail('invoice_not_found');
  return found.document;
}

/** What a new document consists of, except its number and its day. */
export type NewDocument = Omit<InvoiceDocument, 'number' | 'issuedOn'>;

/**
 * Issues a document. It takes the next number of the venue and the year and locks it until the transaction
 * ends, so that a transaction that fails leaves no gap. Times of issue increase with the numbers.
 */
export async function issueDocument(
  tx: BookingTx,
  row: Pick<Row, 'venueId' | 'id' | 'timezone' | 'amountCents'>,
  { document, actor }: { document: NewDocument; actor: string },
): Promise<Issued> {
  const { venueId, id, timezone, amountCents } = row;
  const { seller, corrects, kind } = document;
  const [taken] = await tx.$queryRaw<{ year: number; last: number; issuedAt: Date; issuedOn: string }[]>`
    WITH today AS (SELECT extract(year FROM clock_timestamp() AT TIME ZONE ${timezone})::integer AS year)
    INSERT INTO booking.invoice_number AS n (venue_id, year, last, last_at)
    SELECT ${venueId}, year, 1, clock_timestamp() FROM today
    ON CONFLICT (venue_id, year) DO UPDATE SET last = n.last + 1, last_at = greatest(n.last_at, excluded.last_at)
    RETURNING year, last, last_at AS "issuedAt", to_char(last_at AT TIME ZONE ${timezone}, 'YYYY-MM-DD') AS "issuedOn"`;
  if (!taken) throw new Error('no invoice number');
  const { year, last, issuedAt, issuedOn } = taken;
  const number = `${seller.number_prefix}${year}-${String(last).padStart(4, '0')}`;
  const whole: InvoiceDocument = { ...document, number, issuedOn };
  await tx.$executeRaw`
    INSERT INTO booking.invoice (venue_id, year, seq, number, booking_id, kind, corrects, issued_at, actor, price_cents, total_cents, document)
    VALUES (${venueId}, ${year}, ${last}, ${number}, ${id}, ${kind}, ${corrects?.number ?? null}, ${issuedAt}, ${actor},
      ${amountCents}, ${document.totalCents}, ${JSON.stringify(whole)}::jsonb)`;
  return {
    number,
    kind,
    corrects: corrects?.number ?? null,
    issuedAt,
    priceCents: amountCents,
    document: whole,
  };
}

/** Records what a booking's documents add up to. Its invoice is right now. */
export async function recordInvoiced(
  tx: BookingTx,
  { venueId, id }: Pick<Row, 'venueId' | 'id'>,
  invoicedCents: number,
): Promise<void> {
  await tx.$executeRaw`
    WITH corrected AS (DELETE FROM booking.invoice_due WHERE venue_id = ${venueId} AND booking_id = ${id})
    UPDATE booking.booking SET invoiced_cents = ${invoicedCents} WHERE id = ${id} AND venue_id + 0 = ${venueId}`;
}
