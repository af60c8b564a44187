import assert from 'node:assert/strict';
import path from 'node:path';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { assertGood, inOneWorld } from '../admin/world.ts';
import { daysAhead } from '../stack/api.ts';

const world = inOneWorld();
const artifacts = path.join(import.meta.dirname, 'artifacts');

/** A booking of two adults at ten, at a venue that lets guests change it. Answers its ticket's address. */
async function bookedTicket(): Promise<string> {
  const { api } = world().stack;
  const slug = await api.newVenue({
    name: 'Sauna aan het Meer',
    change_until_hours: 2,
    phone: '035 123 45 67',
  });
  const facility = await api.newFacility(slug, {
    name: 'Dagpas',
    ...{
      opens_at: '10:00',
      closes_at: '20:00',
      duration_minutes: 120,
      capacity: 12,
      max_people_per_booking: 8,
    },
    pricing: {
      ...{ per: 'person', eur: 20, rules: [] },
      categories: [
        { key: 'adult', name: { nl: 'Volwassene', en: 'Adult' }, percent: 100 },
        { key: 'child', name: { nl: 'Kind', en: 'Child' }, eur: 10 },
      ],
    },
  });
  const { slots } = (await api.get(slug, `/facilities/${facility}/slots?date=${daysAhead(5)}`)).body;
  assert.equal(
    (await api.admin('PATCH', `/venues/${slug}/slots/${slots[2].id}`, { blocked: true })).status,
    200,
  );
  const made = await api.book(slug, { slot_id: slots[0].id, guests: { adult: 2 } });
  assert.equal(made.status, 201, made.text);
  return `${api.url}${new URL(made.body.ticket_url).pathname}`;
}

/** A guest with a phone. The pages have no scripts; axe needs some. */
async function visit(url: string, what: (page: Page) => Promise<void>): Promise<void> {
  const context = await world().browser.newContext({
    ...{ locale: 'nl-NL', viewport: { width: 390, height: 844 } },
  });
  context.setDefaultTimeout(30_000);
  const page = await context.newPage();
  const problems: string[] = [];
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
  try {
    await page.goto(url);
    await what(page);
    assert.deepEqual(problems, []);
  } finally {
    await context.close();
  }
}

const press = async (page: Page, role: 'button' | 'link', name: string | RegExp) => {
  await page.getByRole(role, { name }).first().focus();
  await page.keyboard.press('Enter');
};
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor();

describe('a guest changes a booking on its ticket', () => {
  for (const [lang, text] of Object.entries({
    nl: {
      change: 'Tijd of aantal personen wijzigen',
      ...{ child: 'Kind', later: 'Dag later', confirm: 'Klopt deze wijziging?', own: 'je huidige tijd' },
      ...{ agree: 'Ja, wijzig mijn boeking', done: 'Je boeking is gewijzigd', blocked: 'niet beschikbaar' },
      price: 'De prijs wordt € 50,00 in plaats van € 40,00.',
    },
    en: {
      change: 'Change time or party',
      ...{ child: 'Child', later: 'Day after', confirm: 'Is this change right?', own: 'your present time' },
      ...{ agree: 'Yes, change my booking', done: 'Your booking has been changed', blocked: 'not available' },
      price: 'The price becomes €50.00 instead of €40.00.',
    },
  }))
    it(`with keys alone and without scripts, on a phone (${lang})`, async () => {
      await visit(`${await bookedTicket()}?lang=${lang}`, async (page) => {
        const look = async (name: string) => {
          assert.equal(await page.locator('script').count(), 0);
          await page.screenshot({ path: path.join(artifacts, `change-${name}-${lang}.png`), fullPage: true });
          await assertGood({ page }, name);
        };
        await look('ticket');
        await press(page, 'link', text.change);
        await heading(page, text.change);
        await page.getByText(text.own).waitFor();
        await page.getByText(text.blocked).waitFor();
        await look('choose');
        await page.getByLabel(text.child).fill('1');
        await press(page, 'button', text.later);
        await page.waitForURL(/[?&]go=/);
        assert.equal(await page.getByLabel(text.child).inputValue(), '1', 'what was typed goes along');
        assert.equal(await page.locator('input[type=date]').inputValue(), daysAhead(6));
        await press(page, 'button', '12:00 – 14:00');
        await heading(page, text.confirm);
        await page.getByText(text.price).waitFor();
        await look('confirm');
        await press(page, 'button', text.agree);
        await page.getByRole('status').filter({ hasText: text.done }).waitFor();
        await page.getByText('12:00 – 14:00').waitFor();
        await look('changed');
      });
    });
});
