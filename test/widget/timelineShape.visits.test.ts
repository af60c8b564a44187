import assert from 'node:assert/strict';
import { beforeAll, describe, it } from 'vitest';
import { daysAhead } from '../stack/api.ts';
import type { Guest } from './guest.ts';
import { chooseDay, time } from './picking.ts';
import { newVenueWithTimes, type ShownSlot, type VenueWithTimes } from './venues.ts';
import { inOneWorld } from './world.ts';

const date = daysAhead(3);

describe('the shape of the timeline', () => {
  const world = inOneWorld();
  let short: VenueWithTimes;
  let long: VenueWithTimes;
  let slots: ShownSlot[];
  beforeAll(async () => {
    const hours = { opens_at: '09:00', closes_at: '23:00', capacity: 8, price_eur: 24.5 };
    [short, long] = await Promise.all([
      newVenueWithTimes(world(), { facility: { ...hours, duration_minutes: 90 } }),
      newVenueWithTimes(world(), { facility: { ...hours, duration_minutes: 420 } }),
    ]);
    slots = await short.slotsOf(date);
    const [, full, few] = slots;
    assert.ok(full && few);
    await short.take(full);
    await short.take({ ...few, free: 5 });
  });
  const visit = (venue: VenueWithTimes, width: number, what: (guest: Guest) => Promise<void>) =>
    world().visit(
      { tenant: venue.slug, variant: 'timeline', viewport: { width, height: 800 } },
      async (guest) => {
        await guest.arrives('when');
        await chooseDay(guest, date);
        await guest.settles();
        await what(guest);
      },
    );
  const boxOf = async (guest: Guest, slot: ShownSlot | undefined) => {
    assert.ok(slot);
    const box = await time(guest, slot).boundingBox();
    assert.ok(box);
    return box;
  };

  for (const width of [320, 375, 480])
    it(`is a list at ${width} pixels, with every time as wide as the list`, async () => {
      await visit(short, width, async (guest) => {
        const boxes = await Promise.all(slots.map((slot) => boxOf(guest, slot)));
        for (const [index, box] of boxes.entries()) {
          assert.ok(box.x >= 0 && box.x + box.width <= width, `${JSON.stringify(box)} is cut off`);
          assert.ok(box.height >= 44);
          assert.ok(index === 0 || box.y >= (boxes[index - 1]?.y ?? 0) + (boxes[index - 1]?.height ?? 0));
        }
        await time(guest, slots[0] as ShownSlot).focus();
        await guest.page.keyboard.press('ArrowDown');
        assert.equal((await guest.focused()).slot, String(slots[1]?.id));
      });
    });

  it('is a row on a desk, and shows every hour on one line', async () => {
    for (const [venue, width] of [
      [short, 900],
      [long, 700],
    ] as const)
      await visit(venue, width, async (guest) => {
        const [first, second] = await venue.slotsOf(date);
        const [one, two] = [await boxOf(guest, first), await boxOf(guest, second)];
        assert.equal(one.y, two.y);
        const hours = guest.page.locator('.bar i');
        const heights = await hours.evaluateAll((all) => all.map((it) => it.scrollHeight));
        assert.ok(heights.length >= 14);
        assert.deepEqual([...new Set(heights)], [heights[0]], 'no hour wraps');
        const overflow = await hours.evaluateAll((all) =>
          all.filter((it) => it.scrollWidth > it.clientWidth + 1),
        );
        assert.deepEqual(overflow, [], 'no hour is wider than its column');
      });
  });

  for (const width of [375, 900])
    it(`fills a full time completely and does not fade it at ${width} pixels`, async () => {
      await visit(short, width, async (guest) => {
        const [, full, few] = slots;
        assert.ok(full && few);
        const look = (slot: ShownSlot) =>
          time(guest, slot).evaluate((it) => {
            const { opacity } = getComputedStyle(it);
            return { opacity, fullness: getComputedStyle(it).getPropertyValue('--full') };
          });
        assert.deepEqual(await look(full), { opacity: '1', fullness: '100%' });
        assert.deepEqual(await look(few), { opacity: '1', fullness: '62.5%' });
      });
    });

  it('fills the time of a private booking completely, whatever the party', async () => {
    const venue = await newVenueWithTimes(world(), { facility: { mode: 'FULL', capacity: 6 } });
    const [slot] = await venue.slotsOf(date);
    assert.ok(slot);
    await venue.take({ ...slot, free: 2 });
    await visit(venue, 375, async (guest) => {
      const fullness = await time(guest, slot).evaluate((it) =>
        getComputedStyle(it).getPropertyValue('--full'),
      );
      assert.equal(fullness, '100%');
    });
  });
});
