import { localAt } from '@venue-booking/kit/venueTime';
import type { BookingPatch } from '@venue-booking/proto/adminBooking';
import type { ReservedSlot } from '@venue-booking/proto/slot';
import type { Extra } from '../core/bookingRules.ts';
import type { BookingDatabase } from '../database.ts';
import type { Booking } from '../gen/prisma/client.ts';
import { mailboxHash } from '../limits/countedBy.ts';

/** What becomes of a booking, its places being taken already. */
export type Change = {
  patch: BookingPatch;
  people: number;
  extra: Extra;
  actor: string;
  move: { uid: string; slotId: number; slot: ReservedSlot; timezone: string; facilityName: string } | null;
};

/**
 * One statement: the booking as it was read, its event, its history. False when it is no longer as it was
 * read.
 */
export async function writeChange(
  { database, hashKey }: { database: BookingDatabase; hashKey: Uint8Array },
  before: Booking,
  { patch, people, extra, actor, move }: Change,
): Promise<boolean> {
  const uid = move?.uid ?? before.uid;
  const email = patch.customer_email ?? before.customerEmail;
  const guestNotTold = patch.notify === false;
  const peopleBefore = people === before.people ? 0 : before.people;
  const rows = await database.$queryRaw<unknown[]>`
    WITH current AS (
      SELECT venue_id, id FROM booking.booking
      WHERE venue_id = ${before.venueId} AND id = ${before.id} AND revision = ${before.revision} AND status = 'confirmed'
      FOR UPDATE
    ),
    decided AS (
      INSERT INTO booking.reservation_outcome (venue_id, booking_uid, void)
      SELECT venue_id, ${uid}::uuid, false FROM current WHERE ${move !== null}
      ON CONFLICT DO NOTHING
      RETURNING booking_uid
    ),
    after AS (
      UPDATE booking.booking b SET uid = ${uid}::uuid, slot_id = ${move?.slotId ?? before.slotId},
        starts_at = ${move ? new Date(move.slot.startsAt) : before.startsAt},
        timezone = ${move?.timezone ?? before.timezone},
        ends_at = ${move ? new Date(move.slot.endsAt) : before.endsAt},
        facility_id = ${move?.slot.facilityId ?? before.facilityId},
        facility_name = ${move?.facilityName ?? before.facilityName},
        people = ${people}, customer_name = ${patch.customer_name ?? before.customerName},
        customer_email = ${email}, extra = ${JSON.stringify(extra)}::jsonb,
        mailbox_hash = CASE WHEN b.mailbox_hash IS NOT NULL THEN ${mailboxHash(hashKey, email)} END,
        revision = b.revision + 1
      FROM current WHERE (b.venue_id, b.id) = (current.venue_id, current.id) AND (${move === null} OR EXISTS (SELECT FROM decided))
      RETURNING b.*
    ),
    announced AS (
      INSERT INTO booking.outbox (subject, payload)
      SELECT 'events.booking.booking_changed', jsonb_build_object(
        'bookingUid', uid, 'bookingId', id::text, 'venueId', venue_id, 'facilityId', facility_id,
        'slotId', slot_id::text, 'status', status, 'releasedUid', ${move ? before.uid : ''}::text,
        'guestNotTold', ${guestNotTold}::boolean, 'peopleBefore', ${peopleBefore}::integer)
      FROM after
    ),
    told AS (
      INSERT INTO booking.history (venue_id, booking_id, actor, action, note)
      SELECT venue_id, id, ${actor}, ${move ? 'moved' : 'corrected'}, ${noteOf(before, people, move)} FROM after
    ),
    rekeyed AS (
      UPDATE booking.idempotency_key k SET booking_uid = after.uid
      FROM after WHERE (k.venue_id, k.booking_uid) = (after.venue_id, ${before.uid}::uuid)
    )
    SELECT 1 FROM after`;
  return rows.length === 1;
}

/** From when to when it was moved, with both facilities when these differ; and both numbers of people. */
function noteOf(before: Booking, people: number, move: Change['move']): string {
  const notes = people === before.people ? [] : [`people: ${before.people} → ${people}`];
  if (!move) return notes.join();
  const [from, to] = [
    localAt(before.timezone, before.startsAt.getTime()),
    localAt(move.timezone, move.slot.startsAt),
  ];
  if (move.slot.facilityId === before.facilityId) return [`${from} → ${to}`, ...notes].join(', ');
  return [`${before.facilityName} ${from} → ${move.facilityName} ${to}`, ...notes].join(', ');
}
