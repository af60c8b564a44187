import assert from 'node:assert/strict';
import { afterAll, beforeAll, it } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../testing/testDatabase.ts';
import { ASYNC_COMMIT } from './sql.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase([]);
});
afterAll(() => database.close());

it('an unhurried commit does not wait for the disk, but the next one on its connection does', async () => {
  const client = await database.pool.connect();
  const setting = async (statement: string) => (await client.query<{ now: string }>(statement)).rows[0]?.now;
  const NOW = `current_setting('synchronous_commit')`;
  try {
    await client.query('CREATE TABLE note (setting text)');
    const noted = await setting(
      `WITH ${ASYNC_COMMIT} INSERT INTO note SELECT ${NOW} FROM unhurried RETURNING setting AS now`,
    );
    assert.deepEqual([noted, await setting(`SELECT ${NOW} AS now`)], ['off', 'on']);
    // A rollback also resets the setting.
    await client.query('BEGIN');
    await setting(`WITH ${ASYNC_COMMIT} SELECT ${NOW} AS now FROM unhurried`);
    await client.query('ROLLBACK');
    assert.equal(await setting(`SELECT ${NOW} AS now`), 'on');
  } finally {
    client.release();
  }
});
