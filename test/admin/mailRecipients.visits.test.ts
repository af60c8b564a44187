import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { beforeAll, describe, it } from 'vitest';
import { daysAhead, eventually } from '../stack/api.ts';
import { signIn, signInAsOperator } from './signIn.ts';
import { assertGood, inOneWorld } from './world.ts';

const world = inOneWorld();
const FIRST_DAY = 75;

describe('e-mail limit of a venue', () => {
  let slug: string;
  let owner: string;
  beforeAll(async () => {
    const { stack } = world();
    slug = await stack.api.newVenue({ name: 'Sauna aan het Meer' });
    owner = await signIn(stack, { venues: { [slug]: 'owner' } });
    const facility = await stack.api.newFacility(slug, { capacity: 200 });
    const { body } = await stack.api.get(slug, `/facilities/${facility}/slots?date=${daysAhead(9)}`);
    const admin = (path: string, booking: unknown) =>
      stack.api.admin('POST', `/venues/${slug}${path}`, booking);
    await Promise.all(
      Array.from({ length: FIRST_DAY + 5 }, () =>
        admin('/bookings', {
          slot_id: body.slots[0].id,
          customer_name: 'Anna Jansen',
          customer_email: `${randomUUID()}@example.com`,
        }),
      ),
    );
    const waiting = async () =>
      (await stack.api.admin('GET', `/venues/${slug}/mail-recipients`)).body.waiting as number;
    await eventually('mail is delayed', async () => (await waiting()) === 5);
  });
  const at = (path: string, cookie: string) => ({
    at: `/v/${slug}${path}`,
    cookie,
    viewport: { width: 1280, height: 900 },
  });
  const said = (page: Page, text: string | RegExp) => page.getByText(text).first().waitFor();

  it('shows delayed e-mails in the settings, on the attention list and at the booking, with advice', async () => {
    await world().visit(at('/settings/mail', owner), async (person) => {
      const { page } = person;
      await said(page, 'Je locatie heeft in de laatste 24 uur 75 van hooguit 75 mensen gemaild.');
      await said(page, /^5 mails zijn uitgesteld\. Bel gasten/);
      assert.equal(await page.getByLabel('Vertrouwde locatie').count(), 0, 'owners can’t change it');
      await assertGood(person, 'recipients');
      await person.picture('admin-mail-recipients');
    });
    await world().visit(at('/attention', owner), async (person) => {
      const { page } = person;
      await said(page, 'Mails zijn uitgesteld: je locatie heeft de daglimiet bereikt');
      await said(page, 'Uitgestelde mails: 5.');
      assert.equal(
        await page.getByRole('button', { name: 'Markeren als afgehandeld', exact: true }).count(),
        0,
      );
      await assertGood(person, 'delayed mail');
      await person.picture('admin-mail-waits');
      await page.getByRole('link', { name: /^Boeking [A-Z]/ }).click();
      await said(page, 'uitgesteld: je locatie heeft de daglimiet voor mail bereikt');
    });
  });

  it('shows that the limit prevented an invitation', async () => {
    await world().visit(at('/people', owner), async ({ page }) => {
      await page.getByRole('button', { name: 'Teamlid toevoegen' }).click();
      await page.getByLabel('E-mailadres').fill(`${randomUUID()}@example.com`);
      await page.getByRole('button', { name: 'Toevoegen en uitnodigen' }).click();
      await said(page, /maar niet uitgenodigd: je locatie heeft de daglimiet voor mail bereikt/);
    });
  });

  it('rejects a link to another website at its field, and lets the operator trust the venue', async () => {
    const link = async (page: Page) => {
      await page.getByLabel('Tekst', { exact: true }).fill('Zie https://evil.com/x');
      // The editor checks a field when it is left.
      await page.keyboard.press('Tab');
    };
    await world().visit(at('/settings/mail', owner), async (person) => {
      person.tolerate(/422/);
      await link(person.page);
      await said(person.page, /https:\/\/evil\.com\/x staat niet op een website van de locatie\. Voeg/);
      await person.picture('admin-mail-link');
    });
    await world().visit(at('/settings/mail', await signInAsOperator(world().stack)), async (person) => {
      const { page } = person;
      await page.getByLabel('Vertrouwde locatie').check();
      await assertGood(person, 'trust');
      await person.picture('admin-mail-trust');
      await page
        .locator('form', { has: page.getByLabel('Vertrouwde locatie') })
        .getByRole('button')
        .click();
      await said(page, /^Je locatie is vertrouwd/);
      await link(page);
      await said(page, 'Bericht van Sauna aan het Meer:');
    });
  });
});
