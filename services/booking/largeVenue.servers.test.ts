import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { silentLog } from '@venue-booking/kit/testing/testMessaging';
import type { HeldPlaces, RulesChange } from '@venue-booking/proto/venue/rulesChange';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { findFirstUses } from './checkIn/expected.ts';
import type { BookingDatabase } from './database.ts';
import { recordRulesChange } from './desk/affectedBookings.ts';
import { eraseExpired, eraseGuest } from './desk/eraseGuest.ts';
import { findGuests, readGuest } from './desk/guestFiles.ts';
import { type LargeVenue, openLargeVenue } from './testing/testLargeVenue.ts';
import { listDeliveries } from './webhooks/deliveryLog.ts';

const MANY = 2000;
/** Bookings of one guest. */
const OFTEN = 100;
/** Bookings that are erased per batch. */
const BATCH = 500;
const deleteMailFiles = async () => {};

describe('a venue with many more bookings than others', () => {
  let venue: LargeVenue;
  beforeAll(async () => {
    venue = await openLargeVenue({ many: MANY, others: 300 });
  });
  afterAll(() => venue.close());

  it('erases a guest with one scan of a day’s keys, for any number of bookings', async () => {
    const { database } = venue;
    await database.$executeRaw`
      INSERT INTO booking.idempotency_key (venue_id, key, body_hash, owner, leased_until, booking_uid)
      SELECT venue_id, uid, 'hash', uid, now(), uid FROM booking.booking`;
    await database.$executeRaw`ANALYZE booking.idempotency_key`;
    await database.$executeRaw`
      UPDATE booking.booking SET customer_email = 'often@example.com'
      WHERE id IN (SELECT id FROM booking.booking WHERE venue_id = 1 ORDER BY id LIMIT ${OFTEN})`;
    const erase = async (tx: BookingDatabase) => {
      const guest = { venueId: 1, email: 'often@example.com', actor: 'operator' };
      const { bookings } = await eraseGuest({ database: tx, deleteMailFiles, log: silentLog }, guest);
      assert.equal(bookings, OFTEN);
      assert.equal(await tx.idempotencyKey.count({ where: { venueId: 1, bodyHash: '' } }), OFTEN);
    };
    const keys = await venue.rowsRead('idempotency_key', erase);
    assert.ok(keys <= 3 * MANY, `${keys} keys of ${MANY}`);
    const rows = await venue.rowsRead('booking', erase);
    assert.ok(rows < 10 * OFTEN, `${rows} rows for ${OFTEN} bookings`);
  });

  it('reads only a guest’s own bookings for the guest’s file, and few to suggest guests', async () => {
    const read = await venue.rowsRead('booking', async (tx) => {
      await tx.$executeRaw`
        UPDATE booking.booking SET customer_email = 'often@example.com', customer_name = 'Quentin'
        WHERE id = ANY(ARRAY(SELECT id FROM booking.booking WHERE venue_id = 1 ORDER BY id LIMIT ${OFTEN}))`;
      const before = await venue.fetched(tx, 'booking');
      const { bookings } = await readGuest(tx, { venueId: 1, of: { email: 'Often@example.com' } });
      assert.equal(bookings, OFTEN);
      const rows = (await venue.fetched(tx, 'booking')) - before;
      assert.ok(rows <= 3 * OFTEN, `${rows} rows for ${OFTEN} bookings`);
      assert.equal((await findGuests(tx, { venueId: 1, q: 'quentin' })).length, 1);
      // Everybody else has one name: somebody is still typing.
      assert.deepEqual(await findGuests(tx, { venueId: 1, q: 'lovelace', maxCandidates: OFTEN }), []);
    });
    assert.ok(read < 4 * MANY, `${read} rows in all`);
  });

  it('adds history lines for a change of rules by booking id, without reading all bookings again', async () => {
    const change: RulesChange = {
      of: 'settings',
      facilityId: 1,
      before: { open_days: [1] },
      after: { open_days: [] },
    };
    const findMet = async ({ bookings }: { bookings: HeldPlaces[] }) => [bookings[0]?.id ?? 0];
    const read = await venue.rowsRead('booking', (database) =>
      recordRulesChange(
        { database, findAffected: findMet },
        { venueId: 1, change, since: 0, actor: 'operator' },
      ),
    );
    assert.ok(read < 1.5 * MANY, `${read} rows for ${MANY} bookings`);
  });

  it('erases bookings after their retention without reading erased ones again', async () => {
    await venue.rowsRead('booking', async (tx) => {
      await tx.$executeRaw`
        UPDATE booking.booking SET starts_at = starts_at - interval '20 years', ends_at = ends_at - interval '20 years'
        WHERE venue_id = 1`;
      for (let left = MANY; left > 0; left -= BATCH) {
        const before = await venue.fetched(tx, 'booking');
        assert.equal(await eraseExpired({ database: tx, deleteMailFiles }), BATCH);
        const read = (await venue.fetched(tx, 'booking')) - before;
        assert.ok(read <= left + 4.5 * BATCH, `${read} rows where ${left} are left`);
      }
    });
  });

  it('finds the check-in of each guest by reading only that booking’s scans', async () => {
    const { database } = venue;
    const ids = (await database.booking.findMany({ where: { venueId: 1 }, take: 100 })).map(({ id }) => id);
    // Equal times, as when many guests check in at the same hours.
    await database.$executeRaw`
      INSERT INTO booking.history (venue_id, booking_id, actor, action, at)
      SELECT venue_id, id, 'token Door', 'checked_in', '2030-06-03T08:00Z'::timestamptz + id % 500 * interval '1 second' FROM booking.booking`;
    await database.$executeRaw`
      INSERT INTO booking.check_in_scan
      SELECT venue_id, gen_random_uuid(), booking_id, 'checked_in', 'Phone ' || booking_id, at, at FROM booking.history WHERE action = 'checked_in'`;
    await database.$executeRaw`ANALYZE booking.history`;
    await database.$executeRaw`ANALYZE booking.check_in_scan`;
    const entries = await database.$transaction(async (tx) => {
      const read = async () => {
        const [row] = await tx.$queryRaw<{ entries: number }[]>`
          SELECT sum(pg_stat_get_xact_tuples_returned(indexrelid))::float8 AS entries FROM pg_index
          WHERE indrelid = 'booking.check_in_scan'::regclass`;
        return row?.entries ?? 0;
      };
      const before = await read();
      const uses = await findFirstUses(tx, { venueId: 1, ids });
      assert.deepEqual(
        ids.map((id) => uses.get(id)?.device),
        ids.map((id) => `Phone ${id}`),
      );
      return (await read()) - before;
    });
    assert.ok(entries < 3 * ids.length, `${entries} entries for ${ids.length} bookings`);
  });

  it('reads the next page of the delivery log from the end of the previous one', async () => {
    const { database } = venue;
    const id = randomUUID();
    await database.webhook.create({
      data: { venueId: 1, id, url: 'https://example.com/', secret: '', eventTypes: [] },
    });
    await database.$executeRaw`
      INSERT INTO booking.webhook_delivery (venue_id, id, webhook_id, event_id, type, payload, created_at)
      SELECT 1, gen_random_uuid(), ${id}::uuid, gen_random_uuid(), 'webhook.test', '{}', now() - n / 2 * interval '1 minute'
      FROM generate_series(1, ${MANY}::integer) n`;
    await database.$executeRaw`ANALYZE booking.webhook_delivery`;
    const page = { venueId: 1, id };
    const log = await listDeliveries(database, page, { limit: MANY });
    const read = await venue.rowsRead('webhook_delivery', async (tx) => {
      const next = await listDeliveries(tx, page, { before: log.at(-12)?.id, limit: 10 });
      assert.deepEqual(next, log.slice(-11, -1));
    });
    assert.ok(read < 20, `${read} rows for a page of 10`);
  });
});
