import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { describe, it } from 'vitest';
import { signInAsOperator } from './signIn.ts';
import { assertGood, inOneWorld } from './world.ts';

const world = inOneWorld();

const row = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name });
const actionsOf = async (page: Page, name: string) =>
  (await row(page, name).getByRole('button').allTextContents()).map((text) => text.trim());

describe('the operator’s list of venues', () => {
  it('shows whether a venue is suspended or deleted, and only the actions for that state', async () => {
    const { stack } = world();
    const text = `Quay ${randomUUID().slice(0, 8)}`;
    const [open, paused, gone] = [`${text} Open`, `${text} Paused`, `${text} Gone`];
    await stack.api.newVenue({ name: open, live: true });
    const suspended = await stack.api.newVenue({ name: paused, live: true });
    await stack.api.admin('POST', `/venues/${suspended}/suspend`, { reason: 'Two owners disagree' });
    const deleted = await stack.api.newVenue({ name: gone, live: true });
    await stack.api.admin('DELETE', `/venues/${deleted}`);

    const cookie = await signInAsOperator(stack, 'en');
    await world().visit({ at: `/operator?q=${encodeURIComponent(text)}`, cookie }, async (person) => {
      const { page } = person;
      await row(page, gone).getByText('Deleted', { exact: true }).waitFor();
      await row(page, gone)
        .getByText(/^You can restore it until .+\./)
        .waitFor();
      assert.deepEqual(await actionsOf(page, gone), ['Restore venue']);
      await row(page, paused).getByText('Suspended', { exact: true }).waitFor();
      await row(page, paused).getByText('Reason: Two owners disagree').waitFor();
      assert.deepEqual(await actionsOf(page, paused), ['End suspension', 'Delete…']);
      await row(page, open).getByText('Live', { exact: true }).waitFor();
      assert.deepEqual(await actionsOf(page, open), ['Suspend…', 'Delete…']);
      await assertGood(person, 'venues in each state');
      await person.picture('admin-venue-states');
    });
  });

  it('follows each change of the state', async () => {
    const { stack } = world();
    const name = `Mill ${randomUUID().slice(0, 8)}`;
    const slug = await stack.api.newVenue({ name, live: true });
    const cookie = await signInAsOperator(stack, 'en');
    await world().visit({ at: `/operator?q=${slug}`, cookie }, async ({ page }) => {
      const venue = row(page, name);
      const dialog = page.getByRole('dialog');
      await venue.getByRole('button', { name: `Suspend…: ${name}` }).click();
      await dialog.getByLabel('Reason for the owners').fill('The invoice is open');
      await dialog.getByRole('button', { name: 'Suspend venue' }).click();
      await venue.getByText('Reason: The invoice is open').waitFor();

      await venue.getByRole('button', { name: `Delete…: ${name}` }).click();
      await dialog.getByLabel(`Type ${slug} to confirm`).fill(slug);
      await dialog.getByRole('button', { name: 'Delete venue' }).click();
      await venue.getByText('Deleted', { exact: true }).waitFor();

      await venue.getByRole('button', { name: `Restore venue: ${name}` }).click();
      await venue.getByText('Suspended', { exact: true }).waitFor();
      await venue.getByRole('button', { name: `End suspension: ${name}` }).click();
      await venue.getByText('Live', { exact: true }).waitFor();
    });
  });
});
