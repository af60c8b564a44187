import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Locator, Page } from 'playwright-core';
import { describe, it } from 'vitest';
import { daysAhead, eventually } from '../stack/api.ts';
import { payThrough } from '../stack/guest.ts';
import { newPaidVenue } from '../stack/paidVenue.ts';
import { signIn } from './signIn.ts';
import { inOneWorld } from './world.ts';

/**
 * Uses the dashboard with the keyboard only. The day view, the check-in, the facility form, the calendar of
 * opening days and the extra questions have such tests in `today`, `checkIn`, `facilities`, `openingDays` and
 * `settings`.
 */

const world = inOneWorld();

/** More than the number of controls in any view here. */
const MAX_TABS = 120;

/** The focused element if it has no visible outline or is out of view; otherwise undefined. */
const hiddenFocus = (page: Page) =>
  page.evaluate(() => {
    let element = document.activeElement;
    while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
    if (!element || element === document.body) return undefined;
    const { outlineStyle, outlineWidth } = getComputedStyle(element);
    const { top, bottom, left, right } = element.getBoundingClientRect();
    const isOnScreen = bottom > 0 && right > 0 && top < innerHeight && left < innerWidth;
    // The browser's own button in a date or time field has its own focus ring.
    const isOutlined =
      (outlineStyle !== 'none' && outlineWidth !== '0px') || element.matches('[type=date], [type=time]');
    return isOnScreen && isOutlined ? undefined : element.outerHTML.slice(0, 200);
  });

const hasFocus = async (control: Locator) =>
  (await control.count()) > 0 && (await control.first().evaluate((it) => it === document.activeElement));

/** Presses Tab until a control has the focus. Every element on the way must show its focus. */
async function tabTo(page: Page, control: Locator): Promise<void> {
  await control.first().waitFor();
  for (let tabs = 0; tabs < MAX_TABS; tabs++) {
    if (await hasFocus(control)) return;
    await page.keyboard.press('Tab');
    assert.equal(await hiddenFocus(page), undefined, `invisible focus on the way to ${control}`);
  }
  assert.fail(`${control} is not come to by Tab`);
}

/** Keyboard actions in a page. */
function handsOn(page: Page) {
  type Role = Parameters<Page['getByRole']>[0];
  const named = (role: Role, name: string | RegExp) => page.getByRole(role, { name, exact: true });
  return {
    named,
    press: async (role: Role, name: string | RegExp, key = 'Enter') => {
      await tabTo(page, named(role, name));
      await page.keyboard.press(key);
    },
    /** Replaces the text of a field. */
    type: async (name: string | RegExp, text: string, role: Role = 'textbox') => {
      await tabTo(page, named(role, name));
      await page.keyboard.press('ControlOrMeta+A');
      await page.keyboard.type(text);
    },
    /** Chooses an action of the open menu. */
    fromMenu: async (name: string) => {
      const item = named('menuitem', name);
      await item.waitFor();
      await eventually(
        'the menu has the focus',
        async () => (await page.locator('[role=menuitem]:focus').count()) === 1,
      );
      for (let keys = 0; keys < MAX_TABS && !(await hasFocus(item)); keys++) {
        assert.equal(await hiddenFocus(page), undefined, 'invisible focus in a menu');
        await page.keyboard.press('ArrowDown');
      }
      assert.ok(await hasFocus(item), name);
      await page.keyboard.press('Enter');
    },
    enter: () => page.keyboard.press('Enter'),
    sees: (text: string | RegExp) => page.getByText(text).first().waitFor(),
    isBackAt: (role: Role, name: string | RegExp) =>
      eventually(`the focus is at ${name}`, () => hasFocus(named(role, name))),
  };
}

describe('dashboard by keyboard only', () => {
  it('signs the operator in, creates a venue, sets it live, adds a team member, and signs out', async () => {
    const { stack } = world();
    const name = `Garden ${randomUUID().slice(0, 8)}`;
    const colleague = `${randomUUID()}@example.com`;
    await world().visit({ at: '/sign-in', locale: 'en-GB' }, async (person) => {
      const { page } = person;
      person.tolerate(/401/);
      const { named, press, type, enter, sees, isBackAt } = handsOn(page);
      await press('button', 'Sign in with the operator token');
      await type('Operator token', stack.operatorToken);
      await enter();
      await press('button', 'New venue');
      await named('dialog', 'New venue').waitFor();
      await page.keyboard.press('Escape');
      await isBackAt('button', 'New venue');
      await enter();
      await type('Name', name);
      await enter();
      await press('button', /^Padel court/, 'Space');
      await type('Name shown to guests', 'Court 7');
      await press('button', 'Next');
      await press('button', 'Create facility');
      await press('button', 'Open for bookings');
      await sees('Guests can book now.');

      await press('link', 'Team');
      await press('button', 'Add team member');
      await type('E-mail address', colleague);
      await press('radio', /^Front desk/, 'ArrowDown');
      await press('button', 'Add and invite');
      await sees(`${colleague} has been added and invited by e-mail.`);
      await isBackAt('button', 'Add team member');
      await press('button', 'Change to front desk');
      await press('button', 'Close');
      await isBackAt('button', 'Change to front desk');

      await tabTo(page, page.locator('summary', { hasText: 'Account' }));
      await enter();
      await press('button', 'Sign out');
      await named('heading', 'Sign in').waitFor();
    });
  });

  it('finds a booking, adds a note, edits, refunds and cancels it, reads reports and resolves an attention entry', async () => {
    const { stack } = world();
    const venue = await newPaidVenue(stack, { venue: { name: 'Sauna' } });
    const { id, payUrl } = await venue.book({ customer_name: 'Anna Jansen' });
    await payThrough(payUrl);
    await venue.becomes(id, 'confirmed');
    await stack.database.query(
      `INSERT INTO payment.attention (venue_id, kind, subject, booking_id, detail)
       SELECT venue_id, 'chargeback', 'test', $1, 'the bank took it back' FROM payment.payment WHERE booking_id = $1`,
      [id],
    );
    const cookie = await signIn(stack, { venues: { [venue.slug]: 'owner' } });
    await world().visit({ at: '/', cookie }, async ({ page }) => {
      const { named, press, type, enter, sees, isBackAt, fromMenu } = handsOn(page);
      await press('link', 'Naar de inhoud');
      await eventually('the content has the focus', () => hasFocus(page.locator('main')));
      await page.keyboard.press('Shift+Tab');
      await press('link', 'Boekingen');
      await type('Zoeken', 'jansen', 'searchbox');
      await sees('1 boeking');
      await press('link', 'Anna Jansen');
      await type('Notitie', 'Komt met een rolstoel');
      await press('button', 'Opslaan');
      await sees('De notitie is opgeslagen.');
      await press('button', 'Wijzigen');
      await type('Naam', 'Anna de Jansen');
      await enter();
      await named('heading', 'Anna de Jansen').waitFor();
      await isBackAt('button', 'Wijzigen');
      await press('button', 'Terugbetalen');
      await type('Bedrag in euro', '5,50');
      await enter();
      await sees(/€.5,50 terugbetaald/);
      await isBackAt('button', 'Terugbetalen');
      await press('button', 'Meer: Anna de Jansen');
      await fromMenu('Boeking annuleren');
      await press('radio', /terug/, 'ArrowDown');
      await press('button', 'Boeking annuleren');
      await sees(/Geannuleerd zonder terugbetaling|De boeking is geannuleerd/);

      await press('link', 'Rapporten');
      await press('button', 'Komende 30 dagen', 'Space');
      await tabTo(page, page.locator('summary', { hasText: 'Tonen als tabel' }));
      await enter();
      await page.getByRole('region', { name: 'Rapport per periode' }).getByRole('row').first().waitFor();

      await press('link', /^Aandacht nodig/);
      await press('button', 'Markeren als afgehandeld');
      await sees('Niets heeft je aandacht nodig.');
    });
    const { note, customer_name, status } = await venue.shown(id);
    assert.deepEqual([note, customer_name, status], ['Komt met een rolstoel', 'Anna de Jansen', 'cancelled']);
  });

  it('keeps the focus while a request is sent, or moves it to the result', async () => {
    const { stack } = world();
    const { api } = stack;
    const slug = await api.newVenue({ check_in_from_hours: 8760 });
    const facility = await api.newFacility(slug, { name: 'Tuin', capacity: 100, price_eur: 0 });
    const { slots } = (await api.get(slug, `/facilities/${facility}/slots?date=${daysAhead(2)}`)).body;
    const book = async (customer_name: string): Promise<number> => {
      const wish = { slot_id: slots[0].id, customer_name, people: 1 };
      return (await api.admin('POST', `/venues/${slug}/bookings`, wish)).body.id;
    };
    await stack.database.query(
      `UPDATE booking.booking SET starts_at = now() + interval '5 minutes', ends_at = now() + interval '1 hour'
       WHERE id = $1`,
      [await book('Eerste')],
    );
    for (let made = 0; made < 49; made++) await book('Gast');
    const id = await book('Laatste');
    const cookie = await signIn(stack, { venues: { [slug]: 'owner' } });
    const today = `/v/${slug}/today?date=${daysAhead(2)}`;
    await world().visit({ at: today, cookie }, async ({ page, tolerate }) => {
      tolerate(/status of 422/, /ERR_FAILED/);
      const { named, press, type, enter, sees, isBackAt, fromMenu } = handsOn(page);
      const goesTo = (path: string) => page.goto(`${api.url}/admin/v/${slug}${path}`);
      await page.locator(`[data-slot="${slots[1].id}"]`).focus();
      await enter();
      await named('dialog', /^Tuin/).waitFor();
      await type('Naam', 'Anna');
      await type('E-mail', 'anna@example');
      await press('button', 'Boeken');
      await isBackAt('textbox', 'E-mail');
      assert.equal(await named('textbox', 'E-mail').getAttribute('aria-invalid'), 'true');
      await type('E-mail', 'anna@example.com');
      await page.route('**/bookings', (route) => route.abort());
      await press('button', 'Boeken');
      await sees('De server is niet bereikbaar.');
      await isBackAt('button', 'Boeken');
      await page.unroute('**/bookings');

      await goesTo(`/bookings/${id}`);
      await type('Notitie', 'Komt later');
      await press('button', 'Opslaan');
      await sees('De notitie is opgeslagen.');
      await isBackAt('button', 'Opslaan');
      await enter();
      await press('button', 'Meer: Laatste');
      await fromMenu('Boeking annuleren');
      await named('dialog', 'Boeking annuleren').waitFor();
      await press('button', 'Boeking annuleren');
      await isBackAt('heading', 'Laatste');

      await goesTo('/settings/general');
      await type('Telefoon', '035 123 45 67');
      await press('button', 'Opslaan');
      await sees('Opgeslagen.');
      await isBackAt('button', 'Opslaan');
      await goesTo('/settings/tokens');
      await type('Gebruikt door', 'Kassa');
      await press('button', 'Token aanmaken');
      await isBackAt('group', /^Kassa\. Kopieer het token nu/);

      await goesTo('/bookings');
      await press('button', 'Meer tonen');
      await isBackAt('link', 'Laatste');

      await goesTo('/check-in');
      await sees(/1 boeking, bijgewerkt om/);
      await type('Gast zoeken', 'eerste', 'searchbox');
      await sees('1 gast gevonden');
      // The button must disappear at once, before the server responds.
      await page.route('**/check-ins', async (route) => {
        await sleep(400);
        await route.continue();
      });
      await press('button', 'Inchecken: Eerste');
      await sees('Welkom');
      await isBackAt('searchbox', 'Gast zoeken');
      await press('button', 'Ongedaan maken');
      await sees('Eerste is niet meer ingecheckt.');
      await isBackAt('searchbox', 'Gast zoeken');
    });
    assert.equal((await api.admin('GET', `/venues/${slug}/bookings/${id}`)).body.note, 'Komt later');
  });
});
