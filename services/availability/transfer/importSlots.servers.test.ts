import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'vitest';
import { countStatements } from '../testing/countStatements.ts';
import { MONDAY_10, openTestLedger, type TestLedger } from '../testing/testLedger.ts';
import { exportBlocks, exportCapacities } from './exportSlots.ts';
import { importBlocks, importCapacities } from './importSlots.ts';

const HOUR = 3600_000;
const venueId = 1;

describe('the slots of an archive', () => {
  let ledger: TestLedger;
  beforeEach(async () => {
    ledger = await openTestLedger();
  });
  afterEach(() => ledger.close());

  const hours = (count: number) =>
    Array.from({ length: count }, (_, at) => {
      const startsAt = MONDAY_10 + 24 * at * HOUR;
      return { slotId: ledger.slotAt(24 * at), startsAt, endsAt: startsAt + HOUR };
    });
  const capacities = (count: number) => ({
    venueId,
    slots: hours(count).map((slot, at) => ({ ...slot, capacity: at + 1 })),
  });
  const blocks = (count: number) => ({
    venueId,
    blocks: hours(count).map(({ slotId: _, ...times }, at) => ({
      ...{ ...times, facilityId: at % 2 ? 1 : null, roomId: null },
      reason: `reason ${at % 3}`,
    })),
  });

  it('arrive in as many statements as one of them', async () => {
    const one = {
      capacities: await countStatements(() => importCapacities(ledger, capacities(1))),
      blocks: await countStatements(() => importBlocks(ledger, blocks(1))),
    };
    assert.deepEqual(
      {
        capacities: await countStatements(() => importCapacities(ledger, capacities(40))),
        blocks: await countStatements(() => importBlocks(ledger, blocks(40))),
      },
      one,
    );
  });

  it('arrive once, as they left', async () => {
    for (const _ of ['once', 'twice']) {
      await importCapacities(ledger, capacities(5));
      await importBlocks(ledger, blocks(5));
    }
    const { lines } = await exportCapacities(ledger.database, { venueId, after: 0 });
    assert.deepEqual(
      lines.map(({ capacity, starts_at }) => [capacity, Date.parse(starts_at)]),
      capacities(5).slots.map(({ capacity, startsAt }) => [capacity, startsAt]),
    );
    const found = await exportBlocks(ledger.database, { venueId, after: 0 });
    assert.deepEqual(
      found.lines.map(({ facility_id, reason, ends_at }) => [facility_id, reason, Date.parse(ends_at)]),
      blocks(5).blocks.map(({ facilityId, reason, endsAt }) => [facilityId, reason, endsAt]),
    );
  });
});
