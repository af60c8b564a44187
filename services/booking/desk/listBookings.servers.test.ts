import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { BookingsQuery } from '@venue-booking/proto/booking/adminBooking';
import { afterAll, beforeAll, describe, it } from 'vitest';
import type { BookingDatabase } from '../database.ts';
import { Prisma } from '../gen/prisma/client.ts';
import { newBooking, openTestBookings, type TestBookings } from '../testing/testBookings.ts';
import { saveBooking } from '../testing/testEffects.ts';
import { type LargeVenue, openLargeVenue } from '../testing/testLargeVenue.ts';
import { listBookings } from './listBookings.ts';

const HOUR = 3600_000;
const BOOKINGS = 12;
/** In these tests, a search that matches two bookings scans them, five per page. */
const LIMITS = { maxScanned: 5, maxCandidates: 1 };

describe('search of bookings', () => {
  let bookings: TestBookings;
  const ids: number[] = [];
  beforeAll(async () => {
    bookings = await openTestBookings();
    for (let nth = 0; nth < BOOKINGS; nth++) {
      const startsAt = Date.UTC(2030, 5, 3, 8) + nth * HOUR;
      const customerName = nth % 11 === 0 ? 'Grace' : 'Joan';
      const booking = newBooking({ startsAt, endsAt: startsAt + HOUR, customerName });
      ids.push((await saveBooking(bookings.database, booking))?.id ?? 0);
    }
  });
  afterAll(() => bookings.close());

  const pagesOf = async (query: Partial<BookingsQuery>) => {
    const pages: number[][] = [];
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const input = { ...BookingsQuery.parse(query), venueId: 1, ...(cursor && { cursor }) };
      const page = await listBookings(bookings.database, input, LIMITS);
      pages.push(page.bookings.map(({ id }) => id));
      cursor = page.next;
    }
    return pages;
  };

  it('scans a fixed number of bookings per page and continues after them, with or without results', async () => {
    assert.deepEqual(await pagesOf({ q: 'grace' }), [[ids[0]], [], [ids[11]]]);
    assert.deepEqual(await pagesOf({ q: 'grace', order: 'newest' }), [[ids[11]], [], [ids[0]]]);
    assert.deepEqual(await pagesOf({ q: 'nobody' }), [[]]);
  });

  it('skips and repeats no booking when a page is full early', async () => {
    assert.deepEqual(await pagesOf({ q: 'joan', limit: 3 }), [
      ids.slice(1, 4),
      ids.slice(4, 7),
      ids.slice(7, 10),
      ids.slice(10, 11),
    ]);
  });

  it('finds a booking by its number in any spelling and at any position', async () => {
    const { reference } = await bookings.database.booking.findFirstOrThrow({ where: { id: ids[9] ?? 0 } });
    const typed = reference ?? '';
    for (const q of [
      typed,
      typed.toLowerCase(),
      typed.replace('-', ''),
      `#${typed}`,
      typed.replace('-', ' '),
    ])
      assert.deepEqual(await pagesOf({ q }), [[ids[9]]], q);
  });

  it('searches texts for a query that only looks like a booking number', async () => {
    const [id = 0] = ids;
    await bookings.database.booking.update({ where: { id }, data: { extra: { voucher: 'KKKK-2222' } } });
    assert.deepEqual((await pagesOf({ q: 'kkkk-2222' })).flat(), [id]);
  });

  it('reads only as many long extra fields as fit on a page, and continues after it', async () => {
    const { database } = bookings;
    const long = { extra: { letter: '€'.repeat(66_000) } };
    await database.booking.updateMany({ where: { id: { in: ids.slice(3, 9) } }, data: long });
    const read: number[] = [];
    const watched: typeof database = Object.create(database);
    watched.$queryRawUnsafe = (async (statement: string, ...values: unknown[]) => {
      const rows: { extra?: object }[] = await database.$queryRawUnsafe(statement, ...values);
      if (rows[0]?.extra) read.push(rows.length);
      return rows;
    }) as never;
    const listed: number[] = [];
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const input = { ...BookingsQuery.parse({}), venueId: 1, ...(cursor && { cursor }) };
      const page = await listBookings(watched, input);
      listed.push(...page.bookings.map(({ id }) => id));
      cursor = page.next;
    }
    assert.deepEqual(listed, ids);
    // 198 kB each: two with the small ones before, two, two with the small ones after.
    assert.deepEqual(read, [5, 2, 5]);
    await database.booking.updateMany({ where: { id: { in: ids } }, data: { extra: {} } });
  });

  it('finds an id by the id alone, and lists all bookings without a query', async () => {
    assert.deepEqual(await pagesOf({ q: `#${ids[9]}` }), [[ids[9]]]);
    assert.deepEqual(await pagesOf({}), [ids]);
    assert.deepEqual(await pagesOf({ limit: 12 }), [ids]);
  });
});

describe('page of bookings of a much larger venue', () => {
  let venue: LargeVenue;
  beforeAll(async () => {
    venue = await openLargeVenue({ many: 2000, others: 300 });
  });
  afterAll(() => venue.close());

  it('reads only the rows of the page', async () => {
    const read = await venue.rowsRead('booking', async (database) => {
      const query = { ...BookingsQuery.parse({}), venueId: 1, limit: 500 };
      assert.equal((await listBookings(database, query)).bookings.length, 500);
    });
    assert.ok(read <= 2 * 501, `${read} rows for a page of 500`);
  });

  it('searches by the index, in any spelling, without reading the other bookings', async () => {
    const { database } = venue;
    const some = await database.booking.findMany({ where: { venueId: 1 }, skip: 900, take: 3 });
    const [named, phoned] = some.map(({ id }) => id);
    await database.$executeRaw`UPDATE booking.booking SET customer_name = 'Zoë Kjær' WHERE id = ${named}`;
    await database.$executeRaw`UPDATE booking.booking SET extra = '{"phone": "06-87654321"}' WHERE id = ${phoned}`;
    for (const [q, id] of [
      ['kjaer zoe', named],
      ['KJÆR', named],
      ['+31 6 8765 4321', phoned],
    ] as const) {
      const read = await venue.rowsRead('booking', async (tx) => {
        const query = { ...BookingsQuery.parse({ q }), venueId: 1 };
        const { bookings } = await listBookings(tx, query);
        assert.deepEqual(
          bookings.map((one) => one.id),
          [Number(id)],
        );
      });
      assert.ok(read < 20, `${q}: ${read} rows for one booking`);
    }
  });

  it('searches in one process of PostgreSQL, because starting a parallel worker takes longer', async () => {
    const plans: string[] = [];
    await venue.database.$transaction(async (tx) => {
      await tx.$executeRaw`
        SELECT set_config(name, '0', true) FROM pg_settings
        WHERE name IN ('parallel_setup_cost', 'parallel_tuple_cost', 'min_parallel_table_scan_size')`;
      const explain = async (texts: TemplateStringsArray | Prisma.Sql, ...values: unknown[]) => {
        const statement = 'sql' in texts ? texts : Prisma.sql(texts, ...values);
        if (!statement.sql.includes('search_letters')) return tx.$queryRaw(statement);
        const lines = await tx.$queryRaw<{ 'QUERY PLAN': string }[]>`EXPLAIN ${statement}`;
        plans.push(...lines.map((line) => line['QUERY PLAN']));
        return [];
      };
      const explaining = new Proxy(tx, {
        get: (of, name) => (name === '$queryRaw' ? explain : Reflect.get(of, name)),
      });
      const query = { ...BookingsQuery.parse({ q: 'kjaer' }), venueId: 1 };
      await listBookings(explaining as BookingDatabase, query);
    });
    assert.match(plans.join('\n'), /Bitmap Index Scan on booking_by_letters/);
    assert.doesNotMatch(plans.join('\n'), /Gather/);
  });

  it('stops reading at the end of the page when a search matches most bookings', async () => {
    const read = await venue.rowsRead('booking', async (tx) => {
      const query = { ...BookingsQuery.parse({ q: 'lovelace' }), venueId: 1 };
      const { bookings } = await listBookings(tx, query, { maxScanned: 300, maxCandidates: 50 });
      assert.equal(bookings.length, 100);
    });
    assert.ok(read < 700, `${read} rows for a page of 100`);
  });

  it('finds the few unpaid bookings without reading the others', async () => {
    const { database } = venue;
    const held = await database.booking.findMany({ where: { venueId: 1 }, take: 3, select: { id: true } });
    for (const { id } of held)
      await database.booking.update({
        where: { id },
        data: {
          ...{ status: 'pending_payment', paymentId: randomUUID(), paymentStatus: 'open' },
          ...{ platformFeeCents: 0n, holdUntil: new Date(), graceUntil: new Date() },
        },
      });
    const read = await venue.rowsRead('booking', async (tx) => {
      const query = { ...BookingsQuery.parse({ status: 'pending_payment' }), venueId: 1 };
      assert.equal((await listBookings(tx, query)).bookings.length, held.length);
    });
    assert.ok(read < 20, `${read} rows for ${held.length} bookings`);
  });
});
