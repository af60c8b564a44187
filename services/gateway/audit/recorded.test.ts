import assert from 'node:assert/strict';
import { createLog } from '@venue-booking/kit/logging/log';
import { fail } from '@venue-booking/proto/failures';
import { type AuditRecord, MAX_AUDIT_VALUE } from '@venue-booking/proto/reports/auditEntry';
import { expect, test, vi } from 'vitest';
import type { Backends } from '../backends/backends.ts';
import { createAuditLog } from './auditLog.ts';
import { changesOf } from './changedSettings.ts';
import { recordChange } from './recorded.ts';

/** An audit log over a fake catalog, with the received entries. */
function open(accept: () => void = () => {}) {
  const received: AuditRecord[] = [];
  const mutate = async (records: AuditRecord[]) => {
    accept();
    received.push(...records);
  };
  const log = { ...createLog('test', 'silent'), error: vi.fn() };
  const catalog = { audit: { record: { mutate } } } as unknown as Backends['catalog'];
  const audit = createAuditLog({ catalog, log: log as never });
  const change = {
    ...{ call: 'patchVenue', kind: 'venue', venue: 'spa', clientAddress: '192.0.2.7' },
    ...{ actor: () => 'operator', target: () => null },
  };
  return { audit, received, change, log };
}
const outcomes = (received: AuditRecord[]) => received.map(({ outcome, reason }) => [outcome, reason]);

test('stores an entry before the change, so that a gateway that is killed leaves one', async () => {
  const { audit, received, change } = open();
  await recordChange(audit, change, async () => {
    assert.deepEqual(outcomes(received), [['unknown', null]]);
  });
  await audit.flush();
  assert.deepEqual(outcomes(received), [
    ['unknown', null],
    ['done', null],
  ]);
  assert.equal(received[0]?.id, received[1]?.id);
  assert.equal(received[0]?.network, '192.0.2.0/24');
});

test('records an expected failure as rejected, and any other as unknown', async () => {
  for (const [error, outcome] of [
    [fail('bookings_met', { count: 1, bookings: '' }), ['rejected', 'bookings_met']],
    [fail('unavailable'), ['unknown', 'unavailable']],
    [new Error('a bug'), ['unknown', 'internal']],
  ] as const) {
    const { audit, received, change } = open();
    await assert.rejects(
      recordChange(audit, change, () => Promise.reject(error)),
      error,
    );
    await audit.flush();
    assert.deepEqual(outcomes(received).at(-1), outcome);
  }
});

test('makes the change while catalog cannot store entries, and stores the entry later', async () => {
  let away = true;
  const { audit, received, change } = open(() => {
    if (away) throw fail('unavailable');
  });
  assert.equal(await recordChange(audit, change, async () => 'changed'), 'changed');
  assert.deepEqual(received, []);
  away = false;
  await vi.waitFor(async () => {
    await audit.flush();
    expect(outcomes(received)).toEqual([['done', null]]);
  });
});

test('logs an entry that catalog rejects, such as one of the previous release', async () => {
  const { audit, change, log } = open(() => {
    throw fail('internal');
  });
  assert.equal(await recordChange(audit, change, async () => 'changed'), 'changed');
  await audit.flush();
  assert.equal(log.error.mock.calls[0]?.[0].audit[0].call, 'patchVenue');
  assert.ok(!JSON.stringify(log.error.mock.calls).includes('operator'), 'the log has no names');
});

test('stores no half of a character, which PostgreSQL would reject', async () => {
  const { audit, received, change } = open();
  const description = `${'x'.repeat(MAX_AUDIT_VALUE - 2)}😀 spa`;
  const changes = () => changesOf({ description }, undefined, undefined);
  const target = () => `${'x'.repeat(499)}😀`;
  await recordChange(audit, { ...change, changes, target, actor: () => 'token \ud83d' }, async () => {});
  await audit.flush();
  for (const { actor, target: name, changes: values } of received)
    for (const text of [actor, name ?? '', ...values.map(({ after }) => after ?? '')])
      assert.ok(text.isWellFormed(), text);
});
