import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { countStatements } from '@venue-booking/kit/testing/countStatements';
import { slotIdOf } from '@venue-booking/proto/facility/slotId';
import { afterEach, beforeEach, describe, it } from 'vitest';
import { MONDAY_10, openTestLedger, type TestLedger } from '../testing/testLedger.ts';
import { exportBlocks, exportCapacities } from './exportSlots.ts';
import { importBlocks, importCapacities, importPlaces } from './importSlots.ts';

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

  it('wait for the event of their facility', async () => {
    const party = { bookingUid: randomUUID(), people: 1, privatePlaces: null, addOns: {} };
    const placesOf = (facilityId: number) => {
      const slotId = slotIdOf(facilityId, MONDAY_10) ?? 0;
      return importPlaces(ledger, {
        venueId,
        slots: [{ slotId, endsAt: MONDAY_10 + HOUR, parties: [party] }],
      });
    };
    await assert.rejects(() => placesOf(99), { code: 'unavailable' });
    assert.deepEqual(await placesOf(1), [{ bookingUid: party.bookingUid, refused: null }]);
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
