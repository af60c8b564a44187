import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, describe, it } from 'vitest';
import { daysAhead } from '../stack/api.ts';
import { type Guest, variants } from './guest.ts';
import { chooseDay } from './picking.ts';
import { newVenueWithTimes, type VenueWithTimes } from './venues.ts';
import { inOneWorld } from './world.ts';

/** More than the tab stops of any form. */
const MOST_TABS = 40;

describe('the widget by keyboard', () => {
  const world = inOneWorld();
  let venue: VenueWithTimes;
  beforeAll(async () => {
    venue = await newVenueWithTimes(world(), {
      others: [{ name: 'Bad' }],
      fields: [{ key: 'rules', label: 'Ik ken de huisregels', type: 'checkbox', required: true }],
      facility: { capacity: 20 },
    });
  });

  for (const variant of variants)
    it(`books with the ${variant}, and focuses and announces each step`, async () => {
      const email = `keys-${variant}@example.com`;
      await world().visit({ tenant: venue.slug, variant, locale: 'en' }, async (guest) => {
        const { page, say, arrives, hears, focused } = guest;
        await arrives('what');
        assert.equal((await focused()).tag, 'body', 'the first step does not take the focus');
        await tabTo(guest, (it) => it.tag === 'button' && it.text.includes('Sauna'));
        await page.keyboard.press('Enter');
        await arrives('when');
        await hasFocus(guest, say('when'));

        await page.locator('button[data-date]').first().waitFor();
        await tabTo(guest, ({ date }) => date !== '');
        const start = (await focused()).date;
        const date = variant === 'timeline' ? await nextQuickDay(guest) : await roamDays(guest, start);
        await page.keyboard.press('Enter');
        await hears(/4 times available/);
        const [first, second] = await venue.slotsOf(date);
        await tabTo(guest, ({ slot }) => slot === String(first?.id));
        await page.keyboard.press('ArrowRight');
        assert.equal((await focused()).slot, String(second?.id), 'an arrow key moves to the next time');
        await page.keyboard.press('Enter');

        await arrives('details');
        await hasFocus(guest, say('details'));
        await tabTo(guest, ({ name }) => name === 'customer_name');
        await page.keyboard.type('Anna Jansen');
        await tabTo(guest, ({ name }) => name === 'customer_email');
        await page.keyboard.type(email);
        await page.keyboard.press('Enter');
        await page.locator('form [aria-invalid=true]').waitFor();
        assert.equal((await focused()).name, 'extra.rules');
        await page.keyboard.press('Space');
        await tabTo(guest, ({ tag, text }) => tag === 'button' && text.startsWith(say('book')));
        await page.keyboard.press('Enter');
        await arrives('booked');
        await hasFocus(guest, say('booked'));
        const [booking] = await venue.bookings(email);
        assert.equal(booking?.starts_at, second?.starts_at);
        await tabTo(guest, ({ text }) => text === say('again'));
        await page.keyboard.press('Enter');
        await arrives('what');
        await hasFocus(guest, say('what'));
      });
    });

  for (const variant of ['strip', 'calendar'] as const)
    it(`has one tab stop for the days of the ${variant}, and moves to days that are not shown`, async () => {
      await world().visit({ tenant: venue.slug, variant, locale: 'nl' }, async (guest) => {
        const { page, focused } = guest;
        await page.getByRole('button', { name: /Sauna/ }).click();
        await guest.arrives('when');
        await guest.settles();
        await tabTo(guest, ({ date }) => date !== '');
        const stops = await page.locator('button[data-date][tabindex="0"]').count();
        assert.equal(stops, 1, 'one day of the grid is a tab stop');
        const before = (await focused()).date;
        await page.keyboard.press('PageDown');
        await landsOn(guest, (date) => date > before, 'PageDown moves forward');
        const later = (await focused()).date;
        const days = (Date.parse(later) - Date.parse(before)) / 86_400_000;
        assert.ok(variant === 'strip' ? days === 7 : days >= 28 && days <= 31, `by ${days} days`);
        await page.keyboard.press('PageUp');
        await landsOn(guest, (date) => date === before, 'PageUp moves back');
        await page.keyboard.press('Tab');
        assert.equal((await focused()).date, '', 'Tab leaves the grid');
      });
    });

  for (const variant of variants)
    it(`has one tab stop for the times of the ${variant}: the first available one, then the last focused one`, async () => {
      // A day in the timeline's six days, even in the small hours that belong to the previous booking day.
      const date = daysAhead(4);
      const [first, second, third] = await venue.slotsOf(date);
      assert.ok(first && second && third);
      if (first.bookable) await venue.take(first);
      await world().visit({ tenant: venue.slug, variant }, async (guest) => {
        const { page, focused } = guest;
        await page.getByRole('button', { name: /Sauna/ }).click();
        await guest.arrives('when');
        await chooseDay(guest, date);
        await guest.settles();
        await tabTo(guest, ({ slot }) => slot !== '');
        assert.equal((await focused()).slot, String(second.id));
        await page.keyboard.press('ArrowRight');
        assert.equal((await focused()).slot, String(third.id));
        await page.keyboard.press('Tab');
        assert.equal((await focused()).slot, '', 'Tab leaves the times');
        await page.keyboard.press('Shift+Tab');
        assert.equal((await focused()).slot, String(third.id), 'and returns to the same one');
        assert.equal(await page.getByRole('toolbar').count(), 1, 'the toolbar role announces arrow keys');
      });
    });
});

type Focus = Awaited<ReturnType<Guest['focused']>>;

/** Presses Tab until an element has the focus. */
async function tabTo({ page, focused }: Guest, is: (focus: Focus) => boolean): Promise<void> {
  const passed: string[] = [];
  for (let pressed = 0; pressed < MOST_TABS; pressed++) {
    const focus = await focused();
    if (is(focus)) return;
    passed.push(`${focus.tag} ${focus.name || focus.date || focus.slot || focus.text.slice(0, 30)}`);
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab does not lead there, but to\n${passed.join('\n')}`);
}

async function hasFocus({ focused }: Guest, heading: string): Promise<void> {
  const { tag, text } = await focused();
  assert.deepEqual([tag, text], ['h2', heading], 'the heading of the step has the focus');
}

/** Waits for the focus, because a picker may load days first. */
async function landsOn({ focused }: Guest, is: (date: string) => boolean, what: string): Promise<void> {
  for (let tries = 0; !is((await focused()).date); tries++) {
    assert.ok(tries < 40, `${what}: the focus is on ${JSON.stringify(await focused())}`);
    await sleep(25);
  }
}

/** Moves with arrows, Home and End to the day three days from now. */
async function roamDays(guest: Guest, start: string): Promise<string> {
  const { page, variant } = guest;
  const plus = (date: string, days: number) =>
    new Date(Date.parse(`${date}T00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
  const go = async (key: string, to: string) => {
    await page.keyboard.press(key);
    await landsOn(guest, (date) => date === to, `${key} from ${start}`);
  };
  await go('ArrowRight', plus(start, 1));
  await go('ArrowLeft', start);
  await go('ArrowDown', plus(start, 7));
  await go('ArrowUp', start);
  const weekday = new Date(`${start}T00:00Z`).getUTCDay() || 7;
  // A row of the strip has the seven days shown; a row of a month is a week from Monday.
  const lastShown = await page.locator('button[data-date]').last().getAttribute('data-date');
  let at = variant === 'strip' ? String(lastShown) : plus(start, 7 - weekday);
  await go('End', at);
  const target = daysAhead(3);
  while (at !== target) {
    const step = at < target ? 1 : -1;
    at = plus(at, step);
    await go(step > 0 ? 'ArrowRight' : 'ArrowLeft', at);
  }
  return target;
}

/** Moves to another quick day. */
async function nextQuickDay({ page, focused }: Guest): Promise<string> {
  const { date } = await focused();
  for (const key of ['ArrowRight', 'Tab']) {
    await page.keyboard.press(key);
    const now = (await focused()).date;
    if (now !== '' && now !== date) return now;
  }
  throw new Error('neither an arrow key nor Tab moves to the next day');
}
