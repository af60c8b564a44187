import assert from 'node:assert/strict';
import path from 'node:path';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { reservedSpace } from '../../widget-vue/src/embed.ts';
import type { TestServer } from '../servers/testServer.ts';
import { daysAhead, eventually } from '../stack/api.ts';
import type { Guest, GuestPage, Visit } from '../widget/guest.ts';
import { choose, fillIn, sendForm } from '../widget/picking.ts';
import type { VenueWithTimes } from '../widget/venues.ts';
import { inOneWorld } from '../widget/world.ts';
import { bookToTheEnd, coreRequests, layoutShifts, newVenueFor, servedPage } from './bookThere.ts';
import { buildHost, serveHost } from './hostApp.ts';
import { output } from './npm.ts';
import { plantMismatch } from './plantMismatch.ts';

/** Calls of the page's handlers, each with the number of entries at the render of the handler. */
const told = ({ page }: Guest) => page.locator('#told li').allTextContents();

const world = inOneWorld();

for (const version of [18, 19])
  describe(`React ${version}`, () => {
    let servers: TestServer[] = [];
    let venue: VenueWithTimes;
    let folder: string;
    let url: string;
    let strictUrl: string;
    beforeAll(async () => {
      folder = await buildHost({
        name: `react${version}`,
        sources: 'react18',
        packages: ['widget', 'react'],
        build: ['vite/bin/vite.js', 'build', '--app'],
      });
      const server = () => ['dist/server/server.js'];
      servers = await Promise.all([
        serveHost(folder, server),
        serveHost(folder, server, { NODE_ENV: 'development' }),
      ]);
      const [origin = '', strictOrigin = ''] = servers.map((server) => server.url);
      venue = await newVenueFor(world(), origin);
      const origins = [origin, strictOrigin];
      const settings = { allowed_origins: origins, redirect_origins: origins };
      const { status, text } = await world().stack.api.admin('PATCH', `/venues/${venue.slug}`, settings);
      assert.equal(status, 200, text);
      const query = new URLSearchParams({ tenant: venue.slug, api: world().stack.api.url });
      [url, strictUrl] = [`${origin}/?${query}`, `${strictOrigin}/?${query}`];
    });
    afterAll(() => Promise.all(servers.map((server) => server.stop())));
    const visit = (options: Visit, what: (guest: Guest) => Promise<void>) =>
      world().visit({ url, locale: 'en', ...options }, what);

    // The Next.js site checks the types of React 19.
    if (version === 18)
      it('has types that work with React 18', async () => {
        const tsc = path.join(import.meta.dirname, '../../node_modules/typescript/bin/tsc');
        await output(process.execPath, [tsc], folder);
      });

    it('renders the element on the server with its attributes and reserved space', async () => {
      const { html, attributes } = await servedPage(url);
      const { style, ...others } = attributes;
      assert.deepEqual(others, {
        tenant: venue.slug,
        api: world().stack.api.url,
        variant: 'strip',
        radius: '4',
        locale: 'en',
        id: 'booking',
        class: 'wide',
        'data-page': 'home',
      });
      assert.equal(style, `display:block;min-block-size:${reservedSpace()?.minBlockSize};margin-block:1rem`);
      assert.match(html, /<p>Book by phone: 020 123 45 67<[/]p><[/]venue-booking>/);
    });

    it('lets a guest book and pay', () => visit({}, (guest) => bookToTheEnd(guest, venue)));

    for (const width of [390, 1200])
      it(`moves nothing while it loads, at ${width} px`, () =>
        visit({ viewport: { width, height: 800 } }, async (guest) => {
          await guest.arrives('what');
          await guest.settles();
          assert.deepEqual(await layoutShifts(guest.page), []);
        }));

    it('shows its children until the widget loads, and follows props that change before and after', async () => {
      let comes = () => {};
      const held = new Promise<void>((resolve) => {
        comes = resolve;
      });
      const prepare = async (page: GuestPage) => {
        await page.route('**/assets/venue-booking-*.js', async (route) => {
          await held;
          await route.continue();
        });
      };
      await visit({ prepare }, async (guest) => {
        const { page, arrives, button, widget } = guest;
        const attributes = () =>
          widget.evaluate((it) =>
            Object.fromEntries([...it.attributes].map(({ name, value }) => [name, value])),
          );
        const before = await attributes();
        await page.getByText('Book by phone').waitFor();
        await page.getByRole('button', { name: 'Change' }).click();
        const { radius, class: className, ...others } = before;
        const after = { ...others, variant: 'calendar', accent: '#a21caf', name: 'Badhuis' };
        await eventually('the attributes changed', async () => (await attributes()).variant === 'calendar');
        assert.deepEqual(await attributes(), after);
        comes();
        await arrives('what');
        assert.equal(await page.getByText('Book by phone').isVisible(), false);

        await page.getByRole('button', { name: 'Undo' }).click();
        await eventually('the attributes changed', async () => (await attributes()).variant === 'strip');
        assert.deepEqual(await attributes(), before);
        await page.getByRole('button', { name: 'Change' }).click();
        await page.getByRole('button', { name: /Sauna/ }).click();
        await button('nextMonth').waitFor();
        await page.getByRole('button', { name: 'Ref' }).click();
        assert.equal((await told(guest)).at(-1), 'ref: venue-booking');
        assert.equal((await coreRequests(guest)).length, 1);
      });
    });

    it('calls the latest handlers, which can keep the guest on the page', async () => {
      const [slot] = await venue.slotsOf(daysAhead(4));
      assert.ok(slot);
      await visit({ prepare: countListeners }, async (guest) => {
        const { page, arrives } = guest;
        await arrives('what');
        await page.getByRole('button', { name: 'Stay' }).click();
        await page.getByRole('button', { name: /Sauna/ }).click();
        await arrives('when');
        await choose(guest, slot);
        await arrives('details');
        await fillIn(guest, `told-${version}@example.com`);
        await sendForm(guest);
        await arrives('unpaid');
        assert.deepEqual(await told(guest), [
          '0 step: what',
          '0 ready: Sauna, Private sauna',
          '2 step: when',
          '3 step: details',
          '4 booked: Sauna',
          '4 redirect: pay',
          '4 step: done',
        ]);
        assert.equal(page.url(), url);
        assert.equal(await page.evaluate(() => document.documentElement.dataset.listeners), '8');
      });
    });

    it('reports an error', () =>
      visit({ url: url.replace(venue.slug, 'no-such-venue') }, async (guest) => {
        guest.tolerate(/status of 400/);
        await guest.happens('error');
        await eventually('the handler was called', async () => (await told(guest)).length > 0);
        assert.deepEqual(await told(guest), ['0 error: refused 400']);
      }));

    it('reports a widget that fails to load and keeps the fallback content', async () => {
      const prepare = async (page: GuestPage) => {
        await page.route('**/assets/venue-booking-*.js', (route) => route.abort());
      };
      await visit({ prepare }, async (guest) => {
        guest.tolerate(/Failed to (load resource|fetch dynamically)/);
        await eventually('the handler was called', async () => (await told(guest)).length > 0);
        assert.deepEqual(await told(guest), ['0 error: failed 0']);
        assert.ok(await guest.page.getByText('Book by phone').isVisible());
      });
    });

    it('causes no React warning in development with StrictMode, which runs effects twice', () =>
      visit({ url: strictUrl }, async (guest) => {
        const { page, arrives } = guest;
        await arrives('what');
        assert.deepEqual(await told(guest), ['0 step: what', '0 ready: Sauna, Private sauna']);
        const toggle = page.getByRole('button', { name: 'Toggle' });
        await toggle.click();
        assert.equal(await guest.widget.count(), 0);
        await toggle.click();
        await arrives('what');
        assert.deepEqual((await told(guest)).slice(2), ['2 step: what', '2 ready: Sauna, Private sauna']);
        assert.equal((await coreRequests(guest)).length, 1);
        await bookToTheEnd(guest, venue);
      }));

    it('would report a hydration mismatch', async () => {
      for (const [address, selector, attribute] of [
        [url, 'h1', ''],
        [strictUrl, 'venue-booking', 'locale'],
      ] as const)
        await visit(
          { url: address, prepare: (page) => plantMismatch(page, selector, attribute) },
          async ({ sees, assertNoProblems, tolerate }) => {
            await sees('Sauna');
            assert.throws(assertNoProblems, /#418|#425|did not match|didn't match/);
            tolerate(/./);
          },
        );
    });
  });

/** Counts the page's calls of `addEventListener` on widgets. */
async function countListeners(page: GuestPage): Promise<void> {
  await page.addInitScript(() => {
    const { addEventListener } = EventTarget.prototype;
    EventTarget.prototype.addEventListener = function (type: string, ...others: [never]) {
      if (this instanceof Element && type.startsWith('venue-booking:')) {
        const { dataset } = document.documentElement;
        dataset.listeners = String(Number(dataset.listeners ?? 0) + 1);
      }
      addEventListener.call(this, type, ...others);
    };
  });
}
