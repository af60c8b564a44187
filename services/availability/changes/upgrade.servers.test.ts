import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate } from '@venue-booking/kit/postgres/migrate';
import { slotIdOf } from '@venue-booking/proto/facility/slotId';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { createDatabase, startPostgres } from '../../../test/servers/postgres.ts';
import { type AvailabilityDatabase, openDatabase } from '../database.ts';
import { listBlocks } from '../reads/listBlocks.ts';
import { daySlots } from '../reads/slotReads.ts';
import { createReserve } from '../reserve/reserve.ts';
import { MONDAY_10 } from '../testing/testLedger.ts';

const MIGRATIONS = join(import.meta.dirname, '../prisma/migrations');
const DAY = '2030-06-03';
const HOUR = 3600_000;
const slotAt = (hours: number) => slotIdOf(1, MONDAY_10 + hours * HOUR) ?? 0;

describe('an upgrade of a database with bookings, blocked slots and own capacities', () => {
  let database: AvailabilityDatabase;
  let close: () => Promise<void>;
  beforeAll(async () => {
    const server = await startPostgres();
    const { url, drop } = await createDatabase(server);
    const earlier = await mkdtemp(join(tmpdir(), 'migrations-'));
    for (const name of (await readdir(MIGRATIONS)).filter((one) => one < '010'))
      await cp(join(MIGRATIONS, name), join(earlier, name), { recursive: true });
    await migrate(url, 'availability', earlier);
    await rm(earlier, { recursive: true });
    database = openDatabase(url);
    close = async () => {
      await database.$disconnect();
      await drop();
      await server.stop();
    };
    await database.$executeRaw`INSERT INTO availability.venue VALUES (1, 'Europe/Amsterdam', '06:00', 0, NULL, 1)`;
    await database.$executeRaw`
      INSERT INTO availability.facility (id, venue_id, name, mode, capacity, duration_minutes, buffer_minutes, opens_at, closes_at, open_days, active, revision)
      VALUES (1, 1, 'Pass', 'CAPACITY', 10, 60, 0, '06:00', '06:00', '{1,2,3,4,5,6,7}', true, 2),
        (2, 1, 'Hall', 'FULL', 4, 60, 30, '06:00', '06:00', '{1,2,3,4,5,6,7}', true, 3)`;
    // Two bookings of the hall; the second was sold in the break of the first.
    await database.$executeRaw`
      INSERT INTO availability.slot (id, venue_id, facility_id, starts_at, ends_at, booked, sold_capacity)
      SELECT ${slotIdOf(2, MONDAY_10) ?? 0}::bigint + later, 1, 2, at, at + interval '1 hour', 4, 4
      FROM (SELECT later, timestamptz '2030-06-03T08:00Z' + later * interval '1 minute' AS at FROM unnest('{0,75}'::integer[]) AS later) slots`;
    const rows: [hours: number, blocked: boolean, capacity: number | null, booked: number][] = [
      [0, true, null, 0],
      [1, true, null, 2],
      [3, false, 3, 0],
      [5, true, 4, 0],
    ];
    for (const [hours, blocked, capacity, booked] of rows) {
      const [startsAt, endsAt] = [hours, hours + 1].map((hour) => new Date(MONDAY_10 + hour * HOUR));
      await database.$executeRaw`
        INSERT INTO availability.slot (id, venue_id, facility_id, starts_at, ends_at, blocked, capacity, booked, sold_capacity)
        VALUES (${slotAt(hours)}, 1, 1, ${startsAt}, ${endsAt}, ${blocked}, ${capacity}, ${booked}, ${booked})`;
    }
    assert.equal((await migrate(url, 'availability', MIGRATIONS))[0], '010_blocks');
  });
  afterAll(() => close());
  const change = (data: Record<string, unknown>) =>
    database.facility.update({ where: { id: 1 }, data: { ...data, revision: { increment: 1 } } });
  const slots = async () => (await daySlots({ database }, { venueId: 1, facilityId: 1, date: DAY })).slots;

  it('keeps slots private and their breaks free, as far as nobody booked in them', async () => {
    await database.facility.update({
      where: { id: 2 },
      data: {
        mode: 'CAPACITY',
        capacity: 10,
        bufferMinutes: 0,
        opensAt: '06:15',
        revision: { increment: 1 },
      },
    });
    const { slots } = await daySlots({ database }, { venueId: 1, facilityId: 2, date: DAY });
    const shown = slots
      .map(({ starts_at, free, reason }) => `${starts_at.slice(11)} ${free} ${reason}`)
      .filter((line) => line > '09' && line < '14');
    assert.deepEqual(shown, [
      '09:15 10 overlap',
      '10:00 0 closed',
      '10:15 10 overlap',
      '11:15 0 full',
      '12:15 10 overlap',
      '13:15 10 undefined',
    ]);
  });

  it('keeps what the previous release blocked or gave its own capacity', async () => {
    assert.deepEqual(
      (await listBlocks({ database }, { venueId: 1, from: DAY })).map(({ starts_at, ends_at }) => [
        starts_at.slice(11),
        ends_at.slice(11),
      ]),
      [
        ['10:00', '12:00'],
        ['15:00', '16:00'],
      ],
    );
    const reserve = createReserve({ database });
    for (const hours of [{ opensAt: '06:00' }, { opensAt: '06:20' }, { durationMinutes: 25 }]) {
      await change(hours);
      for (const { id, starts_at, ends_at, bookable, capacity } of await slots()) {
        const [from, to] = [starts_at.slice(11), ends_at.slice(11)];
        const isBlocked = (from < '12:00' && to > '10:00') || (from < '16:00' && to > '15:00');
        if (isBlocked) {
          assert.equal(bookable, false, starts_at);
          const { parties } = await reserve({
            venueId: 1,
            slotId: id,
            parties: [{ bookingUid: randomUUID(), people: 1 }],
          });
          assert.ok(parties[0]?.refused, starts_at);
        }
        if (from < '14:00' && to > '13:00') assert.equal(capacity, 3, starts_at);
      }
    }
  });
});
