import { readReference } from '@venue-booking/domain/booking/bookingReference';
import { asciiDomain } from '@venue-booking/proto/emailAddress';
import type { BookingDatabase } from '../database.ts';
import { Prisma } from '../gen/prisma/client.ts';

/** Last digits that identify a phone number, whatever country and area prefix it has. */
const SIGNIFICANT_DIGITS = 8;
/** A query with fewer digits is searched as typed. */
const MIN_DIGITS = 5;

/**
 * The digits to search a phone number by, the same for `+31 6 1234 5678` and `06-12345678`; null if `q` is
 * none.
 */
export function digitsIn(q: string): string | null {
  if (!/^\+?[\d\s().\-/]+$/.test(q)) return null;
  const digits = q.replace(/\D/g, '').replace(/^0+/, '');
  return digits.length < MIN_DIGITS ? null : digits.slice(-SIGNIFICANT_DIGITS);
}

/**
 * The id of the booking that `q` names by its reference in any spelling, or as `#12`; null if there is none.
 */
export async function findByReference(
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
 * An address, or the end of one, with its domain as stored: `@почта.рф` is `@xn--80a1acny.xn--p1ai`. Null if
 * the text is stored as typed.
 */
export function asciiAddress(q: string): string | null {
  const domainAt = q.lastIndexOf('@') + 1;
  const domain = /[^ -~]/.test(q) ? asciiDomain(q.slice(domainAt)) : null;
  return domain === null ? null : q.slice(0, domainAt) + domain;
}

const patternOf = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`;

/**
 * A condition on bookings: `q` is the id, or a part of the name, the email address or an extra field. Phone
 * numbers match in any spelling.
 */
export function searchCondition(q: string): Prisma.Sql {
  const pattern = patternOf(q);
  const id = /^\d{1,15}$/.test(q) ? Number(q) : null;
  const digits = digitsIn(q);
  const samePhone = digits
    ? Prisma.sql`OR regexp_replace(field.value #>> '{}', '\\D', '', 'g') LIKE ${`%${digits}%`}`
    : Prisma.empty;
  const ascii = asciiAddress(q);
  const sameAddress = ascii ? Prisma.sql`OR customer_email ILIKE ${patternOf(ascii)}` : Prisma.empty;
  return Prisma.sql`(customer_name ILIKE ${pattern} OR customer_email ILIKE ${pattern} ${sameAddress} OR id = ${id}
    OR (extra <> '{}' AND EXISTS (
      SELECT FROM jsonb_each(extra) field
      WHERE jsonb_typeof(field.value) = 'string' AND (field.value #>> '{}' ILIKE ${pattern} ${samePhone}))))`;
}
