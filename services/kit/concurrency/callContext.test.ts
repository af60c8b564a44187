import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { test } from 'vitest';
import {
  currentCall,
  newCall,
  runInCall,
  traceparentOf,
  withDeadline,
  withOwnDeadline,
} from './callContext.ts';

const hex = (length: number) =>
  fc.string({ unit: fc.constantFrom(...'0123456789abcdef'), minLength: length, maxLength: length });

test('everything that a call awaits sees that call and no other', async () => {
  const seen = async (name: string) => {
    await sleep(name.length);
    await Promise.resolve();
    return currentCall()?.traceId;
  };
  const names = ['a', 'bbbb', 'cc', 'ddd'];
  const calls = names.map((name) => runInCall({ traceId: name, deadlineAt: 0 }, () => seen(name)));
  assert.deepEqual(await Promise.all(calls), names);
});

test('a nested call has its own context, and the outer one is restored', () => {
  runInCall({ traceId: 'outer', deadlineAt: 2 }, () => {
    runInCall({ traceId: 'inner', deadlineAt: 1 }, () => assert.equal(currentCall()?.traceId, 'inner'));
    assert.deepEqual(currentCall(), { traceId: 'outer', deadlineAt: 2 });
  });
  assert.equal(currentCall(), undefined);
});

test('restores the context when the work throws', () => {
  assert.throws(() => runInCall(newCall(5), () => assert.fail('the work')), /the work/);
  assert.equal(currentCall(), undefined);
});

test('a traceparent header carries the trace to the next call', () => {
  fc.assert(
    fc.property(hex(32), (traceId) => {
      fc.pre(!/^0+$/.test(traceId));
      const header = traceparentOf({ traceId, deadlineAt: 0 });
      assert.match(header, /^00-[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-0[01]$/);
      assert.equal(newCall(5, header).traceId, traceId);
    }),
  );
});

test('uses the trace of a valid header, sampled or not', () => {
  fc.assert(
    fc.property(hex(32), hex(16), hex(2), (traceId, parentId, flags) => {
      fc.pre(!/^0+$/.test(traceId) && !/^0+$/.test(parentId));
      assert.equal(newCall(5, `00-${traceId}-${parentId}-${flags}`).traceId, traceId);
    }),
  );
});

test('starts a new trace for a missing or invalid header', () => {
  const trace = '4bf92f3577b34da6a3ce929d0e0e4736';
  const malformed = [
    undefined,
    '',
    trace,
    `00-${trace}-00f067aa0ba902b7`,
    `00-${trace}-00f067aa0ba902b7-01\n`,
    `00-${trace.toUpperCase()}-00f067aa0ba902b7-01`,
    `00-${trace}0-00f067aa0ba902b7-01`,
    `ff-${trace}-00f067aa0ba902b7-01`,
    `00-${'0'.repeat(32)}-00f067aa0ba902b7-01`,
    `00-${trace}-${'0'.repeat(16)}-01`,
  ];
  const traces = malformed.map((header) => newCall(5, header).traceId);
  for (const [index, traceId] of traces.entries()) {
    assert.match(traceId, /^(?!0{32})[0-9a-f]{32}$/);
    assert.notEqual(traceId, trace, malformed[index]);
  }
  assert.equal(new Set(traces).size, malformed.length);
});

test('the deadline is the budget from now', () => {
  const before = Date.now();
  const { deadlineAt } = newCall(2500);
  assert.ok(deadlineAt >= before + 2500 && deadlineAt <= Date.now() + 2500);
});

test('withDeadline never extends the call’s deadline, inOwnTime may, both keep the trace', () => {
  const call = { traceId: 'one', deadlineAt: Date.now() - 1 };
  runInCall(call, () => {
    assert.equal(withDeadline(2500, currentCall)?.deadlineAt, call.deadlineAt);
    const before = Date.now();
    const { traceId, deadlineAt = 0 } = withOwnDeadline(2500, currentCall) ?? {};
    assert.equal(traceId, 'one');
    assert.ok(deadlineAt >= before + 2500 && deadlineAt <= Date.now() + 2500);
  });
});

for (const [name, give] of Object.entries({ inOwnTime: withOwnDeadline, withDeadline }))
  test(`${name} starts a call outside of one`, () => {
    const before = Date.now();
    const { traceId = '', deadlineAt = 0 } = give(2500, currentCall) ?? {};
    assert.match(traceId, /^[0-9a-f]{32}$/);
    assert.ok(deadlineAt >= before + 2500 && deadlineAt <= Date.now() + 2500);
  });
