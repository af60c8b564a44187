import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, it } from 'vitest';
import { daysAhead } from '../stack/api.ts';
import { assertFits } from './fits.ts';
import { tag, variants } from './guest.ts';
import { chooseDay, fillIn, sendForm } from './picking.ts';
import { allFields, newVenueWithTimes, type VenueWithTimes } from './venues.ts';
import { inOneWorld } from './world.ts';

/** Latency of a poor mobile network. */
const SLOW_MS = 400;

describe('the layout of the widget', () => {
  const world = inOneWorld();
  let venue: VenueWithTimes;
  let busy: VenueWithTimes;
  beforeAll(async () => {
    [venue, busy] = await Promise.all([
      newVenueWithTimes(world(), {
        fields: allFields,
        facility: {
          capacity: 50,
          price_eur: 12.5,
          description: 'Sauna, stoombad en een rustruimte met uitzicht op het bos.',
        },
        others: [{ name: 'Privébad', mode: 'FULL', capacity: 6 }],
      }),
      // Days with many times next to days without any.
      newVenueWithTimes(world(), {
        facility: { opens_at: '07:00', closes_at: '23:00', duration_minutes: 30 },
      }),
    ]);
    await busy.close(daysAhead(3));
    const path = `/venues/${busy.slug}/facilities/${busy.facility}/exceptions/${daysAhead(4)}`;
    await world().stack.api.admin('PUT', path, { opens_at: '10:00', closes_at: '11:00' });
  });

  for (const variant of variants)
    for (const network of ['quick', 'slow'] as const)
      it(`does not move while a guest pages through the days of the ${variant} on a ${network} network`, async () => {
        const prepare = async (page: Page) => {
          if (network === 'quick') return;
          await page.route(/[/]api[/]site[/]/, async (route) => {
            await sleep(SLOW_MS);
            await route.continue().catch(() => {});
          });
        };
        const { slug } = busy;
        const body = `${tag({ tenant: slug, api: world().stack.api.url, variant })}<p>Wat er onder staat</p>`;
        const visit = { variant, prepare, page: { body } };
        await world().visit(visit, async (guest) => {
          const { page } = guest;
          await guest.arrives('when');
          await page.locator('button[data-slot]').first().waitFor();
          await watchShifts(page);
          const height = () =>
            page.locator('venue-booking').evaluate((it) => it.getBoundingClientRect().height);
          const before = await height();
          const heights: number[] = [];
          // Days with one time and with many, and days whose week and month have not loaded yet.
          for (const days of network === 'slow' ? [4, 12] : [4, 5, 2, 12, 33]) {
            await chooseDay(guest, daysAhead(days));
            heights.push(await height());
            await guest.settles();
            heights.push(await height());
          }
          assert.deepEqual(new Set(heights), new Set([before]), 'the widget keeps its height');
          assert.deepEqual(await shiftsOf(page), [], 'nothing moves');
        });
      });

  it('shows three images of a facility side by side without cutting them off', async () => {
    const images = ['1', '2', '3', '4'].map((name) => `/image-${name}.svg`);
    const { slug } = await newVenueWithTimes(world(), { facility: { images } });
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="900" height="600"/>';
    const prepare = async (page: Page) => {
      await page.route(/image-/, (route) => route.fulfill({ contentType: 'image/svg+xml', body: svg }));
    };
    await world().visit({ tenant: slug, prepare, viewport: { width: 480, height: 800 } }, async (guest) => {
      await guest.arrives('when');
      await guest.page.getByRole('button', { name: /^Info/ }).click();
      await guest.page.locator('img').nth(2).waitFor();
      await guest.settles();
      const edge = await guest.page.locator('.images').evaluate((it) => [it.clientWidth, it.scrollWidth]);
      const images = await guest.page.locator('img').evaluateAll((all) => all.map((it) => it.clientWidth));
      const card = await guest.page.locator('.intro').evaluate((it) => it.clientWidth);
      assert.equal(images.length, 3);
      assert.deepEqual(edge, [card, card]);
    });
  });

  it('keeps a facility’s price on one line next to a very long word', async () => {
    const name = `Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaftszimmer`;
    for (const images of [[], ['/image-1.svg']]) {
      const { slug } = await newVenueWithTimes(world(), { facility: { name, images, price_eur: 12.5 } });
      for (const width of [320, 640, 900])
        await world().visit({ tenant: slug, viewport: { width, height: 800 } }, async (guest) => {
          await guest.arrives('when');
          const lines = await guest.widget.locator('.intro b').evaluate((it) => it.getClientRects().length);
          assert.equal(lines, 1, `${images.length} images in ${width} px`);
          await assertFits(guest, `a long name in ${width} px`);
        });
    }
  });

  it('shows a day’s first time on the first screen of a phone, and the whole facility on a tap', async () => {
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="900" height="600"/>';
    const description = 'Sauna, stoombad en een rustruimte met uitzicht op het bos. '.repeat(5);
    const { slug } = await newVenueWithTimes(world(), {
      facility: { images: ['/image-1.svg', '/image-2.svg'], description, price_eur: 24.5 },
      others: [{ name: 'Privébad', mode: 'FULL', capacity: 6 }],
    });
    const prepare = async (page: Page) => {
      await page.route(/image-/, (route) => route.fulfill({ contentType: 'image/svg+xml', body: svg }));
    };
    const screen = { width: 390, height: 844 };
    for (const variant of variants)
      await world().visit({ tenant: slug, variant, prepare, viewport: screen }, async (guest) => {
        const { page } = guest;
        await page.getByRole('button', { name: /Sauna/ }).click();
        await guest.arrives('when');
        await chooseDay(guest, daysAhead(3));
        await guest.settles();
        const first = page.locator('button[data-slot][aria-disabled=false]').first();
        await first.waitFor();
        // The slot's time itself: for another month, the calendar shows all six weeks.
        const time = first.locator('b');
        const end = await time.evaluate((it) => it.getBoundingClientRect().bottom + scrollY);
        assert.ok(end <= screen.height, `${variant}: the first time ends at ${end} px`);
        const about = page.getByText(description.trim());
        assert.equal(await about.isVisible(), false);
        await page.getByRole('button', { name: guest.say('about', { name: 'Sauna' }) }).click();
        await about.waitFor();
        assert.equal(await page.locator('img:visible').count(), 2);
        await assertFits(guest, `when, the ${variant}, with the facility expanded`);
      });
  });

  it('leaves no empty space above the times, below an error, or in reserved space that is too large', async () => {
    const css = 'venue-booking { display: block; min-block-size: 66rem; }';
    const screen = { width: 390, height: 844 };
    const height = (page: Page) =>
      page.locator('venue-booking').evaluate((it) => it.getBoundingClientRect().height);
    await world().visit({ tenant: 'nowhere', viewport: screen, page: { css } }, async (guest) => {
      await guest.page.getByRole('alert').waitFor();
      assert.ok((await height(guest.page)) < 300, 'only a sentence and a button');
      // The browser's own errors about the rejected request. An unknown venue has no CORS headers.
      guest.tolerate(/404|CORS|Failed to load/);
    });
    const visit = { tenant: busy.slug, variant: 'calendar' as const, viewport: screen, page: { css } };
    await world().visit(visit, async (guest) => {
      const { page } = guest;
      await guest.arrives('when');
      const edge = (selector: string, side: 'top' | 'bottom') =>
        page
          .locator(selector)
          .last()
          .evaluate((it, which) => it.getBoundingClientRect()[which], side);
      await page.locator('button[data-slot]').first().waitFor();
      const gap = (await edge('.times', 'top')) - (await edge('[role=gridcell]', 'bottom'));
      assert.ok(gap < 60, `${gap} px between the days and the times`);
      await chooseDay(guest, daysAhead(4));
      const section = await page.locator('section').evaluate((it) => it.getBoundingClientRect().height);
      assert.equal(await height(page), section);
    });
  });

  it('keeps a time’s text inside its border with double text size on the narrowest phone', async () => {
    const css = ':root { font-size: 200%; } body { font-size: 1rem; }';
    for (const variant of variants)
      await world().visit(
        { tenant: busy.slug, variant, viewport: { width: 320, height: 640 }, page: { css } },
        async (guest) => {
          await guest.arrives('when');
          await guest.page.locator('button[data-slot]').first().waitFor();
          const cut = await guest.page
            .locator('button[data-slot], [role=gridcell] button')
            .evaluateAll((all) =>
              all
                .filter((it) => it.scrollHeight > it.clientHeight + 1 || it.scrollWidth > it.clientWidth + 1)
                .map((it) => it.textContent),
            );
          assert.deepEqual(cut, [], variant);
        },
      );
  });

  it('leaves no gap for a facility without an image', async () => {
    for (const width of [320, 760])
      await world().visit({ tenant: venue.slug, viewport: { width, height: 800 } }, async (guest) => {
        const left = async (locator: Locator) => (await locator.boundingBox())?.x ?? 0;
        await guest.page.getByRole('button', { name: /Sauna/ }).click();
        await guest.arrives('when');
        const heading = await left(guest.page.getByRole('heading', { level: 2 }));
        const name = await left(guest.page.getByText('Sauna', { exact: true }).first());
        assert.ok(
          Math.abs(name - heading) < 60,
          `the name is ${name - heading} px to the right of the heading`,
        );
      });
  });

  for (const { what, width, css } of [
    { what: 'on a screen 320 px wide', width: 320, css: '' },
    { what: 'in a column of 280 px', width: 280, css: 'main { padding: 0; }' },
    // 1280 px at 200 %, by zoom and by font size.
    { what: 'at 200 % zoom', width: 640, css: '' },
    { what: 'with text twice as large', width: 800, css: ':root { font-size: 200%; }' },
    { what: 'on a phone with text twice as large', width: 375, css: ':root { font-size: 200%; }' },
  ])
    it(`fits ${what}, with targets of at least 24 px, in each step and variant`, async () => {
      const visit = { tenant: venue.slug, viewport: { width, height: 640 }, page: { css } };
      await world().visit(visit, async (guest) => {
        await guest.arrives('what');
        await assertFits(guest, 'what');
        await guest.page.getByRole('button', { name: /Sauna/ }).click();
        await guest.arrives('when');
        await chooseDay(guest, daysAhead(3));
        for (const variant of variants) {
          await guest.widget.evaluate((it, value) => it.setAttribute('variant', value), variant);
          await guest.settles();
          await assertFits(guest, `when, the ${variant}`);
        }
        await guest.page.locator('button[data-slot]:not([aria-disabled=true])').first().click();
        await guest.arrives('details');
        await assertFits(guest, 'details');
        await sendForm(guest);
        await guest.page.locator('[aria-invalid=true]').first().waitFor();
        await assertFits(guest, 'details with errors');
        await fillIn(guest, `${'lang'.repeat(12)}@${'adres'.repeat(10)}.example`, {
          customer_name: 'Wolfeschlegelsteinhausenbergerdorff'.repeat(2),
          'extra.phone': '+31 6 1234 5678',
          'extra.source': 'Internet',
          'extra.rules': true,
        });
        await sendForm(guest);
        await guest.arrives('booked');
        await assertFits(guest, 'booked');
      });
    });
});

/** Records layout shifts on the widget's element, including those right after an input. */
async function watchShifts(page: Page): Promise<void> {
  await page.locator('venue-booking').evaluate((element) => {
    const shifts: string[] = [];
    Object.assign(element, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        type Source = Record<'previousRect' | 'currentRect', DOMRectReadOnly>;
        const { value, sources } = entry as PerformanceEntry & { value: number; sources: Source[] };
        // The shadow tree hides which element moved, but not where.
        const rect = ({ x, y, width, height }: DOMRectReadOnly) => `${width}×${height} at ${x}, ${y}`;
        const moves = sources.map((it) => `${rect(it.previousRect)} to ${rect(it.currentRect)}`);
        shifts.push(`${value}: ${moves.join(' | ')}`);
      }
    }).observe({ type: 'layout-shift' });
  });
}

const shiftsOf = (page: Page): Promise<string[]> =>
  page.locator('venue-booking').evaluate((it) => (it as unknown as { shifts: string[] }).shifts);
