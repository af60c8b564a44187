import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { localAt } from '@venue-booking/domain/schedule/venueTime';
import { retryConflicts } from '@venue-booking/kit/postgres/sql';
import { slotIdOf } from '@venue-booking/proto/facility/slotId';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { releasePlaces } from '../ledger/ledger.ts';
import { daySlots } from '../reads/slotReads.ts';
import { copyVenue } from '../rules/copyRules.ts';
import { openTestLedger, type TestLedger } from '../testing/testLedger.ts';

const DAY = '2030-06-03';
/** Half an hour apart: a slot that has not moved is not on the hour. */
const ZONES = ['Asia/Kolkata', 'Europe/Amsterdam'] as const;

describe('a move to another time zone', () => {
  let ledger: TestLedger;
  let revision = 10n;
  beforeAll(async () => {
    ledger = await openTestLedger();
  });
  afterAll(() => ledger.close());

  type Event = Parameters<typeof copyVenue>[1];
  const event = (timezone: string, zoneChange?: { revision: bigint; keepsClock: boolean }): Event =>
    ({
      ...{ venueId: 1, timezone, dayStart: '06:00', minNoticeMinutes: 0, revision },
      ...(zoneChange && { zoneChange: { ...zoneChange, notifyGuests: false } }),
    }) as Event;
  const apply = (changed: Event) =>
    retryConflicts(() => ledger.database.raw.$transaction((tx) => copyVenue(tx, changed)));
  const keepClock = (timezone: string) => {
    revision += 1n;
    return apply(event(timezone, { revision, keepsClock: true }));
  };
  const booked = async () => {
    const slots = await ledger.database.slot.findMany({
      where: { booked: { gt: 0 } },
      orderBy: { id: 'asc' },
    });
    return slots.map(({ id, startsAt, endsAt }) => ({
      id: Number(id),
      startsAt: startsAt.getTime(),
      minutes: (endsAt.getTime() - startsAt.getTime()) / 60_000,
    }));
  };

  it('takes along every slot that is being booked or released', async () => {
    const bookAndRelease = async () => {
      for (let turn = 0; turn < 6; turn++) {
        const { slots } = await daySlots(ledger, { venueId: 1, facilityId: 1, date: DAY });
        const { id } = slots[Math.floor(Math.random() * slots.length)] as { id: number };
        const bookingUid = randomUUID();
        await ledger.reserve(id, [{ bookingUid, people: 1 }]);
        if (turn % 2 === 0) await releasePlaces(ledger.database, 1, bookingUid);
      }
    };
    for (let round = 0; round < 4; round++)
      for (const zone of ZONES) {
        await Promise.all([...Array.from({ length: 8 }, bookAndRelease), keepClock(zone)]);
        assert.deepEqual(await ledger.broken(), []);
        const slots = await booked();
        assert.ok(slots.length > 0);
        for (const { id, startsAt, minutes } of slots) {
          assert.equal(localAt(zone, startsAt).slice(14), '00', `${localAt(zone, startsAt)} in ${zone}`);
          assert.deepEqual([id, minutes], [slotIdOf(1, startsAt), 60]);
        }
      }
  });

  it('happens once per change, whatever is delivered later or twice', async () => {
    const before = await booked();
    const [to, from] = ZONES;
    await keepClock(to);
    const moved = await booked();
    assert.notDeepEqual(moved, before);
    const last = { revision, keepsClock: true };
    await apply(event(to, last));
    revision += 1n;
    // Another setting changed. Then the zone, with the instants kept.
    await apply(event(to, last));
    assert.deepEqual(await booked(), moved);
    revision += 1n;
    await apply(event(from, { revision, keepsClock: false }));
    assert.deepEqual(await booked(), moved);
    // A catalog of the previous release says nothing about the change.
    revision += 1n;
    await apply(event(to));
    assert.deepEqual(await booked(), moved);
  });
});
