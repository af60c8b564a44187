import assert from 'node:assert/strict';
import path from 'node:path';
import { describe, it } from 'vitest';
import { daysAhead, eventually } from '../stack/api.ts';
import { assertAccessible } from './axe.ts';
import { assertFits } from './fits.ts';
import type { GuestPage } from './guest.ts';
import { chooseDay, fillIn, sendForm, time } from './picking.ts';
import { takePicture } from './takePicture.ts';
import { newVenueWithTimes } from './venues.ts';
import { artifacts, inOneWorld } from './world.ts';

const named = (nl: string, en: string) => ({ nl, en });

describe('add-ons in the widget', () => {
  const world = inOneWorld();

  it('can be chosen by the piece or by checkbox, and the total follows', async () => {
    const bath = await newVenueWithTimes(world(), {
      facility: {
        capacity: 4,
        pricing: {
          ...{ per: 'person', eur: 20, rules: [] },
          add_ons: [
            {
              ...{ key: 'towel', name: named('Handdoek', 'Towel'), eur: 3.5, per: 'piece', max: 5 },
              stock: { per: 'slot', count: 3 },
            },
            { key: 'robe', name: named('Badjas', 'Robe'), eur: 7, per: 'person' },
            {
              key: 'cleaning',
              name: named('Schoonmaak', 'Cleaning'),
              eur: 25,
              per: 'booking',
              required: true,
            },
          ],
        },
      },
    });
    const day = daysAhead(6);
    const [first] = await bath.slotsOf(day);
    assert.ok(first);
    for (const locale of ['nl', 'en'] as const) {
      const email = `add-ons-${locale}@example.com`;
      const [towel, robe, cleaning] =
        locale === 'nl' ? ['Handdoek', 'Badjas', 'Schoonmaak'] : ['Towel', 'Robe', 'Cleaning'];
      await world().visit({ tenant: bath.slug, locale }, async (guest) => {
        const { page, say, arrives, sees, button } = guest;
        await arrives('when');
        await chooseDay(guest, day);
        await guest.settles();
        const tile = time(guest, first);
        // Includes the required add-ons.
        assert.match((await tile.textContent()) ?? '', /45[.,]00/);
        await tile.click();
        await arrives('details');
        await sees(/45[.,]00/);
        await sees(new RegExp(cleaning));
        assert.equal(await page.getByLabel(cleaning).count(), 0, 'is not asked');
        const more = page.getByRole('button', { name: `${towel}: ${say('more')}` });
        // The first guest took one of three.
        await sees(new RegExp(say('left', { count: locale === 'nl' ? 3 : 2 })));
        for (const key of ['Enter', 'Space']) await more.press(key);
        await sees(new RegExp(`2 × ${towel}`));
        await sees(/52[.,]00/);
        assert.equal(await more.getAttribute('aria-disabled'), String(locale === 'en'));
        await assertAccessible(page, `add-ons in ${locale}`);
        await page.getByRole('checkbox', { name: robe }).press('Space');
        await sees(/59[.,]00/);
        await button('back').click();
        await arrives('when');
        await button('more').click();
        await tile.click();
        await arrives('details');
        await sees(new RegExp(`2 × ${robe}`));
        await sees(/86[.,]00/);
        await takePicture(page, { path: path.join(artifacts, `add-ons-${locale}.png`), fullPage: true });
        await button('back').click();
        await arrives('when');
        await tile.click();
        await arrives('details');
        assert.equal(await page.locator('[name=add-on-towel]').inputValue(), '2', 'kept');
        await sees(/86[.,]00/);
        await page.getByRole('button', { name: `${towel}: ${say('fewer')}` }).click();
        await sees(/82[.,]50/);
        await fillIn(guest, email);
        await sendForm(guest);
        await arrives('booked');
        await sees(/82[.,]50/);
        for (const line of [towel, `2 × ${robe}`, cleaning])
          await page.locator('[part=ticket] .lines p').filter({ hasText: line }).waitFor();
      });
      const [made] = await bath.bookings(email);
      const counts = made?.add_ons as { key: string; count: number }[] | undefined;
      assert.deepEqual(
        [made?.people, counts?.map(({ key, count }) => `${count} ${key}`)],
        [2, ['1 towel', '2 robe', '1 cleaning']],
      );
    }
  });

  it('mark a slot if a required add-on is sold out or too few are left', async () => {
    const robe = { key: 'robe', name: named('Badjas', 'Robe'), eur: 7, per: 'person', required: true };
    const pricing = {
      ...{ per: 'person', eur: 20, rules: [] },
      add_ons: [{ ...robe, stock: { per: 'slot', count: 3 } }],
    };
    const bath = await newVenueWithTimes(world(), { facility: { mode: 'FULL', capacity: 6, pricing } });
    const shared = await newVenueWithTimes(world(), { facility: { capacity: 6, pricing } });
    const day = daysAhead(6);
    const [, , last] = await shared.slotsOf(day);
    assert.equal(last?.free, 3);
    // Three places and no robe are left.
    await shared.take(last);
    for (const locale of ['nl', 'en'] as const)
      for (const venue of [bath, shared])
        await world().visit({ tenant: venue.slug, locale }, async (guest) => {
          const { page, say, arrives, button } = guest;
          const [first = assert.fail()] = await venue.slotsOf(day);
          await arrives('when');
          await chooseDay(guest, day);
          await guest.settles();
          const textOf = async (slot: { id: number }) => (await time(guest, slot).textContent()) ?? '';
          const isOpen = async () => (await time(guest, first).getAttribute('aria-disabled')) === 'false';
          assert.ok(await isOpen());
          for (const _ of [2, 3, 4]) await button('more').click();
          assert.equal(await isOpen(), false);
          assert.match(await textOf(first), new RegExp(say('onlyLeft', { count: 3 })));
          await button('fewer').click();
          assert.ok(await isOpen());
          if (venue === bath) return;
          assert.equal(await time(guest, last).getAttribute('aria-disabled'), 'true');
          assert.match(await textOf(last), new RegExp(say('soldOut')));
          await assertAccessible(page, `a sold-out add-on in ${locale}`);
          await takePicture(page, { path: path.join(artifacts, `sold-out-${locale}.png`), fullPage: true });
        });
  });

  it('show pictures with reserved space, and hide a picture that fails to load', async () => {
    const { url } = world().stack.api;
    const bath = await newVenueWithTimes(world(), {
      facility: {
        pricing: {
          ...{ per: 'person', eur: 20, rules: [] },
          add_ons: [
            {
              ...{ key: 'towel', name: named('Handdoek', 'Towel'), eur: 3.5, per: 'piece', max: 5 },
              ...{ image: '/image-towel.svg', stock: { per: 'slot', count: 3 } },
            },
            {
              ...{ key: 'robe', name: named('Badjas van zacht katoen', 'Robe of soft cotton'), eur: 7 },
              ...{ per: 'person', image: `${url}/image-robe.svg` },
            },
            {
              ...{ key: 'fizz', name: named('Fles bubbels', 'Bottle of fizz'), eur: 24, per: 'piece' },
              image: '/image-gone.svg',
            },
            { key: 'sled', name: named('Slee', 'Sled'), eur: 5, per: 'booking', image: 'https://[' },
          ],
        },
      },
    });
    const day = daysAhead(6);
    const [first] = await bath.slotsOf(day);
    assert.ok(first);
    const svg =
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 90 60"><path fill="#8aa" d="M0 0h90v60H0z"/>' +
      '<circle cx="45" cy="30" r="20" fill="#fff"/></svg>';
    for (const [width, locale] of [
      [1280, 'nl'],
      [390, 'nl'],
      [390, 'en'],
      [280, 'nl'],
    ] as const) {
      const asked = new Set<string>();
      const { promise: come, resolve: letCome } = Promise.withResolvers<void>();
      const prepare = async (page: GuestPage) => {
        await page.route(/image-/, async (route) => {
          asked.add(route.request().url());
          await come;
          const isGone = route.request().url().includes('gone');
          await route.fulfill(isGone ? { status: 404 } : { contentType: 'image/svg+xml', body: svg });
        });
      };
      const look = { viewport: { width, height: 844 }, reducedMotion: 'reduce' as const };
      const visit = { tenant: bath.slug, locale, prepare, ...look };
      await world().visit({ ...visit, page: { css: 'main { padding: 0; }' } }, async (guest) => {
        const { page, arrives, settles } = guest;
        guest.tolerate(/404.*image-gone/s);
        await arrives('when');
        await chooseDay(guest, day);
        await settles();
        await time(guest, first).click();
        await arrives('details');
        await eventually('the pictures are requested', () => asked.size === 3);
        /** For each row, the size of its picture and the position of its name. */
        const rows = () =>
          page.locator('.add-on').evaluateAll((all) =>
            all.map((row) => {
              const image = row.querySelector('img:not([hidden])');
              const name = row.querySelector('label')?.getBoundingClientRect().left;
              return [image?.clientWidth, image?.clientHeight, Math.round(name ?? 0)] as const;
            }),
          );
        const before = await rows();
        for (const [wide, high] of before.slice(0, 3))
          assert.ok(wide && wide === high && wide < 80, `${wide}`);
        letCome();
        await settles();
        await eventually(
          'a picture that fails to load is hidden',
          async () => (await rows())[2]?.[0] === undefined,
        );
        const after = await rows();
        assert.deepEqual(after.slice(0, 2), before.slice(0, 2), 'nothing has moved');
        assert.equal(after[3]?.[0], undefined, 'an invalid address is not requested');
        assert.equal(await page.getByRole('img').count(), 0, 'pictures are decorative next to the name');
        assert.deepEqual(
          [...asked].sort(),
          ['gone', 'robe', 'towel'].map((name) => `${url}/image-${name}.svg`),
        );
        const tooWide = await page
          .locator('.add-on')
          .evaluateAll((all) => all.filter((row) => row.scrollWidth > row.clientWidth).length);
        assert.equal(tooWide, 0, `no row is wider than the form, ${width} px`);
        await assertFits(guest, `pictures of add-ons, ${width} px`);
        await assertAccessible(page, `pictures of add-ons, ${width} px`);
        const file = path.join(artifacts, `add-on-pictures-${locale}-${width}.png`);
        await takePicture(page, { path: file, fullPage: true });
      });
    }
  });
});
