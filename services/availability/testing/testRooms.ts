import { slotIdOf } from '@venue-booking/proto/facility/slotId';
import { MONDAY_10, openTestLedger } from './testLedger.ts';

const HOUR = 3600_000;

/** Facilities of the hall: one-hour slots all day, each for one party of at most ten. */
export const HALL = 11;
export const COURT_1 = 12;
export const COURT_2 = 13;

/** A ledger with a hall of two courts (rooms 1 and 2) that is let as a whole or by the court. */
export async function openTestRooms() {
  const ledger = await openTestLedger();
  const { database } = ledger;
  const pass = await database.facility.findUniqueOrThrow({ where: { id: 1 } });
  const { pricing: _, ...usual } = pass;
  for (const [id, rooms] of [
    [HALL, [1, 2]],
    [COURT_1, [1]],
    [COURT_2, [2]],
  ] as const)
    await database.facility.create({ data: { ...usual, id, mode: 'FULL', rooms: [...rooms] } });
  return {
    ...ledger,
    /** Id of a facility's slot that starts some hours after {@link MONDAY_10}. */
    slotOf: (facilityId: number, hours: number) => slotIdOf(facilityId, MONDAY_10 + hours * HOUR) ?? 0,
    /** Changes a facility as a catalog event would. */
    change: (id: number, data: Record<string, unknown>) =>
      database.facility.update({ where: { id }, data: { ...data, revision: { increment: 1 } } }),
    /** The rooms that a slot takes. */
    roomsOf: async (slotId: number) => {
      const uses = await database.roomUse.findMany({ where: { slotId: BigInt(slotId) } });
      return uses.map(({ roomId }) => roomId).sort((a, b) => a - b);
    },
  };
}

export type TestRooms = Awaited<ReturnType<typeof openTestRooms>>;
