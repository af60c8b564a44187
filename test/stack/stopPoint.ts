import assert from 'node:assert/strict';
import type pg from 'pg';
import type { RequestHook } from '../fakes/fakeProvider.ts';
import type { FakeMollie } from '../fakes/mollie.ts';
import { eventually } from './api.ts';

const SCHEMA = 'stop_point';
const LOCK = 4711;

/** A point in the work of a process where it is held, so that it can be killed exactly there. */
export type StopPoint = {
  /** Waits until a process is held there. */
  reached(): Promise<void>;
  /** Releases what is held. The outcome was chosen when the point was created. */
  leave(): Promise<void>;
};

/** Rows whose change is held at its commit. `when` is an SQL condition on NEW and, for an UPDATE, OLD. */
export type Commit = { table: string; on: 'INSERT' | 'UPDATE'; when: string };

/**
 * Holds a transaction as it commits: its work is done but not visible. The test then kills the process. With
 * `done` the commit succeeds, as if the crash came right after it. With `undone` it fails, as if the crash
 * came right before it.
 */
export async function stopAtCommit(
  database: pg.Pool,
  { table, on, when }: Commit,
  left: 'done' | 'undone',
): Promise<StopPoint> {
  await database.query(`
    CREATE SCHEMA IF NOT EXISTS ${SCHEMA};
    CREATE TABLE IF NOT EXISTS ${SCHEMA}.passed ();
    TRUNCATE ${SCHEMA}.passed;
    CREATE OR REPLACE FUNCTION ${SCHEMA}.wait() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN
        INSERT INTO ${SCHEMA}.passed DEFAULT VALUES;
        PERFORM pg_advisory_xact_lock_shared(${LOCK});
        RETURN NULL;
      END $$`);
  // This session holds the lock that the trigger's transactions wait for.
  const door = await database.connect();
  await door.query(`SELECT pg_advisory_lock(${LOCK})`);
  await database.query(
    `CREATE CONSTRAINT TRIGGER stop_point AFTER ${on} ON ${table} DEFERRABLE INITIALLY DEFERRED
     FOR EACH ROW WHEN (${when}) EXECUTE FUNCTION ${SCHEMA}.wait()`,
  );
  const held = async (): Promise<number[]> => {
    const { rows } = await database.query(
      `SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND objid = ${LOCK} AND NOT granted
         AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
    );
    return rows.map(({ pid }) => pid);
  };
  return {
    async reached() {
      await eventually(`${on} of ${table}`, async () => (await held()).length > 0);
    },
    async leave() {
      const sessions = await held();
      if (left === 'undone')
        await database.query('SELECT pg_terminate_backend(pid) FROM unnest($1::int[]) pid', [sessions]);
      else await door.query(`SELECT pg_advisory_unlock(${LOCK})`);
      await eventually('the sessions of the killed process have ended', async () => {
        const { rowCount } = await database.query('SELECT FROM pg_stat_activity WHERE pid = ANY($1)', [
          sessions,
        ]);
        return rowCount === 0;
      });
      await door.query('SELECT pg_advisory_unlock_all()');
      door.release();
      await database.query(`DROP TRIGGER stop_point ON ${table}`);
      const { rowCount: passed } = await database.query(`SELECT FROM ${SCHEMA}.passed`);
      assert.equal((passed ?? 0) > 0, left === 'done', 'the commit succeeded exactly when it was meant to');
    },
  };
}

/**
 * A request that is held at the provider: before it has any effect (`before`), or when only its response is
 * missing (`after`).
 */
export type Call = { is: (request: Parameters<RequestHook>[0]) => boolean; phase: 'before' | 'after' };

/** Holds a request at the provider. The test then kills the caller, which gets no response. */
export function stopAtCall(mollie: FakeMollie, { is, phase }: Call): StopPoint {
  let isReached = false;
  let leave = () => {};
  const left = new Promise<void>((resolve) => {
    leave = resolve;
  });
  mollie.onRequest(async (request) => {
    if (isReached || request.phase !== phase || !is(request)) return;
    isReached = true;
    await left;
    if (phase === 'before') throw new Error('the caller was killed');
  });
  return {
    reached: async () => void (await eventually('the provider gets the request', () => isReached)),
    async leave() {
      mollie.onRequest(() => {});
      leave();
    },
  };
}
