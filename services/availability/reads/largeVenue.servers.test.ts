import assert from 'node:assert/strict';
import { afterAll, beforeAll, describe, it } from 'vitest';
import type { AvailabilityTx } from '../database.ts';
import { findSlotsWithoutRoom } from '../rooms/roomUse.ts';
import { findSharedSlots } from '../slots/slotStore.ts';
import { COURT_1, HALL, openTestRooms, type TestRooms } from '../testing/testRooms.ts';

const MANY = 2000;
const OTHERS = 300;

describe('reads at a venue with many more slots than others', () => {
  let rooms: TestRooms;
  beforeAll(async () => {
    rooms = await openTestRooms();
    const { database, slotOf } = rooms;
    await database.$executeRaw`
      INSERT INTO availability.facility SELECT (jsonb_populate_record(f, jsonb_build_object('id', n, 'venue_id', n))).*
      FROM availability.facility f, generate_series(100, ${100 + OTHERS}::integer) n WHERE f.id = 1`;
    await database.$executeRaw`
      INSERT INTO availability.slot (id, venue_id, facility_id, starts_at, ends_at)
      SELECT ${slotOf(HALL, 0)}::bigint + 60 * n, 1, ${HALL}, at, at + interval '1 hour'
      FROM generate_series(1, ${MANY}::integer) n, LATERAL (SELECT '2030-06-03T08:00Z'::timestamptz + n * interval '1 hour' AS at) s
      UNION ALL SELECT n, n, n, '2030-06-03T08:00Z', '2030-06-03T09:00Z' FROM generate_series(100, ${100 + OTHERS}::integer) n`;
    await database.$executeRaw`
      INSERT INTO availability.allocation (booking_uid, venue_id, slot_id, places)
      SELECT gen_random_uuid(), venue_id, id, 1 FROM availability.slot, generate_series(1, 2) n
      WHERE n = 1 OR venue_id = 1 AND id % 120 = 0`;
    await database.$executeRaw`
      INSERT INTO availability.room_use SELECT 1, ${slotOf(COURT_1, 1)}, 1, tstzrange('2030-06-03T09:00Z', '2030-06-03T10:00Z')`;
    await database.$executeRaw`ANALYZE`;
  });
  afterAll(() => rooms.close());

  /** Number of index entries of a table that some work reads. */
  const entriesRead = (table: string, work: (tx: AvailabilityTx) => Promise<void>) =>
    rooms.database.$transaction(async (tx) => {
      const read = async () => {
        const [row] = await tx.$queryRaw<{ entries: number }[]>`
          SELECT sum(pg_stat_get_xact_tuples_returned(indexrelid))::float8 AS entries FROM pg_index
          WHERE indrelid = ${`availability.${table}`}::regclass`;
        return row?.entries ?? 0;
      };
      const before = await read();
      await work(tx);
      return (await read()) - before;
    });
  const some = (first = 1) => Array.from({ length: 100 }, (_, at) => rooms.slotOf(HALL, first + at));

  it('find slots that lack a room by reading only the requested slots', async () => {
    const read = await entriesRead('slot', async (tx) => {
      assert.deepEqual(
        await findSlotsWithoutRoom(tx, { venueId: 1, rooms: [1] }, some()),
        new Set(some().slice(0, 1)),
      );
    });
    assert.ok(read < 250, `${read} entries for 100 slots`);
  });

  it('find slots with several parties by reading only the requested slots', async () => {
    const read = await entriesRead('allocation', async (tx) => {
      const shared = await findSharedSlots(tx, 1, some());
      assert.deepEqual(shared, new Set(some().filter((id) => id % 120 === 0)));
    });
    assert.ok(read < 250, `${read} entries for 100 slots`);
  });
});
