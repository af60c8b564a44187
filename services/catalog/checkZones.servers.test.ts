import assert from 'node:assert/strict';
import { openPool } from '@venue-booking/kit/postgres/pool';
import { databaseOn, openTestDatabase, type TestDatabase } from '@venue-booking/kit/testing/testDatabase';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { checkZones } from './checkZones.ts';

describe('the time zones of PostgreSQL at the start of catalog', () => {
  let tables: TestDatabase;
  beforeAll(async () => {
    tables = await openTestDatabase([]);
    await tables.pool.query('CREATE SCHEMA shadow');
  });
  afterAll(() => tables.close());

  /** Checks the zones. With `body`, pg_timezone_names is a view over a function with this body. */
  const check = async (body?: string) => {
    if (body !== undefined)
      await tables.pool.query(
        `CREATE OR REPLACE FUNCTION shadow.zones() RETURNS SETOF text LANGUAGE plpgsql AS $$ BEGIN ${body} END $$;
         CREATE OR REPLACE VIEW shadow.pg_timezone_names AS SELECT zones AS name FROM shadow.zones()`,
      );
    const pool = openPool(tables.url, { options: `-c search_path=${body ? 'shadow,' : ''}pg_catalog` });
    await checkZones(databaseOn(pool)).finally(() => pool.end());
  };
  const raise = (state: string, message: string) =>
    `RAISE EXCEPTION '${message}' USING ERRCODE = '${state}';`;

  it('are readable', () => check());

  for (const [what, body, reason] of [
    [
      'their folder is missing',
      raise('58P01', 'could not open directory "/usr/share/zoneinfo": No such file or directory'),
      /could not open directory "\/usr\/share\/zoneinfo"/,
    ],
    [
      'their folder is unreadable',
      raise('42501', 'could not open directory: Permission denied'),
      /Permission denied/,
    ],
    ['a file is damaged', raise('58030', 'could not read file: Input/output error'), /Input\/output error/],
    ['they are missing', 'RETURN;', /the list is empty/],
  ] as const)
    it(`end the start with one line and PostgreSQL's reason when ${what}`, async () => {
      await assert.rejects(check(body), (error: Error) => {
        assert.match(String(error), /^EnvError: DATABASE_URL: PostgreSQL cannot read its time zones/);
        assert.match(error.message, reason);
        assert.doesNotMatch(error.message, /\n/);
        return true;
      });
    });

  it('do not hide that the database is away', () =>
    assert.rejects(check(raise('57P01', 'terminating connection')), { code: '57P01' }));
});
