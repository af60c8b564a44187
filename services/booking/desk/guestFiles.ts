import { localAt } from '@venue-booking/domain/schedule/venueTime';
import type { GuestFile, GuestOf } from '@venue-booking/proto/booking/guestFile';
import { fail } from '@venue-booking/proto/failures';
import type { Locale } from '@venue-booking/proto/primitives';
import { phoneKey } from '../core/phoneKey.ts';
import type { BookingDatabase } from '../database.ts';
import { Prisma } from '../gen/prisma/client.ts';
import { type Identity, identityOf, isSame } from './guestIdentity.ts';
import { groupOf, type Member } from './guestMerges.ts';
import { searchBookings } from './searchCondition.ts';

/** Bookings of one guest that are counted, the latest ones. */
const MAX_BOOKINGS = 1000;
/** Bookings that match a text, from which guests are suggested. */
const MAX_MATCHES = 200;
/** Results of the search index that are checked. */
const MAX_CANDIDATES = 2000;
const MAX_GUESTS = 5;

type Row = {
  id: number;
  name: string;
  mail: string;
  address: string;
  phone: string | null;
  locale: string;
  timezone: string;
  startsAt: Date;
  status: string;
};

type Contact = Pick<Row, 'mail' | 'phone'>;

const columns = (venueId: number): Prisma.Sql => Prisma.sql`
  id::float8, customer_name AS name, lower(customer_email) AS mail, customer_email AS address, locale, timezone,
  left(nullif(extra ->> ${phoneKey(venueId)}, ''), 40) AS phone, starts_at AS "startsAt", status`;

/**
 * The guest of a booking, or of a mailbox. A booking without mailbox and phone number is its guest's only
 * one.
 * @throws `booking_not_found`, also for an erased guest
 */
export async function readGuest(
  database: BookingDatabase,
  { venueId, of }: { venueId: number; of: GuestOf },
): Promise<GuestFile> {
  const identity = await findIdentity(database, { venueId, of });
  const guest: Guest = identity
    ? await guestWith(database, { venueId, identity })
    : {
        main: null,
        others: [],
        rows: [],
      };
  // The booking of a guest without mailbox and number, or one that is not among the newest.
  if ('id' in of && guest.rows.every(({ id }) => id !== of.id))
    guest.rows.push(...(await ownRow(database, venueId, of.id)));
  const [file] = await toFiles(database, { venueId, guests: [guest] });
  if (!file) throw fail('booking_not_found');
  return file;
}

const ownRow = (database: BookingDatabase, venueId: number, id: number): Promise<Row[]> =>
  database.$queryRaw<Row[]>`
    SELECT ${columns(venueId)} FROM booking.booking WHERE venue_id = ${venueId} AND id = ${id} AND erased_at IS NULL`;

/**
 * The identity of a booking's guest; null if the booking has neither mailbox nor number.
 * @throws `booking_not_found`, also for an erased guest
 */
export async function findIdentity(
  database: BookingDatabase,
  { venueId, of }: { venueId: number; of: GuestOf },
): Promise<Identity | null> {
  const [row] = await ('email' in of
    ? database.$queryRaw<Contact[]>`SELECT lower(${of.email}) AS mail, NULL AS phone`
    : database.$queryRaw<Contact[]>`
        SELECT lower(customer_email) AS mail, extra ->> ${phoneKey(venueId)} AS phone FROM booking.booking
        WHERE venue_id = ${venueId} AND id = ${of.id} AND erased_at IS NULL`);
  if (!row) throw fail('booking_not_found');
  return identityOf(row);
}

/** `main`: where the note is. `others`: what was merged with the mailbox or number. */
type Guest = { main: Uint8Array | null; rows: Row[]; others: Member[] };

/** The guest with a mailbox or number, with the bookings of all that were merged with it. */
async function guestWith(
  database: BookingDatabase,
  { venueId, identity }: { venueId: number; identity: Identity },
): Promise<Guest> {
  const { main, members } = await groupOf(database, { venueId, identity });
  const others = members.filter((member) => !isSame(member.identity, identity));
  const rows = await bookingsOf(database, { venueId, identity });
  for (const member of others) rows.push(...(await bookingsOf(database, { venueId, ...member })));
  return { main, others, rows: rows.toSorted((a, b) => b.startsAt.getTime() - a.startsAt.getTime()) };
}

/** The bookings with a mailbox or number that were not erased, the latest first. */
export async function bookingsOf(
  database: BookingDatabase,
  { venueId, identity }: { venueId: number; identity: Identity },
): Promise<Row[]> {
  if ('mail' in identity)
    return database.$queryRaw<Row[]>`
      SELECT ${columns(venueId)} FROM booking.booking
      WHERE venue_id = ${venueId} AND lower(customer_email) = ${identity.mail} AND erased_at IS NULL
      -- Not by the column alone: by the index of the time, PostgreSQL could read all bookings of the venue.
      ORDER BY starts_at + interval '0' DESC, id DESC LIMIT ${MAX_BOOKINGS}`;
  // A number that many guests share, such as a placeholder of the desk, has too many candidates.
  const rows = await matches(database, { venueId, q: identity.phone, limit: MAX_BOOKINGS, newest: true });
  return rows.filter((row) => isIdentity(row, identity));
}

const isIdentity = (row: Row, identity: Identity): boolean => {
  const own = identityOf(row);
  return own !== null && isSame(own, identity);
};

type Matching = { venueId: number; q: string; maxCandidates?: number; newest?: boolean };

/**
 * Bookings that match a text, the latest first. If the search index finds too many: none, or with `newest`
 * those among the newest of them.
 */
async function matches(
  database: BookingDatabase,
  { venueId, q, limit, maxCandidates = MAX_CANDIDATES, newest = false }: Matching & { limit: number },
): Promise<Row[]> {
  const { condition, ids } = await searchBookings(database, { venueId, q, maxCandidates, newest });
  if (!ids || ids.length === 0) return [];
  return database.$queryRaw<Row[]>`
    SELECT ${columns(venueId)} FROM booking.booking
    WHERE id = ANY(${ids}::bigint[]) AND venue_id + 0 = ${venueId} AND erased_at IS NULL AND ${condition}
    ORDER BY starts_at DESC, id DESC LIMIT ${limit}`;
}

/**
 * The guests whose bookings match a text, at most five, those with the latest bookings. None if the text
 * matches too many bookings: somebody is still typing.
 */
export async function findGuests(database: BookingDatabase, matching: Matching): Promise<GuestFile[]> {
  const { venueId } = matching;
  const identities: Identity[] = [];
  for (const row of await matches(database, { ...matching, limit: MAX_MATCHES })) {
    const identity = identityOf(row);
    if (identity && !identities.some((known) => isSame(known, identity))) identities.push(identity);
    if (identities.length === MAX_GUESTS) break;
  }
  const guests: Guest[] = [];
  // One by one: several at once would take the connections of others.
  for (const identity of identities) {
    const guest = await guestWith(database, { venueId, identity });
    const { main } = guest;
    if (main && !guests.some((known) => known.main && Buffer.from(known.main).equals(main)))
      guests.push(guest);
  }
  return toFiles(database, { venueId, guests });
}

async function toFiles(
  database: BookingDatabase,
  { venueId, guests }: { venueId: number; guests: Guest[] },
): Promise<GuestFile[]> {
  const hashes = guests.flatMap(({ main }) => (main ? [main] : []));
  const notes = await database.$queryRaw<{ guest: Uint8Array; note: string; tags: string[] }[]>`
    SELECT guest, note, tags FROM booking.guest_note WHERE venue_id = ${venueId} AND guest = ANY(${hashes})`;
  const noteOf = (main: Uint8Array | null) =>
    main && notes.find(({ guest }) => Buffer.from(main).equals(guest));
  const sameAs = ({ bookingId, contact }: Member) => ({ booking_id: bookingId, contact });
  return guests.flatMap(({ main, rows, others }) => {
    const file = summaryOf(rows, new Date());
    const { note = '', tags = [] } = noteOf(main) ?? {};
    return file
      ? [{ ...file, note, tags, ...(others.length > 0 && { same_guests: others.map(sameAs) }) }]
      : [];
  });
}

/** @param rows the bookings of one guest, the latest first */
function summaryOf(rows: readonly Row[], now: Date): Omit<GuestFile, 'note' | 'tags' | 'same_guests'> | null {
  const [latest] = rows;
  if (!latest) return null;
  const count = (wanted: string) => rows.filter(({ status }) => status === wanted).length;
  const kept = rows.filter(({ status }) => status === 'confirmed' || status === 'checked_in');
  const visits = kept.filter(({ startsAt, status }) => startsAt <= now || status === 'checked_in');
  const [last] = visits;
  const next = kept.filter(({ startsAt, status }) => startsAt > now && status === 'confirmed').at(-1);
  const local = ({ timezone, startsAt }: Row) => localAt(timezone, startsAt.getTime());
  return {
    booking_id: latest.id,
    customer_name: latest.name,
    customer_email: latest.address,
    ...(latest.phone && { phone: latest.phone }),
    locale: latest.locale as Locale,
    bookings: rows.length,
    visits: visits.length,
    no_shows: count('no_show'),
    cancelled: count('cancelled'),
    ...(last && { last_visit: local(last) }),
    ...(next && { next_visit: local(next) }),
  };
}
