import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { beforeAll, describe, it } from 'vitest';
import { hashIn, signIn, signInAsOperator } from './signIn.ts';
import { inOneWorld, type Person } from './world.ts';

const world = inOneWorld();
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const asksForAddress = (page: Page) => page.getByLabel('E-mail address', { exact: true }).waitFor();
const asksForToken = (page: Page) => page.getByLabel('Operator token', { exact: true }).waitFor();

describe('signing in again', () => {
  const named = () => signIn(world().stack, { venues: {}, operator: 'admin', language: 'en' });

  it('asks a named operator for the address after a call that needs a recent sign-in', async () => {
    const { stack } = world();
    const other = `${randomUUID()}@example.com`;
    await signIn(stack, { email: other, venues: {}, operator: 'support' });
    const cookie = await named();
    await stack.database.query(
      `UPDATE catalog.session SET created_at = created_at - interval '16 minutes' WHERE hash = $1`,
      [hashIn(cookie, stack)],
    );
    await world().visit({ at: '/operator/operators', cookie }, async ({ page, tolerate }) => {
      tolerate(/401/, /403/);
      await page.getByRole('group', { name: other }).getByRole('button', { name: 'Remove' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
      await button(page, 'Sign in again').click();
      await asksForAddress(page);
      assert.equal(new URL(page.url()).searchParams.get('to'), '/operator/operators');
    });
  });

  describe('after the session ended during work', () => {
    let slug: string;
    let facility: number;
    beforeAll(async () => {
      const { api } = world().stack;
      slug = await api.newVenue();
      facility = await api.newFacility(slug, { name: 'Sauna' });
    });
    /** Types in a form, ends the session, saves, and opens the sign-in page in another tab. */
    const signInTab = async ({ page, context, tolerate }: Person): Promise<Page> => {
      tolerate(/401/);
      await page.getByLabel('Description', { exact: true }).fill('With a view');
      const { url } = world().stack.api;
      await context.request.delete(`${url}/api/admin/session`, { headers: { Origin: url } });
      // Dispatched, because a background request may fail first and open the dialog over the button.
      await page.locator('button', { hasText: /^Save$/ }).dispatchEvent('click');
      const [tab] = await Promise.all([
        context.waitForEvent('page'),
        page.getByRole('link', { name: 'Sign in again (new tab)' }).click(),
      ]);
      return tab;
    };

    it('asks a named operator for the address', async () => {
      const cookie = await named();
      const at = `/v/${slug}/facilities/${facility}`;
      await world().visit({ at, cookie, locale: 'en-GB' }, async (person) => {
        const { page } = person;
        await page.getByLabel('Reason').fill('Ticket 12');
        await button(page, 'Open the venue').click();
        await asksForAddress(await signInTab(person));
      });
    });

    it('asks for the shared token where it was used', async () => {
      const cookie = await signInAsOperator(world().stack, 'en');
      const at = `/v/${slug}/facilities/${facility}`;
      await world().visit({ at, cookie, locale: 'en-GB' }, async (person) => {
        await asksForToken(await signInTab(person));
      });
    });
  });
});
