import { randomBytes, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { createLog } from '@venue-booking/kit/logging/log';
import { migrate } from '@venue-booking/kit/postgres/migrate';
import { createMigratedDatabase } from '../../../test/servers/migratedDatabase.ts';
import { startPostgres } from '../../../test/servers/postgres.ts';
import type { NewBooking } from '../core/saveBooking.ts';
import { openDatabase } from '../database.ts';

export const silentLog = createLog('test', 'silent');

/** The booking database on a real PostgreSQL, with venue 1 and its facility 1. */
export async function openTestBookings() {
  const server = await startPostgres();
  const { url, drop } = await createMigratedDatabase(server);
  await migrate(url, 'booking', join(import.meta.dirname, '../prisma/migrations'));
  const database = openDatabase(url);
  await database.venue.create({
    data: {
      id: 1,
      timezone: 'Europe/Amsterdam',
      live: true,
      redirectOrigins: [],
      retainDays: 365,
      revision: 1n,
    },
  });
  await database.facility.create({
    data: {
      id: 1,
      venueId: 1,
      name: 'Pass',
      minPeople: 1,
      maxPeoplePerBooking: 10,
      priceCents: 1250,
      active: true,
      revision: 2n,
    },
  });
  const replicas = [database];
  return {
    database,
    /** The same database with the connections of another replica. */
    anotherReplica() {
      const another = openDatabase(url);
      replicas.push(another);
      return another;
    },
    async close() {
      await Promise.all(replicas.map((replica) => replica.$disconnect()));
      await drop();
      await server.stop();
    },
  };
}

export type TestBookings = Awaited<ReturnType<typeof openTestBookings>>;

/** A booking of two people for 2030-06-03, 10:00 in Amsterdam. An unpaid one is held for 15 minutes. */
export const newBooking = (changes: Partial<NewBooking> = {}): NewBooking => ({
  uid: randomUUID(),
  venueId: 1,
  facilityId: 1,
  slotId: 67_108_999,
  facilityName: 'Pass',
  timezone: 'Europe/Amsterdam',
  startsAt: Date.UTC(2030, 5, 3, 8),
  endsAt: Date.UTC(2030, 5, 3, 9),
  people: 2,
  amountCents: 2500,
  status: 'confirmed',
  customerName: 'Ada Lovelace',
  customerEmail: 'ada@example.com',
  extra: { phone: '020 123 45 67', newsletter: true },
  locale: 'nl',
  redirectUrl: null,
  idempotencyKey: null,
  source: 'online',
  payment:
    changes.status === 'pending_payment'
      ? { id: randomUUID(), feeCents: 100, holdMinutes: 15, refundTiers: null }
      : null,
  nonce: randomBytes(6),
  guestHashes: null,
  actor: 'guest',
  ...changes,
});
