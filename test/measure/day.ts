import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, Page } from 'playwright-core';
import { signIn } from '../admin/signIn.ts';
import { daysAhead } from '../stack/api.ts';
import type { Stack } from '../stack/stack.ts';
import { short, table } from './table.ts';
import { keepDoing, say } from './work.ts';

/** How many facilities have a day of 15 slots with how many bookings each, and how often it is looked at. */
export type DayExtent = { facilities: number; bookingsPerSlot: number; visits: number };

export const FULL_DAY: DayExtent = { facilities: 40, bookingsPerSlot: 2, visits: 10 };
export const QUICK_DAY: DayExtent = { facilities: 2, bookingsPerSlot: 1, visits: 1 };

/** How long the server takes over a move, in ms: the page has to show it before. */
const MOVE_TAKES_MS = 400;

/**
 * A venue's day in the owner's page: from the calendar's answer to what is painted, the longest task while
 * it is scrolled, from the press of "Move" to what the eye sees of it, and from a booking at another desk to
 * where it is seen.
 */
export async function measureDay(stack: Stack, browser: Browser, extent: DayExtent): Promise<string> {
  const { api } = stack;
  const slug = await api.newVenue();
  const date = daysAhead(2);
  const hours = { capacity: 10, duration_minutes: 60, opens_at: '08:00', closes_at: '23:00' };
  const slots: number[] = [];
  for (let nth = 1; nth <= extent.facilities; nth++) {
    const facility = await api.newFacility(slug, { ...hours, name: `Court ${nth}` });
    const { body } = await api.get(slug, `/facilities/${facility}/slots?date=${date}`);
    slots.push(...body.slots.map(({ id }: { id: number }) => id));
  }
  const bookings = slots.length * extent.bookingsPerSlot;
  say(`${bookings} bookings`);
  const book = async (turn: number) => {
    const guest = { slot_id: slots[turn % slots.length], people: 2, customer_name: `Guest ${turn}` };
    const { status, text } = await api.admin('POST', `/venues/${slug}/bookings`, guest);
    if (status !== 201) throw new Error(`booking: ${status} ${text}`);
  };
  await keepDoing(book, { atOnce: 4, times: bookings, seconds: 600 });

  const [name = '', value = ''] = (await signIn(stack, { venues: { [slug]: 'owner' } })).split(/=(.*)/s);
  const seen: { paint: number; scroll: number; move: number; told: number }[] = [];
  for (let visit = 1; visit <= extent.visits; visit++) {
    say(`visit ${visit} of ${extent.visits}`);
    const context = await browser.newContext({ locale: 'en', viewport: { width: 1440, height: 900 } });
    await context.addCookies([{ name, value, url: api.url, sameSite: 'Strict', httpOnly: true }]);
    const page = await context.newPage();
    await page.addInitScript({ path: path.join(import.meta.dirname, 'dayWatch.js') });
    await page.goto(`${api.url}/admin/v/${slug}/today?date=${date}`);
    const own = await lookAtDay(page, visit);
    const told = page.evaluate('watch.told()');
    const bookedAt = performance.now();
    await Promise.all([book(0), told]);
    seen.push({ ...own, told: performance.now() - bookedAt });
    await context.close();
  }
  const row = (what: string, of: (one: (typeof seen)[number]) => number) => {
    const sorted = seen.map(of).toSorted((a, b) => a - b);
    return [what, ...[sorted[Math.floor(sorted.length / 2)] ?? 0, sorted.at(-1) ?? 0].map(short)];
  };
  return table(
    [`${extent.facilities} facilities, ${short(bookings)} bookings, ms`, 'median', 'most'],
    [
      row('from the answer to what is painted', ({ paint }) => paint),
      row('longest task while scrolling (0: under 50)', ({ scroll }) => scroll),
      row('from moving a booking to seeing it moved', ({ move }) => move),
      row('from booking at one desk to seeing it at another', ({ told }) => told),
    ],
  );
}

async function lookAtDay(page: Page, visit: number) {
  const paint = await page.evaluate<number>('watch.painted');
  const scroll = await page.evaluate<number>('watch.scroll()');
  await page.route('**/bookings/*', async (route) => {
    await sleep(MOVE_TAKES_MS);
    await route.continue();
  });
  await page.locator('.slot').first().click();
  await page
    .getByRole('button', { name: /^(Move|Verplaats)/ })
    .first()
    .click();
  const choice = page.locator('form select');
  // Each visit to another slot of the same facility: the booking's own is not among them.
  await choice.selectOption({ index: visit });
  const moved = page.waitForResponse('**/bookings/*');
  const move = await page.evaluate<number>('watch.move()');
  await moved;
  return { paint, scroll, move };
}
