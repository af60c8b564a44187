// Checks for websites that embed the widget with any of our packages.
import assert from 'node:assert/strict';
import { daysAhead, eventually } from '../stack/api.ts';
import type { Guest, GuestPage } from '../widget/guest.ts';
import { choose, fillIn, sendForm, setPeople } from '../widget/picking.ts';
import { newVenueWithTimes, type VenueWithTimes } from '../widget/venues.ts';
import type { World } from '../widget/world.ts';

/** Creates a venue that allows a website, with two facilities. The sauna costs 12.50 per person. */
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
 * Books the sauna for two on the current page, up to the payment.
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
  await setPeople(guest, 2);
  await choose(guest, slot);
  await arrives('details');
  await fillIn(guest, email);
  await sendForm(guest);
  return email;
}

/** Goes back and forward in the browser and asserts that the page does not reload. */
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
  assert.ok(await page.evaluate(() => 'isTheSame' in window), 'the page was not reloaded');
}

/** Books and pays the sauna on the current page, and asserts that the same page then shows the outcome. */
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
 * All layout shifts since the page began to load, including those right after an input. Call it once the page
 * is idle.
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
    // Earlier shifts are reported in a task of their own, and one of this frame after the next frame.
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 50)));
    return shifts.map(({ value, sources }) => {
      const moves = sources.map((it) => `from ${it.previousRect.y} px to ${it.currentRect.y} px`);
      return `${value}: ${moves.join(', ')}`;
    });
  });

/** Whether a script contains the widget, however a bundler has transformed it. */
export const isCore = (text: string): boolean =>
  /customElements[.]define\(["'`]venue-booking/.test(text) ||
  /([\w$]+)\s*=\s*["'`]venue-booking["'`](?=.*customElements[.]define\(\1,)/s.test(text);

/** The guest's requests for scripts that contain the widget, whatever their names. */
export async function coreRequests(guest: Guest): Promise<string[]> {
  const scripts = guest.requests.filter((url) => /[.]m?js$/.test(new URL(url).pathname));
  const cores = new Set<string>();
  for (const url of new Set(scripts)) if (isCore(await (await fetch(url)).text())) cores.add(url);
  return scripts.filter((url) => cores.has(url));
}

/**
 * Fetches a page from the server.
 * @returns its HTML and the attributes of its first widget's tag
 */
export async function servedPage(url: string): Promise<{ html: string; attributes: Record<string, string> }> {
  const html = await (await fetch(url)).text();
  assert.ok(!isCore(html), 'the widget is not in the HTML');
  const [, tag] = /<venue-booking\b([^>]*)>/.exec(html) ?? [];
  assert.ok(tag !== undefined, `the element is in the page:\n${html.slice(0, 2_000)}`);
  return {
    html,
    attributes: Object.fromEntries(
      [...tag.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, name = '', value = '']) => [name, value]),
    ),
  };
}
