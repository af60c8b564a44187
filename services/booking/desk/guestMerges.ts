import { phoneKey } from '../core/phoneKey.ts';
import type { BookingDatabase, BookingTx } from '../database.ts';
import { hashOf, type Identity, identityOf } from './guestIdentity.ts';

/** The mailboxes and numbers of one guest. The note is at `main`. */
export type Group = { main: Uint8Array; members: Member[] };
/** `bookingId`: a booking of that mailbox or number. `contact`: as that booking spells it. */
export type Member = { identity: Identity; bookingId: number; contact: string };

type Link = { guest: Uint8Array; bookingId: number; mail: string; phone: string | null };

/** The guest with this mailbox or number, and those that staff have merged with it. */
export async function groupOf(
  database: BookingDatabase | BookingTx,
  { venueId, identity }: { venueId: number; identity: Identity },
): Promise<Group> {
  const main = await mainOf(database, { venueId, identity });
  const links = await database.$queryRaw<Link[]>`
    SELECT n.guest, b.id::float8 AS "bookingId", lower(b.customer_email) AS mail, b.extra ->> ${phoneKey(venueId)} AS phone
    FROM (
      SELECT guest, booking_id FROM booking.guest_note WHERE venue_id = ${venueId} AND guest = ${main}
      UNION ALL
      SELECT guest, booking_id FROM booking.guest_note WHERE same_as = ${main} AND venue_id = ${venueId}
    ) n, LATERAL (
      SELECT * FROM booking.booking b WHERE b.venue_id = ${venueId} AND b.id = n.booking_id AND b.erased_at IS NULL OFFSET 0
    ) b`;
  const members = links.flatMap(({ guest, bookingId, ...contact }) => {
    const found = identityOf(contact);
    // The address of the booking may have been corrected since.
    return found && Buffer.from(hashOf(venueId, found)).equals(guest)
      ? [{ identity: found, bookingId, contact: contact.mail || (contact.phone ?? '') }]
      : [];
  });
  return { main, members };
}

async function mainOf(
  database: BookingDatabase | BookingTx,
  { venueId, identity }: { venueId: number; identity: Identity },
): Promise<Uint8Array<ArrayBuffer>> {
  const own = hashOf(venueId, identity);
  const [row] = await database.$queryRaw<{ same: Uint8Array<ArrayBuffer> | null }[]>`
    SELECT same_as AS same FROM booking.guest_note WHERE venue_id = ${venueId} AND guest = ${own}`;
  return row?.same ?? own;
}

type Pair = { id: number; identity: Identity };

/**
 * Merges the guests of two bookings: their visits are counted together, with the notes and tags of both. One
 * merge of a venue at a time, so that two of them do not name each other.
 */
export async function mergeGuests(
  database: BookingDatabase,
  { venueId, into, from }: { venueId: number; into: Pair; from: Pair },
): Promise<void> {
  await database.$transaction(async (tx) => {
    await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtext('booking.guest_note'), ${venueId})`;
    const [main, other] = [await mainOf(tx, { venueId, ...into }), await mainOf(tx, { venueId, ...from })];
    if (Buffer.from(main).equals(other)) return;
    for (const [guest, { id }] of [
      [main, into],
      [other, from],
    ] as const)
      await tx.$executeRaw`
        INSERT INTO booking.guest_note AS n (venue_id, guest, note, tags, booking_id)
        VALUES (${venueId}, ${guest}, '', '{}', ${id})
        ON CONFLICT (venue_id, guest) DO UPDATE SET booking_id = coalesce(n.booking_id, ${id})`;
    await tx.$executeRaw`
      UPDATE booking.guest_note n SET
        note = left(concat_ws(chr(10), nullif(n.note, ''), nullif(o.note, '')), 2000),
        tags = (SELECT coalesce(array_agg(tag), '{}') FROM (SELECT DISTINCT tag FROM unnest(n.tags || o.tags) tag ORDER BY tag LIMIT 12) tags)
      FROM booking.guest_note o
      WHERE n.venue_id = ${venueId} AND n.guest = ${main} AND o.venue_id = ${venueId} AND o.guest = ${other}`;
    await tx.$executeRaw`
      UPDATE booking.guest_note SET same_as = ${main}, note = '', tags = '{}'
      WHERE venue_id = ${venueId} AND (guest = ${other} OR same_as = ${other})`;
  });
}

/** Takes the mailbox or number out of its group, or dissolves the group if the note is at it. */
export async function separateGuest(
  database: BookingDatabase,
  { venueId, identity }: { venueId: number; identity: Identity },
): Promise<void> {
  const own = hashOf(venueId, identity);
  await database.$executeRaw`
    UPDATE booking.guest_note SET same_as = NULL
    WHERE venue_id = ${venueId} AND ((guest = ${own} AND same_as IS NOT NULL) OR same_as = ${own})`;
}
