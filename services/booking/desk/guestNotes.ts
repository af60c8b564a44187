import type { OfBooking } from '@venue-booking/proto/booking/adminBooking';
import type { GuestFilePatch } from '@venue-booking/proto/booking/guestFile';
import { fail } from '@venue-booking/proto/failures';
import type { BookingDatabase } from '../database.ts';
import { bookingsOf, findIdentity } from './guestFiles.ts';
import { hashOf, type Identity, isSame } from './guestIdentity.ts';
import { groupOf, mergeGuests, separateGuest } from './guestMerges.ts';

/**
 * Changes the note and the tags of a booking's guest, and merges or separates the guest first. A row that
 * says nothing is deleted.
 * @throws `booking_not_found`, also for an erased guest, and for the other booking; `validation` without a
 * mailbox and a phone number
 */
export async function patchGuest(
  database: BookingDatabase,
  { venueId, id }: OfBooking,
  { note, tags, same_as }: GuestFilePatch,
): Promise<void> {
  const identity = await findIdentity(database, { venueId, of: { id } });
  if (!identity) throw noContact();
  if (same_as === null) await separateGuest(database, { venueId, identity });
  else if (same_as !== undefined) {
    const other = await findIdentity(database, { venueId, of: { id: same_as } });
    if (!other) throw noContact();
    await mergeGuests(database, { venueId, into: { id, identity }, from: { id: same_as, identity: other } });
  }
  if (note === undefined && tags === undefined) return;
  const { main: guest } = await groupOf(database, { venueId, identity });
  // The lock on the booking makes an erasure wait, which deletes the note once more afterwards.
  const rows = await database.$executeRaw`
    INSERT INTO booking.guest_note AS n (venue_id, guest, note, tags, booking_id)
    SELECT venue_id, ${guest}, ${note ?? ''}, ${tags ?? []}::text[], id FROM booking.booking
    WHERE venue_id = ${venueId} AND id = ${id} AND erased_at IS NULL FOR SHARE
    ON CONFLICT (venue_id, guest) DO UPDATE
      SET note = coalesce(${note ?? null}::text, n.note), tags = coalesce(${tags ?? null}::text[], n.tags),
        booking_id = coalesce(n.booking_id, excluded.booking_id)`;
  if (rows === 0) throw fail('booking_not_found');
  await database.$executeRaw`
    DELETE FROM booking.guest_note n
    WHERE n.venue_id = ${venueId} AND n.guest = ${guest} AND n.note = '' AND cardinality(n.tags) = 0 AND n.same_as IS NULL
      AND NOT EXISTS (SELECT FROM booking.guest_note o WHERE o.same_as = n.guest AND o.venue_id = n.venue_id)`;
}

/**
 * Lets the note about a guest follow a booking that has another mailbox or number by now, unless the former
 * one has other bookings. After a crash before this, the note is deleted with the booking.
 */
export async function followNote(
  database: BookingDatabase,
  { venueId, id }: OfBooking,
  { from, to }: { from: Identity; to: Identity },
): Promise<void> {
  if (isSame(from, to)) return;
  const old = hashOf(venueId, from);
  const [noted] = await database.$queryRaw<object[]>`
    SELECT 1 FROM booking.guest_note WHERE venue_id = ${venueId} AND guest = ${old}`;
  if (!noted) return;
  const [left] = await bookingsOf(database, { venueId, identity: from });
  if (left) {
    await database.$executeRaw`
      UPDATE booking.guest_note SET booking_id = ${left.id} WHERE venue_id = ${venueId} AND guest = ${old} AND booking_id = ${id}`;
    return;
  }
  await mergeGuests(database, { venueId, into: { id, identity: to }, from: { id, identity: from } });
  // If both were one guest before, with the note at the former mailbox, the new one takes its place.
  const now = hashOf(venueId, to);
  await database.$executeRaw`
    WITH former AS (
      DELETE FROM booking.guest_note WHERE venue_id = ${venueId} AND guest = ${old} RETURNING guest, note, tags
    )
    UPDATE booking.guest_note n SET
      same_as = CASE WHEN n.guest <> ${now} THEN ${now}::bytea END,
      note = CASE WHEN n.guest = ${now} THEN former.note ELSE n.note END,
      tags = CASE WHEN n.guest = ${now} THEN former.tags ELSE n.tags END
    FROM former WHERE n.venue_id = ${venueId} AND n.same_as = former.guest`;
}

const noContact = () =>
  fail('validation', { detail: 'the booking has neither an e-mail address nor a phone number' });

/**
 * Deletes the notes of guests all of whose bookings are erased, or about to be.
 * @param erased.ids bookings that are being erased
 */
export async function deleteNotes(
  database: BookingDatabase,
  { venueId, identities, ids }: { venueId: number; identities: readonly Identity[]; ids: readonly bigint[] },
): Promise<void> {
  const hashes = identities.map((identity) => hashOf(venueId, identity));
  // Under a mailbox or number that the booking no longer has.
  await database.$executeRaw`
    WITH stranded AS (
      DELETE FROM booking.guest_note
      WHERE venue_id = ${venueId} AND booking_id = ANY(${ids}::bigint[]) AND guest <> ALL(${hashes}) RETURNING guest
    )
    UPDATE booking.guest_note SET same_as = NULL
    WHERE venue_id = ${venueId} AND same_as IN (SELECT guest FROM stranded)
      AND NOT (booking_id = ANY(${ids}::bigint[]) AND guest <> ALL(${hashes}))`;
  const noted = await database.$queryRaw<{ guest: Uint8Array }[]>`
    SELECT guest FROM booking.guest_note WHERE venue_id = ${venueId} AND guest = ANY(${hashes})`;
  for (const { guest } of noted) {
    const identity = identities[hashes.findIndex((hash) => Buffer.from(hash).equals(guest))];
    if (!identity) continue;
    const rows = await bookingsOf(database, { venueId, identity });
    const left = rows.find(({ id }) => !ids.includes(BigInt(id)));
    if (left)
      await database.$executeRaw`
        UPDATE booking.guest_note SET booking_id = ${left.id}
        WHERE venue_id = ${venueId} AND guest = ${guest} AND booking_id = ANY(${ids}::bigint[])`;
    else
      await database.$executeRaw`
        WITH separated AS (
          UPDATE booking.guest_note SET same_as = NULL WHERE same_as = ${guest} AND venue_id = ${venueId}
        )
        DELETE FROM booking.guest_note WHERE venue_id = ${venueId} AND guest = ${guest}`;
  }
}
