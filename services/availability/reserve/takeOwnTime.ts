import { sqlStateOf } from '@venue-booking/kit/errors/sqlState';
import { retryConflicts, sqlStates } from '@venue-booking/kit/postgres/sql';
import type { Party } from '@venue-booking/proto/facility/slot';
import { parseSlotId } from '@venue-booking/proto/facility/slotId';
import type { AvailabilityDatabase } from '../database.ts';
import { findAllocation } from '../ledger/ledgerAddOns.ts';
import { findSlot } from '../reads/slotReads.ts';
import { rulesRevision } from '../rules/rulesStore.ts';
import { type Interval, MINUTE_MS } from '../schedule/schedule.ts';
import { ensureRows } from '../slots/slotStore.ts';

/** Rolls the transaction back. */
class NotTaken extends Error {}

/** Others have a part of the time or a room, or the reservation was released before. */
const TAKEN: readonly (string | null | undefined)[] = [
  sqlStates.exclusionViolation,
  sqlStates.uniqueViolation,
];

type Input = { venueId: number; slotId: number; byVenue?: boolean; minutes?: number | undefined };

/**
 * Takes a time for a booking that moves there, if only its own slot overlaps it. Until one of the two
 * reservations is released, the old slot covers both times, so that the booking can stay where it is
 * (docs/decisions/0116-bookings-off-the-grid.md).
 * @returns the times of the slot, also on a retry; null: not taken
 */
export async function takeOwnTime(
  database: AvailabilityDatabase,
  { venueId, slotId, byVenue = false, minutes }: Input,
  { bookingUid, people, insteadOf }: Party & { insteadOf: string },
): Promise<Interval | null> {
  const [pending] = await database.$queryRaw<{ minutes: number }[]>`
    SELECT minutes FROM availability.own_move
    WHERE booking_uid = ${bookingUid}::uuid AND instead_of = ${insteadOf}::uuid`;
  const startsAt = parseSlotId(slotId)?.startsAt ?? 0;
  if (pending) return { startsAt, endsAt: startsAt + pending.minutes * MINUTE_MS };
  const own = await findAllocation(database, { venueId, bookingUid: insteadOf });
  if (!own || parseSlotId(own.slotId)?.facilityId !== parseSlotId(slotId)?.facilityId) return null;
  const without = { anyRooms: true, minutes, without: own.slotId };
  const found = await findSlot({ database }, venueId, slotId, without);
  if (!found || found.slot.free < people) return null;
  const { rules, slot } = found;
  const { facilityId, bufferMinutes, mode, days, revision } = rules;
  const isForGuestsOnly = slot.failure === 'slot_past' || slot.failure === 'slot_too_far';
  if (slot.failure && !(byVenue && isForGuestsOnly)) return null;
  await ensureRows(database, [{ venueId, facilityId, ...slot }]);
  const isPrivate = mode === 'FULL';
  const free = new Date(slot.endsAt + bufferMinutes * MINUTE_MS);
  const cover = () =>
    database.$transaction(async (tx) => {
      const [old] = await tx.$queryRawUnsafe<{ minutes: number; break_minutes: number }[]>(
        `SELECT c.old_minutes AS minutes, c.old_break_minutes AS break_minutes
         FROM availability.cover_own_time($1, $2::uuid, $3, $4, $5) c
         JOIN availability.facility f ON (f.venue_id, f.id) = ($1, $6) JOIN availability.venue v ON v.id = f.venue_id
         WHERE ${rulesRevision('$7', '$8')} = $9`,
        ...[venueId, insteadOf, slotId, new Date(slot.endsAt), free],
        ...[facilityId, days.from, days.count, revision],
      );
      if (!old) throw new NotTaken();
      await tx.$executeRaw`
        INSERT INTO availability.allocation (booking_uid, venue_id, slot_id, places)
        VALUES (${bookingUid}::uuid, ${venueId}, ${slotId}, 0)`;
      await tx.$executeRaw`
        INSERT INTO availability.own_move (booking_uid, instead_of, venue_id, places, capacity, private, minutes,
          break_minutes, old_minutes, old_break_minutes)
        VALUES (${bookingUid}::uuid, ${insteadOf}::uuid, ${venueId}, ${isPrivate ? slot.capacity : people},
          ${slot.capacity}, ${isPrivate}, ${(slot.endsAt - slot.startsAt) / MINUTE_MS}, ${bufferMinutes},
          ${old.minutes}, ${old.break_minutes})`;
      return { startsAt, endsAt: slot.endsAt };
    });
  return retryConflicts(cover).catch((error: unknown) => {
    if (error instanceof NotTaken || TAKEN.includes(sqlStateOf(error))) return null;
    throw error;
  });
}
