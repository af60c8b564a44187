import assert from 'node:assert/strict';
import { test } from 'vitest';
import { statementsOf } from './statements.ts';

const texts = (sql: string) => statementsOf(sql).map(({ text }) => text.trim());

test('statements end at semicolons outside of brackets, quotes and comments', () => {
  assert.deepEqual(texts(`SELECT 1; SELECT ';' ; -- ;\n SELECT (';;') /* ; /* ; */ ; */ ;; SELECT $$;$$`), [
    'select 1',
    `select ''`,
    `select ( '' )`,
    `select ''`,
  ]);
  assert.deepEqual(
    texts('CREATE RULE r AS ON INSERT TO a DO (DELETE FROM b; DELETE FROM c); SELECT 1').length,
    2,
  );
  assert.deepEqual(texts(' \n-- nothing\n'), []);
});

test('quoted text contains no SQL words', () => {
  assert.deepEqual(
    texts(`SELECT 'it''s', E'it\\'s;', U&'x', b'01', $tag$ $$ ; $tag$, "Drop ""it"" ", $1, date'2026-01-01'`),
    [`select '' , '' , '' , '' , '' , "Drop_""it""_" , $1 , date ''`],
  );
});

test('a backslash escapes only after an E', () => {
  assert.deepEqual(texts(`SELECT 'a\\'; DROP TABLE b`), [`select ''`, 'drop table b']);
});

test('keeps dotted names together and splits parts at outer commas', () => {
  const [statement] = statementsOf('ALTER TABLE a . b ADD c numeric(1, 2), ADD d text');
  assert.deepEqual(statement?.parts, ['alter table a.b add c numeric ( 1 , 2 ) ', 'add d text ']);
});

test('rejects an unterminated quote or comment', () => {
  for (const sql of [`SELECT 'a`, 'SELECT "a', 'SELECT $$a', 'SELECT $a$ $b$', '/* /* */', `SELECT E'\\'`])
    assert.throws(() => statementsOf(sql), /unterminated/, sql);
});
