import assert from 'node:assert/strict';
import { beforeAll, describe, it } from 'vitest';
import { daysAhead } from '../stack/api.ts';
import { tag } from './guest.ts';
import { choose } from './picking.ts';
import { allFields, newVenueWithTimes, type VenueWithTimes } from './venues.ts';
import { inOneWorld } from './world.ts';

/**
 * Containers sized by their content. The widget follows its container, so without an intrinsic width they
 * would collapse.
 */
const fitting = {
  dialog: (widget: string) => `<dialog open>${widget}</dialog>`,
  float: (widget: string) => `<div class="float">${widget}</div>`,
  inline: (widget: string) => `<div class="inline">${widget}</div>`,
  flex: (widget: string) => `<div class="flex"><div>${widget}</div></div>`,
  grid: (widget: string) => `<div class="grid">${widget}</div>`,
  absolute: (widget: string) => `<div class="absolute">${widget}</div>`,
  table: (widget: string) => `<table><tbody><tr><td>${widget}</td></tr></tbody></table>`,
};
const css = `
main { padding: 0; }
dialog { position: static; box-sizing: border-box; padding: 0; border: 0; }
.float { float: left; }
.inline { display: inline-block; }
.flex { display: flex; }
.grid { display: grid; justify-items: center; }
.absolute { position: absolute; inset-inline-start: 0; }
table { border-collapse: collapse; }
td { padding: 0; }
`;

describe('the widget in a container', () => {
  const world = inOneWorld();
  let venue: VenueWithTimes;
  beforeAll(async () => {
    venue = await newVenueWithTimes(world(), { fields: allFields });
  });

  for (const [name, around] of Object.entries(fitting))
    it(`is as wide as it needs in a container sized by its content: ${name}`, async () => {
      const body = around(tag({ tenant: venue.slug, api: world().stack.api.url }));
      for (const width of [360, 1280]) {
        const viewport = { width, height: 800 };
        await world().visit({ viewport, page: { body, css } }, async (guest) => {
          await guest.arrives('when');
          const box = await guest.widget.boundingBox();
          assert.ok(box && box.width >= 280 && box.width <= width, `${box?.width} px`);
          const room = await guest.page.evaluate(() => document.documentElement.scrollWidth);
          assert.equal(room, width, 'nothing overflows');
        });
      }
    });

  it('shows the label of an invalid field on a low screen', async () => {
    const [slot] = await venue.slotsOf(daysAhead(3));
    assert.ok(slot);
    const viewport = { width: 640, height: 320 };
    await world().visit({ tenant: venue.slug, viewport, hasTouch: true }, async (guest) => {
      await guest.arrives('when');
      await choose(guest, slot);
      await guest.arrives('details');
      await guest.page.locator('[name=customer_name]').evaluate((input) => {
        scrollBy(0, input.getBoundingClientRect().top - 1);
        (input as HTMLInputElement).form?.requestSubmit();
      });
      await guest.sees(guest.say('required'));
      const label = guest.page.locator('label[for=customer_name]');
      assert.equal((await guest.focused()).name, 'customer_name');
      const top = (await label.boundingBox())?.y ?? -1;
      assert.ok(top >= 0, `${top} px`);
    });
  });
});
