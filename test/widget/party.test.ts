import assert from 'node:assert/strict';
import path from 'node:path';
import { before, describe, it } from 'node:test';
import { daysAhead, eventually } from '../stack/api.ts';
import { assertAccessible } from './axe.ts';
import { assertFits } from './fits.ts';
import { type GuestPage, variants } from './guest.ts';
import { chooseDay, fillIn, sendForm, time } from './picking.ts';
import { newVenueWithTimes, type VenueWithTimes } from './venues.ts';
import { artifacts, inOneWorld } from './world.ts';

describe('the number of people', () => {
  const world = inOneWorld();
  let venue: VenueWithTimes;
  before(async () => {
    venue = await newVenueWithTimes(world(), { facility: { capacity: 6, price_eur: 12.5 } });
  });

  for (const variant of variants)
    it(`is asked with the time in the ${variant}: the total stands there, and what can't take the party says so`, async () => {
      const day = daysAhead(4 + variants.indexOf(variant));
      const [crowded, open] = await venue.slotsOf(day);
      assert.ok(crowded && open);
      await venue.take({ ...crowded, free: 4 });
      await world().visit({ tenant: venue.slug, variant }, async (guest) => {
        const { page, say, arrives, sees, button } = guest;
        await arrives('when');
        await chooseDay(guest, day);
        await guest.settles();
        const [tight, roomy] = [time(guest, crowded), time(guest, open)];
        assert.equal(await tight.getAttribute('aria-disabled'), 'false');
        await button('more').click();
        await button('more').click();
        await sees(/37[.,]50/);
        assert.equal(await tight.getAttribute('aria-disabled'), 'true');
        assert.match((await tight.textContent()) ?? '', new RegExp(say('onlyLeft', { count: 2 })));
        assert.equal(await roomy.getAttribute('aria-disabled'), 'false');
        await tight.click({ force: true });
        await arrives('when');
        await roomy.click();
        await arrives('details');
        assert.equal(await page.locator('[name=people]').inputValue(), '3');
        await sees(/37[.,]50/);
        // Asked again with the time: the number stays.
        await button('back').click();
        await arrives('when');
        assert.equal(await page.locator('[name=people]').inputValue(), '3');
        await button('fewer').click();
        assert.equal(await tight.getAttribute('aria-disabled'), 'false');
        await tight.click();
        await arrives('details');
        const email = `party-${variant}@example.com`;
        await fillIn(guest, email);
        await sendForm(guest);
        await arrives('booked');
        assert.deepEqual(
          (await venue.bookings(email)).map(({ people }) => people),
          [2],
        );
      });
    });

  it('decides what each time costs where prices differ, as the server says', async () => {
    const day = daysAhead(6);
    const listed = await newVenueWithTimes(world(), {
      facility: {
        ...{ mode: 'FULL', capacity: 6 },
        pricing: {
          per: 'party',
          parties: [
            { people: 1, eur: 135 },
            { people: 3, eur: 220 },
          ],
          rules: [
            { name: 'Feestdag', first_date: day, last_date: day, effect: 'add', eur: 7.5, per: 'person' },
          ],
        },
      },
    });
    const [first] = await listed.slotsOf(day);
    assert.ok(first);
    await world().visit({ tenant: listed.slug }, async (guest) => {
      const { page, arrives, sees, button } = guest;
      await arrives('when');
      await sees(/135[.,]00/);
      await chooseDay(guest, day);
      await guest.settles();
      const tile = time(guest, first);
      assert.match((await tile.textContent()) ?? '', /142[.,]50/);
      for (const _ of [1, 2]) await button('more').click();
      assert.match((await tile.textContent()) ?? '', /242[.,]50/);
      await page.screenshot({ path: path.join(artifacts, 'prices.png'), fullPage: true });
      await tile.click();
      await arrives('details');
      await sees(/242[.,]50/);
      // What it is made of comes from the quote, which the booking then names.
      await sees(/3 × Feestdag/);
      await sees(/22[.,]50/);
      await page.screenshot({ path: path.join(artifacts, 'quote.png'), fullPage: true });
      await button('fewer').click();
      await sees(/2 × Feestdag/);
      await sees(/150[.,]00/);
      const email = 'party-prices@example.com';
      await fillIn(guest, email);
      await sendForm(guest);
      await arrives('booked');
      await sees(/150[.,]00/);
      assert.deepEqual(
        (await listed.bookings(email)).map(({ people }) => people),
        [2],
      );
    });
  });

  it('above those whose price the list of times says books nothing before it has shown what that costs', async () => {
    const large = await newVenueWithTimes(world(), {
      facility: {
        ...{ mode: 'FULL', capacity: 30, min_people: 21, max_people_per_booking: 30 },
        pricing: { per: 'person', eur: 7.5, rules: [], least_eur: 20 },
      },
    });
    const day = daysAhead(7);
    const [first] = await large.slotsOf(day);
    assert.ok(first);
    const email = 'party-large@example.com';
    await world().visit({ tenant: large.slug }, async (guest) => {
      const { page, say, arrives, sees } = guest;
      guest.tolerate(/503/);
      await page.route('**/api/site/quotes', (route) =>
        route.fulfill({ status: 503, json: { error: 'Down.' } }),
      );
      await arrives('when');
      await chooseDay(guest, day);
      await time(guest, first).click();
      await arrives('details');
      await fillIn(guest, email);
      await sendForm(guest);
      await sees(say('failed'));
      await page.unroute('**/api/site/quotes');
      await sendForm(guest);
      await sees(/157[.,]50/);
      assert.deepEqual(await large.bookings(email), []);
      await page.screenshot({ path: path.join(artifacts, 'price-looked-up.png'), fullPage: true });
      await sendForm(guest);
      await arrives('booked');
      assert.equal((await large.bookings(email)).length, 1);
    });
  });

  it('is that of each category where a venue has any, with a price that the API says of them all', async () => {
    const named = (nl: string, en: string) => ({ nl, en });
    const bath = await newVenueWithTimes(world(), {
      facility: {
        capacity: 4,
        pricing: {
          ...{ per: 'person', eur: 20, rules: [] },
          categories: [
            { key: 'adult', name: named('Volwassene', 'Adult'), percent: 100 },
            { key: 'child', name: named('Kind', 'Child'), eur: 8 },
            { key: 'baby', name: named('Baby', 'Baby'), eur: 0, takes_place: false, max: 2 },
          ],
          bundles: [
            {
              ...{ name: 'Gezinskaart', eur: 45 },
              guests: [
                { category: 'adult', from: 2, to: 2 },
                { category: 'child', from: 1, to: 3 },
              ],
            },
          ],
        },
      },
    });
    const day = daysAhead(6);
    const [first] = await bath.slotsOf(day);
    assert.ok(first);
    const email = 'party-categories@example.com';
    await world().visit({ tenant: bath.slug, locale: 'nl' }, async (guest) => {
      const { page, say, arrives, sees, button } = guest;
      const count = (key: string) => page.locator(`[name=guests-${key}]`);
      const more = (name: string) => page.getByRole('button', { name: `${name}: ${say('more')}` });
      const counts = async () =>
        Promise.all(['adult', 'child', 'baby'].map((key) => count(key).inputValue()));
      await arrives('when');
      await chooseDay(guest, day);
      await guest.settles();
      const tile = time(guest, first);
      assert.deepEqual(await counts(), ['1', '0', '0']);
      assert.match((await tile.textContent()) ?? '', /20,00/);
      await more('Volwassene').click();
      assert.match((await tile.textContent()) ?? '', /40,00/);
      for (const name of ['Kind', 'Kind', 'Baby', 'Baby']) await more(name).click();
      // The list of times knows no such party: the price is asked for with the details.
      assert.doesNotMatch((await tile.textContent()) ?? '', /,00/);
      // Four places: no more who take one, and no third baby.
      for (const name of ['Volwassene', 'Kind', 'Baby']) {
        assert.equal(await more(name).getAttribute('aria-disabled'), 'true');
        await more(name).click({ force: true });
      }
      assert.deepEqual(await counts(), ['2', '2', '2']);
      await page.screenshot({ path: path.join(artifacts, 'categories.png'), fullPage: true });
      await tile.click();
      await arrives('details');
      await sees(/45,00/);
      await page.screenshot({ path: path.join(artifacts, 'categories-details.png'), fullPage: true });
      await button('back').click();
      await arrives('when');
      assert.deepEqual(await counts(), ['2', '2', '2'], 'kept');
      await page.getByRole('button', { name: `Kind: ${say('fewer')}` }).click();
      await tile.click();
      await arrives('details');
      await count('child').fill('0');
      await count('child').press('Enter');
      await sees(/40,00/);
      await count('child').fill('9');
      await count('child').blur();
      assert.equal(await count('child').inputValue(), '2', 'as many as there is room for');
      await sees(/45,00/);
      await fillIn(guest, email);
      await sendForm(guest);
      await arrives('booked');
      await sees(/45,00/);
    });
    const [made] = await bath.bookings(email);
    assert.deepEqual(
      [
        made?.people,
        (made?.guests as { key: string; count: number }[] | undefined)?.map(({ key, count }) => [key, count]),
      ],
      [
        4,
        [
          ['adult', 2],
          ['child', 2],
          ['baby', 2],
        ],
      ],
    );
  });

  it('may take along what the venue has, by the piece or not, and the total follows', async () => {
    const named = (nl: string, en: string) => ({ nl, en });
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
        // With what is required.
        assert.match((await tile.textContent()) ?? '', /45[.,]00/);
        await tile.click();
        await arrives('details');
        await sees(/45[.,]00/);
        await sees(new RegExp(cleaning));
        assert.equal(await page.getByLabel(cleaning).count(), 0, 'is not asked');
        const more = page.getByRole('button', { name: `${towel}: ${say('more')}` });
        // The first of them took one of three.
        await sees(new RegExp(say('left', { count: locale === 'nl' ? 3 : 2 })));
        for (const key of ['Enter', 'Space']) await more.press(key);
        await sees(new RegExp(`2 × ${towel}`));
        await sees(/52[.,]00/);
        assert.equal(await more.getAttribute('aria-disabled'), String(locale === 'en'));
        await assertAccessible(page, `add-ons in ${locale}`);
        await page.getByRole('checkbox', { name: robe }).press('Space');
        await sees(/59[.,]00/);
        await button('more').click();
        await sees(new RegExp(`2 × ${robe}`));
        await sees(/86[.,]00/);
        await page.screenshot({ path: path.join(artifacts, `add-ons-${locale}.png`), fullPage: true });
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
      });
      const [made] = await bath.bookings(email);
      const counts = made?.add_ons as { key: string; count: number }[] | undefined;
      assert.deepEqual(
        [made?.people, counts?.map(({ key, count }) => `${count} ${key}`)],
        [2, ['1 towel', '2 robe', '1 cleaning']],
      );
    }
  });

  it('is told of a time that what goes with each booking is there for fewer, or has run out', async () => {
    const robe = { key: 'robe', name: { nl: 'Badjas', en: 'Robe' }, eur: 7, per: 'person', required: true };
    const pricing = {
      ...{ per: 'person', eur: 20, rules: [] },
      add_ons: [{ ...robe, stock: { per: 'slot', count: 3 } }],
    };
    const bath = await newVenueWithTimes(world(), { facility: { mode: 'FULL', capacity: 6, pricing } });
    const shared = await newVenueWithTimes(world(), { facility: { capacity: 6, pricing } });
    const day = daysAhead(6);
    const [, , last] = await shared.slotsOf(day);
    assert.equal(last?.free, 3);
    // Three places are left of it, and no robe.
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
          await assertAccessible(page, `what has run out in ${locale}`);
          await page.screenshot({ path: path.join(artifacts, `sold-out-${locale}.png`), fullPage: true });
        });
  });

  it('has pictures of what can be taken along, for which room is kept, and none that does not come', async () => {
    const named = (nl: string, en: string) => ({ nl, en });
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
      const visit = { tenant: bath.slug, locale, prepare, viewport: { width, height: 844 } };
      await world().visit({ ...visit, page: { css: 'main { padding: 0; }' } }, async (guest) => {
        const { page, arrives, settles } = guest;
        guest.tolerate(/404.*image-gone/s);
        await arrives('when');
        await chooseDay(guest, day);
        await settles();
        await time(guest, first).click();
        await arrives('details');
        await eventually('the pictures are asked for', () => asked.size === 3);
        /** Of each, the size of its picture, and where its name begins. */
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
        await eventually('one that does not come is gone', async () => (await rows())[2]?.[0] === undefined);
        const after = await rows();
        assert.deepEqual(after.slice(0, 2), before.slice(0, 2), 'nothing has moved');
        assert.equal(after[3]?.[0], undefined, 'what is no address is not asked for');
        assert.equal(await page.getByRole('img').count(), 0, 'the name beside it says what it is');
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
        await page.screenshot({ path: file, fullPage: true });
      });
    }
  });

  it('is not asked where one person comes at a time', async () => {
    const single = await newVenueWithTimes(world(), { facility: { capacity: 1 } });
    await world().visit({ tenant: single.slug }, async (guest) => {
      await guest.arrives('when');
      await guest.page.locator('button[data-slot]').first().waitFor();
      assert.equal(await guest.page.locator('[name=people]').count(), 0);
    });
  });
});
