import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'vitest';
import { currentCall, newCall, runInCall, traceparentOf } from '../concurrency/callContext.ts';
import { inEventSpan, inTraceOf } from '../events/eventSpans.ts';
import { createLog } from '../logging/log.ts';
import { currentTraceparent, inEntrySpan, inSpan, setTracer } from './spans.ts';
import { maskText, summaryOf } from './sqlSpans.ts';

describe('spans', () => {
  let made: { name: string; parent: string | undefined; ended: string | null | undefined }[];
  let sampled: boolean;
  beforeEach(() => {
    made = [];
    sampled = true;
    setTracer((name, { traceId, parent }) => {
      const span = { name, parent, ended: undefined as string | null | undefined };
      made.push(span);
      const spanId = String(made.length).padStart(16, '0');
      return {
        traceparent: `00-${traceId}-${spanId}-0${sampled ? 1 : 0}`,
        isRecording: sampled,
        setAttributes() {},
        end(errorType) {
          span.ended = errorType;
        },
      };
    });
  });
  afterEach(() => setTracer(undefined));
  const call = () => newCall(1000);

  it('nest, and end with the code of an error, which is thrown', async () => {
    const failing = inEntrySpan(call(), 'request', {}, () =>
      inSpan('inner', {}, () => Promise.reject(Object.assign(new Error('secret'), { code: 'busy' }))),
    );
    await assert.rejects(failing, /secret/);
    const { traceId } = { traceId: made[1]?.parent?.split('-')[1] };
    assert.deepEqual(made, [
      { name: 'request', parent: undefined, ended: 'busy' },
      { name: 'inner', parent: `00-${traceId}-0000000000000001-01`, ended: 'busy' },
    ]);
  });

  it('have none below them if the trace is not sampled, which other services learn', async () => {
    sampled = false;
    await inEntrySpan(call(), 'request', {}, async () => {
      await inSpan('inner', {}, async () => {});
      const parent = traceparentOf(currentCall() ?? call());
      assert.match(parent, /-00$/);
      assert.equal(currentTraceparent(), null);
      await inEntrySpan(call(), 'other service', { parent }, async () => {
        assert.match(traceparentOf(currentCall() ?? call()), /-00$/);
      });
    });
    assert.deepEqual(
      made.map(({ name }) => name),
      ['request'],
    );
  });

  it('of other services are not forced by work without a span, such as a schedule’s', () => {
    assert.match(traceparentOf(call()), /-00$/);
  });

  it('are not made while traces are off', async () => {
    setTracer(undefined);
    await inEntrySpan(call(), 'request', {}, (span) =>
      inSpan('inner', {}, async () => assert.equal(span, undefined)),
    );
    assert.deepEqual(made, []);
    assert.equal(runInCall(call(), currentTraceparent), null);
  });

  it('of an event continue the trace of its row, whose id is in log lines', async () => {
    const lines: string[] = [];
    const log = createLog('test', 'info', { write: (line) => void lines.push(line) });
    const parent = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`;
    const event = {
      ...{ id: '1', attempt: 1, traceparent: parent, payload: {} },
      subject: 'events.booking.booking_created' as const,
    };
    await inEventSpan('consume', event, async (traced) => {
      assert.notEqual(traced.traceparent, parent);
      await inTraceOf(traced, async () => {
        log.info('applied');
        assert.equal(currentTraceparent(), traced.traceparent);
        assert.equal(currentCall()?.deadlineAt, Number.POSITIVE_INFINITY);
      });
    });
    assert.deepEqual(made, [{ name: 'consume events.booking.booking_created', parent, ended: null }]);
    assert.equal(JSON.parse(lines[0] ?? '{}').traceId, 'a'.repeat(32));
    await inEventSpan('consume', { ...event, traceparent: null }, async () => {});
    assert.equal(made.length, 1, 'an event without a trace has no span');
  });
});

describe('the text of a statement in a span', () => {
  it('has no literals, comments or line ends, and a limited length', () => {
    const text = `SELECT 'it''s Anna' AS name, $1 -- of 'Anna'\n  FROM booking.booking WHERE note = 'x'`;
    assert.equal(maskText(text), "SELECT '?' AS name, $1 FROM booking.booking WHERE note = '?'");
    assert.equal(maskText(`SELECT ${'a'.repeat(5000)}`).length, 1000);
  });

  it('is named by its command and first table', () => {
    assert.equal(summaryOf('SELECT 1'), 'SELECT');
    assert.equal(summaryOf('\n UPDATE "payment"."attempt" SET'), 'UPDATE payment.attempt');
    assert.equal(summaryOf('INSERT INTO booking.outbox (id)'), 'INSERT booking.outbox');
  });
});
