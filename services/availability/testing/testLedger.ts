import { join } from 'node:path';
import { migrate } from '@venue-booking/kit/postgres/migrate';
import type { Party, ResizeRequest } from '@venue-booking/proto/facility/slot';
import { slotIdOf } from '@venue-booking/proto/facility/slotId';
import { createMigratedDatabase } from '../../../test/servers/migratedDatabase.ts';
import { startPostgres } from '../../../test/servers/postgres.ts';
import { openDatabase } from '../database.ts';
import { takePlaces } from '../ledger/ledger.ts';
import { resizePlaces } from '../ledger/ledgerResize.ts';
import { createReserve } from '../reserve/reserve.ts';
import { resize } from '../reserve/resize.ts';

/** 2030-06-03, a Monday, 10:00 in Amsterdam. */
export const MONDAY_10 = Date.UTC(2030, 5, 3, 8);
const HOUR = 3600_000;

/**
 * Availability's own database on a real PostgreSQL, with venue 1 and its facility 1: capacity 10, one-hour
 * slots from 06:00 to 06:00.
 */
export async function openTestLedger() {
  const server = await startPostgres();
  const { url, drop } = await createMigratedDatabase(server);
  await migrate(url, 'availability', join(import.meta.dirname, '../prisma/migrations'));
  const database = openDatabase(url);
  await database.venue.create({
    data: { id: 1, timezone: 'Europe/Amsterdam', dayStart: '06:00', minNoticeMinutes: 0, revision: 1n },
  });
  await database.facility.create({
    data: {
      id: 1,
      venueId: 1,
      name: 'Pass',
      mode: 'CAPACITY',
      capacity: 10,
      durationMinutes: 60,
      bufferMinutes: 0,
      opensAt: '06:00',
      closesAt: '06:00',
      openDays: [1, 2, 3, 4, 5, 6, 7],
      active: true,
      revision: 2n,
    },
  });
  const reserve = createReserve({ database, takePlaces });
  return {
    database,
    url,
    /** Id of the slot that starts some hours after {@link MONDAY_10}. */
    slotAt: (hours: number) => slotIdOf(1, MONDAY_10 + hours * HOUR) ?? 0,
    /** @param minutes length of a slot off the grid */
    reserve: (slotId: number, parties: Party[], byVenue = false, minutes?: number) =>
      reserve({ venueId: 1, slotId, parties, byVenue, minutes }),
    /** Resizes a booking. Returns the code of the failure, or null. */
    resize: async (
      bookingUid: string,
      from: number,
      people: number,
      revision = 0,
      more: Partial<Pick<ResizeRequest, 'addOns' | 'had'>> = {},
    ) => {
      const request = { venueId: 1, bookingUid, revision, from, people, addOns: {}, ...more };
      return (await resize({ database, resizePlaces }, request)).refused?.code ?? null;
    },
    /** Changes the facility as a catalog event would. */
    changeFacility: (data: Record<string, unknown>) =>
      database.facility.update({ where: { id: 1 }, data: { ...data, revision: { increment: 1 } } }),
    booked: async (slotId: number) =>
      (await database.slot.findUnique({ where: { id: BigInt(slotId) } }))?.booked ?? 0,
    /** Slots whose `booked` differs from the sum of live allocations; always empty. */
    broken: () => database.$queryRaw<unknown[]>`
      SELECT s.id FROM availability.slot s
      LEFT JOIN availability.allocation a ON a.slot_id = s.id AND a.released_at IS NULL
      GROUP BY s.id, s.booked HAVING s.booked <> coalesce(sum(a.places), 0)`,
    async close() {
      await database.$disconnect();
      await drop();
      await server.stop();
    },
  };
}

export type TestLedger = Awaited<ReturnType<typeof openTestLedger>>;
