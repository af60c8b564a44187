import assert from 'node:assert/strict';
import { beforeAll, describe, it } from 'vitest';
import { daysAhead, eventually } from '../stack/api.ts';
import type { Guest } from './guest.ts';
import { chooseDay } from './picking.ts';
import { newVenueWithTimes, type VenueWithTimes } from './venues.ts';
import { inOneWorld } from './world.ts';

const paged = ['strip', 'calendar'] as const;
const next = { strip: 'nextWeek', calendar: 'nextMonth' } as const;
const previous = { strip: 'previousWeek', calendar: 'previousMonth' } as const;

describe('paging through the days', () => {
  const world = inOneWorld();
  let venue: VenueWithTimes;
  let weekly: VenueWithTimes;
  beforeAll(async () => {
    const weekday = new Date(`${daysAhead(10)}T00:00Z`).getUTCDay() || 7;
    [venue, weekly] = await Promise.all([
      newVenueWithTimes(world(), { facility: { capacity: 20 } }),
      newVenueWithTimes(world(), { facility: { capacity: 20, open_days: [weekday] } }),
    ]);
  });
  const chosen = ({ page }: Guest) =>
    page
      .locator('[aria-selected=true] [data-date]')
      .evaluateAll((all) => all.map((it) => it.getAttribute('data-date') ?? ''));
  const grid = ({ page }: Guest) =>
    page.locator('[data-date]').evaluateAll((all) => all.map((it) => it.getAttribute('data-date') ?? ''));
  /** The chosen day, once its times have loaded; they must be of this day. */
  const shownTimes = async (guest: Guest, slots = venue): Promise<string> => {
    await guest.page.locator('[data-slot]').first().waitFor();
    await guest.settles();
    const [date] = await chosen(guest);
    assert.ok(date, 'a day is selected');
    const own = (await slots.slotsOf(date)).map(({ id }) => String(id));
    const shown = await guest.page
      .locator('[data-slot]')
      .evaluateAll((all) => all.map((it) => it.getAttribute('data-slot') ?? ''));
    assert.ok(shown.length && shown.every((id) => own.includes(id)), `times of ${date}: ${shown} of ${own}`);
    return date;
  };

  for (const variant of paged) {
    it(`selects the first available day of the page that the ${variant} turns to, with its times`, async () => {
      await world().visit({ tenant: weekly.slug, variant }, async (guest) => {
        await guest.arrives('when');
        const first = await shownTimes(guest, weekly);
        await guest.button(next[variant]).click();
        await eventually('another day is selected', async () => (await chosen(guest))[0] !== first);
        const later = await shownTimes(guest, weekly);
        assert.ok(later > first, `${later} follows ${first}`);
        assert.ok((await grid(guest)).includes(later));
        if (variant === 'calendar')
          assert.equal(Number(later.slice(8)) <= 7, true, `${later} is the month’s first`);
        await guest.button(previous[variant]).click();
        await eventually('the day is selected again', async () => (await chosen(guest))[0] === first);
        await shownTimes(guest, weekly);
      });
    });

    it(`takes no booking of the previous day while the ${variant} turns`, async () => {
      await world().visit({ tenant: venue.slug, variant }, async (guest) => {
        const { page } = guest;
        await guest.arrives('when');
        await shownTimes(guest);
        const old = page.locator('[data-slot]').first();
        const id = await old.getAttribute('data-slot');
        let answer = () => {};
        const answered = new Promise<void>((resolve) => {
          answer = resolve;
        });
        await page.route(/[/]slots[?]date=/, async (route) => {
          await answered;
          await route.continue();
        });
        await guest.button(next[variant]).click();
        await page.locator('.times [aria-busy=true]').waitFor();
        const still = page.locator(`[data-slot="${id}"]`);
        if (await still.count()) await still.click();
        answer();
        await page.locator(`[data-slot="${id}"]`).waitFor({ state: 'detached' });
        await shownTimes(guest);
        await guest.arrives('when');
      });
    });

    it(`shows the times of the day that a key reaches on another page of the ${variant}`, async () => {
      await world().visit({ tenant: venue.slug, variant }, async (guest) => {
        const { page } = guest;
        await guest.arrives('when');
        const first = await shownTimes(guest);
        await page.locator(`[data-date="${first}"]`).focus();
        await page.keyboard.press('PageDown');
        await eventually('the focus moves', async () => (await guest.focused()).date > first);
        const { date } = await guest.focused();
        await eventually('the day is selected', async () => (await chosen(guest))[0] === date);
        assert.equal(await shownTimes(guest), date);
        assert.equal((await guest.focused()).date, date, 'the focus stays on the day');
        await page.keyboard.press('ArrowRight');
        assert.deepEqual(await chosen(guest), [date], 'an arrow within the page selects nothing');
      });
    });
  }

  it('keeps the calendar still when a day of the next month is selected', async () => {
    await world().visit({ tenant: venue.slug, variant: 'calendar' }, async (guest) => {
      const { page } = guest;
      await guest.arrives('when');
      await shownTimes(guest);
      const before = await grid(guest);
      const last = before.at(-1) ?? '';
      const day = page.locator(`[data-date="${last}"]`);
      const box = await day.boundingBox();
      await day.click();
      await eventually('it is selected', async () => (await chosen(guest))[0] === last);
      assert.deepEqual(await grid(guest), before);
      assert.deepEqual(await day.boundingBox(), box);
      await shownTimes(guest);
      // A second tap at the same place is on the same day.
      await page.mouse.click((box?.x ?? 0) + 5, (box?.y ?? 0) + 5);
      assert.equal(await shownTimes(guest), last);
      await guest.button('nextMonth').click();
      await eventually('the next month is shown', async () => (await grid(guest)).at(-1) !== last);
      assert.ok((await shownTimes(guest)).startsWith(last.slice(0, 8)), 'the page after the month shown');
    });
  });

  it('says that a page has no available day, and offers the next one', async () => {
    const closed = await newVenueWithTimes(world(), { facility: { capacity: 20 } });
    // At night the first week begins a day earlier, because the venue's day begins in the morning.
    for (let day = 6; day < 14; day++) await closed.close(daysAhead(day));
    await world().visit({ tenant: closed.slug, variant: 'strip', locale: 'en' }, async (guest) => {
      await guest.arrives('when');
      await chooseDay(guest, daysAhead(3));
      await guest.button('nextWeek').click();
      await guest.sees(/^Closed on/);
      const [date = ''] = await chosen(guest);
      assert.ok((await grid(guest)).includes(date), 'a day of this page is selected');
      await guest.page.getByRole('button', { name: /^Next available day/ }).click();
      assert.ok((await shownTimes(guest, closed)) > date);
    });
  });
});
