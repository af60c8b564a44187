import assert from 'node:assert/strict';
import { describe, it } from 'vitest';
import { faultsOf } from './rules.ts';

const isFine = (...migrations: string[]) => {
  for (const sql of migrations) assert.deepEqual(faultsOf(sql), [], sql);
};
/** Asserts that each statement is rejected until its comment gives exactly these reasons. */
const needs = (words: string[], ...statements: string[]) => {
  for (const sql of statements) {
    assert.equal(faultsOf(sql).length, 1, sql);
    for (const word of words) assert.match(faultsOf(sql)[0] ?? '', new RegExp(`-- ${word}: …`), sql);
    const reasons = words.map((word) => `-- ${word}: nobody has asked for it since 1.2\n`);
    assert.deepEqual(faultsOf(`${reasons.join('')}${sql}`), [], sql);
    for (const word of words)
      assert.equal(
        faultsOf(`${reasons.filter((reason) => !reason.includes(word)).join('')}${sql}`).length,
        1,
        sql,
      );
  }
};
const isNeverRight = (...statements: string[]) => {
  for (const sql of statements)
    assert.equal(faultsOf(`-- contract: it is fine\n-- locks: it is fine\n${sql}`).length, 1, sql);
};

describe('a migration during a rolling upgrade', () => {
  it('may add what the previous release does not see', () => {
    isFine(
      'CREATE TABLE guest (id integer PRIMARY KEY, name text NOT NULL, UNIQUE (name), CHECK (id > 0))',
      'ALTER TABLE booking ADD COLUMN note text',
      'ALTER TABLE booking ADD note text, ADD COLUMN IF NOT EXISTS rank integer NOT NULL DEFAULT 0',
      `ALTER TABLE ONLY booking.booking ADD COLUMN kind text NOT NULL DEFAULT 'not null, drop column'`,
      'ALTER TABLE booking ADD COLUMN seen_at timestamptz(3) NOT NULL DEFAULT now()',
      'ALTER TABLE booking ADD COLUMN price numeric(10, 2) DEFAULT 1.5',
      'CREATE FUNCTION one() RETURNS integer LANGUAGE sql AS $$ SELECT 1; DROP TABLE booking; $$',
      'CREATE EXTENSION IF NOT EXISTS btree_gist WITH SCHEMA public',
      `INSERT INTO outbox (subject) SELECT 'x' FROM venue ON CONFLICT DO NOTHING`,
      `COMMENT ON TABLE booking IS 'a; DROP TABLE booking'`,
      'ALTER TABLE booking VALIDATE CONSTRAINT fits',
      'ALTER TABLE booking SET (fillfactor = 90), ALTER COLUMN note SET STATISTICS 500',
      'SET LOCAL work_mem = 1000',
    );
  });

  it('may do anything with a table that it creates', () => {
    const create = 'CREATE TABLE guest (id integer);';
    isFine(
      `${create} CREATE UNIQUE INDEX guest_by_id ON guest (id)`,
      `${create} CREATE INDEX ON guest USING gist (id)`,
      `${create} ALTER TABLE guest ADD COLUMN name text NOT NULL, ADD UNIQUE (name), DROP COLUMN id`,
      `${create} UPDATE guest SET id = 1; DELETE FROM guest`,
      `${create} CREATE TRIGGER t BEFORE UPDATE ON guest FOR EACH ROW EXECUTE FUNCTION f()`,
    );
    assert.equal(faultsOf(`${create} TRUNCATE guest, booking`).length, 1);
    for (const [created, changed] of [
      ['IF NOT EXISTS guest', 'guest'],
      ['guest', 'booking.guest'],
      ['guest', 'guests'],
    ])
      assert.equal(
        faultsOf(`CREATE TABLE ${created} (id integer); ALTER TABLE ${changed} DROP COLUMN id`).length,
        1,
      );
  });

  it('requires a reason for removing, renaming or redefining something', () => {
    needs(
      ['contract'],
      'DROP TABLE booking',
      'drop view if exists bookings cascade',
      'DROP INDEX booking_by_time',
      'DROP TYPE kind',
      'ALTER TABLE booking DROP COLUMN note',
      'ALTER TABLE booking DROP note',
      'ALTER TABLE booking DROP CONSTRAINT booking_pkey',
      'ALTER TABLE booking ADD COLUMN a integer, DROP COLUMN note',
      'ALTER TABLE booking RENAME COLUMN note TO remark',
      'ALTER TABLE booking RENAME note TO remark',
      'ALTER TABLE IF EXISTS booking RENAME TO reservation',
      `ALTER TYPE kind ADD VALUE 'other'`,
      'ALTER TYPE kind RENAME TO sort',
      'ALTER INDEX a RENAME TO b',
      'ALTER TABLE booking ALTER COLUMN note DROP NOT NULL',
      'ALTER TABLE booking ALTER note DROP DEFAULT',
      'ALTER TABLE booking ALTER COLUMN note SET DEFAULT 1',
      'ALTER TABLE booking ADD COLUMN note text NOT NULL',
      'ALTER TABLE booking ADD "default" text NOT NULL',
      'ALTER TABLE booking ADD CONSTRAINT fits CHECK (people < 10) NOT VALID',
      'ALTER TABLE booking ADD FOREIGN KEY (slot_id) REFERENCES slot (id) NOT VALID',
      'ALTER TABLE booking ADD CONSTRAINT once UNIQUE USING INDEX booking_once',
      'CREATE OR REPLACE FUNCTION one() RETURNS integer LANGUAGE sql AS $$ SELECT 2 $$',
      'CREATE TRIGGER t BEFORE UPDATE ON booking FOR EACH ROW EXECUTE FUNCTION f()',
      'DELETE FROM booking',
      'TRUNCATE booking',
      'REVOKE ALL ON booking FROM somebody',
    );
  });

  it('requires a reason for a lock', () => {
    needs(
      ['locks'],
      'CREATE INDEX IF NOT EXISTS booking_by_note ON booking (note)',
      'UPDATE venue SET revision = revision + 1',
      'ALTER TABLE booking ADD COLUMN id uuid NOT NULL DEFAULT gen_random_uuid()',
      'ALTER TABLE booking ADD COLUMN n bigint GENERATED ALWAYS AS IDENTITY',
      'ALTER TABLE booking ADD COLUMN n integer DEFAULT (random() * 10)',
      'ALTER TABLE booking ADD COLUMN n bigserial',
      'ALTER TABLE booking ADD COLUMN n serial8',
      'ALTER TABLE booking ADD COLUMN n integer CHECK (n > 0)',
      'ALTER TABLE booking ADD COLUMN n integer REFERENCES slot (id)',
      'LOCK TABLE booking IN SHARE MODE',
    );
    assert.match(
      faultsOf(
        'ALTER TABLE a ADD CONSTRAINT b CHECK (c) NOT VALID; -- contract: holds anyway\nALTER TABLE a VALIDATE CONSTRAINT b',
      ).join(),
      /locks/,
    );
  });

  it('requires both reasons for a change that can break the previous release and takes long', () => {
    needs(
      ['contract', 'locks'],
      'ALTER TABLE booking ALTER COLUMN note SET NOT NULL',
      'ALTER TABLE booking ALTER note TYPE varchar(10)',
      'ALTER TABLE booking ALTER COLUMN note SET DATA TYPE text USING note::text',
      'ALTER TABLE booking ADD CONSTRAINT fits CHECK (people < 10)',
      `ALTER TABLE booking ADD CONSTRAINT fits CHECK (note <> 'NOT VALID')`,
      'ALTER TABLE booking ADD CHECK (people < 10)',
      'ALTER TABLE booking ADD UNIQUE (venue_id, uid)',
      'ALTER TABLE booking ADD PRIMARY KEY (venue_id, uid)',
      'CREATE UNIQUE INDEX IF NOT EXISTS once ON booking (uid)',
      'DO $$ BEGIN NULL; END $$',
      'ALTER TABLE booking ENABLE ROW LEVEL SECURITY',
      'WITH gone AS (DELETE FROM booking RETURNING 1) SELECT 1',
      'CALL tidy()',
    );
  });

  it('is one transaction and leaves no session state', () => {
    isNeverRight(
      'CREATE INDEX CONCURRENTLY IF NOT EXISTS booking_by_note ON booking (note)',
      'DROP INDEX CONCURRENTLY booking_by_note',
      'CREATE INDEX booking_by_note ON booking (note)',
      'BEGIN',
      'COMMIT',
      `SET lock_timeout = '1s'`,
      'SET search_path TO public',
      'RESET ALL',
    );
  });
});

describe('a reason in a comment', () => {
  const reason = '-- contract: nothing has read it since 1.2';
  const drop = 'ALTER TABLE booking DROP COLUMN note';

  it('may be before its statement, inside it, or after it on the same line', () => {
    isFine(
      `${reason}\n${drop};`,
      `ALTER TABLE booking ${reason}\n DROP COLUMN note`,
      `${drop}; ${reason}`,
      `${drop} ${reason}`,
    );
  });

  it('applies to one statement only', () => {
    assert.equal(faultsOf(`${reason}\n${drop}; ${drop}`).length, 1);
    assert.equal(faultsOf(`${drop};\n${reason}\n${drop};`).length, 1);
    assert.equal(faultsOf(`${drop}; ${reason}\n${drop};`).length, 1);
  });

  it('must not be empty, in a string, or of another kind', () => {
    for (const other of [
      '-- contract:',
      '-- contract: ',
      `'-- contract: no'`,
      '-- locks: short',
      '/* contract: x y */',
    ])
      assert.equal(faultsOf(`ALTER TABLE booking ${other}\n DROP COLUMN note`).length, 1, other);
  });
});
