import { readReference } from '@venue-booking/proto/bookingReference';
import type { BookingDatabase } from '../database.ts';
import { Prisma } from '../gen/prisma/client.ts';

/** Digits of a number that tell it from others, however its country and its area are written. */
const TELLING = 8;
/** Fewer digits than these are looked for as they were typed. */
const FEWEST = 5;

/** The digits to find a phone number by, the same for `+31 6 1234 5678` and `06-12345678`; null for none. */
export function digitsIn(q: string): string | null {
  if (!/^\+?[\d\s().\-/]+$/.test(q)) return null;
  const digits = q.replace(/\D/g, '').replace(/^0+/, '');
  return digits.length < FEWEST ? null : digits.slice(-TELLING);
}

/** The booking that `q` names by its reference, however written, or as `#12` by its id; null for none. */
export async function findNamed(
  database: BookingDatabase,
  venueId: number,
  q: string,
): Promise<bigint | null> {
  const id = /^#(\d{1,15})$/.exec(q)?.[1];
  if (id) return BigInt(id);
  const reference = readReference(q);
  const found =
    reference &&
    (await database.booking.findUnique({
      where: { reference_venueId: { venueId, reference } },
      select: { id: true },
    }));
  return found ? found.id : null;
}

/**
 * A condition on bookings: `q` is the id, or part of the name, of the e-mail address or of a text in an extra
 * field; phone numbers are found however they are written.
 */
export function searchFor(q: string): Prisma.Sql {
  const pattern = `%${q.replace(/[\\%_]/g, '\\$&')}%`;
  const id = /^\d{1,15}$/.test(q) ? Number(q) : null;
  const digits = digitsIn(q);
  const samePhone = digits
    ? Prisma.sql`OR regexp_replace(field.value #>> '{}', '\\D', '', 'g') LIKE ${`%${digits}%`}`
    : Prisma.empty;
  return Prisma.sql`(customer_name ILIKE ${pattern} OR customer_email ILIKE ${pattern} OR id = ${id}
    OR (extra <> '{}' AND EXISTS (
      SELECT FROM jsonb_each(extra) field
      WHERE jsonb_typeof(field.value) = 'string' AND (field.value #>> '{}' ILIKE ${pattern} ${samePhone}))))`;
}
