import assert from 'node:assert/strict';
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readReference } from '@venue-booking/domain/booking/bookingReference';
import { migrate } from '@venue-booking/kit/postgres/migrate';
import { test } from 'vitest';
import { createDatabase, startPostgres } from '../../../test/servers/postgres.ts';
import { openDatabase } from '../database.ts';
import { newBooking } from '../testing/testBookings.ts';
import { changeStatus, saveBooking } from '../testing/testEffects.ts';

const migrations = join(import.meta.dirname, '../prisma/migrations');

/** Copies the migrations up to `last` into a new folder. */
async function migrationsUntil(last: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'migrations-'));
  const names = (await readdir(migrations)).filter((name) => name <= last);
  for (const name of names) await cp(join(migrations, name), join(folder, name), { recursive: true });
  return folder;
}

test('keeps bookings from before payments unchanged, gives them a booking number, and lets them be cancelled', async () => {
  const server = await startPostgres();
  const { url, drop } = await createDatabase(server);
  const folder = await migrationsUntil('004_webhooks');
  const database = openDatabase(url);
  try {
    await migrate(url, 'booking', folder);
    await database.$executeRaw`
      INSERT INTO booking.venue (id, timezone, live, redirect_origins, cancel_until_hours, revision)
      VALUES (1, 'Europe/Amsterdam', true, '{}', 0, 1)`;
    await database.$executeRaw`
      INSERT INTO booking.facility (id, venue_id, name, min_people, max_people_per_booking, price_cents, active, revision)
      VALUES (1, 1, 'Pass', 1, 10, 1250, true, 1)`;
    const statuses = ['confirmed', 'cancelled', 'checked_in', 'no_show', 'expired'];
    await database.$executeRaw`
      WITH decided AS (
        INSERT INTO booking.reservation_outcome (venue_id, booking_uid, void)
        SELECT 1, gen_random_uuid(), false FROM unnest(${statuses}::text[]) RETURNING booking_uid
      )
      INSERT INTO booking.booking (uid, venue_id, facility_id, slot_id, facility_name, timezone, starts_at, ends_at, people,
        amount_cents, status, customer_name, customer_email, extra, locale)
      SELECT booking_uid, 1, 1, 67108999, 'Pass', 'Europe/Amsterdam', '2030-06-03T08:00Z', '2030-06-03T09:00Z', 2,
        2500, (${statuses}::text[])[row_number() OVER ()], 'Ada', 'ada@example.com', '{}', 'nl' FROM decided`;
    assert.equal((await migrate(url, 'booking', migrations))[0], '005_payment');
    const old = await database.booking.findMany({ orderBy: { id: 'asc' } });
    assert.deepEqual(
      old.map(({ status }) => status),
      statuses,
    );
    assert.ok(
      old.every(({ paymentId, paymentStatus, holdUntil }) => !paymentId && !paymentStatus && !holdUntil),
    );
    assert.equal(new Set(old.map(({ reference }) => readReference(reference))).size, statuses.length);
    assert.ok(old.every(({ reference }) => readReference(reference) === reference));
    const id = Number(old[0]?.id);
    assert.ok(await changeStatus(database, { venueId: 1, id }, { to: 'cancelled', actor: 'guest' }));
    const saved = await saveBooking(database, newBooking({ status: 'pending_payment' }));
    assert.ok(saved && saved.id > id);
  } finally {
    await database.$disconnect();
    await drop();
    await server.stop();
    await rm(folder, { recursive: true });
  }
});
