import assert from 'node:assert/strict';
import { isTransientError } from '@venue-booking/kit/errors/transientError';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { findBooking, requireVenue } from './core/bookingStore.ts';
import type { BookingTx } from './database.ts';
import { Prisma } from './gen/prisma/client.ts';
import { newBooking, openTestBookings, type TestBookings } from './testing/testBookings.ts';
import { saveBooking } from './testing/testEffects.ts';

describe('database of a service', () => {
  let bookings: TestBookings;
  beforeAll(async () => {
    bookings = await openTestBookings();
  });
  afterAll(() => bookings?.close());

  const instant = new Date('2026-03-29T00:30:00.123Z');
  const all = [
    Prisma.sql`SELECT 1 AS int, 2::bigint AS bigint, 1.5::float8 AS float, true AS bool, NULL::integer AS nothing,
      'a "b" {c},\\d 🎳' AS text, '1b4e28ba-2fa1-11d2-883f-b9a761bde3fb'::uuid AS uuid`,
    Prisma.sql`SELECT '2026-03-29'::date AS date, ${instant}::timestamptz AS instant, ${instant}::date AS day,
      extract(epoch FROM ${instant}::timestamptz)::float AS seconds`,
    Prisma.sql`SELECT '{"a": [1, null, {"b": "c"}]}'::jsonb AS json, ${{ a: ['é', 1] }}::jsonb AS given, 'null'::jsonb AS none`,
    Prisma.sql`SELECT '{1,2}'::integer[] AS ints, '{9007199254740993,NULL}'::bigint[] AS bigints, '{}'::bigint[] AS empty,
      '{a,"b c",NULL}'::text[] AS texts, ARRAY[${instant}::timestamptz] AS instants`,
    Prisma.sql`SELECT * FROM unnest(${[1, 2]}::integer[], ${[3n, 9007199254740993n]}::bigint[], ${['a,"b"', null]}::text[],
      ${[instant, null]}::timestamptz[], ${[true, false]}::boolean[]) AS given(i, b, t, at, yes)`,
    Prisma.sql`SELECT ${Buffer.from([0, 255, 92])}::bytea AS bytes, ${9007199254740993n}::bigint AS large, ${null}::text AS no`,
    Prisma.sql`SELECT ${Prisma.join([1, 2])} ${Prisma.raw('WHERE')} ${Prisma.sql`${1} = 1`}`,
    Prisma.sql`SELECT WHERE false`,
  ];

  it('returns the same rows for raw statements as Prisma in a transaction', async () => {
    const { database } = bookings;
    // Compare bytes independently of their array type.
    const plain = (rows: object[]) =>
      rows.map((row) =>
        Object.entries(row).map(([name, value]) => [name, value instanceof Uint8Array ? [...value] : value]),
      );
    for (const statement of all) {
      const outside = await database.$queryRaw<object[]>(statement);
      const inside = await database.$transaction((tx) => tx.$queryRaw<object[]>(statement));
      const raw = await database.raw.$transaction((tx) => tx.$queryRaw<object[]>(statement));
      assert.deepEqual([plain(outside), plain(raw)], [plain(inside), plain(inside)], statement.sql);
    }
  });

  it('returns the number of rows that a statement wrote', async () => {
    const { database } = bookings;
    const rename = Prisma.sql`UPDATE booking.facility SET name = ${'Pass'} WHERE id = ${1}`;
    assert.equal(await database.$executeRaw(rename), 1);
    assert.equal(await database.$executeRaw`UPDATE booking.facility SET name = 'None' WHERE id = ${404}`, 0);
    assert.equal(await database.$executeRawUnsafe('DELETE FROM booking.facility WHERE id = $1', 404), 0);
  });

  const nameOf = async (tx: BookingTx) =>
    (await tx.$queryRaw<{ name: string }[]>`SELECT name FROM booking.facility WHERE id = 1`)[0]?.name;

  it('isolates and rolls back the statements of a transaction', async () => {
    const { database } = bookings;
    const before = await nameOf(database);
    const failing = database.$transaction(async (tx) => {
      await tx.$executeRaw`UPDATE booking.facility SET name = 'Changed' WHERE id = 1`;
      await tx.$executeRawUnsafe('UPDATE booking.facility SET name = name || $1 WHERE id = 1', ' twice');
      await tx.facility.update({
        where: { venueId_id: { venueId: 1, id: 1 } },
        data: { maxPeoplePerBooking: 3 },
      });
      assert.equal(await nameOf(tx), 'Changed twice');
      assert.equal(await nameOf(database), before, 'other connections do not see it yet');
      throw new Error('no');
    });
    await assert.rejects(failing, /no/);
    const facility = await database.facility.findFirst({ where: { id: 1 } });
    assert.deepEqual([facility?.name, facility?.maxPeoplePerBooking], [before, 10]);
  });

  it('commits or rolls back a raw transaction as a whole and releases its connection', async () => {
    const { database } = bookings;
    const rename = (to: string, end = async () => {}) =>
      database.raw.$transaction(async (tx) => {
        await tx.$executeRaw`UPDATE booking.facility SET name = ${to} WHERE id = 1`;
        assert.deepEqual([await nameOf(tx), await nameOf(database)], [to, 'Kept']);
        await end();
      });
    await database.$executeRaw`UPDATE booking.facility SET name = 'Kept' WHERE id = 1`;
    const no = async () => assert.fail('no');
    // More often than there are connections: each is released.
    for (let attempt = 0; attempt < 25; attempt++) await assert.rejects(rename('Left', no), /no/);
    assert.equal(await nameOf(database), 'Kept');
    await rename('Renamed');
    assert.equal(await nameOf(database), 'Renamed');
  });

  it('rejects a statement after its raw transaction has ended', async () => {
    const { database } = bookings;
    let late: Promise<unknown> = Promise.resolve();
    const over = Promise.withResolvers<void>();
    await database.raw.$transaction(async (tx) => {
      late = over.promise.then(() => tx.$executeRaw`UPDATE booking.facility SET name = 'Late' WHERE id = 1`);
      late.catch(() => {});
    });
    over.resolve();
    await assert.rejects(late, /the transaction is over/);
    assert.notEqual(await nameOf(database), 'Late');
  });

  it('fails a raw transaction after a failed statement, even if that error was caught', async () => {
    const { database } = bookings;
    const before = await nameOf(database);
    const failed = database.raw.$transaction(async (tx) => {
      await tx.$executeRaw`UPDATE booking.facility SET name = 'Failed' WHERE id = 1`;
      await tx.$queryRaw`SELECT 1 / 0`.catch(() => {});
    });
    await assert.rejects(failed, /rolled back/);
    assert.equal(await database.raw.$transaction(nameOf), before);
  });

  it('recovers after PostgreSQL ends the connection of a raw transaction, which is rolled back', async () => {
    const { database } = bookings;
    const before = await nameOf(database);
    const broken = database.raw.$transaction(async (tx) => {
      await tx.$executeRaw`UPDATE booking.facility SET name = 'Broken' WHERE id = 1`;
      const [mine] = await tx.$queryRaw<{ pid: number }[]>`SELECT pg_backend_pid() AS pid`;
      await database.$queryRaw`SELECT pg_terminate_backend(${mine?.pid}::integer)`;
      await tx.$queryRaw`SELECT 1`;
    });
    await assert.rejects(broken, isTransientError);
    assert.equal(await database.raw.$transaction(nameOf), before);
  });

  it('returns the same rows as the Prisma models', async () => {
    const { database } = bookings;
    const booking = newBooking();
    await saveBooking(database, booking);
    const { uid, venueId } = booking;
    const [row, model] = [
      await findBooking(database, { venueId, uid }),
      await database.booking.findUniqueOrThrow({ where: { uid } }),
    ];
    const bytes = (of: typeof row) => ({ ...of, nonce: of?.nonce && [...of.nonce] });
    assert.deepEqual(bytes(row), bytes(model));
    const venue = await database.venue.findUniqueOrThrow({ where: { id: venueId } });
    assert.deepEqual(await requireVenue(database, venueId), venue);
  });

  it('can be closed twice, whether or not Prisma was used', async () => {
    const own = bookings.anotherReplica();
    await own.$queryRaw`SELECT 1`;
    await own.$disconnect();
    await own.$disconnect();
    await assert.rejects(own.$queryRaw`SELECT 1`);
  });
});
