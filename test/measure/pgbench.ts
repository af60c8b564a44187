import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Platform } from './platform.ts';

/** Clients of pgbench: more than there are cores, so that the disk is never waited for by all of them. */
export const CLIENTS = 16;
export const SLOTS = 100_000;

/** What keeps the promises at the least: places that can't be oversold, and a booking with its event. */
const TABLES = `
  DROP SCHEMA IF EXISTS peer CASCADE;
  CREATE SCHEMA peer;
  CREATE TABLE peer.slot (venue_id int, id bigint, booked int NOT NULL DEFAULT 0, capacity int NOT NULL DEFAULT 1000000,
    PRIMARY KEY (venue_id, id), CHECK (booked <= capacity));
  CREATE TABLE peer.allocation (booking_uid uuid PRIMARY KEY, venue_id int NOT NULL, slot_id bigint NOT NULL, places int NOT NULL);
  CREATE TABLE peer.booking (venue_id int, id bigint GENERATED ALWAYS AS IDENTITY, uid uuid NOT NULL UNIQUE, slot_id bigint NOT NULL,
    people int NOT NULL, status text NOT NULL, customer_name text NOT NULL, customer_email text NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(), PRIMARY KEY (venue_id, id));
  CREATE TABLE peer.outbox (seq bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, subject text NOT NULL, payload jsonb NOT NULL,
    published_at timestamptz);
  INSERT INTO peer.slot (venue_id, id) SELECT 1, n FROM generate_series(1, ${SLOTS}) n;`;

/** Takes places of a slot, if there are as many. Of slot, uid of the booking and people. */
export const SPEND = `
  WITH spent AS (UPDATE peer.slot SET booked = booked + $3 WHERE venue_id = 1 AND id = $1 AND booked + $3 <= capacity RETURNING id)
  INSERT INTO peer.allocation SELECT $2::uuid, 1, id, $3 FROM spent`;

/** Saves a booking with its event. Of uid, slot, people, name and address. */
export const SAVE = `
  WITH saved AS (
    INSERT INTO peer.booking (venue_id, uid, slot_id, people, status, customer_name, customer_email)
    VALUES (1, $1::uuid, $2, $3, 'confirmed', $4, $5) RETURNING id),
  told AS (
    INSERT INTO peer.outbox (subject, payload) SELECT 'booking_created', jsonb_build_object('bookingId', id) FROM saved)
  SELECT id FROM saved`;

const filledIn = (text: string, values: string[]): string =>
  text.replaceAll(/\$(\d)/g, (_, nth) => values[nth - 1] ?? '');
const UID = "md5(:a || ' ' || :b)";
const SCRIPT = `
  \\set slot random(1, ${SLOTS})
  \\set a random(1, 2000000000)
  \\set b random(1, 2000000000)
  ${filledIn(SPEND, [':slot', UID, '2'])};
  ${filledIn(SAVE, [UID, ':slot', '2', "'Anna Jansen'", "'anna@example.com'"])};
`;

/** Makes the tables of the peer, without which {@link runPgbench} can do nothing. */
export const makePeer = ({ database }: Platform) => database.query(TABLES);

/** Has pgbench book, with the fewest statements that keep the promises; answers how many a second. */
export async function runPgbench({ databaseUrl }: Platform, seconds: number): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'venue-booking-pgbench-'));
  try {
    const script = join(folder, 'book.sql');
    await writeFile(script, SCRIPT);
    const args = ['-n', '-M', 'prepared', '-c', `${CLIENTS}`, '-j', '2', '-T', `${Math.ceil(seconds)}`];
    const { stdout } = await promisify(execFile)('pgbench', [...args, '-f', script, databaseUrl]);
    return Number(/tps = ([\d.]+)/.exec(stdout)?.[1]);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    throw new Error('pgbench is not there: install the PostgreSQL tools (Debian: postgresql-contrib).');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
