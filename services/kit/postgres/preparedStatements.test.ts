import assert from 'node:assert/strict';
import { describe, it } from 'vitest';
import { preparedStatements, statementNames } from './preparedStatements.ts';

describe('names of prepared statements', () => {
  it('are the same for the same statement and differ for others', () => {
    const nameOf = statementNames();
    const [one, other] = [{ sql: 'SELECT id FROM slot' }, { sql: 'SELECT id FROM facility' }];
    const names = [nameOf(one), nameOf(other), nameOf(one), nameOf(other)];
    assert.deepEqual(names, [names[0], names[1], names[0], names[1]]);
    assert.notEqual(names[0], names[1]);
    assert.ok(names[0] && names[1]);
  });

  for (const sql of [
    'SELECT * FROM slot',
    'SELECT s.id, s.* FROM slot s',
    'SELECT s.id, "availability"."slot".* FROM slot',
    'UPDATE slot SET booked = 1 WHERE id IN (SELECT id FROM slot) RETURNING *',
    'WITH due AS (SELECT id FROM slot)\nselect\n due.* FROM due',
  ])
    it(`are not given to a statement that another column would break: ${sql.replaceAll('\n', ' ')}`, () => {
      assert.equal(statementNames()({ sql }), '');
    });

  for (const sql of [
    'SELECT count(*) FROM slot',
    'SELECT booked * 2 FROM slot',
    'WITH saved AS (INSERT INTO slot (id) SELECT * FROM unnest($1::int[]) RETURNING *) SELECT id FROM saved',
  ])
    it(`are given to a statement that another column does not affect: ${sql}`, () => {
      assert.notEqual(statementNames()({ sql }), '');
    });

  it('are limited in number', () => {
    const nameOf = statementNames(2);
    const names = ['a', 'b', 'c', 'a'].map((table) => nameOf({ sql: `SELECT id FROM ${table}` }));
    assert.deepEqual(names.map(Boolean), [true, true, false, true]);
  });

  it('are not used behind PgBouncer, where the next statement may use another connection', () => {
    assert.deepEqual(preparedStatements('postgresql://u:p@127.0.0.1/db?pgbouncer=true'), {});
    assert.ok(preparedStatements('postgresql://u:p@127.0.0.1/db').statementNameGenerator);
  });
});
