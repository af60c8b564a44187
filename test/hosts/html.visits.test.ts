import assert from 'node:assert/strict';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { startCaddy } from '../servers/caddy.ts';
import type { TestServer } from '../servers/testServer.ts';
import { type GuestPage, tag } from '../widget/guest.ts';
import { newVenueWithTimes, type VenueWithTimes } from '../widget/venues.ts';
import { inOneWorld } from '../widget/world.ts';
import { bookToTheEnd, coreRequests, layoutShifts, newVenueFor } from './bookThere.ts';
import { buttonOf, LINK, useDialogs } from './dialogs.ts';

const widget = path.join(import.meta.dirname, '../../widget-vue');
const shipped = (name: string) => path.join(widget, 'dist', name);
const page = readFileSync(shipped('example.html'), 'utf8');
const [script = ''] = page.match(/venue-booking\.[0-9a-f]{12}\.js/) ?? [];
const byMail = { name: 'book by mail' };

describe('the example page on a static file server', () => {
  const world = inOneWorld();
  const files = mkdtempSync(path.join(tmpdir(), 'venue-booking site-'));
  let site: TestServer;
  let cdn: TestServer;
  let venue: VenueWithTimes;
  beforeAll(async () => {
    [site, cdn] = await Promise.all([
      startCaddy({ config: path.join(import.meta.dirname, 'site.Caddyfile'), files }),
      startCaddy({ config: path.join(widget, 'Caddyfile'), files: path.join(widget, 'dist') }),
    ]);
    venue = await newVenueFor(world(), site.url);
  });
  afterAll(async () => {
    await Promise.all([site?.stop(), cdn?.stop()]);
    rmSync(files, { recursive: true });
  });

  /**
   * Publishes the page and its script in a folder of the website, with the two documented changes.
   * @returns its address
   */
  function publish(folder: string, edit = (html: string) => html, { tenant = venue.slug } = {}): string {
    mkdirSync(path.join(files, folder), { recursive: true });
    copyFileSync(shipped(script), path.join(files, folder, script));
    const own = page.replace('"my-venue"', `"${tenant}" api="${api()}"`);
    writeFileSync(path.join(files, folder, 'index.html'), edit(own));
    return `${site.url}/${folder}/`;
  }
  const api = () => world().stack.api.url;
  const come = (url: string, more = {}) => ({ url, locale: 'en', variant: 'calendar', ...more }) as const;

  it('lets a guest book, pay and return', async () => {
    await world().visit(come(publish('book')), (guest) => bookToTheEnd(guest, venue));
  });

  it('loads its script from a CDN with the same digest', async () => {
    const url = publish('from/a/cdn', (html) => html.replace(`src="${script}`, `src="${cdn.url}/${script}`));
    await world().visit(come(url), async (guest) => {
      await guest.arrives('what');
      assert.deepEqual(await coreRequests(guest), [`${cdn.url}/${script}`]);
    });
  });

  it('needs no `api` if the booking server also serves the script', async () => {
    const url = publish('from-the-server', (html) =>
      html.replace(` api="${api()}"`, '').replace(`src="${script}`, `src="${api()}/widget/${script}`),
    );
    await world().visit(come(url), (guest) => guest.arrives('what'));
  });

  it('works unchanged on the booking server', async () => {
    const { admin, newFacility } = world().stack.api;
    const slug = 'my-venue';
    await admin('POST', '/venues', { slug, name: 'My venue', live: true });
    for (const name of ['Sauna', 'Bath']) await newFacility(slug, { name });
    await world().visit(come(`${api()}/widget/example.html`), (guest) => guest.arrives('what'));
  });

  it('rejects a changed script and shows guests another way to book', async () => {
    const url = publish('changed');
    const file = path.join(files, 'changed', script);
    writeFileSync(file, `${readFileSync(file, 'utf8')}\nfetch('/stolen');`);
    await world().visit(come(url), async (guest) => {
      guest.tolerate(/Failed to find a valid digest in the 'integrity' attribute/);
      await guest.page.waitForLoadState('load');
      await guest.page.getByRole('link', byMail).waitFor();
      assert.equal(await guest.page.evaluate(() => customElements.get('venue-booking') === undefined), true);
    });
  });

  it('loads one script for two widgets, which replace their fallback content', async () => {
    const element = /<venue-booking[\s\S]*<\/venue-booking>/;
    const url = publish('two', (html) => html.replace(element, (one) => one + one));
    await world().visit(come(url), async (guest) => {
      await guest.page.getByRole('button', { name: /Sauna/ }).nth(1).waitFor();
      assert.equal((await coreRequests(guest)).length, 1);
      assert.equal(await guest.page.getByRole('link', byMail).filter({ visible: true }).count(), 0);
    });
  });

  it('opens the dialogs of two widgets, and lets a guest book and pay in one', async () => {
    const own = { tenant: venue.slug, api: api() };
    const body = `<p><a href="#" data-venue-booking-open data-people="3">${LINK}</a></p>
      ${tag({ ...own, mode: 'dialog' })}${tag({ ...own, ...buttonOf(venue) })}`;
    const url = publish('dialogs', (html) => html.replace(/<venue-booking[\s\S]*<\/venue-booking>/, body));
    await world().visit(come(url), (guest) => useDialogs(guest, venue));
  });

  it('leaves no gap without JavaScript', async (t) => {
    const context = await world().browser.newContext({ javaScriptEnabled: false });
    t.onTestFinished(() => context.close());
    const guests = await context.newPage();
    await guests.goto(publish('plain'));
    await guests.getByRole('link', byMail).waitFor();
    const { height = 0 } = (await guests.locator('venue-booking').boundingBox()) ?? {};
    assert.ok(height > 0 && height < 150, `${height} px`);
  });

  it('works under the strict policy of its README, with the style in a file', async () => {
    const readme = readFileSync(path.join(widget, 'wrappers/html/README.md'), 'utf8');
    const [policy = ''] = readme.match(/default-src 'none'[^`]*/) ?? [];
    const allowed = policy.replaceAll('https://book.example.com', api());
    const [, css = ''] = /<style>([\s\S]*)<\/style>/.exec(page) ?? [];
    const head = `<meta http-equiv="Content-Security-Policy" content="${allowed}"><link rel="stylesheet" href="page.css">`;
    const url = publish('strict', (html) => html.replace(/<style>[\s\S]*<\/style>/, head));
    writeFileSync(path.join(files, 'strict/page.css'), css);
    await world().visit(come(url), async ({ arrives, widget }) => {
      await arrives('what');
      assert.match(await widget.evaluate((it) => getComputedStyle(it).minBlockSize), /^\d{3,4}px$/);
    });
  });

  it('shows another way to book if it is opened from disk, where it has no origin', async () => {
    publish('disk');
    const url = `file://${path.join(files, 'disk/index.html')}`;
    await world().visit(come(url), async (guest) => {
      guest.tolerate(/origin 'null'/, /net::ERR_FAILED/, /subresource integrity/i);
      await guest.page.waitForLoadState('load');
      await guest.page.getByRole('link', byMail).waitFor();
    });
  });

  describe('with two facilities and their pictures', () => {
    let pictured: VenueWithTimes;
    beforeAll(async () => {
      const facility = {
        images: ['/demo/images/privesauna.svg'],
        price_eur: 12.5,
        description: 'Sauna met uitzicht op het bos.',
      };
      pictured = await newVenueWithTimes(world(), {
        venue: { allowed_origins: [site.url] },
        facility,
        others: [{ ...facility, name: 'Privébad' }],
      });
    });
    const images = path.join(import.meta.dirname, '../../services/one-process/demo/images');
    /** Delays the script until the page has been painted without the widget. */
    const prepare = async (guests: GuestPage) => {
      await guests.route('**/demo/images/*', (route) =>
        route.fulfill({ path: path.join(images, path.basename(route.request().url())) }),
      );
      await guests.route(`**/${script}`, async (route) => {
        await guests.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0);
        await route.continue();
      });
    };
    const shifts = async (url: string, width: number) => {
      let seen: string[] = [];
      const viewport = { width, height: 1600 };
      await world().visit(come(url, { viewport, prepare }), async (guest) => {
        await guest.arrives('what');
        await guest.page.locator('img').nth(1).waitFor();
        await guest.settles();
        seen = await layoutShifts(guest.page);
      });
      return seen;
    };

    for (const width of [390, 1200])
      it(`moves nothing below the widget when it loads, at ${width} px`, async () => {
        assert.deepEqual(await shifts(publish('still', undefined, { tenant: pictured.slug }), width), []);
      });

    it('would move it without the reserved space', async () => {
      const edit = (html: string) => html.replace(/min-block-size: [^;]*;/, '');
      assert.notDeepEqual(await shifts(publish('jumps', edit, { tenant: pictured.slug }), 1200), []);
    });
  });
});
