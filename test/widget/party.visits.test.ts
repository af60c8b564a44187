import assert from 'node:assert/strict';
import path from 'node:path';
import { beforeAll, describe, it } from 'vitest';
import { daysAhead } from '../stack/api.ts';
import { variants } from './guest.ts';
import { chooseDay, fillIn, sendForm, time } from './picking.ts';
import { takePicture } from './takePicture.ts';
import { newVenueWithTimes, type VenueWithTimes } from './venues.ts';
import { artifacts, inOneWorld } from './world.ts';

describe('the party size in the widget', () => {
  const world = inOneWorld();
  let venue: VenueWithTimes;
  beforeAll(async () => {
    venue = await newVenueWithTimes(world(), { facility: { capacity: 6, price_eur: 12.5 } });
  });

  for (const variant of variants)
    it(`is asked with the time in the ${variant}, shows the total and marks times without enough places`, async () => {
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
        await sees(say('persons', { count: 3 }));
        assert.equal(await page.locator('[name=people]').count(), 0, 'the party is asked once');
        await sees(/37[.,]50/);
        // The number survives going back to the times, here by the summary of what was chosen.
        await button('changeChoice').click();
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

  it('is asked per category if the venue has categories, with a price from the API', async () => {
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
      // The list of slots has no price for this party; the details request it.
      assert.doesNotMatch((await tile.textContent()) ?? '', /,00/);
      // Four places: nobody else who takes a place fits, and a third baby is not allowed.
      for (const name of ['Volwassene', 'Kind', 'Baby']) {
        assert.equal(await more(name).getAttribute('aria-disabled'), 'true');
        await more(name).click({ force: true });
      }
      assert.deepEqual(await counts(), ['2', '2', '2']);
      await takePicture(page, { path: path.join(artifacts, 'categories.png'), fullPage: true });
      await tile.click();
      await arrives('details');
      await sees(/45,00/);
      await takePicture(page, { path: path.join(artifacts, 'categories-details.png'), fullPage: true });
      await button('back').click();
      await arrives('when');
      assert.deepEqual(await counts(), ['2', '2', '2'], 'kept');
      await page.getByRole('button', { name: `Kind: ${say('fewer')}` }).click();
      await count('child').fill('0');
      await count('child').press('Enter');
      await tile.click();
      await arrives('details');
      await sees(/40,00/);
      await button('back').click();
      await arrives('when');
      await count('child').fill('9');
      await count('child').blur();
      assert.equal(await count('child').inputValue(), '2', 'up to the number of places');
      await tile.click();
      await arrives('details');
      await sees('2 × Volwassene, 2 × Kind, 2 × Baby');
      await sees(/45,00/);
      await fillIn(guest, email);
      await sendForm(guest);
      await arrives('booked');
      await sees(/^2 × Volwassene, 2 × Kind, 2 × Baby · €\s45,00$/);
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

  it('is not asked if only one person fits', async () => {
    const single = await newVenueWithTimes(world(), { facility: { capacity: 1 } });
    await world().visit({ tenant: single.slug }, async (guest) => {
      await guest.arrives('when');
      await guest.page.locator('button[data-slot]').first().waitFor();
      assert.equal(await guest.page.locator('[name=people]').count(), 0);
    });
  });
});
