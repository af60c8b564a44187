import assert from 'node:assert/strict';
import { luminance } from '@venue-booking/domain/brand/oklch';
import { paletteOf } from '@venue-booking/domain/brand/palette';
import type { Page } from 'playwright-core';
import { beforeAll, describe, it } from 'vitest';
import { daysAhead } from '../stack/api.ts';
import { tag, variants } from './guest.ts';
import type { HostPage } from './hostPage.ts';
import { choose, chooseDay, filledIn, fillIn } from './picking.ts';
import { takePicture } from './takePicture.ts';
import { newVenueWithTimes, type VenueWithTimes } from './venues.ts';
import { artifacts, inOneWorld } from './world.ts';

describe('the embedded widget', () => {
  const world = inOneWorld();
  let venue: VenueWithTimes;
  let other: VenueWithTimes;
  beforeAll(async () => {
    [venue, other] = await Promise.all([
      newVenueWithTimes(world(), {
        facility: { capacity: 20, price_eur: 20, images: ['/demo/images/sauna.svg'] },
      }),
      newVenueWithTimes(world(), { facility: { name: 'Zwembad' }, others: [{ name: 'Ligweide' }] }),
    ]);
  });
  const widget = (attributes: Record<string, string> = {}, slug = venue.slug) =>
    tag({ tenant: slug, api: world().stack.api.url, ...attributes });

  for (const script of ['before', 'after', 'twice', 'module'] as const)
    it(`works with its script ${script === 'module' ? 'as a module' : script === 'twice' ? 'loaded twice' : `${script} the element`}`, async () => {
      await world().visit({ tenant: venue.slug, page: { script } }, async (guest) => {
        await guest.arrives('when');
        assert.equal(guest.events.filter(({ name }) => name === 'ready').length, 1);
      });
    });

  it('takes the API from the script’s origin and the language from the page', async () => {
    const { url } = world().stack.api;
    const page: HostPage = {
      script: 'none',
      lang: 'fr',
      head: `<script src="${url}/widget/venue-booking.js" defer></script>`,
      body: `<div lang="en-GB"><venue-booking tenant="${venue.slug}"></venue-booking></div>`,
      csp: { 'script-src': url },
    };
    await world().visit({ locale: 'en', page }, (guest) => guest.arrives('when'));
  });

  for (const [lang, locale] of [
    ['de-AT', 'de'],
    ['fr', 'fr'],
  ] as const)
    it(`loads the texts for a page in ${lang} under a strict policy, and shows no other language before`, async () => {
      const page: HostPage = { lang, body: widget().replace('</', '<p>Telefon 012</p></') };
      const seen: string[] = [];
      const prepare = async (page: Page) => {
        await page.route('**/widget/*.json', async (route) => {
          seen.push(await page.locator('venue-booking').ariaSnapshot());
          await route.continue();
        });
      };
      await world().visit({ locale, page, prepare }, async (guest) => {
        await guest.arrives('when');
        await takePicture(guest.page, { path: `${artifacts}/language-${locale}.png`, fullPage: true });
        assert.equal(guest.requests.filter((url) => url.endsWith('.json')).length, 1);
        assert.deepEqual(seen, ['- paragraph: Telefon 012']);
      });
    });

  it('takes the page’s language from inside another element’s shadow tree', async () => {
    const page: HostPage = { lang: 'en-GB', body: '<div id="around"></div>' };
    await world().visit({ locale: 'en', page }, async (guest) => {
      await guest.page.evaluate(
        ([tenant, api]) => {
          const element = document.createElement('venue-booking');
          Object.assign(element, { tenant, api });
          document.querySelector('#around')?.attachShadow({ mode: 'open' }).append(element);
        },
        [venue.slug, world().stack.api.url],
      );
      await guest.arrives('when');
    });
  });

  it('upgrades late and keeps properties that were set before', async () => {
    // This site's own script inserts the widget's, for which Trusted Types would require a policy of the
    // site.
    const page: HostPage = {
      script: 'none',
      body: '<venue-booking></venue-booking>',
      csp: { 'require-trusted-types-for': null, 'trusted-types': null },
    };
    await world().visit({ page }, async (guest) => {
      await guest.page.evaluate(
        ([tenant, api, src]) => {
          Object.assign(document.querySelector('venue-booking') as object, { tenant, api, locale: 'en' });
          const script = document.createElement('script');
          script.src = src as string;
          document.body.append(script);
        },
        [venue.slug, world().stack.api.url, world().site.scriptUrl],
      );
      await guest.page.getByRole('heading', { name: 'When?' }).waitFor();
    });
  });

  it('ignores the page’s text alignment, indent, capitals, spacing and white space', async () => {
    const css =
      '#around { text-align: center; text-indent: 3em; text-transform: uppercase; letter-spacing: 1em; white-space: pre }';
    const body = `<div id="around">${widget()}</div>`;
    await world().visit({ tenant: venue.slug, page: { body, css } }, async (guest) => {
      await guest.arrives('when');
      const styles = await guest.widget.locator('section').evaluate((section) => {
        const { textAlign, textIndent, textTransform, letterSpacing, whiteSpace } = getComputedStyle(section);
        return { textAlign, textIndent, textTransform, letterSpacing, whiteSpace };
      });
      assert.deepEqual(styles, {
        textAlign: 'start',
        textIndent: '0px',
        textTransform: 'none',
        letterSpacing: 'normal',
        whiteSpace: 'normal',
      });
    });
  });

  for (const [page, css] of [
    ['hides text with a font size of 0', '#around { font-size: 0 }'],
    ['shrinks the root', ':root { font-size: 62.5% } body { font-size: 1.6rem }'],
    ['shrinks the root and nothing else', ':root { font-size: 62.5% }'],
    ['sets the size of all elements', '* { font-size: 8px }'],
  ] as const)
    for (const variant of variants)
      it(`shows the ${variant} at a readable size on a page that ${page}`, async () => {
        const body = `<div id="around">${widget({ variant, locale: 'nl' })}</div>`;
        await world().visit({ variant, page: { body, css } }, async (guest) => {
          await guest.arrives('when');
          await guest.page.locator('[data-slot]').first().waitFor();
          const sizes = await guest.widget.locator('section').evaluate((section) => {
            const texts = document.createTreeWalker(section, NodeFilter.SHOW_TEXT);
            const found: [text: string, size: number][] = [];
            for (let text = texts.nextNode(); text; text = texts.nextNode())
              if (text.textContent?.trim())
                found.push([
                  text.textContent,
                  Number.parseFloat(getComputedStyle(text.parentElement as Element).fontSize),
                ]);
            return found;
          });
          assert.ok(sizes.length > 10);
          for (const [text, size] of sizes) assert.ok(size >= 11, `${text}: ${size} px`);
        });
      });

  it('shows the page’s background of a facility behind its name too', async () => {
    const css = 'venue-booking::part(facility) { background: rgb(255, 255, 0) }';
    await world().visit({ tenant: other.slug, page: { css } }, async ({ page }) => {
      const name = page.getByRole('button', { name: /Ligweide/ });
      assert.equal(await name.evaluate((it) => getComputedStyle(it).backgroundColor), 'rgba(0, 0, 0, 0)');
    });
  });

  it('reads from left to right on an Arabic page', async () => {
    const page: HostPage = { head: '<meta charset="utf-8">', css: 'html { direction: rtl }' };
    await world().visit({ tenant: venue.slug, locale: 'en', page }, async (guest) => {
      await guest.arrives('when');
      await chooseDay(guest, daysAhead(3));
      const lefts = (part: string) =>
        guest.widget
          .locator(`[part~=${part}]`)
          .evaluateAll((all) => all.slice(0, 2).map((it) => it.getBoundingClientRect().left));
      await guest.widget.locator('[part~=time]').nth(1).waitFor();
      for (const part of ['day', 'time']) {
        const [first = 0, second = 0] = await lefts(part);
        assert.ok(first < second, `the first ${part} at ${first} px, the second at ${second} px`);
      }
    });
  });

  it('keeps its own state next to a widget of another venue', async () => {
    const body = widget({ id: 'one', locale: 'en' }) + widget({ id: 'two', locale: 'en' }, other.slug);
    await world().visit({ locale: 'en', page: { body } }, async ({ page, events, arrives }) => {
      const [one, two] = [page.locator('#one'), page.locator('#two')];
      await two.getByRole('button', { name: /Ligweide/ }).waitFor();
      await arrives('when');
      await one.locator('button[data-slot]:not([aria-disabled=true])').first().click();
      await one.getByRole('heading', { name: 'Your details' }).waitFor();
      await two.getByRole('button', { name: /Ligweide/ }).waitFor();
      assert.equal(await page.locator('h2:visible').count(), 2);
      assert.deepEqual(
        events
          .filter(({ name }) => name === 'ready')
          .map(({ from, detail }) => [from, (detail.facilities as unknown[]).length])
          .sort(),
        [
          ['one', 1],
          ['two', 2],
        ],
      );
    });
  });

  it('continues where it was after being moved within the page', async () => {
    const [slot] = await venue.slotsOf(daysAhead(3));
    assert.ok(slot);
    await world().visit({ tenant: venue.slug }, async (guest) => {
      await guest.arrives('when');
      await choose(guest, slot);
      await guest.arrives('details');
      await fillIn(guest, 'moved@example.com');
      const before = await filledIn(guest);
      await guest.page.evaluate(async () => {
        const element = document.querySelector('venue-booking') as Element;
        element.remove();
        await new Promise((resolve) => setTimeout(resolve, 100));
        const aside = document.body.appendChild(document.createElement('aside'));
        aside.append(element);
      });
      await guest.arrives('details');
      assert.deepEqual(await filledIn(guest), before);
      await guest.button('back').click();
      await guest.arrives('when');
      await choose(guest, slot);
      await guest.arrives('details');
    });
  });

  it('follows changes of its attributes', async () => {
    await world().visit({ tenant: venue.slug, locale: 'nl' }, async (guest) => {
      const { page, arrives, say } = guest;
      await arrives('when');
      const set = (name: string, value: string) =>
        page.evaluate(
          ([name, value]) =>
            document.querySelector('venue-booking')?.setAttribute(name as string, value as string),
          [name, value],
        );
      const custom = (name: string) =>
        page
          .locator('[part~=widget]')
          .evaluate((it, name) => getComputedStyle(it).getPropertyValue(name).trim(), name);
      await set('accent', '#a21caf');
      await set('radius', '3');
      assert.deepEqual([await custom('--vb-accent'), await custom('--vb-radius')], ['#a21caf', '3px']);
      await page.getByRole('button', { name: say('nextWeek') }).waitFor();
      await set('variant', 'calendar');
      await page.getByRole('button', { name: say('nextMonth') }).waitFor();
      await set('variant', 'timeline');
      await page.getByRole('button', { name: say('otherDate') }).waitFor();
      assert.match(await guest.widget.locator('.total').innerText(), /€\s*20,00/);
      await set('locale', 'en');
      await page.getByRole('heading', { name: 'When?' }).waitFor();
      assert.match(await guest.widget.locator('.total').innerText(), /€20\.00/);
      const held = Promise.withResolvers<void>();
      await page.route(/\.json$/, (route) => held.promise.then(() => route.continue()));
      const loading = page.waitForRequest(/\.json$/);
      await set('locale', 'fr');
      await loading;
      assert.equal(
        await page.getByRole('heading', { name: 'When?' }).count(),
        1,
        'until the texts are there',
      );
      held.resolve();
      await page.getByRole('heading', { name: 'When?' }).waitFor({ state: 'detached' });
      await set('locale', 'en');
      await set('name', 'Badhuis Noord');
      await page.getByText('Badhuis Noord').first().waitFor();
      await set('tenant', other.slug);
      await page.getByRole('button', { name: /Ligweide/ }).waitFor();
    });
  });

  it('has the look of the brand, unless the page or an attribute sets another', async () => {
    const { slug } = other;
    const brand = { accent: '#ffd400', radius: 3 };
    await world().stack.api.admin('PATCH', `/venues/${slug}`, { brand });
    await world().visit({ tenant: slug, locale: 'nl' }, async ({ page, arrives }) => {
      await arrives('what');
      /** The colours and corners of a button, and whether its text is dark. */
      const button = () =>
        page.locator('[part~=widget]').evaluate((section) => {
          const probe = section.appendChild(document.createElement('button'));
          probe.className = 'primary';
          const { backgroundColor, color } = getComputedStyle(probe);
          probe.remove();
          const paint = (colour: string) => {
            const context = document.createElement('canvas').getContext('2d') as CanvasRenderingContext2D;
            context.fillStyle = colour;
            context.fillRect(0, 0, 1, 1);
            const [red = 0, green = 0, blue = 0] = context.getImageData(0, 0, 1, 1).data;
            return `#${[red, green, blue].map((value) => value.toString(16).padStart(2, '0')).join('')}`;
          };
          const { borderTopLeftRadius: radius } = getComputedStyle(section);
          return { accent: paint(backgroundColor), text: paint(color), radius };
        });
      const isDark = (colour: string) => luminance(colour) < 0.2;
      assert.deepEqual(await button(), { accent: '#ffd400', text: '#000000', radius: '3px' });
      await page.evaluate(() => {
        document.querySelector('venue-booking')?.style.setProperty('--vb-radius', '9px');
      });
      assert.equal((await button()).radius, '9px');
      // The widget computes its colours in CSS: it agrees with those of pages and mail.
      for (const accent of ['#0b6660', '#0a0a0a', '#ffffff', '#ff7ab8', '#f97316', '#777777', '#1d4ed8']) {
        await page.locator('venue-booking').evaluate((it, value) => it.setAttribute('accent', value), accent);
        const shown = await button();
        assert.equal(shown.accent, paletteOf(accent, 'light').accent);
        assert.equal(isDark(shown.text), isDark(paletteOf(accent, 'light').onAccent), accent);
      }
    });
  });

  it('reports a missing tenant to the developer and shows guests its own content', async () => {
    const { url } = world().stack.api;
    const body = `<venue-booking api="${url}" locale="nl"><p>Of bel ons</p></venue-booking>`;
    await world().visit({ page: { body } }, async (guest) => {
      guest.tolerate(/Set the tenant of <venue-booking>/);
      const { detail } = await guest.happens('error');
      const message = 'Set the tenant of <venue-booking>.';
      assert.deepEqual(detail, { kind: 'failed', status: 0, message });
      await guest.page
        .getByRole('alert')
        .filter({ hasText: guest.say('failed') })
        .waitFor();
      await guest.sees('Of bel ons');
      assert.equal(await guest.page.getByText('tenant').count(), 0);
      assert.deepEqual(
        guest.requests.filter((asked) => asked.startsWith(url)),
        [],
      );
    });
  });

  for (const by of ['property', 'attribute'] as const)
    it(`does not report a missing tenant if it is set right after insertion, by ${by}`, async () => {
      const page: HostPage = { body: '<div id="around"></div>' };
      await world().visit({ page }, async (guest) => {
        await guest.page.evaluate(
          ([tenant = '', api = '', by]) => {
            const element = document.createElement('venue-booking');
            document.querySelector('#around')?.append(element);
            if (by === 'property') Object.assign(element, { api, tenant });
            else
              for (const [name, value] of Object.entries({ api, tenant })) element.setAttribute(name, value);
          },
          [venue.slug, world().stack.api.url, by],
        );
        await guest.arrives('when');
        assert.deepEqual(
          guest.events.map(({ name }) => name),
          ['step', 'ready'],
        );
      });
    });

  it('shows an error if the venue does not allow the website', async () => {
    const stranger = await newVenueWithTimes(world(), { venue: { allowed_origins: [] } });
    await world().visit({ tenant: stranger.slug }, async (guest) => {
      guest.tolerate(/CORS policy/, /status of 403/, /ERR_FAILED/);
      await guest.sees(guest.say('failed'));
      await guest.button('retry').waitFor();
      const { detail } = await guest.happens('error');
      assert.equal(detail.kind, 'failed');
    });
  });

  it('shows the reason if the tenant is unknown', async () => {
    await world().visit({ tenant: 'no-such-venue', locale: 'en' }, async (guest) => {
      guest.tolerate(/status of 400/);
      const { detail } = await guest.happens('error');
      assert.deepEqual([detail.kind, detail.status], ['refused', 400]);
      await guest.sees(String(detail.message));
    });
  });
});
