import { Prisma } from '../gen/prisma/client.ts';

/** Digits of a number that tell it from others, however its country and its area are written. */
const TELLING = 8;
/** Fewer digits than these are looked for as they were typed. */
const FEWEST = 5;

/**
 * The digits that a phone number is found by when `q` looks like one, else null: `+31 6 1234 5678`,
 * `06-12345678` and `0031612345678` are one number.
 */
export function digitsIn(q: string): string | null {
  if (!/^\+?[\d\s().\-/]+$/.test(q)) return null;
  const digits = q.replace(/\D/g, '').replace(/^0+/, '');
  return digits.length < FEWEST ? null : digits.slice(-TELLING);
}

/** Whether the number of a booking is looked for, and nothing else. */
export const isNumber = (q: string): boolean => /^#\d{1,15}$/.test(q);

/**
 * A condition on bookings: the number is `q`, and nothing else for `#12`; or `q` is part of the name, of the
 * e-mail address or of a text in an extra field; phone numbers are found however they are written.
 */
export function searchFor(q: string): Prisma.Sql {
  const pattern = `%${q.replace(/[\\%_]/g, '\\$&')}%`;
  const id = /^#?(\d{1,15})$/.exec(q)?.[1];
  if (id && isNumber(q)) return Prisma.sql`id = ${Number(id)}`;
  const digits = digitsIn(q);
  const samePhone = digits
    ? Prisma.sql`OR regexp_replace(field.value #>> '{}', '\\D', '', 'g') LIKE ${`%${digits}%`}`
    : Prisma.empty;
  return Prisma.sql`(customer_name ILIKE ${pattern} OR customer_email ILIKE ${pattern} OR id = ${id ? Number(id) : null}
    OR (extra <> '{}' AND EXISTS (
      SELECT FROM jsonb_each(extra) field
      WHERE jsonb_typeof(field.value) = 'string' AND (field.value #>> '{}' ILIKE ${pattern} ${samePhone}))))`;
}
