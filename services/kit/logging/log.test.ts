import assert from 'node:assert/strict';
import { Writable } from 'node:stream';
import { getTRPCErrorFromUnknown } from '@trpc/server';
import { fail } from '@venue-booking/proto/failures';
import { test } from 'vitest';
import { createLog } from './log.ts';

test('logs an error with message and code, but never the row in a database error', () => {
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

test('logs a Prisma error with its stack frames, without the message that repeats arguments', () => {
  const written: string[] = [];
  const error = new Error(
    'Invalid `booking.create()` invocation:\n\n{\n  data: {\n    customerName: "Ada Lovelace",\n+   people: Int\n  }\n}\n\nArgument `people` is missing.',
  );
  error.name = 'PrismaClientValidationError';
  const log = createLog('test', 'info', { write: (line) => void written.push(line) });
  log.error({ err: error }, 'booking not saved');
  log.error({ err: new Error('not saved', { cause: error }) }, 'booking not saved');
  log.error({ err: getTRPCErrorFromUnknown(error) }, 'procedure failed');
  const [{ err }, { err: outer }, { err: ofProcedure }] = written.map((line) => JSON.parse(line));
  for (const logged of [err, outer.cause, ofProcedure]) {
    assert.equal(logged.type, 'PrismaClientValidationError');
    assert.match(logged.stack, /^at .*log\.test\.ts/);
  }
  assert.equal(written.join('').split('log.test.ts').length - 1, 4, 'a stack once for each error');
  assert.match(outer.stack, /not saved/);
  assert.doesNotMatch(written.join(''), /Ada|invocation|Argument/);
});

test('logs a service that is away with its code and the call, without a stack', () => {
  const written: string[] = [];
  const log = createLog('test', 'info', { write: (line) => void written.push(line) });
  const away = Object.assign(fail('unavailable'), { message: 'availability.unsettled: unavailable' });
  log.warn({ err: away }, 'sweep failed, will try again');
  log.warn({ err: fail('slot_unknown') }, 'not expected here');
  const [{ err }, { err: other }] = written.map((line) => JSON.parse(line));
  assert.deepEqual(err, {
    type: 'Failure',
    code: 'unavailable',
    message: 'availability.unsettled: unavailable',
  });
  assert.match(other.stack, /log\.test\.ts/);
});
