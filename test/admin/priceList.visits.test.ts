import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';
import { describe, it } from 'vitest';
import { sauna } from '../../domain/testing/priceLists/sauna.ts';
import { signIn } from './signIn.ts';
import { assertGood, inOneWorld } from './world.ts';

const world = inOneWorld();
/** Maximum effort for the sauna's prices: fields filled, keys pressed and clicks. */
const MAX = { fields: 21, keys: 80, clicks: 21 };
const phone = { width: 390, height: 844 };

/** Input actions that are counted. */
function hands(page: Page) {
  const count = { fields: 0, keys: 0, clicks: 0 };
  return {
    count,
    async type(field: Locator, text: string) {
      await field.selectText();
      await page.keyboard.type(text);
      count.fields += 1;
      count.keys += text.length;
    },
    /** Types into the focused field. */
    async typeHere(text: string) {
      await page.keyboard.type(text);
      count.fields += 1;
      count.keys += text.length;
    },
    /** Fills a date; the order of its parts depends on the browser. */
    async date(field: Locator, date: string) {
      await field.fill(date);
      count.fields += 1;
      count.keys += date.length - 2;
    },
    async choose(field: Locator, option: string) {
      await field.selectOption(option);
      count.fields += 1;
      count.clicks += 2;
    },
    async click(target: Locator) {
      await target.click();
      count.clicks += 1;
    },
  };
}

describe('price list entered by an owner', () => {
  it('takes a printed price list, previews the price of each party, and saves it correctly', async (t) => {
    const { api } = world().stack;
    const slug = await api.newVenue();
    const id = await api.newFacility(slug, { name: 'Privésauna', mode: 'FULL', capacity: 12, price_eur: 30 });
    const at = `/v/${slug}/facilities/${id}`;
    const cookie = await signIn(world().stack, { venues: { [slug]: 'owner' }, language: 'nl' });
    await world().visit({ at, cookie }, async (person) => {
      const { page } = person;
      // The preview requests prices while a value is still incomplete.
      person.tolerate(/status of 422/);
      const { count, type, typeHere, date, choose, click } = hands(page);
      const nth = (name: string, at: number) => page.getByLabel(name, { exact: true }).nth(at);
      const rule = (name: string) => page.getByRole('listitem').filter({ hasText: `. ${name}` });
      const addRule = async (name: string) => {
        await click(page.getByRole('button', { name: 'Regel toevoegen' }));
        await typeHere(name);
      };

      await choose(page.getByLabel('Soort prijs'), 'party');
      for (const [index, { people, eur = 0, each_more_eur: more }] of (
        sauna.pricing.parties ?? []
      ).entries()) {
        if (index > 0) {
          await click(page.getByRole('button', { name: 'Groepsgrootte toevoegen' }));
          await type(nth('Personen, vanaf', index), String(people));
        }
        await type(nth('Prijs, in euro', index), String(eur));
        if (more) await type(nth('Elke extra persoon, in euro', index), String(more).replace('.', ','));
      }
      await click(page.locator('summary').getByText('Prijsregels'));
      await addRule('Weekend, group');
      await click(rule('Weekend, group').getByLabel('zaterdag'));
      await click(rule('Weekend, group').getByLabel('zondag'));
      await type(rule('Weekend, group').getByLabel('Bedrag, in euro'), '500');
      await choose(rule('Weekend, group').getByLabel('Geldt voor', { exact: true }), 'booking');
      await type(rule('Weekend, group').getByLabel('Groep van minstens'), '7');
      await addRule('Wednesday');
      await choose(rule('Wednesday').getByLabel('Effect'), 'multiply');
      await type(rule('Wednesday').getByLabel('Verschil, in procent'), '-10');
      await click(rule('Wednesday').getByLabel('woensdag'));
      await addRule('Christmas');
      await choose(rule('Christmas').getByLabel('Effect'), 'add');
      await type(rule('Christmas').getByLabel('Bedrag, in euro'), '25');
      await choose(rule('Christmas').getByLabel('Geldt voor', { exact: true }), 'booking');
      await click(rule('Christmas').getByLabel('Alleen op bepaalde data'));
      await date(rule('Christmas').getByLabel('Eerste dag'), '2025-12-24');
      await date(rule('Christmas').getByLabel('Laatste dag'), '2026-01-01');
      await click(rule('Christmas').getByLabel('Elk jaar'));

      t.annotate(JSON.stringify(count));
      for (const [what, most] of Object.entries(MAX))
        assert.ok(count[what as keyof typeof MAX] <= most, `${what}: ${JSON.stringify(count)}`);

      const preview = page.getByRole('region', { name: 'Prijsvoorbeeld' });
      for (const [startsAt, people, total] of sauna.totals) {
        const [day = '', time = ''] = startsAt.split('T');
        await preview.getByLabel('Datum').fill(day);
        await preview.getByLabel('Begin').fill(time);
        await preview.getByLabel('Personen').fill(String(people));
        const text = `€\u00a0${total.toFixed(2).replace('.', ',')}`;
        await preview.getByText(text, { exact: true }).last().waitFor();
      }
      await assertGood(person, 'a price list');
      for (const language of ['English', 'Nederlands']) {
        await page.locator('summary').getByText('Account').click();
        await page.getByText(language, { exact: true }).click();
        await page.locator('summary').getByText('Account').click();
        await page.getByText(language === 'English' ? '4 people' : '4 personen', { exact: true }).waitFor();
        await person.picture(`admin-price-list-${language}`);
        await page.setViewportSize(phone);
        await person.picture(`admin-price-list-${language}-phone`);
        await page.setViewportSize({ width: 1280, height: 800 });
      }
      await click(page.getByRole('button', { name: 'Opslaan' }));
      await page.getByRole('heading', { name: 'Privésauna', exact: true, level: 2 }).waitFor();
    });
    const { pricing } = (await api.admin('GET', `/venues/${slug}/facilities/${id}`)).body;
    assert.deepEqual(pricing, sauna.pricing);
  });
});
