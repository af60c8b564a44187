import assert from 'node:assert/strict';
import { afterAll, beforeAll, describe, it } from 'vitest';
import type { BookingDatabase, BookingTx } from './database.ts';
import { guestHashes } from './limits/guestHashes.ts';
import { claimMail } from './mail/queue/mailStore.ts';
import { newBooking, openTestBookings, type TestBookings } from './testing/testBookings.ts';
import { saveBooking } from './testing/testEffects.ts';
import { findNext } from './waiting/offerStore.ts';

/** Enough bookings to notice if all of them are read. */
const MANY = 200;
const KEY = new Uint8Array(32);

describe('plan of a statement from when its table was small', () => {
  let bookings: TestBookings;
  beforeAll(async () => {
    bookings = await openTestBookings();
  });
  afterAll(() => bookings.close());

  let guests = 0;
  const someone = () => {
    guests += 1;
    const guest = { email: `${guests}@example.com`, clientAddress: `2001:db8:${guests.toString(16)}::1` };
    return { guest, hashes: guestHashes(KEY, guest) };
  };
  const book = async (database: BookingTx, count: number) => {
    for (let turn = 0; turn < count; turn++) {
      const { guest, hashes } = someone();
      await saveBooking(
        database as BookingDatabase,
        newBooking({ customerEmail: guest.email, guestHashes: hashes }),
      );
    }
  };
  const rowsRead = async (tx: BookingTx, table: string): Promise<number> => {
    const [row] = await tx.$queryRaw<{ rows: bigint }[]>`
      SELECT seq_tup_read + idx_tup_fetch AS rows FROM pg_stat_xact_user_tables
      WHERE schemaname = 'booking' AND relname = ${table}`;
    return Number(row?.rows ?? 0);
  };
  /** Plans are cached per session. */
  const inOneSession = (work: (tx: BookingTx) => Promise<void>) =>
    bookings.database.$transaction(work, { timeout: 120_000 });

  it('claims some due mail without reading all of it', () =>
    inOneSession(async (tx) => {
      await book(tx, MANY);
      // The statistics from before a rush.
      await tx.$executeRaw`UPDATE booking.mail SET status = 'sent'`;
      await tx.$executeRaw`ANALYZE booking.mail`;
      await tx.$executeRaw`UPDATE booking.mail SET status = 'queued', next_at = now() - interval '1 second'`;
      const before = await rowsRead(tx, 'mail');
      const claimed = await claimMail(tx as BookingDatabase, { limit: 10, leaseMs: 1000 });
      assert.equal(claimed.length, 10);
      const read = (await rowsRead(tx, 'mail')) - before;
      assert.ok(read < MANY, `read ${read} of ${MANY}`);
    }));

  it('saves bookings and drops overtaken mail without reading the queued mail of others', () =>
    inOneSession(async (tx) => {
      await book(tx, MANY);
      const before = await rowsRead(tx, 'mail');
      await book(tx, 10);
      assert.equal((await rowsRead(tx, 'mail')) - before, 0);
    }));

  it('counts the bookings of a guest without reading those of others', () =>
    inOneSession(async (tx) => {
      const { hashes } = someone();
      const count = () =>
        tx.$queryRaw`
          SELECT booking.guest_held(1, ${hashes.mailbox}, ${hashes.address}, ${hashes.network},
            now(), now() + interval '1 day')::text`;
      for (let turn = 0; turn < 10; turn++) await count();
      await book(tx, MANY);
      const before = await rowsRead(tx, 'booking');
      await count();
      const read = (await rowsRead(tx, 'booking')) - before;
      assert.ok(read < MANY, `read ${read} of ${MANY}`);
    }));

  it('finds the next guest of 10,000 who fits without reading those who do not', () =>
    inOneSession(async (tx) => {
      const day = { venueId: 1, facilityId: 1, day: '2030-06-03' };
      const next = () => findNext(tx, day, { slotId: 67_108_999, free: 2, tried: [] });
      await next();
      await tx.$executeRaw`
        INSERT INTO booking.waiting (venue_id, facility_id, day, slot_id, people, party, customer_name, customer_email, locale,
          nonce, mailbox_hash, status)
        SELECT 1, 1, '2030-06-03', CASE WHEN n % 2 = 0 THEN 67108999 ELSE 0 END, CASE WHEN n = 9000 THEN 2 ELSE 3 + n % 5 END,
          '{}', 'Grace', n || '@example.com', 'en', '\\x00', n::text, 'waiting' FROM generate_series(1, 10000) n`;
      const before = await rowsRead(tx, 'waiting');
      const found = await next();
      assert.deepEqual(
        found.map(({ mailboxHash }) => mailboxHash),
        ['9000'],
      );
      const read = (await rowsRead(tx, 'waiting')) - before;
      assert.ok(read < MANY, `read ${read} of 10,000`);
    }));
});
