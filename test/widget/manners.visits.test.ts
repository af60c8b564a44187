import assert from 'node:assert/strict';
import path from 'node:path';
import type { FrameLocator } from 'playwright-core';
import { beforeAll, describe, it } from 'vitest';
import { daysAhead, eventually, newAddress } from '../stack/api.ts';
import { type Guest, type GuestPage, tag } from './guest.ts';
import { choose, fillIn, sendForm, setPeople } from './picking.ts';
import { takePicture } from './takePicture.ts';
import { newVenueWithTimes, type VenueWithTimes } from './venues.ts';
import { artifacts, inOneWorld } from './world.ts';

const image = '/demo/images/sauna.svg';
const svg =
  '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="6"><rect width="8" height="6" fill="teal"/></svg>';

describe('the widget as a guest on the page', () => {
  const world = inOneWorld();
  let free: VenueWithTimes;
  let paid: VenueWithTimes;
  beforeAll(async () => {
    [free, paid] = await Promise.all([
      newVenueWithTimes(world(), { facility: { capacity: 20, images: [image] } }),
      newVenueWithTimes(world(), { paid: true, facility: { capacity: 20, price_eur: 34.5 } }),
    ]);
  });

  it('requests only the API and its images, sets no cookie and leaves nothing in the page', async () => {
    const [slot] = await free.slotsOf(daysAhead(3));
    assert.ok(slot);
    const prepare = async (page: GuestPage) => {
      await page.route(`**${image}`, (route) => route.fulfill({ contentType: 'image/svg+xml', body: svg }));
    };
    const globals = () => Object.getOwnPropertyNames(window).sort();
    const bare = world().site.add({ script: 'none' });
    await world().visit({ tenant: free.slug, prepare }, async (guest) => {
      await guest.arrives('when');
      await choose(guest, slot);
      await guest.arrives('details');
      await fillIn(guest, 'manners@example.com');
      await sendForm(guest);
      await guest.arrives('booked');
      const api = world().stack.api.url;
      const own = [guest.url, `${guest.url}.css`, world().site.scriptUrl];
      const asked = guest.requests.filter((url) => !own.includes(url));
      const kinds = new Set(asked.map((url) => url.replace(/\d+/g, '0').replace(/[?].*/, '')));
      const { detail } = await guest.happens('booked');
      const images = [image, `${new URL(String(detail.ticket_url)).pathname}/code.svg`].map((it) => api + it);
      for (const url of asked) assert.ok(url.startsWith(`${api}/api/site/`) || images.includes(url), url);
      assert.ok(kinds.size >= 4, [...kinds].join());
      assert.ok(asked.includes(`${api}${image}`), 'an image path resolves to the API');
      assert.deepEqual(await guest.context.cookies(), []);
      // Only the ticket URL, in this tab only, for a reload.
      const kept = await guest.page.evaluate(() => [localStorage.length, ...Object.entries(sessionStorage)]);
      assert.deepEqual([kept[0], kept.length], [0, 2], JSON.stringify(kept));
      assert.match(String(kept[1]), /^venue-booking:[\w-]+,\{"ticketUrl":"[^"]+","at":\d+\}$/);
      const after = await guest.page.evaluate(globals);
      await guest.page.goto(bare);
      const before = new Set(await guest.page.evaluate(globals));
      assert.deepEqual(
        after.filter((name) => !before.has(name)),
        [],
        'no global is added',
      );
    });
  });

  it('runs its script, sends the first request and creates its elements in one task each', async () => {
    const prepare = async (page: GuestPage) =>
      void (await page.addInitScript(() => {
        const isDefined = () => !!customElements.get('venue-booking');
        const hasElements = () =>
          !!document.querySelector('venue-booking')?.shadowRoot?.querySelector('section');
        const mark = (name: string, detail: boolean) => performance.mark(name, { detail });
        const onLoad = ({ target }: globalThis.Event) =>
          target instanceof HTMLScriptElement && mark('evaluated', isDefined());
        document.addEventListener('load', onLoad, true);
        const send = window.fetch;
        window.fetch = (...request) => {
          mark('sent', hasElements());
          return send(...request);
        };
      }));
    await world().visit({ tenant: free.slug, prepare }, async (guest) => {
      await guest.arrives('when');
      const details = await guest.page.evaluate(() =>
        ['evaluated', 'sent'].map(
          (name) => (performance.getEntriesByName(name) as PerformanceMark[]).at(0)?.detail,
        ),
      );
      assert.deepEqual(details, [false, false]);
    });
  });

  it('emits events for a booking and before the redirect to the payment page, which the page may prevent', async () => {
    const [slot] = await paid.slotsOf(daysAhead(3));
    assert.ok(slot);
    await world().visit({ tenant: paid.slug }, async (guest) => {
      await guest.arrives('when');
      await guest.page.evaluate(() =>
        document.addEventListener('venue-booking:redirect', (event) => event.preventDefault()),
      );
      await setPeople(guest, 3);
      await choose(guest, slot);
      await guest.arrives('details');
      await fillIn(guest, 'events@example.com');
      await sendForm(guest);
      const { detail } = await guest.happens('booked');
      const booking = detail.booking as Record<string, unknown>;
      const payment = detail.payment as Record<string, unknown>;
      assert.deepEqual(
        [booking.people, booking.amount_eur, booking.status, payment.status],
        [3, 103.5, 'pending_payment', 'open'],
      );
      assert.match(String(detail.ticket_url), /[/]tickets[/]/);
      const redirect = await guest.happens('redirect');
      assert.deepEqual(redirect.detail, { checkout_url: payment.checkout_url });
      await guest.arrives('unpaid');
      assert.equal(guest.page.url(), guest.url, 'the page stays');
      const [stored] = await paid.bookings('events@example.com');
      assert.equal(stored?.status, 'pending_payment');
    });
  });

  it('returns the guest to the address that the page sets', async () => {
    const [, slot] = await paid.slotsOf(daysAhead(3));
    assert.ok(slot);
    const thanks = world().site.add({ script: 'none', body: '<p>Bedankt!</p>' });
    await world().visit({ tenant: paid.slug, attributes: { redirect: thanks } }, async (guest) => {
      const { page } = guest;
      await guest.arrives('when');
      await choose(guest, slot);
      await guest.arrives('details');
      await fillIn(guest, 'thanks@example.com');
      await sendForm(guest);
      await page.locator('button[name=outcome][value=paid]').click();
      await page.waitForURL(thanks);
    });
  });

  it('opens the payment page in the top window from inside a frame', async () => {
    const [, , slot] = await paid.slotsOf(daysAhead(3));
    assert.ok(slot);
    const { site, stack } = world();
    const framed = site.add({
      body: tag({ tenant: paid.slug, api: stack.api.url, locale: 'nl' }),
      csp: { 'frame-ancestors': `'self'` },
    });
    const page = {
      script: 'none' as const,
      body: `<iframe src="${framed}" title="Boeken" width="600" height="900"></iframe>`,
      csp: { 'frame-src': `'self'` },
    };
    await world().visit({ page }, async (guest) => {
      const inside = guest.page.frameLocator('iframe');
      await inside.locator(`button[data-slot]:not([aria-disabled=true])`).first().click();
      await inside.locator('[name=customer_name]').fill('Anna');
      await inside.locator('[name=customer_email]').fill('framed@example.com');
      await inside.getByRole('button', { name: /^Boeken/ }).click();
      await guest.page.waitForURL(/[/]sandbox[/]/);
    });
  });

  /** Books in a frame that may not navigate the top window. */
  const inSandbox = async (
    allowed: string,
    what: (guest: Guest, inside: FrameLocator) => Promise<void>,
  ): Promise<void> => {
    const { site, stack } = world();
    const framed = site.add({
      body: tag({ tenant: paid.slug, api: stack.api.url, locale: 'nl' }),
      csp: { 'frame-ancestors': `'self'` },
    });
    const sandbox = `allow-scripts allow-forms allow-same-origin ${allowed}`;
    const page = {
      script: 'none' as const,
      body: `<iframe src="${framed}" sandbox="${sandbox}" title="Boeken" width="600" height="900"></iframe>`,
      csp: { 'frame-src': `'self'` },
    };
    await world().visit({ page }, async (guest) => {
      guest.tolerate(/Unsafe attempt to initiate navigation/, /can escape its sandboxing/);
      const inside = guest.page.frameLocator('iframe');
      await inside.locator(`button[data-slot]:not([aria-disabled=true])`).first().click();
      await inside.locator('[name=customer_name]').fill('Anna');
      await inside.locator('[name=customer_email]').fill('sandboxed@example.com');
      await inside.getByRole('button', { name: /^Boeken/ }).click();
      await inside.getByRole('heading', { name: guest.say('unpaid') }).waitFor();
      await inside.getByRole('link', { name: guest.say('pay') }).waitFor();
      await what(guest, inside);
      assert.equal(guest.page.url(), guest.url);
    });
  };

  it('pays in a new window if a frame may not navigate the top window, and follows the payment', async () => {
    await inSandbox('allow-popups allow-popups-to-escape-sandbox', async ({ context, say }, inside) => {
      const opening = context.waitForEvent('page');
      await inside.getByRole('link', { name: say('pay') }).click();
      const payment = await opening;
      await payment.waitForURL(/[/]sandbox[/]/);
      assert.equal(await payment.evaluate(() => window.opener), null);
      await payment.locator('button[name=outcome][value=paid]').click();
      await inside.getByRole('heading', { name: say('booked') }).waitFor();
      const ticket = context.waitForEvent('page');
      await inside.getByRole('link', { name: say('ticket') }).click();
      await (await ticket).waitForURL(/[/]tickets[/]/);
    });
  });

  it('shows a link to copy if a frame may open no page at all', async () => {
    await inSandbox('', async ({ page, say, tolerate }, inside) => {
      tolerate(/Blocked opening/);
      await inside.getByRole('link', { name: say('pay') }).click();
      const link = inside.getByLabel(say('copyLink'));
      assert.match(await link.inputValue(), /^http.*[/]pay[/]/);
      const selected = () => link.evaluate((it: HTMLInputElement) => it.selectionEnd === it.value.length);
      await eventually('the link is selected', selected);
      await takePicture(page, { path: path.join(artifacts, 'link-to-copy.png'), fullPage: true });
      await inside.getByRole('link', { name: say('unpaidTicket') }).click();
      await eventually('the link to the ticket', async () => /[/]tickets[/]/.test(await link.inputValue()));
    });
  });

  it('computes a proof of work when the API requires it, and books', async () => {
    const facility = { capacity: 100, max_people_per_booking: 10 };
    const venue = await newVenueWithTimes(world(), { facility });
    const { api } = world().stack;
    const [full, slot] = await venue.slotsOf(daysAhead(3));
    assert.ok(full && slot);
    const address = newAddress();
    for (let guest = 1; guest <= 4; guest++) {
      const from = { 'X-Forwarded-For': address };
      const { status, text } = await api.book(venue.slug, { slot_id: full.id, people: 10 }, from);
      assert.equal(status, 201, text);
    }
    await world().visit({ tenant: venue.slug, address }, async (guest) => {
      guest.tolerate(/status of 422/);
      await guest.arrives('when');
      await choose(guest, slot);
      await guest.arrives('details');
      await fillIn(guest, 'crowded@example.com');
      await sendForm(guest);
      await guest.arrives('booked');
      assert.equal((await venue.bookings('crowded@example.com')).length, 1);
      const counts = async () => (await api.admin('GET', `/venues/${venue.slug}/limits`)).body;
      await eventually('the owner sees it', async () => (await counts()).proof_brought === 1);
      assert.equal((await counts()).proof_asked, 1);
    });
  });

  it('computes a proof of work for every booking if the venue requires it, and shows that it does', async () => {
    const venue = await newVenueWithTimes(world(), { venue: { proof_of_work: true } });
    const [slot, next] = await venue.slotsOf(daysAhead(3));
    assert.ok(slot && next);
    let hand = () => {};
    const held = new Promise<void>((resolve) => {
      hand = resolve;
    });
    const prepare = async (page: GuestPage) => {
      await page.route('**/api/site/challenge*', async (route) => {
        await held;
        await route.continue();
      });
    };
    await world().visit({ tenant: venue.slug, prepare }, async (guest) => {
      await guest.arrives('when');
      await choose(guest, slot);
      await guest.arrives('details');
      await fillIn(guest, 'worker@example.com');
      await sendForm(guest);
      await guest.sees(guest.say('proving'));
      assert.equal(await guest.announced(), guest.say('proving'));
      hand();
      await guest.arrives('booked');
      assert.equal((await venue.bookings('worker@example.com')).length, 1);
    });
    // Simulates a page without TLS.
    const withoutCrypto = async (page: GuestPage) => {
      await page.addInitScript(() => Object.defineProperty(crypto, 'subtle', { value: undefined }));
    };
    await world().visit({ tenant: venue.slug, prepare: withoutCrypto }, async (guest) => {
      guest.tolerate(/status of 422/);
      await guest.arrives('when');
      await choose(guest, next);
      await guest.arrives('details');
      await fillIn(guest, 'no-crypto@example.com');
      await sendForm(guest);
      await guest.sees('Deze locatie controleert nu of een boeking uit een browser komt.');
      assert.equal((await venue.bookings('no-crypto@example.com')).length, 0);
    });
  });
});
