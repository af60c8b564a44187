import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { beforeAll, describe, it } from 'vitest';
import { daysAhead, eventually } from '../stack/api.ts';
import { assertAccessible } from './axe.ts';
import { assertFits } from './fits.ts';
import { type Guest, variants } from './guest.ts';
import { choose, chooseDay, fillIn, sendForm, time } from './picking.ts';
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

  it('leads from a full time, and from a full day, to the waiting list', async () => {
    const facility = { capacity: 2, price_eur: 12.5, waiting_list: true };
    const { slug, slotsOf, take, fill } = await newVenueWithTimes(world(), { facility });
    const [first] = await slotsOf(daysAhead(2));
    assert.ok(first);
    await Promise.all([take(first), fill(daysAhead(3))]);
    const viewport = { width: 320, height: 700 };
    await world().visit({ tenant: slug, locale: 'en', viewport, reducedMotion: 'reduce' }, async (guest) => {
      const { page, arrives, sees, say, button } = guest;
      await arrives('when');
      await chooseDay(guest, daysAhead(2));
      await time(guest, first).filter({ hasText: 'full waiting list' }).waitFor();
      await assertFits(guest, 'a full time');
      await assertAccessible(page, 'a full time');
      await time(guest, first).focus();
      await page.keyboard.press('Enter');
      await arrives('joinList');
      assert.equal((await guest.focused()).text, say('joinList'));
      await button('back').click();
      await chooseDay(guest, daysAhead(3));
      await button('joinList').click();
      await arrives('joinList');
      assert.equal(await page.locator('.card.chosen').getByText(':').count(), 0, 'no time of the day');
      await assertFits(guest, 'the form');
      await assertAccessible(page, 'the form');
      await sendForm(guest);
      assert.equal((await guest.focused()).name, 'customer_name');
      await fillIn(guest, 'waits@example.com');
      await sendForm(guest);
      await arrives('joined');
      await sees(/waits@example[.]com/);
      assert.equal((await guest.focused()).text, say('joined'));
      assert.equal(await guest.announced(), '');
      await assertFits(guest, 'the way to confirm');
      await assertAccessible(page, 'the way to confirm');

      await button('again').click();
      await choose(guest, first);
      await arrives('joinList');
      await sendForm(guest);
      await arrives('joined');
      const { api, mail } = world().stack;
      await eventually('two mails arrive', () => mail.to('waits@example.com').length === 2);
      const { text = '' } = mail.to('waits@example.com').at(-1)?.mail ?? {};
      const [link = ''] = /https?:\S+[/]waiting[/]\S+/.exec(text) ?? [];
      await page.goto(api.url + new URL(link).pathname);
      await page.getByRole('button', { name: 'Confirm your place' }).click();
      await sees('On the waiting list');
      const { body } = await api.admin('GET', `/venues/${slug}/waiting-list`);
      assert.deepEqual(
        body.map(({ date, slot_id: slot = 0 }: Record<string, unknown>) => [date, slot]).sort(),
        [
          [daysAhead(2), first.id],
          [daysAhead(3), 0],
        ],
      );
    });
  });
});
