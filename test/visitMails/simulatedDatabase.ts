import type { BookingDatabase } from '../../services/booking/database.ts';
import { openTestBookings } from '../../services/booking/testing/testBookings.ts';
import { REMINDER_HOURS, ZONES } from './rules.ts';

/** A booking database with a venue in each zone, whose `now()` is the clock of a simulation. */
export type SimulatedDatabase = {
  database: BookingDatabase;
  /** Sets the clock, in ms since 1970. */
  setClock: (now: number) => Promise<unknown>;
  close: () => Promise<void>;
};

/** @param sql a statement that removes a rule; null: none */
export async function openSimulatedDatabase(sql: string | null): Promise<SimulatedDatabase> {
  const bookings = await openTestBookings();
  const raw = bookings.database.$executeRawUnsafe.bind(bookings.database);
  // Statements without a schema in front of `now()` get the clock of the simulation.
  await raw('CREATE SCHEMA sim');
  await raw('CREATE TABLE sim.clock AS SELECT pg_catalog.now() AS time');
  await raw(
    "CREATE FUNCTION sim.now() RETURNS timestamptz LANGUAGE sql STABLE AS 'SELECT time FROM sim.clock'",
  );
  await raw(
    "DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET search_path = sim, pg_catalog', current_database()); END $$",
  );
  if (sql) await raw(sql);
  const database = bookings.anotherReplica();
  for (const [at, timezone] of ZONES.entries()) {
    const venue = {
      timezone,
      live: true,
      redirectOrigins: [],
      retainDays: 365,
      reminderHours: REMINDER_HOURS[at] ?? 0,
      revision: 1n,
    };
    await database.venue.upsert({ where: { id: at + 1 }, create: { id: at + 1, ...venue }, update: venue });
    for (const number of [1, 2]) {
      const facility = { name: 'Hall', minPeople: 1, maxPeoplePerBooking: 9, priceCents: 0, active: true };
      const id = 10 * (at + 1) + number;
      await database.facility.create({ data: { id, venueId: at + 1, revision: 1n, ...facility } });
    }
  }
  return {
    database,
    setClock: (now) => database.$executeRaw`UPDATE sim.clock SET time = ${new Date(now)}`,
    close: bookings.close,
  };
}
