import assert from 'node:assert/strict';
import { afterAll, afterEach, beforeAll, describe, it } from 'vitest';
import { faultsIn, openTestWaiting, type TestWaiting } from '../../../test/waiting/testWaiting.ts';
import { runWaitingDay } from '../../../test/waiting/waitingModel.ts';

/** Random days. Run more with `WAITING_SEEDS=20 npm test -- services/booking/waiting/waitingModel`. */
const seeds = Number(process.env.WAITING_SEEDS ?? 2);

describe('a waiting list under storms of cancellations', () => {
  let world: TestWaiting;
  beforeAll(async () => {
    world = await openTestWaiting({ hours: 3 });
  });
  afterEach(() => world.reset());
  afterAll(() => world.close());

  for (let seed = 1; seed <= seeds; seed++)
    it(`promises no place twice and leaves none idle while a guest who fits waits (seed ${seed})`, async (t) => {
      const counts = await runWaitingDay(world, seed);
      t.annotate(JSON.stringify(counts));
      assert.deepEqual(await faultsIn(world), []);
      assert.ok(counts.booked + counts.offered > 0, 'some guests got a place');
    });

  it('would be caught if an offer held no places', async () => {
    const withoutHold = () => async (request: { parties: { bookingUid: string }[] }) => ({
      slot: null,
      parties: request.parties.map(({ bookingUid }) => ({ bookingUid, refused: null })),
    });
    const replica = world.replica(world.otherReplica, { reserve: withoutHold });
    const slotId = world.places.slotAt(0);
    await world.places.changeFacility({ capacity: 2 });
    const booking = Number(await replica.book(slotId, 2));
    await world.wait({ slotId, people: 2 });
    await replica.cancel(booking);
    await replica.run();
    assert.equal(typeof (await replica.book(slotId, 2)), 'number', 'another guest gets the offered places');
    const faults = await faultsIn(world);
    assert.ok(
      faults.some((fault) => fault.includes('does not hold')),
      'an offer without a reservation',
    );
    assert.ok(
      faults.some((fault) => fault.includes('are promised')),
      'places that are promised twice',
    );
  });
});
