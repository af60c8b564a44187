import assert from 'node:assert/strict';
import { beforeAll, describe, it } from 'vitest';
import { daysAhead, eventually } from '../stack/api.ts';
import { assertAccessible } from './axe.ts';
import { type Guest, tag } from './guest.ts';
import type { HostPage } from './hostPage.ts';
import { choose, fillIn, sendForm } from './picking.ts';
import { takePicture } from './takePicture.ts';
import { newVenueWithTimes, type VenueWithTimes } from './venues.ts';
import { artifacts, inOneWorld } from './world.ts';

describe('the widget in a dialog', () => {
  const world = inOneWorld();
  let venue: VenueWithTimes;
  beforeAll(async () => {
    venue = await newVenueWithTimes(world(), {
      paid: true,
      facility: { capacity: 50, price_eur: 10 },
      others: [{ name: 'Bad' }],
    });
  });
  const widget = (attributes: Record<string, string>) =>
    tag({ tenant: venue.slug, api: world().stack.api.url, locale: 'nl', name: 'De Oever', ...attributes });
  const isOpen = ({ page }: Guest) => page.locator('dialog[open]').count();
  /** The browser leaves the entries of a closed dialog a moment later. */
  const closes = (guest: Guest) =>
    eventually(
      'the dialog is closed and its entries are behind',
      async () =>
        !(await isOpen(guest)) &&
        (await guest.page.evaluate(() => !(JSON.stringify(history.state) ?? '').includes('"base"'))),
    );
  /** The page scrolls again just after the browser has closed the dialog. */
  const scrolls = ({ page }: Guest) =>
    eventually(
      'the page scrolls',
      async () => (await page.evaluate(() => document.documentElement.style.overflow)) === '',
    );
  /** Text of the page's focused element. */
  const focusOfPage = ({ page }: Guest) =>
    page.evaluate(() => document.activeElement?.textContent?.trim() ?? '');

  it('opens from elements of the page at their choice, and closes by Escape, its button and a click beside it', async () => {
    const page: HostPage = {
      css: 'main p { block-size: 200vh } main > a { color: inherit }',
      body: `<p>Lang</p>
        <a href="/elsewhere" data-venue-booking-open data-date="${daysAhead(5)}" data-people="3">Boek nu</a>
        <button data-venue-booking-open="other">Ook</button>
        ${widget({ mode: 'dialog' })}${widget({ mode: 'dialog', id: 'other', name: 'Ander' })}`,
    };
    await world().visit({ page }, async (guest) => {
      const link = guest.page.getByRole('link', { name: 'Boek nu' });
      const ready = () => guest.events.filter(({ name }) => name === 'ready').length;
      await eventually('both have loaded', () => ready() === 2);
      assert.equal(await isOpen(guest), 0);
      await link.click();
      await guest.page.getByRole('dialog', { name: 'Boeken De Oever' }).waitFor();
      await guest.arrives('what');
      assert.equal((await guest.focused()).tag, 'h2');
      assert.equal(
        await guest.page.evaluate(() => getComputedStyle(document.documentElement).overflow),
        'hidden',
      );
      await guest.page.getByRole('button', { name: /Sauna/ }).click();
      await guest.arrives('when');
      assert.equal(await guest.page.locator('input[name=people]').inputValue(), '3');
      const day = guest.page.locator('[aria-selected=true] button, button[aria-selected=true]');
      assert.equal(await day.getAttribute('data-date'), daysAhead(5));
      await guest.settles();
      await takePicture(guest.page, { path: `${artifacts}/dialog.png` });
      await assertAccessible(guest.page, 'dialog');

      await guest.page.keyboard.press('Escape');
      await closes(guest);
      assert.equal(await focusOfPage(guest), 'Boek nu');
      await scrolls(guest);
      await link.press('Enter');
      await guest.arrives('when');
      await guest.button('close').click();
      await closes(guest);
      await link.click();
      await guest.arrives('when');
      await guest.button('close').evaluate(async (close) => {
        const left = new Promise((resolve) => addEventListener('popstate', resolve, { once: true }));
        (close as HTMLElement).click();
        document.querySelector<HTMLElement>('a[data-venue-booking-open]')?.click();
        await left;
        await new Promise(requestAnimationFrame);
      });
      assert.equal(await isOpen(guest), 1, 'stays open if the guest opens it again at once');
      await guest.page.goBack();
      await closes(guest);
      await guest.page.getByRole('button', { name: 'Ook' }).click();
      await guest.page.getByRole('dialog', { name: 'Boeken Ander' }).waitFor();
      await guest.page.mouse.click(5, 300);
      await closes(guest);
      assert.equal(await focusOfPage(guest), 'Ook');
    });
  });

  it('closes by Back after its steps, opens by Forward, and a reload keeps it open', async () => {
    const page: HostPage = { body: widget({ mode: 'button', label: 'Reserveer' }) };
    await world().visit({ page }, async (guest) => {
      const address = guest.page.url();
      const open = guest.page.getByRole('button', { name: 'Reserveer' });
      await guest.settles();
      await takePicture(guest.page, { path: `${artifacts}/dialog-button.png` });
      await open.click();
      await guest.arrives('what');
      await guest.page.getByRole('button', { name: /Bad/ }).click();
      await guest.arrives('when');
      await guest.page.reload();
      await guest.arrives('when');
      await guest.page.goBack();
      await guest.arrives('what');
      await guest.page.goBack();
      await closes(guest);
      await guest.page.goForward();
      await guest.arrives('what');
      await guest.page.getByRole('button', { name: /Bad/ }).click();
      await guest.arrives('when');
      // Its own button removes the entries of the steps: one more Back leaves the page.
      await guest.button('close').click();
      await closes(guest);
      assert.equal(guest.page.url(), address);
      await open.click();
      await guest.arrives('when');
    });
  });

  it('opens after the return from payment, where paid fires once in all tabs', async () => {
    const [slot] = await venue.slotsOf(daysAhead(6));
    assert.ok(slot);
    const page: HostPage = {
      body: widget({ mode: 'dialog', facility: String(venue.facility), reference: 'spring' }),
    };
    const viewport = { width: 390, height: 844 };
    await world().visit({ page, viewport }, async (guest) => {
      // As a link that opens at a day would.
      await guest.page.goto(`${guest.url}?vb-date=${daysAhead(6)}`);
      await guest.arrives('when');
      await choose(guest, slot);
      await guest.arrives('details');
      await guest.settles();
      await takePicture(guest.page, { path: `${artifacts}/dialog-phone.png` });
      await fillIn(guest, 'dialog@example.com');
      await sendForm(guest);
      await guest.page.waitForURL(/[/]sandbox[/]/);
      await guest.page.locator('button[name=outcome][value=paid]').click();
      await guest.page.waitForURL(/vb-date/);
      await guest.arrives('booked');
      assert.equal(await isOpen(guest), 1);
      const { detail } = await guest.happens('paid');
      assert.equal(detail.reference, 'spring');
      assert.equal(detail.amount_eur, 10);
      await guest.page.reload();
      const other = await guest.context.newPage();
      const ofOther: string[] = [];
      other.on('console', (message) => ofOther.push(message.text()));
      await other.goto(guest.url);
      await guest.page.goto(guest.url);
      await guest.settles();
      await eventually('the second visit has shown the booking', () => guest.events.at(-1)?.name === 'ready');
      assert.equal(await isOpen(guest), 0, 'only the first visit opens it');
      assert.equal(guest.events.filter(({ name }) => name === 'paid').length, 1);
      await eventually('the other tab is ready', () => ofOther.some((text) => text.includes('"ready"')));
      assert.ok(!ofOther.some((text) => text.includes('"paid"')));
    });
  });
});
