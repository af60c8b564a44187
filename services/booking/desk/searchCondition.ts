import { readReference } from '@venue-booking/domain/booking/bookingReference';
import { asciiDomain } from '@venue-booking/proto/emailAddress';
import type { BookingDatabase } from '../database.ts';
import { Prisma } from '../gen/prisma/client.ts';

/** Last digits that identify a phone number, whatever country and area prefix it has. */
const SIGNIFICANT_DIGITS = 8;
/** A query with fewer digits is searched as typed. */
const MIN_DIGITS = 5;

/**
 * What the digits of a phone number look like in `search_text`, the same for `+31 6 1234 5678` and
 * `06-12345678`; empty if `q` is none. An international number also finds a whole national number that is
 * shorter.
 */
export function phonesIn(q: string): string[] {
  const typed = q
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .trim()
    .replace(/^tel:/i, '');
  if (!/^\+?[\d\s().\-‐-―−·/]+$/.test(typed)) return [];
  const dialled = typed.replace(/[^\d+]/g, '');
  const digits = dialled.replace(/^[+0]+/, '');
  if (digits.length < MIN_DIGITS) return [];
  const isInternational = /^(\+|00)/.test(dialled) && digits.length > SIGNIFICANT_DIGITS;
  const short = isInternational ? [7, 6, MIN_DIGITS].map((length) => `#${digits.slice(-length)}#`) : [];
  return [digits.slice(-SIGNIFICANT_DIGITS), ...short];
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

/** A search: its condition on bookings, and the only ids that can match; null if these are too many. */
export type Search = { condition: Prisma.Sql; ids: bigint[] | null };

/**
 * Searches a venue's bookings for `q`: the id, or parts of the name, the email address and the extra fields
 * in any order and spelling. It is generous, so never erase by it.
 * @param of.newest with too many candidates, `ids` are the newest ones instead of null. They are sorted by no
 * column, or PostgreSQL could walk the primary key instead of the search index.
 */
export async function searchBookings(
  database: BookingDatabase,
  {
    venueId,
    q,
    maxCandidates,
    newest = false,
  }: { venueId: number; q: string; maxCandidates: number; newest?: boolean },
): Promise<Search> {
  const id = /^\d{1,15}$/.test(q) ? BigInt(q) : null;
  const ascii = asciiAddress(q);
  // The database has the only rule for spellings, because its index is made by it.
  const rows = await database.$queryRaw<{ words: string[] }[]>`
    SELECT string_to_array(booking.folded(typed), ' ') AS words
    FROM unnest(${[q, ...(ascii ? [ascii] : []), ...phonesIn(q)]}::text[]) typed`;
  const spellings = rows.map(({ words }) => words).filter((words) => words.length > 0);
  const found = await findCandidates(database, { venueId, spellings, limit: maxCandidates, newest });
  return { condition: conditionOf(id, spellings), ids: found && (id === null ? found : [...found, id]) };
}

function conditionOf(id: bigint | null, spellings: string[][]): Prisma.Sql {
  const matches = spellings.map((words) => Prisma.sql`text LIKE ALL (${words.map(patternOf)}::text[])`);
  if (matches.length === 0) return Prisma.sql`id = ${id}`;
  return Prisma.sql`(id = ${id} OR EXISTS (
    SELECT FROM (SELECT lines || chr(10) || replace(lines, ' ', '') AS text
      FROM booking.search_text(customer_name, customer_email, extra) lines OFFSET 0) searched
    WHERE ${Prisma.join(matches, ' OR ')}))`;
}

/** The bookings with all letter pairs of a spelling; null if they are too many, or if it has no pairs. */
async function findCandidates(
  database: BookingDatabase,
  {
    venueId,
    spellings,
    limit,
    newest,
  }: { venueId: number; spellings: string[][]; limit: number; newest: boolean },
): Promise<bigint[] | null> {
  const keys = spellings.map((words) => words.flatMap(lettersOf));
  if (keys.length === 0) return [];
  if (keys.some(({ length }) => length === 0)) return null;
  const searches = keys.map(
    (letters) => Prisma.sql`(
      SELECT id FROM booking.booking
      WHERE booking.search_letters(venue_id, customer_name, customer_email, extra) @> (
          SELECT array_agg(hashtextextended(letter, ${venueId}::bigint)) FROM unnest(${letters}::text[]) letter)
        AND venue_id + 0 = ${venueId}
      ${newest ? Prisma.sql`ORDER BY id + 0 DESC` : Prisma.empty} LIMIT ${limit + 1})`,
  );
  const rows = await database.$queryRaw<{ id: bigint }[]>`${Prisma.join(searches, ' UNION ')}`;
  return rows.length > limit && !newest ? null : rows.map(({ id }) => id);
}

/** The keys of a word as `search_letters` has them; none for a single ASCII letter. */
function lettersOf(word: string): string[] {
  const letters = [...word];
  if (letters.length === 1) return word > '\x7f' ? letters : [];
  return letters.slice(1).map((letter, before) => `${letters[before]}${letter}`);
}
