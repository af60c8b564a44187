import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, it } from 'vitest';
import { eventually } from '../stack/api.ts';
import { signIn } from './signIn.ts';
import { assertGood, inOneWorld, type Person, toggle } from './world.ts';

const world = inOneWorld();

describe('a form of the dashboard', () => {
  let slug: string;
  let cookie: Record<'nl' | 'en', string>;
  beforeAll(async () => {
    const { stack } = world();
    slug = await stack.api.newVenue({ name: 'Sauna aan het Meer' });
    const venues = { [slug]: 'owner' as const };
    cookie = {
      nl: await signIn(stack, { venues, language: 'nl' }),
      en: await signIn(stack, { venues, language: 'en' }),
    };
  });

  const at = (path: string, language: 'nl' | 'en', what: (person: Person) => Promise<void>) =>
    world().visit({ at: `/v/${slug}/${path}`, cookie: cookie[language] }, what);
  const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
  /** The message that describes a field; empty if the field is valid. */
  const messageOf = (input: Locator) =>
    input.evaluate((element) =>
      element.getAttribute('aria-invalid') === 'true'
        ? (element.getAttribute('aria-describedby') ?? '')
            .split(' ')
            .map((id) => document.getElementById(id))
            .find((found) => found?.classList.contains('wrong'))
            ?.textContent?.trim()
        : '',
    );
  const isFocused = (input: Locator) => input.evaluate((element) => element === document.activeElement);
  const messages = (page: Page) => page.locator('[aria-invalid=true], .wrong, .problem');

  it('reports a field when it is left, and names it by its label', async () => {
    for (const [language, name, places, wrong] of [
      ['en', 'Name', 'Places per time slot', '“Places per time slot” must be at least 1.'],
      ['nl', 'Naam', 'Plaatsen per tijdslot', '‘Plaatsen per tijdslot’ moet minstens 1 zijn.'],
    ] as const)
      await at('facilities/new', language, async (person) => {
        const { page } = person;
        await field(page, name).fill('x');
        await field(page, name).press('Backspace');
        await field(page, places).selectText();
        await eventually(
          'the empty name is reported',
          async () => (await messageOf(field(page, name))) !== '',
        );
        await field(page, name).fill('Zaal');
        assert.equal(await messages(page).count(), 0, 'the message leaves while the name is typed');
        await field(page, places).fill('0');
        assert.equal(await messages(page).count(), 0, 'nothing is reported while typing');
        await field(page, places).press('Tab');
        await page.getByRole('alert').getByText(wrong).waitFor();
        assert.equal(await messageOf(field(page, places)), wrong);
        await assertGood(person, `a reported field, ${language}`);
      });
  });

  it('reports every wrong field on save, and focuses the first', async () => {
    await at('facilities/new', 'en', async (person) => {
      const { page } = person;
      person.tolerate(/status of 422/);
      await field(page, 'Places per time slot').fill('2.5');
      await toggle(page, 'Price rules');
      await button(page, 'Add rule').click();
      await toggle(page, 'Price rules');
      await button(page, 'Save').click();
      await eventually('the name has the focus', () => isFocused(field(page, 'Name').first()));
      assert.equal(await messageOf(field(page, 'Name').first()), '“Name” must be filled in.');
      assert.equal(
        await messageOf(field(page, 'Places per time slot')),
        '“Places per time slot” must be a whole number.',
      );
      await field(page, 'Name').nth(1).waitFor();
      assert.equal(await messageOf(field(page, 'Name').nth(1)), '“Name” must be filled in.');
      await assertGood(person, 'several wrong fields');
      await page.evaluate(() => scrollTo(0, 0));
      await person.picture('admin-form-wrong-fields');
      await page.setViewportSize({ width: 390, height: 844 });
      await page.emulateMedia({ colorScheme: 'dark' });
      await person.picture('admin-form-wrong-fields-phone-dark');
    });
  });

  it('reports no unfinished list item while it is filled in, and previews the price once it is', async () => {
    await at('facilities/new', 'en', async (person) => {
      const { page } = person;
      person.tolerate(/status of 422/);
      const preview = page.getByRole('region', { name: 'Price preview' });
      await preview.getByText('Total').waitFor();
      await toggle(page, 'Guest categories');
      await button(page, 'Add guest category').click();
      await preview.getByText('The price appears once all fields are filled in correctly.').waitFor();
      await button(page, 'Add group ticket').click();
      assert.equal(await messages(page).count(), 0);
      await person.picture('admin-form-unfinished');
      await field(page, 'Name in Dutch').fill('Kind');
      await field(page, 'Name in English').fill('Child');
      await page.getByRole('button', { name: 'Remove: New group ticket' }).click();
      await preview.getByText('Total').waitFor();
    });
  });

  it('shows what the server rejects at the field until the field changes', async () => {
    await at('settings/general', 'nl', async (person) => {
      const { page } = person;
      person.tolerate(/status of 422/);
      const terms = field(page, 'Algemene voorwaarden');
      await terms.fill('ftp://example.com');
      await button(page, 'Opslaan').click();
      await eventually('the field has the focus', () => isFocused(terms));
      assert.equal(await messageOf(terms), '‘Algemene voorwaarden’ moet een webadres zijn.');
      await terms.press('Backspace');
      assert.equal(await messages(page).count(), 0);
    });
  });

  it('shows each failure once: at its field, or above the button if no field shows it', async () => {
    await at('facilities/new', 'en', async (person) => {
      const { page } = person;
      person.tolerate(/status of 422/);
      await field(page, 'Name').fill('Zaal');
      await field(page, 'Maximum party size').fill('20');
      await button(page, 'Save').click();
      const most = field(page, 'Maximum party size');
      await eventually('the field has the focus', () => isFocused(most));
      assert.equal(
        await messageOf(most),
        '“Maximum party size” must not be larger than “Places per time slot”.',
      );
      assert.equal(await page.locator('.problem').count(), 0);
      await most.fill('4');
      for (const day of ['Monday', 'Tuesday']) await page.getByLabel(day).uncheck();
      await page.route('**/facilities', (route) =>
        route.fulfill({
          status: 422,
          headers: { 'error-code': 'validation' },
          json: {
            error: 'pricing.rules.1.name: must not be empty; pricing.rules.1.name: must not be empty.',
          },
        }),
      );
      await button(page, 'Save').click();
      await page
        .getByRole('alert')
        .getByText('Price rule 2, Name: must not be empty.', { exact: true })
        .waitFor();
    });
  });

  it('lets a click that leaves a wrong field reach its target', async () => {
    await at('facilities/new', 'en', async (person) => {
      const { page } = person;
      person.tolerate(/status of 422/);
      await field(page, 'Duration of a time slot, in minutes').fill('1');
      const active = page.getByLabel('Guests can see and book it');
      await active.scrollIntoViewIfNeeded();
      const box = await active.boundingBox();
      assert.ok(box);
      await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
      await page.mouse.down();
      await page.evaluate(() => new Promise(requestAnimationFrame));
      await page.mouse.up();
      assert.equal(await active.isChecked(), false);
      await page.getByText('must be at least 5').waitFor();
    });
  });

  it('takes a price change as a percentage, such as +10', async () => {
    await at('facilities/new', 'nl', async (person) => {
      const { page } = person;
      person.tolerate(/status of 422/);
      await field(page, 'Naam').fill('Zaal');
      await field(page, 'Prijs per persoon, in euro').fill('20');
      await toggle(page, 'Prijsregels');
      await button(page, 'Regel toevoegen').click();
      await page.keyboard.type('Weekend');
      await field(page, 'Effect').selectOption('multiply');
      const change = field(page, 'Verschil, in procent');
      const preview = page.getByRole('region', { name: 'Prijsvoorbeeld' });
      for (const [typed, total, tidy] of [
        ['-12,5 %', '€ 17,50', '−12,50'],
        ['+ 10 %', '€ 22,00', '+10'],
      ] as const) {
        await change.fill(typed);
        await change.press('Tab');
        await preview.getByText(total, { exact: true }).first().waitFor();
        assert.equal(await change.inputValue(), tidy);
      }
      await page.getByText('€ 100,00 wordt € 110,00').waitFor();
      await person.picture('admin-price-rule-change');
      await button(page, 'Opslaan').click();
      await page.getByRole('heading', { name: 'Zaal', exact: true }).waitFor();
    });
    const { body } = await world().stack.api.admin('GET', `/venues/${slug}/facilities`);
    assert.deepEqual(body[0].pricing.rules, [{ name: 'Weekend', effect: 'multiply', percent: 110 }]);
  });
});
