import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { BookingsQuery } from '@venue-booking/proto/adminBooking';
import { saveBooking } from '../core/saveBooking.ts';
import { newBooking, openTestBookings, type TestBookings } from '../testing/testBookings.ts';
import { listBookings } from './listBookings.ts';

const HOUR = 3600_000;
const BOOKINGS = 12;
/** Bookings that a search looks at, for these tests. */
const LOOKED_AT = 5;

describe('a search of bookings', () => {
  let bookings: TestBookings;
  const ids: number[] = [];
  before(async () => {
    bookings = await openTestBookings();
    for (let nth = 0; nth < BOOKINGS; nth++) {
      const startsAt = Date.UTC(2030, 5, 3, 8) + nth * HOUR;
      const customerName = nth % 11 === 0 ? 'Grace' : 'Joan';
      const booking = newBooking({ startsAt, endsAt: startsAt + HOUR, customerName });
      ids.push((await saveBooking(bookings.database, booking))?.id ?? 0);
    }
  });
  after(() => bookings.close());

  const pagesOf = async (query: Partial<BookingsQuery>) => {
    const pages: number[][] = [];
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const input = { ...BookingsQuery.parse(query), venueId: 1, ...(cursor && { cursor }) };
      const page = await listBookings(bookings.database, input, LOOKED_AT);
      pages.push(page.bookings.map(({ id }) => id));
      cursor = page.next;
    }
    return pages;
  };

  it('looks at so many bookings at a time, and goes on behind them, whether it found any or not', async () => {
    assert.deepEqual(await pagesOf({ q: 'grace' }), [[ids[0]], [], [ids[11]]]);
    assert.deepEqual(await pagesOf({ q: 'grace', order: 'newest' }), [[ids[11]], [], [ids[0]]]);
    assert.deepEqual(await pagesOf({ q: 'nobody' }), [[], [], []]);
  });

  it('passes over none, and finds none twice, when a page is full before', async () => {
    assert.deepEqual(await pagesOf({ q: 'joan', limit: 3 }), [
      ids.slice(1, 4),
      ids.slice(4, 7),
      ids.slice(7, 10),
      ids.slice(10, 11),
    ]);
  });

  it('finds a booking by its number, however it is written, wherever it stands in the list', async () => {
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

  it('searches texts for what only looks like a booking number', async () => {
    const [id = 0] = ids;
    await bookings.database.booking.update({ where: { id }, data: { extra: { voucher: 'KKKK-2222' } } });
    assert.deepEqual((await pagesOf({ q: 'kkkk-2222' })).flat(), [id]);
  });

  it('reads no more of long extra fields than a page holds, and goes on behind it', async () => {
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
    // 198 kB each: two and the small ones before them, two, two and those behind.
    assert.deepEqual(read, [5, 2, 5]);
    await database.booking.updateMany({ where: { id: { in: ids } }, data: { extra: {} } });
  });

  it('finds an id by the id alone, and lists without a search what there is', async () => {
    assert.deepEqual(await pagesOf({ q: `#${ids[9]}` }), [[ids[9]]]);
    assert.deepEqual(await pagesOf({}), [ids]);
    assert.deepEqual(await pagesOf({ limit: 12 }), [ids]);
  });
});

describe('a page of the bookings of a venue that has many more than others', () => {
  const MANY = 2000;
  const OTHERS = 300;
  let bookings: TestBookings;
  before(async () => {
    bookings = await openTestBookings();
    const { database } = bookings;
    await saveBooking(database, newBooking());
    await database.$executeRaw`
      INSERT INTO booking.venue SELECT (jsonb_populate_record(v, jsonb_build_object('id', n))).*
      FROM booking.venue v, generate_series(2, ${OTHERS}::integer) n`;
    await database.$executeRaw`
      INSERT INTO booking.facility SELECT (jsonb_populate_record(f, jsonb_build_object('id', n, 'venue_id', n))).*
      FROM booking.facility f, generate_series(2, ${OTHERS}::integer) n`;
    await database.$executeRaw`
      INSERT INTO booking.reservation_outcome (venue_id, booking_uid, void)
      SELECT CASE WHEN n <= ${MANY} THEN 1 ELSE n - ${MANY} END, gen_random_uuid(), false
      FROM generate_series(2, ${MANY + OTHERS}::integer) n WHERE n <> ${MANY + 1}`;
    await database.$executeRaw`
      INSERT INTO booking.booking OVERRIDING SYSTEM VALUE
      SELECT (jsonb_populate_record(b, jsonb_build_object('id', nextval(pg_get_serial_sequence('booking.booking', 'id')), 'uid', o.booking_uid,
        'venue_id', o.venue_id, 'facility_id', o.venue_id, 'reference', booking.new_reference(),
        'starts_at', b.starts_at + (row_number() OVER ()) * interval '1 minute',
        'ends_at', b.ends_at + (row_number() OVER ()) * interval '1 minute'))).*
      FROM booking.booking b, booking.reservation_outcome o WHERE o.booking_uid <> b.uid`;
    await database.$executeRaw`ANALYZE booking.booking`;
  });
  after(() => bookings.close());

  it('is read without the others of the venue', async () => {
    const read = await bookings.database.$transaction(async (tx) => {
      const rowsRead = async () => {
        const [row] = await tx.$queryRaw<{ rows: bigint }[]>`
          SELECT seq_tup_read + idx_tup_fetch AS rows FROM pg_stat_xact_user_tables
          WHERE schemaname = 'booking' AND relname = 'booking'`;
        return Number(row?.rows);
      };
      const before = await rowsRead();
      const query = { ...BookingsQuery.parse({}), venueId: 1, limit: 500 };
      const page = await listBookings(tx as typeof bookings.database, query);
      assert.equal(page.bookings.length, 500);
      return (await rowsRead()) - before;
    });
    assert.ok(read <= 2 * 501, `${read} rows for a page of 500`);
  });
});
