import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { beforeAll, describe, it } from 'vitest';
import { newPaidVenue } from '../stack/paidVenue.ts';
import { signIn } from './signIn.ts';
import { assertGood, inOneWorld, type Person } from './world.ts';

const world = inOneWorld();
const NOTICE = 'You can read everything here, but change nothing.';

/** Records requests that change something; a session is kept in use by reads only. */
function changesIn(page: Page): string[] {
  const changes: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/api/admin/') && request.method() !== 'GET')
      changes.push(`${request.method()} ${request.url()}`);
  });
  return changes;
}

const isInactive = async (page: Page, name: string | RegExp) => {
  const button = page.getByRole('main').getByRole('button', { name }).first();
  await button.waitFor();
  return (await button.getAttribute('aria-disabled')) === 'true';
};

/** The buttons in the page that submit a form and are active. */
const activeSubmits = (page: Page): Promise<string[]> =>
  page
    .locator('main form button:not([type="button"]):not([aria-disabled="true"]):not(:disabled)')
    .evaluateAll((buttons) => buttons.map((button) => button.textContent?.trim() ?? ''));

describe('an operator with the role support', () => {
  let venue: Awaited<ReturnType<typeof newPaidVenue>>;
  let paid: Awaited<ReturnType<typeof venue.bookAndPay>>;
  beforeAll(async () => {
    venue = await newPaidVenue(world().stack, { venue: { check_in_from_hours: 8760 } });
    paid = await venue.bookAndPay();
  });
  /** Opens a page of the venue, after giving a reason. */
  const visit = async (at: string, what: (person: Person) => Promise<void>) => {
    const cookie = await signIn(world().stack, { venues: {}, operator: 'support', language: 'en' });
    await world().visit({ at: `/v/${venue.slug}/${at}`, cookie }, async (person) => {
      const { page } = person;
      await page.getByLabel('Reason').fill('Ticket 12');
      await page.getByRole('button', { name: 'Open the venue' }).click();
      await page.getByText(NOTICE).waitFor();
      await what(person);
    });
  };

  it('reads the settings of a venue and cannot save them', async () => {
    await visit('settings', async (person) => {
      const { page } = person;
      const changes = changesIn(page);
      const name = page.getByLabel('Name', { exact: true }).first();
      await name.fill('Another name');
      await name.press('Enter');
      assert.equal(await isInactive(page, 'Save'), true);
      assert.deepEqual(await activeSubmits(page), []);
      await assertGood(person, 'settings of a venue, read by support');
      assert.deepEqual(changes, []);
    });
  });

  it('reads bookings, downloads them, and cannot change them', async () => {
    await visit(`bookings/${paid.id}`, async ({ page }) => {
      const changes = changesIn(page);
      assert.equal(await isInactive(page, 'Check in'), true);
      assert.deepEqual(await activeSubmits(page), []);
      await page.getByRole('navigation').getByRole('link', { name: 'Bookings' }).click();
      const file = page.waitForEvent('download');
      await page.getByRole('button', { name: 'CSV' }).click();
      await file;
      for (const name of [/^Import/, 'Check-in'])
        assert.equal(await page.getByRole('link', { name }).count(), 0, String(name));
      assert.deepEqual(changes, []);
    });
  });

  it('finds no active button that submits a form in the other views', async () => {
    await visit('today', async ({ page }) => {
      await page.getByRole('heading', { level: 1 }).waitFor();
      for (const at of [`facilities/${venue.facility}`, 'people', 'till', 'attention', 'start']) {
        await page.goto(`${world().stack.api.url}/admin/v/${venue.slug}/${at}`);
        await page
          .getByRole('main')
          .getByRole('heading')
          .nth(1)
          .or(page.locator('main .card'))
          .first()
          .waitFor();
        assert.deepEqual(await activeSubmits(page), [], at);
      }
    });
  });

  it('reads the list of venues and cannot suspend, restore or delete them', async () => {
    const cookie = await signIn(world().stack, { venues: {}, operator: 'support', language: 'en' });
    await world().visit({ at: `/operator?q=${venue.slug}`, cookie }, async ({ page }) => {
      await page.getByText(NOTICE).waitFor();
      assert.equal(await isInactive(page, /^Suspend…/), true);
      assert.equal(await isInactive(page, /^Delete…/), true);
    });
  });

  it('changes what its role at a venue allows, where it works', async () => {
    const venues = { [venue.slug]: 'owner' as const };
    const cookie = await signIn(world().stack, { venues, operator: 'support', language: 'en' });
    await world().visit({ at: `/v/${venue.slug}/bookings/${paid.id}`, cookie }, async ({ page }) => {
      assert.equal(await isInactive(page, 'Check in'), false);
      assert.equal(await page.getByText(NOTICE).isVisible(), false);
    });
  });
});
