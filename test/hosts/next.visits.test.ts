import assert from 'node:assert/strict';
import path from 'node:path';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { reservedSpace } from '../../widget-vue/src/embed.ts';
import type { TestServer } from '../servers/testServer.ts';
import { eventually } from '../stack/api.ts';
import type { Guest, Visit } from '../widget/guest.ts';
import type { VenueWithTimes } from '../widget/venues.ts';
import { inOneWorld } from '../widget/world.ts';
import {
  bookToTheEnd,
  coreRequests,
  layoutShifts,
  newVenueFor,
  servedPage,
  walkByHistory,
} from './bookThere.ts';
import { buttonOf, useDialogs } from './dialogs.ts';
import { buildHost, serveHost } from './hostApp.ts';
import { plantMismatch } from './plantMismatch.ts';

const routers = { app: '/', pages: '/classic' };

describe('Next.js', () => {
  const world = inOneWorld();
  let site: TestServer | undefined;
  let venue: VenueWithTimes;
  let urlOf: (at: string) => string;
  beforeAll(async () => {
    const env = { NEXT_TELEMETRY_DISABLED: '1' };
    const next = 'next/dist/bin/next';
    const folder = await buildHost({
      name: 'next',
      packages: ['widget', 'react'],
      build: [next, 'build'],
      env,
    });
    const args = (port: number) => [
      `node_modules/${next}`,
      'start',
      folder,
      '--port',
      `${port}`,
      '--hostname',
      '127.0.0.1',
    ];
    site = await serveHost(folder, args, env);
    const { url } = site;
    venue = await newVenueFor(world(), url);
    const query = new URLSearchParams({ tenant: venue.slug, api: world().stack.api.url });
    urlOf = (at) => `${url}${at}?${query}`;
  });
  afterAll(() => site?.stop());
  const visit = (options: Visit, what: (guest: Guest) => Promise<void>) =>
    world().visit({ url: urlOf('/'), locale: 'en', ...options }, what);

  for (const [router, at] of Object.entries(routers)) {
    it(`renders the element on the server with its attributes and reserved space (${router} router)`, async () => {
      const { attributes } = await servedPage(urlOf(at));
      const { tenant, api, locale, style } = attributes;
      assert.deepEqual(
        { tenant, api, locale, style },
        {
          tenant: venue.slug,
          api: world().stack.api.url,
          locale: 'en',
          style: `display:block;min-block-size:${reservedSpace()?.minBlockSize}`,
        },
      );
    });

    it(`lets a guest book and pay (${router} router)`, () =>
      visit({ url: urlOf(at) }, async (guest) => {
        await bookToTheEnd(guest, venue);
        assert.equal((await coreRequests(guest)).length, 2, 'once here, once after the payment');
      }));

    it(`moves between steps with Back and Forward without reloading (${router} router)`, () =>
      visit({ url: urlOf(at) }, (guest) => walkByHistory(guest)));

    for (const width of [390, 1200])
      it(`moves nothing while it loads, at ${width} px (${router} router)`, () =>
        visit({ url: urlOf(at), viewport: { width, height: 800 } }, async (guest) => {
          await guest.arrives('what');
          await guest.settles();
          assert.deepEqual(await layoutShifts(guest.page), []);
        }));
  }

  it('requests the widget once for three elements and across pages', () =>
    visit({ url: urlOf('/three') }, async (guest) => {
      const { page, events, arrives, requests } = guest;
      const readies = () => events.filter(({ name }) => name === 'ready').map(({ from }) => from);
      await eventually('all widgets are ready', () => readies().length === 3);
      assert.deepEqual(readies().sort(), ['calendar', 'strip', 'timeline']);
      await page.getByRole('link', { name: 'Back to the first' }).click();
      await page.waitForURL(urlOf('/'));
      await arrives('what');
      await page.getByRole('link', { name: 'All our houses' }).click();
      await eventually('all widgets are ready again', () => readies().length === 7);
      const [core, another] = await coreRequests(guest);
      assert.ok(core && !another);
      assert.equal(requests.filter((url) => url === urlOf('/three')).length, 1, 'no page was reloaded');
      const { html } = await servedPage(urlOf('/three'));
      assert.ok(!html.includes(path.basename(core)), 'the HTML does not name it');
    }));

  it('opens the dialogs of two elements, and lets a guest book and pay in one', () => {
    const { facility, date } = buttonOf(venue);
    return visit({ url: `${urlOf('/dialogs')}&${new URLSearchParams({ facility, date })}` }, (guest) =>
      useDialogs(guest, venue),
    );
  });

  it('calls handlers and follows changing props', () =>
    visit({ url: urlOf('/classic') }, async ({ page, arrives, button, sees }) => {
      await arrives('what');
      await sees('Ready: Sauna, Private sauna');
      await page.getByRole('button', { name: 'By month' }).click();
      await page.getByRole('button', { name: /Sauna/ }).click();
      await button('nextMonth').waitFor();
      await sees('Step: when, with the calendar');
    }));

  it('shows the fallback content without JavaScript', async () => {
    const context = await world().browser.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto(urlOf('/'));
    assert.ok(await page.getByText('Book by phone').isVisible());
    await context.close();
  });

  it('would report a hydration mismatch', () =>
    visit(
      { prepare: (page) => plantMismatch(page, 'header span') },
      async ({ arrives, assertNoProblems, tolerate }) => {
        await arrives('what');
        assert.throws(assertNoProblems, /#418/);
        tolerate(/./);
      },
    ));
});
