import assert from 'node:assert/strict';
import { afterAll, beforeAll, it } from 'vitest';
import { assertNoErrorsLogged } from '../stack/ledger.ts';
import { type Stack, startAsServices } from '../stack/stack.ts';
import { bookAndCancel, payAndCancel } from '../stack/wholeBooking.ts';

/** PostgreSQL plans a prepared statement for each of its first five runs, then may keep one plan. */
const ROUNDS = 6;

let stack: Stack;
beforeAll(async () => {
  stack = await startAsServices();
});
afterAll(() => stack.stop());

const everything = async () => {
  for (let round = 0; round < ROUNDS; round++)
    await Promise.all([bookAndCancel(stack.api), payAndCancel(stack)]);
};

it('services keep working while a migration adds a column to every table, with all their statements prepared', async () => {
  await everything();
  const { rows } = await stack.database.query<{ name: string }>(
    `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
     WHERE schemaname IN ('catalog', 'availability', 'booking', 'payment') AND tablename <> '_prisma_migrations'`,
  );
  assert.ok(rows.length > 20, `${rows.length} tables`);
  for (const { name } of rows) await stack.database.query(`ALTER TABLE ${name} ADD COLUMN added_later text`);
  await everything();
  assertNoErrorsLogged(stack);
});
