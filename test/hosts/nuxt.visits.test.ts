import assert from 'node:assert/strict';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, it } from 'vitest';
import type { TestServer } from '../servers/testServer.ts';
import { eventually } from '../stack/api.ts';
import type { Guest, GuestPage } from '../widget/guest.ts';
import type { VenueWithTimes } from '../widget/venues.ts';
import { inOneWorld } from '../widget/world.ts';
import {
  bookThere,
  bookToTheEnd,
  coreRequests,
  isCore,
  layoutShifts,
  newVenueFor,
  servedPage,
  walkByHistory,
} from './bookThere.ts';
import { buttonOf, useDialogs } from './dialogs.ts';
import { buildHost, serveHost } from './hostApp.ts';
import { output } from './npm.ts';

const told = ({ page }: Guest) => page.locator('.told li').allTextContents();

/** Collects hydration mismatches from the browser's console. */
const hearMismatches = (heard: string[]) => async (page: GuestPage) => {
  page.on('console', (message) => {
    if (/hydration/i.test(message.text())) heard.push(message.text());
  });
};

describe('the Nuxt module', () => {
  const world = inOneWorld();

  for (const [name, version] of Object.entries({ nuxt: 4, nuxt3: 3 }))
    describe(`in Nuxt ${version}`, () => {
      let folder: string;
      let host: TestServer;
      let venue: VenueWithTimes;
      const at = (page: string, query: Record<string, string> = {}) =>
        `${host.url}/${page}?${new URLSearchParams({ tenant: venue.slug, ...query })}`;

      beforeAll(async () => {
        folder = await buildHost({
          name,
          sources: 'nuxt',
          packages: ['widget', 'vue', 'nuxt'],
          build: ['nuxt/bin/nuxt.mjs', 'build'],
          env: { NUXT_TELEMETRY_DISABLED: '1' },
        });
        host = await serveHost(folder, () => ['.output/server/index.mjs'], {
          NUXT_PUBLIC_VENUE_BOOKING_API: world().stack.api.url,
          NUXT_PUBLIC_VENUE_BOOKING_VARIANT: 'timeline',
          NUXT_PUBLIC_VENUE_BOOKING_NAME: '1923',
        });
        venue = await newVenueFor(world(), host.url);
      });
      afterAll(() => host?.stop());

      it('lets a guest book, pay and see the outcome after the return', async () => {
        await world().visit({ url: at('book', { variant: 'strip' }), locale: 'en' }, async (guest) => {
          await bookToTheEnd(guest, venue);
          assert.equal((await coreRequests(guest)).length, 2, 'once on each visit');
        });
      });

      it('opens the dialogs of two elements, and lets a guest book and pay in one', () => {
        const { facility, date } = buttonOf(venue);
        return world().visit({ url: at('dialogs', { facility, date }), locale: 'en' }, (guest) =>
          useDialogs(guest, venue),
        );
      });

      it('moves between steps with Back and Forward without reloading', () =>
        world().visit({ url: at('book', { variant: 'strip' }), locale: 'en' }, (guest) =>
          walkByHistory(guest),
        ));

      it('renders the element on the server with its attributes and reserved space, without the widget', async () => {
        const { attributes, html } = await servedPage(at('book'));
        const { style, ...others } = attributes;
        assert.deepEqual(others, {
          id: 'booking',
          class: 'card',
          tenant: venue.slug,
          api: world().stack.api.url,
          variant: 'timeline',
          accent: '#0f766e',
          radius: '12',
          name: '1923',
          locale: 'en',
        });
        assert.match(style ?? '', /^display:block;min-block-size:clamp\(/);
        assert.match(html, /Book by phone/);
        const server = globSync('.output/server/**/*.{js,mjs}', { cwd: folder });
        assert.ok(server.length > 5);
        assert.deepEqual(
          server.filter((file) => isCore(readFileSync(path.join(folder, file), 'utf8'))),
          [],
          'the server bundle does not contain the widget',
        );
      });

      // Nuxt generates the same types in both versions, and checking them takes five seconds.
      if (version === 4)
        it('has types for its settings and for its component in templates, including those of the READMEs', async () => {
          for (const name of ['vue', 'nuxt']) {
            const readme = path.join(import.meta.dirname, '../../widget-vue/wrappers', name, 'README.md');
            const [, example = ''] = /```vue\n(.*?)```/s.exec(readFileSync(readme, 'utf8')) ?? [];
            writeFileSync(path.join(folder, `app/Readme-${name}.vue`), example);
          }
          const vueTsc = path.join(import.meta.dirname, '../../node_modules/vue-tsc/bin/vue-tsc.js');
          await output(process.execPath, [vueTsc, '--noEmit', '-p', '.nuxt/tsconfig.json'], folder);
        });

      it('prefers a prop over a setting', async () => {
        const { attributes } = await servedPage(
          at('book', { variant: 'calendar', accent: 'red', reserve: '0' }),
        );
        const { variant, accent, radius, style } = attributes;
        assert.deepEqual([variant, accent, radius, style], ['calendar', 'red', '12', undefined]);
      });

      for (const width of [390, 1200])
        it(`moves nothing while the widget loads, at ${width} px`, async () => {
          const viewport = { width, height: 900 };
          await world().visit({ url: at('book'), locale: 'en', viewport }, async (guest) => {
            await guest.arrives('what');
            await guest.settles();
            assert.deepEqual(await layoutShifts(guest.page), []);
          });
        });

      it('would report a hydration mismatch', async () => {
        const heard: string[] = [];
        const prepare = hearMismatches(heard);
        await world().visit({ url: at('mismatch'), locale: 'en', prepare }, async (guest) => {
          guest.tolerate(/hydration/i, /the tenant/);
          await guest.sees(guest.say('failed'));
          assert.match(heard.join(), /Hydration style mismatch/);
        });
      });

      it('loads the widget once for three elements, and not again after a client-side navigation', async () => {
        await world().visit({ url: at(''), locale: 'en' }, async (guest) => {
          const { page } = guest;
          const widgets = page.locator('venue-booking');
          await page.getByRole('link', { name: 'For groups' }).click();
          await widgets.nth(2).getByRole('button', { name: /Sauna/ }).waitFor();
          assert.equal(await widgets.getByRole('button', { name: /Sauna/ }).count(), 3);
          assert.equal((await coreRequests(guest)).length, 1);

          await page.getByRole('link', { name: 'Badhuis Noord' }).click();
          await page.getByRole('heading', { name: 'Warm water' }).waitFor();
          await page.getByRole('link', { name: 'Book', exact: true }).click();
          await guest.arrives('what');
          assert.equal((await coreRequests(guest)).length, 1);
          assert.equal(guest.requests.filter((url) => new URL(url).pathname === '/book').length, 0);
        });
      });

      it('follows its parent’s props and emits events', async () => {
        await world().visit({ url: at('book', { variant: 'strip' }), locale: 'en' }, async (guest) => {
          const { page, say } = guest;
          await page.getByRole('button', { name: /Sauna/ }).click();
          await page.getByRole('button', { name: say('nextWeek') }).waitFor();
          await page.getByRole('button', { name: 'Show a calendar' }).click();
          await page.getByRole('button', { name: say('nextMonth') }).waitFor();
          assert.equal(await guest.widget.getAttribute('variant'), 'calendar');
          assert.deepEqual(await told(guest), [
            'step what (venue-booking:step)',
            '2 facilities (venue-booking:ready)',
            'step when (venue-booking:step)',
          ]);
        });
      });

      it('keeps the guest on the page if the page prevents the redirect', async () => {
        await world().visit(
          { url: at('book', { variant: 'strip', stay: '1' }), locale: 'en' },
          async (guest) => {
            await bookThere(guest, venue);
            await eventually('the event is emitted', async () =>
              (await told(guest)).some((line) => line.startsWith('to pay at /pay/')),
            );
            assert.ok((await told(guest)).includes('booked for 2 (venue-booking:booked)'));
            assert.equal(guest.page.url(), guest.url);
          },
        );
      });
    });
});
