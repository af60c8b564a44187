import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { beforeAll, describe, it } from 'vitest';
import { makeImage } from '../../services/gateway/testing/makeImage.ts';
import { daysAhead, eventually } from '../stack/api.ts';
import { assertAccessible } from '../widget/axe.ts';
import { signIn } from './signIn.ts';
import { assertGood, choose, inOneWorld, type Person, toggle } from './world.ts';

const world = inOneWorld();
type Viewport = { viewport?: { width: number; height: number } };

/** Waits until a button has the focus. */
const hasKeyboard = (page: Page, name: string) =>
  eventually(`${name} has the focus`, () =>
    page.getByRole('button', { name, exact: true }).evaluate((it) => it === document.activeElement),
  );

describe('facilities of a venue', () => {
  let slug: string;
  let sauna: number;
  beforeAll(async () => {
    const { api } = world().stack;
    slug = await api.newVenue();
    sauna = await api.newFacility(slug, { name: 'Sauna', opens_at: '10:00', closes_at: '14:00' });
  });
  const admin = async (method: string, path: string, body?: unknown) =>
    (await world().stack.api.admin(method, `/venues/${slug}${path}`, body)).body;
  const visit = async (
    at: string,
    what: (person: Person) => Promise<void>,
    { venue = slug, language = 'nl', ...more }: { venue?: string; language?: 'nl' | 'en' } & Viewport = {},
  ) =>
    world().visit(
      {
        at: `/v/${venue}/${at}`,
        cookie: await signIn(world().stack, { venues: { [venue]: 'owner' }, language }),
        ...more,
      },
      async (person) => {
        person.tolerate(/status of (4\d\d|503)/);
        await what(person);
      },
    );

  it('lists facilities, and guides an empty venue to the first steps', async () => {
    await visit('facilities', async (person) => {
      await person.page.getByRole('heading', { name: 'Sauna', exact: true, level: 2 }).waitFor();
      await person.picture('admin-facilities');
    });
    const empty = await world().stack.api.newVenue();
    await visit(
      'facilities',
      async (person) => {
        await person.page.getByRole('link', { name: 'Set up a facility', exact: true }).waitFor();
        await assertGood(person, 'no facilities');
      },
      { venue: empty, language: 'en' },
    );
  });

  it('previews a week of slots while hours are typed, and saves a new facility by keyboard', async () => {
    await visit('facilities/new', async (person) => {
      const { page } = person;
      await page.getByLabel('Naam').fill('Padelbaan');
      await page.getByLabel('Duur van een tijdslot, in minuten').fill('90');
      await page.getByLabel('Eerste tijdslot begint om').fill('12:00');
      await page.getByLabel('Laatste tijdslot eindigt uiterlijk').fill('15:00');
      await page.getByText('13:30–15:00').first().waitFor();
      await person.picture('admin-facility');
      await page.getByRole('button', { name: 'Opslaan' }).press('Enter');
      await page.getByRole('heading', { name: 'Padelbaan', exact: true, level: 2 }).waitFor();
    });
  });

  it('edits rooms by keyboard, and selects the rooms of a facility', async () => {
    await visit('settings/rooms', async (person) => {
      const { page } = person;
      await page.getByText('Nog geen ruimtes. Voeg er een toe als faciliteiten een ruimte delen.').waitFor();
      for (const name of ['Linkerhelft', 'Rechterhelft', 'Kelder']) {
        await page.getByLabel('Naam', { exact: true }).fill(name);
        await page.getByRole('button', { name: 'Toevoegen', exact: true }).press('Enter');
        await page.getByRole('button', { name: `Naam wijzigen: ${name}` }).waitFor();
      }
      await page.getByRole('button', { name: 'Naam wijzigen: Linkerhelft' }).press('Enter');
      const input = page.getByLabel('Naam van Linkerhelft');
      assert.ok(await input.evaluate((one) => one === document.activeElement));
      await input.fill('Noordhelft');
      await input.press('Enter');
      const renamed = page.getByRole('button', { name: 'Naam wijzigen: Noordhelft' });
      await renamed.waitFor();
      await eventually('the focus is back', () =>
        renamed.evaluate((button) => button === document.activeElement),
      );
      await page.getByRole('button', { name: 'Verwijderen: Kelder' }).press('Enter');
      await page.getByRole('button', { name: 'Naam wijzigen: Kelder' }).waitFor({ state: 'detached' });
    });
    await visit(`facilities/${sauna}`, async (person) => {
      const { page } = person;
      await toggle(page, 'Ruimtes die dit gebruikt');
      await page.getByRole('checkbox', { name: 'Noordhelft' }).press('Space');
      await page.getByRole('checkbox', { name: 'Rechterhelft' }).press('Space');
      await assertGood(person, 'a facility with rooms');
      await person.picture('admin-facility-rooms');
      await page.getByRole('button', { name: 'Opslaan' }).press('Enter');
      await page.getByRole('heading', { name: 'Sauna', exact: true, level: 2 }).waitFor();
    });
    const names = (await admin('GET', '/rooms')) as { id: number; name: string }[];
    assert.deepEqual(
      names.map(({ name }) => name),
      ['Noordhelft', 'Rechterhelft'],
    );
    assert.deepEqual(
      (await admin('GET', `/facilities/${sauna}`)).rooms,
      names.map(({ id }) => id),
    );
    for (const language of ['nl', 'en'] as const)
      await visit(
        'settings/rooms',
        async (person) => {
          const { page } = person;
          await page
            .getByText(language === 'nl' ? 'Gebruikt door Sauna' : 'Used by Sauna')
            .first()
            .waitFor();
          assert.equal(
            await page.getByRole('button', { name: /^(Verwijderen|Remove): / }).count(),
            0,
            'in use',
          );
          await assertGood(person, 'rooms');
          await person.picture(`admin-rooms-${language}`);
        },
        { language },
      );
    await admin('PATCH', `/facilities/${sauna}`, { rooms: [] });
  });

  it('sets hours by season and time of day by keyboard, and previews a week of each season', async () => {
    const { api } = world().stack;
    const court = await api.newFacility(slug, {
      ...{ name: 'Tennisbaan', opens_at: '09:00', closes_at: '12:00', open_days: [1, 2, 3, 4, 5] },
    });
    await visit(`facilities/${court}`, async (person) => {
      const { page } = person;
      await page.getByLabel('Per seizoen of dagdeel').press('Space');
      const usual = page.getByRole('group', { name: 'Seizoen 1, tijden 1', exact: true });
      assert.equal(await usual.getByLabel('Eerste tijdslot begint om').inputValue(), '09:00', 'unchanged');
      await page.getByRole('button', { name: 'Tijden toevoegen: Seizoen 1' }).press('Enter');
      const weekend = page.getByRole('group', { name: 'Seizoen 1, tijden 2', exact: true });
      assert.deepEqual(
        await weekend
          .getByRole('checkbox', { checked: true })
          .evaluateAll((all) => all.map((one) => one.ariaLabel)),
        ['zaterdag', 'zondag'],
      );
      assert.ok(
        await weekend
          .getByRole('checkbox')
          .first()
          .evaluate((box) => box === document.activeElement),
      );
      await weekend.getByRole('button', { name: 'Vaste begintijden' }).press('Enter');
      await weekend.getByLabel('Vaste begintijden').fill('10:00, 13.30 19u');
      await page.getByText('13:30–14:30').first().waitFor();

      await page.getByRole('button', { name: 'Seizoen toevoegen' }).press('Enter');
      const name = page.getByLabel('Naam van het seizoen').first();
      assert.ok(
        await name.evaluate((input) => input === document.activeElement),
        'above the all-year season',
      );
      await name.fill('Zomer');
      const summer = page.getByRole('group', { name: 'Zomer, tijden 1', exact: true });
      await summer.getByLabel('Eerste tijdslot begint om').fill('07:00');
      await summer.getByLabel('Laatste tijdslot eindigt uiterlijk').fill('22:00');
      await page.getByLabel('Vanaf').fill('2027-07-05');
      await page.getByText('21:00–22:00').first().waitFor();
      await assertGood(person, 'hours by season', [1280]);
      await person.picture('admin-timetable');
      const desk = page.viewportSize();
      await page.setViewportSize({ width: 390, height: 844 });
      // At the end of the page the sticky save button covers nothing.
      await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
      await assertAccessible(page, 'hours by season on a phone');
      await person.picture('admin-timetable-phone');
      if (desk) await page.setViewportSize(desk);

      const down = page.getByRole('button', { name: 'Omlaag: Zomer' });
      await down.press('Enter');
      await page.getByText('Heeft geen effect').waitFor();
      await hasKeyboard(page, 'Omhoog: Zomer');
      await page.getByRole('button', { name: 'Omhoog: Zomer' }).press('Enter');
      assert.ok(
        await page.getByRole('button', { name: 'Omlaag: Zomer' }).isEnabled(),
        'it is the first season again',
      );
      await summer.getByLabel('Laatste tijdslot eindigt uiterlijk').fill('06:30');
      await page.getByRole('button', { name: 'Opslaan' }).press('Enter');
      await page.getByRole('alert').getByText('binnen een boekingsdag').waitFor();
      await summer.getByLabel('Laatste tijdslot eindigt uiterlijk').fill('22:00');
      await page.getByRole('button', { name: 'Opslaan' }).press('Enter');
      await page.getByText('Tijden per seizoen').first().waitFor();
    });
    assert.deepEqual((await admin('GET', `/facilities/${court}`)).timetable, [
      {
        ...{ name: 'Zomer', from: '04-01', to: '09-30' },
        windows: [{ days: [1, 2, 3, 4, 5, 6, 7], opens_at: '07:00', closes_at: '22:00' }],
      },
      {
        windows: [
          { days: [1, 2, 3, 4, 5], opens_at: '09:00', closes_at: '12:00' },
          { days: [6, 7], starts: ['10:00', '13:30', '19:00'] },
        ],
      },
    ]);
    await visit(`facilities/${court}`, async ({ page }) => {
      const name = page.getByLabel('Naam van het seizoen').first();
      assert.equal(await name.inputValue(), 'Zomer', 'it can be edited again');
      await name.fill('Lente en zomer');
      await page.getByRole('button', { name: 'Opslaan' }).press('Enter');
      await page.getByText('Tijden per seizoen').first().waitFor();
    });
    const [first] = (await admin('GET', `/facilities/${court}`)).timetable;
    assert.equal(first.name, 'Lente en zomer');
  });

  it('enters prices by keyboard, with a price preview beside them', async () => {
    const { api } = world().stack;
    const id = await api.newFacility(slug, { name: 'Privésauna', mode: 'FULL', capacity: 8, price_eur: 30 });
    await visit(`facilities/${id}`, async (person) => {
      const { page } = person;
      const preview = page.getByRole('region', { name: 'Prijsvoorbeeld' });
      const total = (text: string) => preview.getByText(text, { exact: true }).last().waitFor();
      await preview.getByLabel('Datum').fill('2026-12-05');
      await preview.getByLabel('Personen').fill('3');
      await total('€\u00a090,00');

      await page.getByLabel('Soort prijs').selectOption('party');
      await page.getByLabel('Prijs, in euro').fill('135');
      await page.getByLabel('Elke extra persoon, in euro').fill('42,50');
      await total('€\u00a0177,50');
      await page.getByRole('button', { name: 'Groepsgrootte toevoegen' }).press('Enter');
      await page.getByLabel('Prijs, in euro').nth(1).fill('165');
      await total('€\u00a0165,00');
      await toggle(page, 'Prijsregels');
      await page.getByRole('button', { name: 'Regel toevoegen' }).press('Enter');
      await page.keyboard.type('Weekend');
      await page.getByLabel('Effect').selectOption('multiply');
      await page.getByLabel('Verschil, in procent').fill('+20');
      const rule = page.getByRole('listitem').filter({ hasText: '1. Weekend' });
      for (const day of ['zaterdag', 'zondag']) await rule.getByLabel(day).press('Space');
      await total('€\u00a0198,00');
      await preview.getByText('Weekend', { exact: true }).waitFor();
      await page.getByRole('button', { name: 'Regel toevoegen' }).press('Enter');
      await page.keyboard.type('Avond');
      await page.getByLabel('Effect').nth(1).selectOption('off');
      await page.getByLabel('Bedrag, in euro').fill('10');
      await page.getByRole('button', { name: 'Omhoog: Avond' }).press('Enter');
      await page.getByText('Avond: 1 van 2').waitFor();
      await hasKeyboard(page, 'Omlaag: Avond');
      await page.getByRole('button', { name: 'Regel toevoegen' }).press('Enter');
      await page.keyboard.type('Nacht');
      await page.getByRole('button', { name: 'Omhoog: Nacht' }).press('Enter');
      await hasKeyboard(page, 'Omhoog: Nacht');
      await page.getByRole('button', { name: 'Verwijderen: Nacht' }).press('Enter');
      await hasKeyboard(page, 'Verwijderen: Weekend');
      // (165 − 3 × 10) × 1.2: the discount now comes first.
      await total('€\u00a0162,00');
      await assertGood(person, 'prices of a facility');
      await person.picture('admin-prices');
      await page.getByRole('button', { name: 'Opslaan' }).press('Enter');
      await page.getByRole('heading', { name: 'Privésauna', exact: true, level: 2 }).waitFor();
    });
    const { pricing } = (await admin('GET', '/facilities')).find((one: { id: number }) => one.id === id);
    assert.deepEqual(pricing, {
      per: 'party',
      parties: [
        { people: 2, eur: 135, each_more_eur: 42.5 },
        { people: 3, eur: 165 },
      ],
      rules: [
        { name: 'Avond', effect: 'add', eur: -10, per: 'person' },
        { name: 'Weekend', weekdays: [6, 7], effect: 'multiply', percent: 120 },
      ],
    });
  });

  it('enters guest categories, a family ticket and VAT by keyboard, and previews the price', async () => {
    const { api } = world().stack;
    const id = await api.newFacility(slug, { name: 'Badhuis', capacity: 12, price_eur: 24.5 });
    await visit(`facilities/${id}`, async (person) => {
      const { page } = person;
      const preview = page.getByRole('region', { name: 'Prijsvoorbeeld' });
      const total = (text: string) => preview.getByText(text, { exact: true }).last().waitFor();
      for (const name of ['Btw', 'Gastcategorieën', 'Prijsregels']) await toggle(page, name);
      await page.getByLabel('Btw in de prijzen, in procent').fill('21');
      await preview.getByText('Waarvan btw 21%').waitFor();
      for (const [nl, en] of [
        ['Volwassene', 'Adult'],
        ['Kind', 'Child'],
        ['Baby', 'Baby'],
      ] as const) {
        await page.getByRole('button', { name: 'Gastcategorie toevoegen' }).press('Enter');
        await page.keyboard.type(nl);
        await page.keyboard.press('Tab');
        await page.keyboard.type(en);
      }
      const kind = (name: string) =>
        page.getByRole('listitem').filter({ hasText: new RegExp(`^\\d\\. ${name}`) });
      await kind('Kind').getByLabel('Percentage van de prijs per persoon').fill('50');
      await kind('Kind').getByLabel('Btw, in procent').fill('9');
      await kind('Baby').getByLabel('Ieder betaalt').selectOption('eur');
      await kind('Baby').getByLabel('Bedrag, in euro').fill('0');
      await kind('Baby').getByLabel('Neemt een plaats in').press('Space');
      await kind('Baby').getByLabel('Maximum per boeking').fill('2');
      await preview.getByLabel('Volwassene').fill('2');
      await preview.getByLabel('Kind').fill('2');
      await total('€\u00a073,50');
      await page.getByRole('button', { name: 'Groepskaart toevoegen' }).press('Enter');
      await page.getByLabel('Naam van de groepskaart').fill('Gezinskaart');
      await page.getByLabel('Prijs voor de groep, in euro').fill('60');
      for (const [name, from, to] of [
        ['Volwassene', '2', '2'],
        ['Kind', '1', '3'],
      ] as const) {
        const group = page.getByRole('group', { name, exact: true });
        await group.getByLabel('Minimum').fill(from);
        await group.getByLabel('Maximum').fill(to);
      }
      await total('€\u00a060,00');
      await preview.getByText('Waarvan btw 9%').waitFor();
      await page.getByRole('button', { name: 'Regel toevoegen' }).press('Enter');
      await page.keyboard.type('Toeslag');
      await page.getByLabel('Effect').selectOption('add');
      await page
        .getByRole('group', { name: 'Alleen voor', exact: true })
        .getByLabel('Volwassene')
        .press('Space');
      await page
        .getByRole('listitem')
        .filter({ hasText: '1. Toeslag' })
        .getByLabel('Bedrag, in euro')
        .fill('3');
      await total('€\u00a066,00');
      await assertGood(person, 'guest categories of a facility');
      await person.picture('admin-guests');
      await page.getByRole('button', { name: 'Opslaan' }).press('Enter');
      await page.getByRole('heading', { name: 'Badhuis', exact: true, level: 2 }).waitFor();
      await page.goBack();
      await page.getByLabel('Naam in het Engels').first().waitFor();
    });
    const saved = await admin('GET', `/facilities/${id}`);
    const named = (nl: string, en: string) => ({ nl, en });
    assert.deepEqual(
      [saved.vat_percent, saved.pricing],
      [
        21,
        {
          ...{ per: 'person', eur: 24.5 },
          categories: [
            { key: 'adult', name: named('Volwassene', 'Adult'), percent: 100 },
            { key: 'child', name: named('Kind', 'Child'), percent: 50, vat_percent: 9 },
            { key: 'baby', name: named('Baby', 'Baby'), eur: 0, takes_place: false, max: 2 },
          ],
          bundles: [
            {
              name: 'Gezinskaart',
              guests: [
                { category: 'adult', from: 2, to: 2 },
                { category: 'child', from: 1, to: 3 },
              ],
              eur: 60,
            },
          ],
          rules: [{ name: 'Toeslag', categories: ['adult'], effect: 'add', eur: 3, per: 'person' }],
        },
      ],
    );
  });

  it('enters extras by keyboard and previews their price; the front desk books and sees them', async () => {
    const { api } = world().stack;
    const id = await api.newFacility(slug, { name: 'Thermen', capacity: 12, price_eur: 20 });
    await visit(`facilities/${id}`, async (person) => {
      const { page } = person;
      const preview = page.getByRole('region', { name: 'Prijsvoorbeeld' });
      const total = (text: string) => preview.getByText(text, { exact: true }).last().waitFor();
      await toggle(page, 'Extra’s');
      for (const [nl, en] of [
        ['Handdoek', 'Towel'],
        ['Badjas', 'Robe'],
        ['Schoonmaak', 'Cleaning'],
      ] as const) {
        await page.getByRole('button', { name: 'Extra toevoegen' }).press('Enter');
        await page.keyboard.type(nl);
        await page.keyboard.press('Tab');
        await page.keyboard.type(en);
      }
      const extra = (name: string) =>
        page.getByRole('listitem').filter({ hasText: new RegExp(`^\\d\\. ${name}`) });
      await extra('Handdoek').getByLabel('Prijs, in euro').fill('3,50');
      await extra('Handdoek').getByLabel('Maximum per boeking').fill('6');
      await extra('Handdoek').getByLabel('Voorraad').selectOption('day');
      await extra('Handdoek').getByLabel('Beschikbaar aantal').fill('40');
      await extra('Badjas').getByLabel('Prijs, in euro').fill('7');
      await extra('Badjas').getByLabel('De prijs is').selectOption('person');
      await extra('Schoonmaak').getByLabel('Prijs, in euro').fill('25');
      await extra('Schoonmaak').getByLabel('De prijs is').selectOption('booking');
      await extra('Schoonmaak')
        .getByLabel('Verplicht: hoort bij elke boeking, en dus bij elke prijs')
        .press('Space');
      await preview.getByLabel('Personen').fill('2');
      await total('€\u00a065,00');
      await preview.getByLabel('Handdoek').fill('2');
      await preview.getByLabel('Badjas').press('Space');
      await total('€\u00a086,00');
      await assertGood(person, 'extras of a facility');
      await person.picture('admin-extras');
      await page.getByRole('button', { name: 'Opslaan' }).press('Enter');
      await page.getByRole('heading', { name: 'Thermen', exact: true, level: 2 }).waitFor();
    });
    const named = (nl: string, en: string) => ({ nl, en });
    assert.deepEqual((await admin('GET', `/facilities/${id}`)).pricing, {
      ...{ per: 'person', eur: 20, rules: [] },
      add_ons: [
        {
          ...{ key: 'towel', name: named('Handdoek', 'Towel'), eur: 3.5, per: 'piece', max: 6 },
          stock: { per: 'day', count: 40 },
        },
        { key: 'robe', name: named('Badjas', 'Robe'), eur: 7, per: 'person' },
        { key: 'cleaning', name: named('Schoonmaak', 'Cleaning'), eur: 25, per: 'booking', required: true },
      ],
    });
    const day = daysAhead(9);
    await visit(`today?date=${day}&facility=${id}`, async (person) => {
      const { page } = person;
      const first = page.locator('button[data-slot]').first();
      await first.click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Naam').fill('Bo');
      await dialog.getByLabel('Personen').fill('2');
      await dialog.getByText('nog 40', { exact: true }).waitFor();
      await dialog.getByLabel('Handdoek').fill('3');
      await dialog.getByLabel('Badjas').press('Space');
      await dialog.getByText('€\u00a089,50').waitFor();
      await assertGood(person, 'a booking with extras');
      await person.picture('admin-extras-booking');
      await dialog.getByRole('button', { name: 'Boeken', exact: true }).press('Enter');
      await page.getByText('Bo is geboekt.').waitFor();
      await first.click();
      await dialog.getByText('3 × Handdoek, 2 × Badjas, 1 × Schoonmaak').waitFor();
      await person.picture('admin-extras-day');
      // The venue leaves out the cleaning, and the guest leaves out a towel.
      await choose(dialog, 'Boeking openen');
      await page.getByRole('button', { name: 'Wijzigen', exact: true }).click();
      await dialog.getByText('nog 37', { exact: true }).waitFor();
      await dialog.getByLabel('Handdoek').fill('2');
      await dialog.getByLabel('Schoonmaak').press('Space');
      await dialog.getByText('€\u00a061,00').first().waitFor();
      await assertGood(person, 'extras of a booking');
      await dialog.getByRole('button', { name: 'Opslaan' }).press('Enter');
      await page
        .getByText('Extra’s: 3 × Handdoek, 2 × Badjas, 1 × Schoonmaak → 2 × Handdoek, 2 × Badjas')
        .waitFor();
      await person.picture('admin-extras-history');
    });
  });

  it('uploads, replaces and removes the image of an extra by keyboard, in both languages', async () => {
    const { api } = world().stack;
    const towel = { key: 'towel', name: { nl: 'Handdoek', en: 'Towel' }, eur: 3.5, per: 'piece' };
    const robe = { ...towel, key: 'robe', name: { nl: 'Badjas', en: 'Robe' } };
    const pricing = { per: 'person', eur: 20, rules: [], add_ons: [towel, robe] };
    const id = await api.newFacility(slug, { name: 'Badkamer', capacity: 8, pricing });
    const file = async (name: string) => ({
      ...{ name: `${name}.png`, mimeType: 'image/png' },
      buffer: await makeImage('png', { width: 300, height: 200 }),
    });
    const saved = async () =>
      (await admin('GET', `/facilities/${id}`)).pricing.add_ons.map(({ image }: { image?: string }) => image);
    const words = {
      nl: {
        add: 'Afbeelding toevoegen: Handdoek',
        change: 'Wijzigen: afbeelding van Handdoek',
        remove: 'Verwijderen: afbeelding van Handdoek',
      },
      en: {
        add: 'Add an image: Towel',
        change: 'Change: image of Towel',
        remove: 'Remove: image of Towel',
      },
    };
    const kept: string[] = [];
    for (const language of ['nl', 'en'] as const) {
      const { add, change, remove } = words[language];
      const save = async (page: Page) => {
        await page.getByRole('button', { name: language === 'nl' ? 'Opslaan' : 'Save' }).press('Enter');
        await page.getByRole('heading', { name: 'Badkamer', exact: true, level: 2 }).waitFor();
      };
      await visit(
        `facilities/${id}`,
        async (person) => {
          const { page } = person;
          /** Chooses a file by keyboard, up to the browser's own dialog. */
          const choose = async (button: string, name: string) => {
            const [chooser] = await Promise.all([
              page.waitForEvent('filechooser'),
              page.getByLabel(button).press('Enter'),
            ]);
            await chooser.setFiles(await file(name));
            // Until the upload is done, the old image stays and saving is blocked.
            await page.getByText(`${name}.png`).waitFor({ state: 'detached' });
          };
          const image = page.locator('img');
          if (language === 'nl') {
            const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>');
            await page.getByLabel(add).setInputFiles({ name: 'bad.png', mimeType: 'image/png', buffer: svg });
            await page.getByText('bad.png: Dit type afbeelding wordt niet ondersteund').waitFor();
          }
          await choose(language === 'nl' ? add : change, 'first');
          await page.getByRole('button', { name: remove }).waitFor();
          assert.equal(await page.getByText('bad.png').count(), 0);
          await eventually('the image is shown', () =>
            image.first().evaluate((one: HTMLImageElement) => one.complete && one.naturalWidth > 0),
          );
          assert.equal(await image.count(), 1, 'only that extra has it');
          await assertGood(person, 'an extra with an image');
          await image.first().scrollIntoViewIfNeeded();
          await person.picture(`admin-extra-picture-${language}`);
          const desk = page.viewportSize();
          await page.setViewportSize({ width: 390, height: 844 });
          await image.first().evaluate((one) => one.scrollIntoView({ block: 'center' }));
          await person.picture(`admin-extra-picture-${language}-phone`);
          if (desk) await page.setViewportSize(desk);
          await save(page);
          const [towelImage, none] = await saved();
          assert.match(towelImage, /^http.*\/images\/[0-9a-f-]{36}\/480\.webp$/, 'guests see a thumbnail');
          assert.equal(none, undefined);
          kept.push(towelImage);
        },
        { language },
      );
    }
    assert.notEqual(kept[0], kept[1]);
    await visit(`facilities/${id}`, async ({ page }) => {
      const remove = page.getByRole('button', { name: words.nl.remove });
      await remove.press('Enter');
      await remove.waitFor({ state: 'detached' });
      const upload = page.getByLabel(words.nl.add);
      assert.ok(await upload.evaluate((one) => one === document.activeElement), 'the focus stays near');
      await page.getByRole('button', { name: 'Opslaan' }).press('Enter');
      await page.getByRole('heading', { name: 'Badkamer', exact: true, level: 2 }).waitFor();
    });
    assert.deepEqual(await saved(), [undefined, undefined]);
  });

  it('keeps typed values after a rejection, and shows the failure at its field', async () => {
    await visit(`facilities/${sauna}`, async ({ page }) => {
      await page.getByLabel('Minimale groepsgrootte').fill('5000');
      await page.getByRole('button', { name: 'Opslaan' }).click();
      const field = page.getByLabel('Minimale groepsgrootte');
      await eventually(
        'the field is marked',
        async () => (await field.getAttribute('aria-invalid')) === 'true',
      );
      assert.equal(await field.inputValue(), '5000');
    });
  });

  it('collapses optional sections on a phone, shows their summary, and validates and saves them', async () => {
    const kind = (key: string, nl: string, en: string) => ({ key, name: { nl, en }, percent: 100 });
    const id = await world().stack.api.newFacility(slug, {
      ...{ name: 'Hammam', vat_percent: 9 },
      pricing: {
        ...{ per: 'person', eur: 20, least_eur: 50 },
        categories: [kind('adult', 'Volwassene', 'Adult'), kind('child', 'Kind', 'Child')],
        rules: [{ name: 'Weekend', weekdays: [6, 7], effect: 'multiply', percent: 120 }],
      },
    });
    const viewport = { width: 375, height: 800 };
    const folded = {
      nl: [
        'Geen',
        'Volwassene, Kind',
        'Weekend, minstens €\u00a050,00',
        'Geen',
        'Het hele bedrag',
        '9%',
        'Er is geen wachtlijst.',
        'Zoals de locatie',
        'Geen',
      ],
      en: [
        'None',
        'Adult, Child',
        'Weekend, at least €50.00',
        'None',
        '30%, from €100.01',
        '9%',
        'There is no waiting list.',
        'As for the venue',
        'None',
      ],
    };
    const { pricing } = await admin('GET', `/facilities/${id}`);
    for (const language of ['nl', 'en'] as const)
      await visit(
        `facilities/${id}`,
        async (person) => {
          const { page } = person;
          const said = page.locator('form summary .says');
          await said.first().waitFor();
          assert.equal(await page.locator('main details[open]').count(), 0);
          await eventually(
            'the rooms are loaded',
            async () => (await said.allTextContents()).join('|') === folded[language].join('|'),
          );
          await person.picture(`admin-facility-folded-${language}`);
          if (language === 'en') return;
          await page.getByLabel('Naam', { exact: true }).first().fill('Hamam');
          await toggle(page, 'Aanbetaling');
          await page.getByLabel('Gasten betalen online bij het boeken').selectOption('fixed');
          await page.getByText(/van €\s80,00: nu €\s20,00, op locatie €\s60,00\./).waitFor();
          await page.getByLabel('Gasten betalen online bij het boeken').selectOption('percent');
          await page.getByLabel('Aanbetaling, in procent').fill('30');
          await page.getByLabel('Alleen bij boekingen vanaf, in euro').fill('100,01');
          // 30 % of € 100.01 is rounded up.
          await page.getByText(/van €\s100,01: nu €\s30,01, op locatie €\s70,00\./).waitFor();
          await page.getByLabel('Gasten betalen de rest').selectOption('online');
          await page.getByLabel('Uiterlijk, in uren voor het begin').fill('72');
          await page.getByLabel('Als de rest niet op tijd is betaald').selectOption('cancel');
          await page.getByText(/nu €\s30,01, en de rest online tot 72 uur van tevoren\./).waitFor();
          await assertGood(person, 'the deposit of a facility');
          await person.picture('admin-deposit');
          await page.getByRole('button', { name: 'Opslaan' }).press('Enter');
          await page.getByRole('heading', { name: 'Hamam', exact: true, level: 2 }).waitFor();
          const saved = await admin('GET', `/facilities/${id}`);
          assert.deepEqual(saved.pricing, pricing);
          assert.deepEqual(saved.deposit, {
            ...{ percent: 30, from_eur: 100.01 },
            ...{ rest: 'online', rest_until_hours: 72, unpaid: 'cancel' },
          });
        },
        { language, viewport },
      );
    await visit(
      `facilities/${id}`,
      async ({ page }) => {
        const save = () => page.getByRole('button', { name: 'Opslaan' }).press('Enter');
        const rule = page
          .getByRole('listitem')
          .filter({ hasText: '1. ' })
          .getByLabel('Naam', { exact: true });
        const most = page.getByLabel('Maximum per boeking').first();
        const hasFocus = (field: typeof rule) => () => field.evaluate((it) => it === document.activeElement);
        // Failures that the browser finds, then one that only the server finds.
        for (const [name, field, wrong, right] of [
          ['Prijsregels', rule, '', 'Weekend'],
          ['Gastcategorieën', most, '2', ''],
        ] as const) {
          await toggle(page, name);
          if (field === most) await page.getByLabel('Minimum per boeking').first().fill('20');
          await field.fill(wrong);
          await toggle(page, name);
          assert.equal(await field.isVisible(), false);
          await save();
          await eventually(`${name}: it is expanded, and its field has the focus`, hasFocus(field));
          await field.fill(right);
          await toggle(page, name);
        }
      },
      { viewport },
    );
  });

  it('lists the bookings that a change affects, and saves after confirmation', async () => {
    const { api } = world().stack;
    const day = daysAhead(9);
    const [slot] = (await api.get(slug, `/facilities/${sauna}/slots?date=${day}`)).body.slots;
    const { reference } = (await api.book(slug, { slot_id: slot.id })).body.booking;
    const next = (await api.get(slug, `/facilities/${sauna}/slots?date=${daysAhead(10)}`)).body.slots;
    for (let more = 0; more < 11; more += 1)
      await admin('POST', '/bookings', { slot_id: next[more % 2].id, customer_name: 'Anna', people: 1 });
    await visit(`facilities/${sauna}`, async (person) => {
      const { page } = person;
      await page.getByLabel('Eerste tijdslot begint om').fill('12:00');
      await page.getByRole('button', { name: 'Opslaan' }).click();
      await page
        .getByRole('dialog')
        .getByText(new RegExp(`${reference} · \\w+ ${Number(day.slice(8))} \\w+, 10:00`))
        .waitFor();
      // The failure lists ten bookings.
      await page.getByRole('dialog').getByText('en nog 2', { exact: true }).waitFor();
      await assertGood(person, 'a change that affects bookings');
      assert.equal((await admin('GET', `/facilities/${sauna}`)).opens_at, '10:00', 'nothing is saved yet');
      await page.getByRole('button', { name: 'Toch wijzigen' }).click();
      await page.getByRole('heading', { name: 'Sauna', exact: true, level: 2 }).waitFor();
      assert.equal((await admin('GET', `/facilities/${sauna}`)).opens_at, '12:00');
    });
  });

  it('copies a facility', async () => {
    await visit('facilities', async ({ page }) => {
      await page.getByRole('link', { name: 'Dupliceren: Sauna', exact: true }).click();
      await page.getByRole('button', { name: 'Opslaan' }).click();
      await page.getByRole('heading', { name: 'Sauna (kopie)', exact: true, level: 2 }).waitFor();
    });
  });

  it('uploads images, reorders them by buttons and dragging, and explains why it rejects one', async () => {
    const file = async (name: string, width: number) => ({
      name: `${name}.jpg`,
      mimeType: 'image/jpeg',
      buffer: await makeImage('jpg', { width, height: 300 }),
    });
    await visit(`facilities/${sauna}`, async (person) => {
      const { page } = person;
      await toggle(page, 'Afbeeldingen');
      const input = page.locator('input[type=file]');
      await input.setInputFiles([await file('first', 400), await file('second', 500)]);
      await page.getByRole('img', { name: 'Afbeelding 2' }).waitFor();
      const sources = () =>
        page.locator('ol img').evaluateAll((all) => all.map((one) => (one as HTMLImageElement).src));
      const [first, second] = await sources();
      await page.getByRole('button', { name: 'Naar voren: Afbeelding 2' }).press('Enter');
      assert.deepEqual(await sources(), [second, first]);
      await page
        .getByRole('img', { name: 'Afbeelding 2' })
        .dragTo(page.getByRole('img', { name: 'Afbeelding 1' }));
      assert.deepEqual(await sources(), [first, second]);
      const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
      await input.setInputFiles({ name: 'bad.png', mimeType: 'image/png', buffer: svg });
      await page.getByText('bad.png: Dit type afbeelding wordt niet ondersteund').waitFor();
      await assertGood(person, 'images of a facility');
      await page.getByRole('button', { name: 'Verwijderen: Afbeelding 2' }).click();
      await page.getByRole('button', { name: 'Opslaan' }).click();
      await page.getByRole('heading', { name: 'Sauna', exact: true, level: 2 }).waitFor();
      const { images } = await admin('GET', `/facilities/${sauna}`);
      assert.equal(images.length, 1);
      assert.equal(new URL(images[0]).pathname.split('/')[2], new URL(first ?? '').pathname.split('/')[2]);
    });
  });
});
