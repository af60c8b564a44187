// Dialogs of several widgets on one page of a website.
import assert from 'node:assert/strict';
import { daysAhead, eventually } from '../stack/api.ts';
import type { Guest } from '../widget/guest.ts';
import { fillIn, sendForm } from '../widget/picking.ts';
import type { VenueWithTimes } from '../widget/venues.ts';

/**
 * What the page gives the widget with the button. The other one opens by the page's link, for three people.
 */
export const buttonOf = (venue: VenueWithTimes) => ({
  mode: 'button' as const,
  label: 'Book the sauna',
  facility: String(venue.facility),
  date: daysAhead(3),
  people: '2',
  reference: 'menu',
});
export const LINK = 'Book for a group';

/**
 * On a page with two widgets of a venue: opens the dialog of each, and books and pays in that of the button.
 * The page has {@link buttonOf} with its widget, and a link with {@link LINK}.
 */
export async function useDialogs(guest: Guest, venue: VenueWithTimes): Promise<void> {
  const { page, arrives } = guest;
  const dialogs = page.locator('dialog[open]');
  const people = () => dialogs.locator('input[name=people]').inputValue();
  const button = page.getByRole('button', { name: 'Book the sauna', exact: true });
  const link = page.getByRole('link', { name: LINK, exact: true });
  await button.waitFor();
  await eventually('both widgets are ready', () => readies(guest) >= 2);
  const heights = await page
    .locator('venue-booking')
    .evaluateAll((all) => all.map((it) => it.getBoundingClientRect().height));
  assert.ok(
    heights.length === 2 && heights.every((height) => height < 120),
    `they reserve no space: ${heights}`,
  );

  await link.click();
  await dialogs.getByRole('button', { name: /Sauna/ }).click();
  await arrives('when');
  assert.equal(await people(), '3');
  await page.keyboard.press('Escape');
  await dialogs.waitFor({ state: 'detached' });
  assert.ok(await link.evaluate((it) => it === document.activeElement), 'the focus returns to the link');

  await button.click();
  await arrives('when');
  assert.equal(await people(), '2');
  const [slot] = (await venue.slotsOf(daysAhead(3))).filter(({ bookable }) => bookable);
  assert.ok(slot);
  await dialogs.locator(`button[data-slot="${slot.id}"]`).click();
  await arrives('details');
  const email = `dialog-${Date.now()}@example.com`;
  await fillIn(guest, email);
  await sendForm(guest);
  await page.waitForURL(/[/]sandbox[/]/);
  await page.locator('button[name=outcome][value=paid]').click();
  await page.waitForURL(guest.url);
  await arrives('booked');
  assert.equal(await dialogs.count(), 1, 'one dialog opens after the return');
  await eventually('it is confirmed', async () => {
    const [booking] = await venue.bookings(email);
    return booking?.status === 'confirmed' && booking.client_reference === 'menu';
  });
}

const readies = ({ events }: Guest) => events.filter(({ name }) => name === 'ready').length;
