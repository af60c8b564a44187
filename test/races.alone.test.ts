import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type Answer, daysAhead } from './stack/api.ts';
import { assertBookingsHoldPlaces, assertLedgerHolds, peopleBooked } from './stack/ledger.ts';
import { type Shape, type Stack, startAsServices, startInOneProcess } from './stack/stack.ts';

const twoOfEach: Shape = { replicas: { gateway: 2, booking: 2, availability: 2 } };

/** The slots of a facility of ten places on a day that nobody has booked, on a venue of its own. */
async function freshSlots({ api }: Stack, settings: Record<string, unknown> = {}) {
  const slug = await api.newVenue();
  const facility = await api.newFacility(slug, { capacity: 10, ...settings });
  const { body } = await api.get(slug, `/facilities/${facility}/slots?date=${daysAhead(30)}`);
  return { slug, slots: body.slots as { id: number }[] };
}

/** Many guests, each from an address of their own, spread over the gateways. */
const allAtOnce = (
  stack: Stack,
  slug: string,
  slotId: number,
  guests: number,
  people = 1,
): Promise<Answer[]> =>
  Promise.all(
    Array.from({ length: guests }, (_, guest) => {
      const gateway = stack.apis[guest % stack.apis.length] ?? stack.api;
      return gateway.book(slug, { slot_id: slotId, people });
    }),
  );

const countByStatus = (answers: Answer[]) => {
  const counts: Record<number, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
};

/** What every way of running must withstand. */
function races(start: () => Promise<Stack>): void {
  let stack: Stack;
  before(async () => {
    stack = await start();
  });
  after(async () => {
    await assertLedgerHolds(stack);
    await assertBookingsHoldPlaces(stack);
    await stack.stop();
  });

  it('sells 10 places to exactly 10 of 200 guests, refuses 190 with 422, and fails nobody', async () => {
    const { slug, slots } = await freshSlots(stack);
    for (const slot of slots.slice(0, 3)) {
      const answers = await allAtOnce(stack, slug, slot.id, 200);
      assert.deepEqual(countByStatus(answers), { 201: 10, 422: 190 });
      assert.equal(await peopleBooked(stack, slot.id), 10);
    }
  });

  it('gives a FULL slot to exactly one of 100 parties', async () => {
    const { slug, slots } = await freshSlots(stack, { mode: 'FULL', capacity: 4 });
    const answers = await allAtOnce(stack, slug, slots[0]?.id ?? 0, 100, 2);
    assert.deepEqual(countByStatus(answers), { 201: 1, 422: 99 });
  });

  it('sells out to parties of three without a false sold-out for the single that still fits', async () => {
    const { slug, slots } = await freshSlots(stack);
    const slotId = slots[0]?.id ?? 0;
    assert.deepEqual(countByStatus(await allAtOnce(stack, slug, slotId, 20, 3)), { 201: 3, 422: 17 });
    assert.deepEqual(countByStatus(await allAtOnce(stack, slug, slotId, 5, 1)), { 201: 1, 422: 4 });
    assert.equal(await peopleBooked(stack, slotId), 10);
  });

  it('sells 20 fresh slots, one after the other, to all of 64 guests at once, none waiting a second', async (t) => {
    const worstOfTwenty = async () => {
      const { slug, slots } = await freshSlots(stack, { capacity: 64, duration_minutes: 20 });
      let worst = 0;
      for (const slot of slots.slice(0, 20)) {
        const startedAt = performance.now();
        assert.deepEqual(countByStatus(await allAtOnce(stack, slug, slot.id, 64)), { 201: 64 });
        worst = Math.max(worst, performance.now() - startedAt);
      }
      t.diagnostic(`worst round: ${Math.round(worst)} ms`);
      return worst;
    };
    // A second try, as another program may take the machine's time just then.
    assert.ok((await worstOfTwenty()) < 1000 || (await worstOfTwenty()) < 1000, 'a round took a second');
  });

  it('shows a booking at once where it was made, and within a second at every gateway', async () => {
    const { slug, slots } = await freshSlots(stack);
    const slotId = slots[0]?.id ?? 0;
    for (let round = 1; round <= 5; round++) {
      for (const api of stack.apis) await api.get(slug, `/slots/${slotId}`);
      assert.equal((await stack.api.book(slug, { slot_id: slotId })).status, 201);
      const bookedAt = Date.now();
      assert.equal((await stack.api.get(slug, `/slots/${slotId}`)).body.free, 10 - round);
      for (const api of stack.apis) {
        while ((await api.get(slug, `/slots/${slotId}`)).body.free !== 10 - round)
          assert.ok(Date.now() - bookedAt < 1000, 'a replica shows the booking within a second');
      }
    }
  });
}

describe('races in one process', () => races(() => startInOneProcess()));

describe('races with two replicas of gateway, booking and availability over NATS', () =>
  races(() => startAsServices(twoOfEach)));

describe('races while Redis goes away', () => {
  let stack: Stack;
  before(async () => {
    stack = await startAsServices({ ...twoOfEach, ownRedis: true });
  });
  after(() => stack.stop());

  for (const [what, breakIt, mendIt] of [
    ['is killed', () => stack.redis?.kill(), () => stack.redis?.start()],
    ['freezes', () => stack.redis?.freeze(), () => stack.redis?.thaw()],
  ] as const)
    it(`sells no place twice when it ${what} half-way`, async () => {
      const { slug, slots } = await freshSlots(stack);
      for (const slot of slots.slice(0, 4)) {
        const guests = allAtOnce(stack, slug, slot.id, 200);
        setTimeout(() => void breakIt(), 20);
        const counts = countByStatus(await guests);
        await mendIt();
        assert.deepEqual(counts, { 201: 10, 422: 190 });
      }
      await assertLedgerHolds(stack);
      await assertBookingsHoldPlaces(stack);
    });
});

describe('the same race against a ledger that reads, decides and writes', () => {
  let stack: Stack;
  before(async () => {
    // Without the lock, which would hide it: the ledger has to stand by itself.
    stack = await startAsServices({
      ...twoOfEach,
      scripts: { availability: 'test/naive/availability.ts' },
      ownRedis: true,
    });
    await stack.redis?.kill();
  });
  after(() => stack.stop());

  it('oversells, so the race has teeth', async () => {
    const { slug, slots } = await freshSlots(stack);
    let most = 0;
    for (const slot of slots.slice(0, 8)) {
      await allAtOnce(stack, slug, slot.id, 200);
      most = Math.max(most, await peopleBooked(stack, slot.id));
    }
    assert.ok(most > 10, `sold ${most} of 10 places`);
  });
});
