import assert from 'node:assert/strict';
import { describe, it } from 'vitest';
import { variants } from './guest.ts';
import { newVenueWithTimes } from './venues.ts';
import { inOneWorld } from './world.ts';

/** A timezone in which it is between 12:00 and 13:00 now. */
const zoneAtNoon = () => {
  const hours = 12 - new Date().getUTCHours();
  // The signs of these names are inverted: `Etc/GMT-2` is east of Greenwich.
  return `Etc/GMT${hours > 0 ? '-' : '+'}${Math.abs(hours)}`;
};

describe('today’s times in the widget', () => {
  const world = inOneWorld();

  for (const variant of variants)
    it(`are hidden once they are past or too short notice, in the ${variant}`, async () => {
      const { slug, facility } = await newVenueWithTimes(world(), {
        venue: { timezone: zoneAtNoon(), day_start: '06:00', min_notice_minutes: 90 },
        facility: { opens_at: '08:00', closes_at: '20:00' },
      });
      const { slots } = (await world().stack.api.get(slug, `/facilities/${facility}/slots`)).body as {
        slots: { id: number; reason?: string }[];
      };
      const reasons = new Set(slots.map(({ reason }) => reason));
      assert.deepEqual(reasons, new Set(['past', 'notice', undefined]), 'there are past and future times');
      const coming = slots.filter(({ reason }) => reason === undefined).map(({ id }) => String(id));
      await world().visit({ tenant: slug, variant }, async ({ page, arrives }) => {
        await arrives('when');
        const times = page.locator('button[data-slot]');
        await times.first().waitFor();
        const shown = await times.evaluateAll((all) => all.map((time) => time.getAttribute('data-slot')));
        assert.deepEqual(shown, coming);
      });
    });

  it('say, like tomorrow’s, that they can’t be cancelled if the venue requires a day’s notice', async () => {
    const { slug } = await newVenueWithTimes(world(), {
      venue: { timezone: zoneAtNoon(), day_start: '06:00', cancel_until_hours: 24 },
      facility: { opens_at: '08:00', closes_at: '20:00', price_eur: 10 },
      paid: true,
    });
    await world().visit({ tenant: slug }, async ({ page, arrives, sees, say, button, settles }) => {
      const first = page.locator('button[data-slot]').first();
      await arrives('when');
      await first.click();
      await arrives('details');
      await sees(`${say('payNext')} ${say('cancelOver')}`);
      const days = page.locator('button[data-date]:not([aria-disabled=true])');
      await button('back').click();
      await days.nth(1).click();
      await settles(); // The previous day's times stay until then and ignore clicks.
      await page.locator('button[data-slot]', { hasText: '08:00' }).click();
      await sees(`${say('payNext')} ${say('cancelOver')}`);
      await button('back').click();
      await days.nth(3).click();
      await settles();
      await first.click();
      await sees(say('moneyBack'));
    });
  });
});
