// What guests meet on a website that embeds the widget by one of our packages, whichever it is.
import assert from 'node:assert/strict';
import { daysAhead, eventually } from '../stack/api.ts';
import type { Guest, GuestPage } from '../widget/guest.ts';
import { choose, fillIn, sendForm } from '../widget/picking.ts';
import { newVenueWithTimes, type VenueWithTimes } from '../widget/venues.ts';
import type { World } from '../widget/world.ts';

/** A venue that lets a website in. It has two facilities, of which the sauna costs 12.50 a person. */
export const newVenueFor = (world: World, origin: string): Promise<VenueWithTimes> =>
  newVenueWithTimes(world, {
    venue: { name: 'Badhuis Noord', allowed_origins: [origin], redirect_origins: [origin] },
    facility: {
      price_eur: 12.5,
      capacity: 20,
      description: 'Sauna, steam bath and a room to rest.',
      images: ['/demo/images/saunatuin.svg'],
    },
    others: [
      {
        name: 'Private sauna',
        mode: 'FULL',
        price_eur: 20,
        capacity: 6,
        images: ['/demo/images/privesauna.svg'],
      },
    ],
    paid: true,
  });

let booked = 0;

/**
 * A guest who has come to the page books the sauna for two, up to where it is to be paid.
 * @returns the guest's e-mail address
 */
export async function bookThere(guest: Guest, venue: VenueWithTimes): Promise<string> {
  const { page, arrives } = guest;
  const email = `host-${++booked}@example.com`;
  const slot = (await venue.slotsOf(daysAhead(3))).find(({ bookable }) => bookable);
  assert.ok(slot);
  await arrives('what');
  await page.getByRole('button', { name: /Sauna/ }).click();
  await arrives('when');
  await choose(guest, slot);
  await arrives('details');
  await fillIn(guest, email, { people: '2' });
  await sendForm(guest);
  return email;
}

/** A guest who has come to the page goes back and forward in the browser: the page stays the same one. */
export async function walkByHistory({ page, arrives }: Guest): Promise<void> {
  await arrives('what');
  await page.evaluate(() => Object.assign(window, { isTheSame: true }));
  await page.getByRole('button', { name: /Sauna/ }).click();
  await arrives('when');
  await page.goBack();
  await arrives('what');
  await page.goForward();
  await arrives('when');
  await page.goBack();
  await arrives('what');
  assert.ok(await page.evaluate(() => 'isTheSame' in window), 'it was not loaded anew');
}

/**
 * A guest who has come to the page books the sauna, pays, and sees on the way back to the same address what
 * came of it.
 */
export async function bookToTheEnd(guest: Guest, venue: VenueWithTimes): Promise<void> {
  const { page, arrives } = guest;
  const email = await bookThere(guest, venue);
  await page.waitForURL(/[/]sandbox[/]/);
  await page.locator('button[name=outcome][value=paid]').click();
  await page.waitForURL(guest.url);
  await arrives('booked');
  await eventually('it is confirmed', async () => (await venue.bookings(email))[0]?.status === 'confirmed');
}

/**
 * All that has moved since the page began to load, right after an input too; in words. Call it once the page
 * has come to rest.
 */
export const layoutShifts = (page: GuestPage): Promise<string[]> =>
  page.evaluate(async () => {
    type Shift = PerformanceEntry & {
      value: number;
      sources: Record<'previousRect' | 'currentRect', DOMRect>[];
    };
    const shifts: Shift[] = [];
    new PerformanceObserver((list) => shifts.push(...(list.getEntries() as Shift[]))).observe({
      type: 'layout-shift',
      buffered: true,
    });
    // What came before is told in a task of its own, a shift of this very frame after the next one.
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 50)));
    return shifts.map(({ value, sources }) => {
      const moves = sources.map((it) => `from ${it.previousRect.y} px to ${it.currentRect.y} px`);
      return `${value}: ${moves.join(', ')}`;
    });
  });

/** Whether a text has the core of the widget inside, whatever a bundler has made of it. */
export const isCore = (text: string): boolean => /customElements[.]define\(["'`]venue-booking/.test(text);

/** The guest's requests for a script with the widget's core inside, whatever a bundler has called it. */
export async function coreRequests(guest: Guest): Promise<string[]> {
  const scripts = guest.requests.filter((url) => /[.]m?js$/.test(new URL(url).pathname));
  const cores = new Set<string>();
  for (const url of new Set(scripts)) if (isCore(await (await fetch(url)).text())) cores.add(url);
  return scripts.filter((url) => cores.has(url));
}

/**
 * What the server sends for a page.
 * @returns its HTML, and of the first widget's tag the attributes, as they are written there
 */
export async function servedPage(url: string): Promise<{ html: string; attributes: Record<string, string> }> {
  const html = await (await fetch(url)).text();
  assert.ok(!isCore(html), 'the core is not in the page');
  const [, tag] = /<venue-booking\b([^>]*)>/.exec(html) ?? [];
  assert.ok(tag !== undefined, `the element is in the page:\n${html.slice(0, 2_000)}`);
  return {
    html,
    attributes: Object.fromEntries(
      [...tag.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, name = '', value = '']) => [name, value]),
    ),
  };
}
