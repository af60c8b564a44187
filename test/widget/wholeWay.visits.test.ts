import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { beforeAll, describe, it } from 'vitest';
import { daysAhead } from '../stack/api.ts';
import { type Guest, variants } from './guest.ts';
import { newVenueWithTimes, type VenueWithTimes } from './venues.ts';
import { inOneWorld } from './world.ts';

/** Limits from opening the page to the confirmed booking of the first available time. */
const MOST = {
  // Time, name, e-mail, book.
  taps: 4,
  scrolls: 1,
  // To the time, selecting it, through the form, book.
  keys: 20,
};
const phone = { width: 390, height: 844 };

describe('a guest’s booking on a phone', () => {
  const world = inOneWorld();
  let venue: VenueWithTimes;
  beforeAll(async () => {
    venue = await newVenueWithTimes(world(), { facility: { capacity: 50, price_eur: 12.5 } });
    await venue.close(daysAhead(0));
  });

  const firstTime = ({ page }: Guest) => page.locator('button[data-slot][aria-disabled=false]').first();

  it(`takes ${MOST.taps} taps and no scroll from several facilities to the payment of the first`, async () => {
    const others = [{ name: 'Privébad', mode: 'FULL', capacity: 6 }];
    const { slug } = await newVenueWithTimes(world(), { paid: true, facility: { price_eur: 12.5 }, others });
    await world().visit({ tenant: slug, viewport: phone, hasTouch: true }, async (guest) => {
      const { page, arrives } = guest;
      let taps = 0;
      const tap = async (target: Locator) => {
        const box = await target.boundingBox();
        assert.ok(box && box.y >= 0 && box.y + box.height <= phone.height, `${target} is on the screen`);
        taps += 1;
        await target.tap();
      };
      await arrives('what');
      await tap(page.locator('[part~=facility] button').first());
      await arrives('when');
      await firstTime(guest).waitFor();
      await guest.settles();
      await tap(firstTime(guest));
      await arrives('details');
      await tap(page.locator('[name=customer_name]'));
      await page.keyboard.type('Anna Jansen');
      // The key “next” of a phone's keyboard.
      await page.keyboard.press('Enter');
      assert.equal((await guest.focused()).name, 'customer_email');
      assert.equal(await page.locator('[aria-invalid=true]').count(), 0, 'nothing is wrong yet');
      await page.keyboard.type('four-taps@example.com');
      await tap(page.locator('form button.primary'));
      await page.waitForURL(/[/]sandbox[/]/);
      assert.equal(taps, MOST.taps);
    });
  });

  for (const variant of variants) {
    it(`takes ${MOST.taps} taps and at most ${MOST.scrolls} scroll in the ${variant}`, async (t) => {
      const visit = { tenant: venue.slug, variant, viewport: phone, hasTouch: true };
      await world().visit(visit, async (guest) => {
        const { page, arrives } = guest;
        const startedAt = performance.now();
        let [taps, scrolls] = [0, 0];
        const tap = async (target: Locator) => {
          const box = await target.boundingBox();
          assert.ok(box);
          if (box.y < 0 || box.y + box.height > phone.height) scrolls += 1;
          taps += 1;
          await target.tap();
        };
        await arrives('when');
        await firstTime(guest).waitFor();
        await tap(firstTime(guest));
        await arrives('details');
        for (const [name, value] of [
          ['customer_name', 'Anna Jansen'],
          ['customer_email', `taps-${variant}@example.com`],
        ] as const) {
          await tap(page.locator(`[name=${name}]`));
          await page.keyboard.type(value);
        }
        await tap(page.locator('form button.primary'));
        await arrives('booked');
        t.annotate(`${taps} taps, ${scrolls} scrolls, ${Math.round(performance.now() - startedAt)} ms`);
        assert.ok(taps <= MOST.taps && scrolls <= MOST.scrolls, `${taps} taps, ${scrolls} scrolls`);
      });
    });

    it(`takes at most ${MOST.keys} keys besides typing in the ${variant}, in reading order`, async (t) => {
      await world().visit({ tenant: venue.slug, variant, viewport: phone }, async (guest) => {
        const { page, arrives, say } = guest;
        await arrives('when');
        await firstTime(guest).waitFor();
        const read = await guest.widget.ariaSnapshot();
        const at = [say('when'), say('people'), '10:00'].map((text) => read.indexOf(text));
        assert.ok(
          at.every((place, nth) => place > (at[nth - 1] ?? -1)),
          read,
        );
        let keys = 0;
        const focus = async (selector: string) => {
          const isThere = () =>
            guest.widget.evaluate(
              (it, wanted) => it.shadowRoot?.activeElement?.matches(wanted) ?? false,
              selector,
            );
          while (!(await isThere())) {
            keys += 1;
            assert.ok(keys <= MOST.keys, `${selector} is not reached by ${MOST.keys} keys`);
            await page.keyboard.press('Tab');
          }
        };
        await focus('button[data-slot][aria-disabled=false]');
        await page.keyboard.press('Enter');
        await arrives('details');
        await focus('[name=customer_name]');
        await page.keyboard.type('Anna Jansen');
        await focus('[name=customer_email]');
        await page.keyboard.type(`keys-${variant}@example.com`);
        await page.keyboard.press('Enter');
        keys += 2;
        await arrives('booked');
        t.annotate(`${keys} keys`);
        assert.ok(keys <= MOST.keys, `${keys} keys`);
      });
    });
  }

  it('shows the venue’s texts in the guest’s language and sends its own option', async () => {
    const facility = {
      ...{ name: 'Dagpas', description: 'De hele dag.' },
      translations: { de: { name: 'Tageskarte', description: 'Den ganzen Tag.' } },
    };
    const size = {
      ...{ key: 'size', label: 'Maat', type: 'select', required: true, options: ['Klein', 'Groot'] },
      translations: { de: { label: 'Größe', options: ['Kleine', 'Große'] } },
    };
    const german = await newVenueWithTimes(world(), { facility, fields: [size] });
    await world().visit({ tenant: german.slug, locale: 'de', viewport: phone }, async (guest) => {
      const { page } = guest;
      await page.getByText('Tageskarte').first().waitFor();
      await firstTime(guest).click();
      await page.locator('[name=customer_name]').fill('Anna Jansen');
      await page.locator('[name=customer_email]').fill('deutsch@example.com');
      await page.getByLabel('Größe').selectOption({ label: 'Große' });
      assert.equal(await page.getByText('Dagpas').count(), 0);
      await page.locator('form button.primary').click();
      await page.locator('[part=ticket]').getByText('Tageskarte').waitFor();
    });
    const [booking] = await german.bookings('deutsch@example.com');
    assert.deepEqual([booking?.facility, booking?.extra], ['Dagpas', { size: 'Groot' }]);
  });
});
