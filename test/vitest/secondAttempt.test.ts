import assert from 'node:assert/strict';
import { describe, it } from 'vitest';
import { filesForSecondAttempt } from './secondAttempt.ts';

describe('the second attempt of .ci/run', () => {
  const visit = { file: 'test/admin/today.visits.test.ts', project: 'visits' };

  it('runs the failed files of browsers, servers and processes', () => {
    const system = { file: 'test/operations/traces.system.test.ts', project: 'system' };
    assert.deepEqual(filesForSecondAttempt([visit, system]), [visit.file, system.file]);
  });

  it('does not happen when a fast test failed', () => {
    const fast = { file: 'domain/prices/price.test.ts', project: 'fast' };
    assert.deepEqual(filesForSecondAttempt([visit, fast]), []);
  });

  it('does not happen when a test of races or money failed', () => {
    for (const file of [
      'test/load/races.alone.test.ts',
      'services/booking/eraseRaces.servers.test.ts',
      'test/money/moneyModel.servers.test.ts',
    ])
      assert.deepEqual(filesForSecondAttempt([visit, { file, project: 'servers' }]), [], file);
  });
});
