import { sqlStateOf } from '@venue-booking/kit/errors/sqlState';
import { retryConflicts, sqlStates } from '@venue-booking/kit/postgres/sql';
import type { Party } from '@venue-booking/proto/facility/slot';
import type { AvailabilityDatabase } from '../database.ts';
import { takePlaces } from '../ledger/ledger.ts';
import { findSlot } from '../reads/slotReads.ts';
import type { Interval } from '../schedule/schedule.ts';
import { withBuffer } from '../slots/slot.ts';
import { ensureRows } from '../slots/slotStore.ts';

type Input = { venueId: number; slotId: number; byVenue?: boolean; minutes?: number | undefined };

/** Rolls the transaction back. */
class NotTaken extends Error {}

/**
 * Takes places of a slot for a booking that moves there, if only the booking itself has the rooms that the
 * slot needs. Until one of the two slots is released, the new one keeps the rooms for the times of both, so
 * that the booking can stay where it is (docs/decisions/0076-rooms.md).
 * @returns the times of the slot; null: not taken
 */
export async function takeOwnRooms(
  database: AvailabilityDatabase,
  { venueId, slotId, byVenue = false, minutes }: Input,
  { bookingUid, people, insteadOf }: Party & { insteadOf: string },
): Promise<Interval | null> {
  const found = await findSlot({ database }, venueId, slotId, { anyRooms: true, minutes });
  if (!found) return null;
  const { rules, slot } = found;
  const isForGuestsOnly = slot.failure === 'slot_past' || slot.failure === 'slot_too_far';
  if (slot.failure && !(byVenue && isForGuestsOnly)) return null;
  const { facilityId, rooms, days, revision } = rules;
  const span = withBuffer(rules, slot);
  const at = { venueId, slotId, endsAt: slot.endsAt, rooms, days, revision };
  await ensureRows(database, [{ venueId, facilityId, ...slot }]);
  const take = () =>
    database.$transaction(async (tx) => {
      const kept = await tx.$queryRawUnsafe<{ room: number; during: string }[]>(
        'SELECT room, during::text FROM availability.give_up_rooms($1, $2::uuid, $3, tstzrange($4, $5))',
        ...[venueId, insteadOf, slotId, new Date(span.startsAt), new Date(span.endsAt)],
      );
      if (kept.length === 0) throw new NotTaken();
      const [outcomes] = await takePlaces(tx, [{ at, parties: [{ bookingUid, people }] }]);
      if (outcomes?.[0]?.outcome !== 'taken') throw new NotTaken();
      await tx.$queryRawUnsafe(
        'SELECT availability.keep_rooms($1, $2, $3::integer[], $4::tstzrange[])::text',
        ...[venueId, slotId, kept.map(({ room }) => room), kept.map(({ during }) => during)],
      );
      return { startsAt: slot.startsAt, endsAt: slot.endsAt };
    });
  return retryConflicts(take).catch((error: unknown) => {
    if (error instanceof NotTaken || sqlStateOf(error) === sqlStates.exclusionViolation) return null;
    throw error;
  });
}
