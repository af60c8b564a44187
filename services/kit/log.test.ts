import assert from 'node:assert/strict';
import { Writable } from 'node:stream';
import { test } from 'node:test';
import { createLog } from './log.ts';

test('an error is logged with its message and code, never with the row that a database tells of', () => {
  let written = '';
  const out = new Writable({
    write(chunk, _encoding, done) {
      written += chunk;
      done();
    },
  });
  const cause = Object.assign(new Error('violates check constraint'), {
    originalCode: '23514',
    detail: 'Failing row contains (Ada Lovelace, ada@example.com)',
  });
  const error = Object.assign(new Error('Raw query failed', { cause }), {
    code: 'P2010',
    meta: { driverAdapterError: cause },
  });
  createLog('test', 'info', out).error({ err: error }, 'booking not saved');
  const { err } = JSON.parse(written);
  assert.equal(err.code, 'P2010');
  assert.equal(err.sqlState, '23514');
  assert.match(err.stack, /Raw query failed/);
  assert.match(err.cause.stack, /violates check constraint/);
  assert.doesNotMatch(written, /Ada|ada@example/);
});
