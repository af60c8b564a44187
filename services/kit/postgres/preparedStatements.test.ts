import assert from 'node:assert/strict';
import { describe, it } from 'vitest';
import { preparedStatements, statementNames } from './preparedStatements.ts';

describe('names of prepared statements', () => {
  it('are the same for a statement that comes again, and another for another', () => {
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
    it(`are not given to what another column would change: ${sql.replaceAll('\n', ' ')}`, () => {
      assert.equal(statementNames()({ sql }), '');
    });

  for (const sql of [
    'SELECT count(*) FROM slot',
    'SELECT booked * 2 FROM slot',
    'WITH saved AS (INSERT INTO slot (id) SELECT * FROM unnest($1::int[]) RETURNING *) SELECT id FROM saved',
  ])
    it(`are given to what it would not: ${sql}`, () => {
      assert.notEqual(statementNames()({ sql }), '');
    });

  it('are not given to more statements than there is room for', () => {
    const nameOf = statementNames(2);
    const names = ['a', 'b', 'c', 'a'].map((table) => nameOf({ sql: `SELECT id FROM ${table}` }));
    assert.deepEqual(names.map(Boolean), [true, true, false, true]);
  });

  it('are not given behind PgBouncer, where the next statement meets another connection', () => {
    assert.deepEqual(preparedStatements('postgresql://u:p@127.0.0.1/db?pgbouncer=true'), {});
    assert.ok(preparedStatements('postgresql://u:p@127.0.0.1/db').statementNameGenerator);
  });
});
