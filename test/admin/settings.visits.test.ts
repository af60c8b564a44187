import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { startMollie } from '../fakes/mollie.ts';
import { startStripe } from '../fakes/stripe.ts';
import { daysAhead, eventually } from '../stack/api.ts';
import { type Receiver, startReceiver } from '../stack/receiver.ts';
import { startInOneProcess } from '../stack/stack.ts';
import { signIn } from './signIn.ts';
import { startWebsite } from './website.ts';
import { assertGood, inOneWorld, type Person } from './world.ts';

const [mollie, stripe] = await Promise.all([startMollie(), startStripe()]);
const world = inOneWorld(() =>
  startInOneProcess({ env: { WEBHOOK_ALLOW_PRIVATE: 'true', ...mollie.env(), ...stripe.env() } }),
);

describe('settings of a venue', () => {
  let slug: string;
  let owner: Record<'nl' | 'en', string>;
  let receiver: Receiver;
  beforeAll(async () => {
    const { stack } = world();
    slug = await stack.api.newVenue({ name: 'Sauna aan het Meer', phone: '035 123 45 67' });
    await stack.api.newFacility(slug, { name: 'Privésauna', opens_at: '10:00', closes_at: '18:00' });
    const venues = { [slug]: 'owner' as const };
    owner = { nl: await signIn(stack, { venues }), en: await signIn(stack, { venues, language: 'en' }) };
    receiver = await startReceiver();
  });
  afterAll(() => Promise.all([receiver.stop(), mollie.stop(), stripe.stop()]));

  const at = (section: string, what: (person: Person) => Promise<void>, language: 'nl' | 'en' = 'nl') =>
    world().visit(
      {
        at: `/v/${slug}/settings/${section}`,
        cookie: owner[language],
        viewport: { width: 1280, height: 900 },
      },
      what,
    );
  const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });
  const said = (page: Page, text: string | RegExp) => page.getByText(text).first().waitFor();
  const saved = async (path = '') => (await world().stack.api.admin('GET', `/venues/${slug}${path}`)).body;
  /** Records the changes sent to the venue from now on. */
  const patches = (page: Page) => {
    const bodies: unknown[] = [];
    page.on('request', (request) => {
      if (request.method() === 'PATCH') bodies.push(request.postDataJSON());
    });
    return bodies;
  };

  it('list their sections on a phone, and describe the rules in the language of the dashboard', async () => {
    await at('general', async ({ page }) => {
      await page.setViewportSize({ width: 360, height: 740 });
      await page.getByRole('link', { name: 'Alle instellingen' }).click();
      await page.getByRole('link', { name: 'Boekingsregels' }).waitFor();
    });
    await at('rules', ({ page }) => said(page, 'Guests can cancel until 1 day before the start.'), 'en');
  });

  it('set the brand: a colour with notes, and an SVG logo of which only pixels reach the server', async () => {
    await at('brand', async (person) => {
      const { page } = person;
      const sent = patches(page);
      const hosts = new Set<string>();
      page.on('request', (request) => hosts.add(new URL(request.url()).host));
      await page.getByLabel('Kleurcode').fill('FFD400');
      await said(page, /Knoppen in deze kleur krijgen donkere tekst/);
      const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 6" onload="document.title='run'">
        <style>@import url(https://elsewhere.example/a.css); rect { fill: url(https://elsewhere.example/b.svg#a) }</style>
        <script>document.title = 'run'</script><script href="https://elsewhere.example/a.js"/>
        <image href="https://elsewhere.example/a.png" width="9" height="9" onerror="document.title='run'"/>
        <use href="https://elsewhere.example/c.svg#a"/><a href="javascript:document.title='run'"><text>x</text></a>
        <foreignObject width="9" height="9"><iframe xmlns="http://www.w3.org/1999/xhtml" src="https://elsewhere.example"/></foreignObject>
        <circle cx="3" cy="3" r="3" fill="#b4472e"/><rect x="8" y="2" width="16" height="2"/></svg>`;
      const logo = page.getByRole('group', { name: 'Logo' });
      const file = { name: 'logo.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(svg) };
      await logo.locator('input[type=file]').setInputFiles(file);
      await logo.getByRole('button', { name: 'Logo verwijderen' }).waitFor();
      await assertGood(person, 'the brand');
      await button(page, 'Opslaan').click();
      await said(page, 'Opgeslagen.');
      assert.doesNotMatch(await page.title(), /run/);
      assert.deepEqual(
        [...hosts].filter((host) => /elsewhere/.test(host)),
        [],
      );
      const { brand } = await saved();
      assert.equal(brand.accent, '#ffd400');
      assert.deepEqual(Object.keys((sent[0] as object) ?? {}), ['brand']);
      const stored = await fetch(new URL(brand.logo, world().stack.api.url));
      assert.equal(stored.headers.get('content-type'), 'image/webp');

      const holding = async (path: string, method: string) => {
        const { promise, resolve } = Promise.withResolvers<void>();
        await page.route(path, async (route) => {
          if (route.request().method() === method) await promise;
          await route.continue();
        });
        return resolve;
      };
      const upload = await holding('**/images', 'POST');
      await logo.locator('input[type=file]').setInputFiles(file);
      await said(page, 'Er wordt nog een afbeelding geüpload.');
      await page.getByLabel('Kleurcode').fill('0B6660');
      assert.ok(await button(page, 'Opslaan').isDisabled(), 'the upload would be lost');
      upload();
      await eventually('the upload is done', async () => !(await button(page, 'Opslaan').isDisabled()));
      const save = await holding(`**/venues/${slug}`, 'PATCH');
      await button(page, 'Opslaan').click();
      const picture = page.getByRole('group', { name: 'Foto' });
      await picture.locator('input[type=file]').setInputFiles(file);
      await picture.getByRole('button', { name: 'Foto verwijderen' }).waitFor();
      save();
      await eventually('the first save is done', async () => (await saved()).brand.accent === '#0b6660');
      await eventually('it can be saved', async () => !(await button(page, 'Opslaan').isDisabled()));
      await button(page, 'Opslaan').click();
      await eventually('the later picture is saved', async () => (await saved()).brand.picture !== null);
    });
  });

  it('save only changed fields, show failures at their field, and keep typed values', async () => {
    await at('general', async (person) => {
      const { page } = person;
      person.tolerate(/422/);
      const sent = patches(page);
      const terms = page.getByLabel('Algemene voorwaarden');
      await page.getByLabel('Telefoon').fill('');
      await page.getByLabel('Adres', { exact: true }).fill('Meerweg 1\nLoosdrecht');
      await terms.fill('mailto:a@b.example');
      await page.getByRole('link', { name: 'Privacy' }).click();
      await page.getByRole('link', { name: 'Locatie', exact: true }).click();
      await terms.press('Enter');
      await said(page, 'moet een webadres zijn');
      assert.equal(await terms.getAttribute('aria-invalid'), 'true');
      assert.equal(await terms.inputValue(), 'mailto:a@b.example');
      await terms.fill('');
      await button(page, 'Opslaan').click();
      await said(page, 'Opgeslagen.');
      assert.deepEqual(sent.at(-1), { phone: null, address: 'Meerweg 1\nLoosdrecht' });
      assert.ok(await button(page, 'Opslaan').isDisabled(), 'nothing is left to save');
    });
    const { phone, address } = await saved();
    assert.deepEqual([phone, address], [null, 'Meerweg 1\nLoosdrecht']);
  });

  it('scroll to and expand the rejected field', async () => {
    await at('general', async (person) => {
      const { page } = person;
      person.tolerate(/422/);
      await page.setViewportSize({ width: 360, height: 640 });
      const terms = page.getByLabel('Algemene voorwaarden');
      await terms.fill('ftp://example.com');
      await button(page, 'Opslaan').click();
      await said(page, 'moet een webadres zijn');
      await eventually('it has the focus', () => terms.evaluate((it) => it === document.activeElement));
    });
    await at('rules', async ({ page }) => {
      const limits = page.getByText('Eigen limieten', { exact: true });
      const limit = page.getByLabel('Onbetaalde boekingen tegelijk, per e-mailadres');
      await limits.click();
      await limit.fill('-1');
      await limits.click();
      await button(page, 'Opslaan').click();
      await eventually('it has the focus', () => limit.evaluate((it) => it === document.activeElement));
    });
  });

  it('show how often limits rejected guests, and every limit that an owner may set', async () => {
    const { database } = world().stack;
    await database.query(
      `INSERT INTO booking.limit_tally (venue_id, day, kind, count)
       SELECT id, (now() AT TIME ZONE 'UTC')::date, kind, count FROM catalog.venue,
         (VALUES ('proof_brought', 1234), ('proof_asked', 1301), ('refused_by_hour', 2)) AS t(kind, count)
       WHERE slug = $1`,
      [slug],
    );
    for (const language of ['nl', 'en'] as const)
      for (const colorScheme of ['light', 'dark'] as const)
        await at(
          'rules',
          async (person) => {
            const { page } = person;
            await page.emulateMedia({ colorScheme });
            const [heading, own] = {
              nl: ['Bescherming tegen een gast die alle plaatsen inneemt', 'Eigen limieten'] as const,
              en: ['Protection against one guest taking all places', 'Your own limits'] as const,
            }[language];
            await page.getByRole('heading', { name: heading }).waitFor();
            await said(page, /^1[.,]234$/);
            await page.getByText(own, { exact: true }).click();
            if (colorScheme === 'dark') {
              await assertGood(person, `limits ${language}`);
              await page.setViewportSize({ width: 375, height: 812 });
            }
            await page.getByRole('heading', { name: heading }).scrollIntoViewIfNeeded();
            await person.picture(`limits-${language}-${colorScheme}`);
          },
          language,
        );
    await at('rules', async ({ page }) => {
      const sent = patches(page);
      await page.getByText('Eigen limieten', { exact: true }).click();
      await page.getByLabel('Komende boekingen zonder betaling, per netwerk').fill('50');
      await button(page, 'Opslaan').click();
      await said(page, 'Opgeslagen.');
      assert.deepEqual(sent, [{ max_coming_bookings_per_network: 50 }]);
    });
  });

  it('describe rules in words, and ask before a change that affects bookings', async () => {
    const { api } = world().stack;
    const [facility] = await saved('/facilities');
    const { slots } = (await api.get(slug, `/facilities/${facility.id}/slots?date=${daysAhead(5)}`)).body;
    const booked = await api.book(slug, { slot_id: slots[0].id });
    assert.equal(booked.status, 201);
    await at('rules', async ({ page }) => {
      await page.getByLabel('Annuleren tot (uren voor het begin)').fill('36');
      await said(page, 'Gasten kunnen annuleren tot 36 uur voor het begin.');
      await page.keyboard.press('Enter');
      await said(page, 'Opgeslagen.');
      await said(page, 'Leeg: gasten kunnen hun boeking niet zelf wijzigen.');
      await page.getByLabel('Wijzigen tot (uren voor het begin)').fill('48');
      await said(page, 'Gasten kunnen tijd, aantal personen en extra’s wijzigen tot 2 dagen voor het begin');
      await page.keyboard.press('Enter');
      await eventually('it is saved', async () => (await saved()).change_until_hours === 48);
    });
    assert.equal((await saved()).cancel_until_hours, 36);
    await at('general', async (person) => {
      const { page } = person;
      person.tolerate(/409/);
      await page.getByLabel('Tijdzone').selectOption('Asia/Tokyo');
      await button(page, 'Opslaan').click();
      const asked = page.getByRole('dialog', { name: 'De nieuwe tijdzone verandert boekingen' });
      await asked.getByText(booked.body.booking.reference).waitFor();
      await assertGood(person, 'affects bookings');
      await person.picture('zone-meets-bookings');
      await page.setViewportSize({ width: 375, height: 812 });
      await page.emulateMedia({ colorScheme: 'dark' });
      await person.picture('zone-meets-bookings-phone');
      await page.setViewportSize({ width: 1280, height: 720 });
      const notify = asked.getByLabel('Stuur deze gasten een mail');
      assert.equal(await notify.isChecked(), false);
      await asked.getByLabel('Zelfde moment').check();
      assert.equal(await notify.isChecked(), true);
      assert.equal((await saved()).timezone, 'Europe/Amsterdam');
      await page.keyboard.press('Escape');
      assert.equal(await page.getByLabel('Tijdzone').inputValue(), 'Asia/Tokyo');
      await button(page, 'Opslaan').click();
      await button(page, 'Tijdzone wijzigen').click();
      await said(page, 'Opgeslagen.');
    });
    assert.equal((await saved()).timezone, 'Asia/Tokyo');
    const kept = await api.admin('GET', `/venues/${slug}/bookings/${booked.body.booking.id}`);
    assert.equal(kept.body.starts_at, booked.body.booking.starts_at);
    await api.admin('PATCH', `/venues/${slug}`, { timezone: 'Europe/Amsterdam', force: true });
  });

  it('set the details of invoices, with failures at their field', async () => {
    await at('invoices', async (person) => {
      const { page } = person;
      person.tolerate(/422/);
      await page.getByLabel('Facturen maken').check();
      await page.getByLabel('Officiële naam').fill('Sauna aan het Meer B.V.');
      await page.getByLabel('Straat en huisnummer').fill('Meerweg 1');
      await page.getByLabel('Postcode').fill('1231 AB');
      await page.getByLabel('Plaats', { exact: true }).fill('Loosdrecht');
      await page.getByLabel('Land', { exact: true }).selectOption('Nederland');
      await page.getByLabel('Begin van factuurnummers').fill('meer-');
      await button(page, 'Opslaan').click();
      await said(page, 'moet ingevuld zijn, of anders het belastingnummer');
      await page.getByLabel('Btw-nummer').fill('123456789B01');
      await button(page, 'Opslaan').click();
      await said(page, 'moet een btw-nummer met het land ervoor zijn');
      assert.equal(
        await page.locator('.section .problem').count(),
        0,
        'the failure stands at its field only',
      );
      await assertGood(person, 'the details of invoices');
      await page.getByLabel('Btw-nummer').fill('nl 1234.56789.b01');
      await button(page, 'Opslaan').click();
      await said(page, 'Opgeslagen.');
      assert.equal(await page.getByLabel('Btw-nummer').inputValue(), 'NL123456789B01');
    });
    const { invoicing } = await saved();
    assert.deepEqual([invoicing.number_prefix, invoicing.address.country], ['MEER-', 'NL']);
    assert.equal(invoicing.tax_number, null);
  });

  it('set refund rules by keyboard, and describe them in words', async () => {
    await at('rules', async (person) => {
      const { page } = person;
      const rule = (n: number) => page.getByRole('group', { name: `Regel ${n}`, exact: true });
      const hours = (n: number) => rule(n).getByLabel('Uren voor het begin');
      await said(page, 'Gasten krijgen alles terug zolang ze kunnen annuleren.');
      await page.getByLabel('Volledige terugbetaling').focus();
      await page.keyboard.press('ArrowDown');
      await said(
        page,
        'Gasten krijgen terug: het hele bedrag tot 2 dagen ervoor, 50% tot 1 dag ervoor, daarna niets.',
      );
      await button(page, 'Regel toevoegen').press('Enter');
      assert.ok(await hours(3).evaluate((it) => it === document.activeElement), 'the new rule has the focus');
      await page.keyboard.type('30');
      // At the end of the page the sticky save button covers nothing.
      const toTheEnd = async () => {
        await page.setViewportSize({ width: 360, height: 800 });
        await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
      };
      await page.keyboard.press('Tab');
      const order = page.getByText('Elke regel moet minder uren');
      assert.equal(await order.count(), 0, 'the rule is not finished yet');
      await page.getByLabel('Hoe ver vooruit gasten kunnen boeken (dagen)').focus();
      await toTheEnd();
      await said(page, 'Elke regel moet minder uren en een lager percentage hebben dan de regel erboven.');
      await assertGood(person, 'refund rules out of order');
      await hours(3).fill('6');
      await rule(3).getByLabel('Percentage terug').fill('10');
      await toTheEnd();
      await assertGood(person, 'refund rules');
      await person.picture('admin-settings-refunds-phone');
      await page.setViewportSize({ width: 1280, height: 800 });
      await person.picture('admin-settings-refunds');
      await button(page, 'Verwijderen: Regel 1').press('Enter');
      await hours(1).press('Enter');
      await said(page, 'Opgeslagen.');
    });
    assert.deepEqual((await saved()).refund_tiers, [
      { until_hours: 24, percent: 50 },
      { until_hours: 6, percent: 10 },
    ]);
    await at(
      'rules',
      async ({ page }) => {
        await said(
          page,
          'Guests get back: 50% until 1 day before, 10% until 6 hours before, nothing after that.',
        );
        await page.getByLabel('Full refund').check();
        await button(page, 'Save').click();
        await said(page, 'Saved.');
      },
      'en',
    );
    assert.equal((await saved()).refund_tiers, null);
  });

  it('choose which notifications the venue receives, and at which address', async () => {
    await at('mail', async (person) => {
      const { page } = person;
      await said(page, 'Je locatie heeft nog geen e-mailadres, dus je krijgt geen meldingen.');
      await page.getByRole('link', { name: 'Adres toevoegen' }).click();
      await page.getByLabel('E-mail').fill('baas@sauna.example');
      await button(page, 'Opslaan').click();
      await said(page, 'Opgeslagen.');
      await page.getByRole('link', { name: 'Mail', exact: true }).click();
      await said(page, 'Worden verstuurd naar baas@sauna.example.');
      const sent = patches(page);
      await page.getByLabel('gewijzigde boekingen').uncheck();
      await page.getByLabel('Dagelijks om 07:00 uur').check();
      await assertGood(person, 'mail');
      await button(page, 'Opslaan').first().click();
      await eventually('it is saved', async () => (await saved()).notify_daily);
      assert.deepEqual(sent, [{ notify_changed: false, notify_daily: true }]);
    });
    await world().stack.api.admin('PATCH', `/venues/${slug}`, { contact_email: null });
  });

  it('report a change that is saved but not in force everywhere yet', async () => {
    await at('privacy', async (person) => {
      const { page } = person;
      person.tolerate(/503/);
      await page.route('**/api/admin/venues/*', async (route) => {
        if (route.request().method() !== 'PATCH') return route.fallback();
        await route.fetch();
        await route.fulfill({
          status: 503,
          headers: { 'error-code': 'not_in_force' },
          json: { error: 'Opgeslagen, maar nog niet overal van kracht.' },
        });
      });
      await page.getByLabel('Bewaartermijn (dagen na het bezoek)').fill('30');
      await button(page, 'Opslaan').click();
      await said(page, 'Opgeslagen, maar nog niet overal van kracht.');
      assert.ok(await button(page, 'Opslaan').isDisabled());
    });
    assert.equal((await saved()).retain_days, 30);
  });

  it('edit extra questions, reorder them by mouse and keyboard, and preview the form', async () => {
    await at('fields', async (person) => {
      const { page } = person;
      for (const label of ['Telefoon', 'Maat']) {
        await button(page, 'Vraag toevoegen').click();
        await page.keyboard.type(label);
      }
      await page.getByLabel('Soort antwoord', { exact: true }).nth(1).selectOption('select');
      await page.getByLabel('Opties').fill('S\nM\nL');
      const preview = page.getByRole('region', { name: 'Voorbeeld' });
      await preview.getByLabel('Maat (niet verplicht)').waitFor();
      await button(page, 'Omhoog: Maat').focus();
      await page.keyboard.press('Enter');
      await page.getByText('Maat: 1 van 2').waitFor({ state: 'attached' });
      assert.ok(await button(page, 'Omlaag: Maat').evaluate((it) => it === document.activeElement));
      await assertGood(person, 'questions');
      await person.picture('admin-settings-questions');
      await button(page, 'Opslaan').click();
      await said(page, 'Opgeslagen.');
      assert.deepEqual(
        (await saved('/fields')).fields.map(({ key }: { key: string }) => key),
        ['maat', 'telefoon'],
      );
      await page.locator('.grip').nth(1).dragTo(page.locator('ol > li').first());
      await button(page, 'Opslaan').click();
      await eventually(
        'the order was saved',
        async () => (await saved('/fields')).fields[0].key === 'telefoon',
      );
    });
  });

  it('translate the texts that guests read, and show what is missing', async () => {
    const { api } = world().stack;
    await api.admin('PATCH', `/venues/${slug}`, { description: 'Een sauna aan het water.' });
    const facility = await api.newFacility(slug, {
      name: 'Dagpas',
      description: 'De hele dag sauna.\nHanddoek inbegrepen.',
      pricing: {
        ...{ per: 'person', eur: 20 },
        rules: [{ name: 'Weekend', weekdays: [6, 7], effect: 'add', eur: 5, per: 'person' }],
        add_ons: [{ key: 'towel', name: { nl: 'Handdoek', en: 'Towel' }, eur: 3, per: 'piece' }],
      },
    });
    await at('languages', async (person) => {
      const { page } = person;
      person.tolerate(/422/);
      await page.getByRole('group', { name: 'Taal', exact: true }).getByText('English').click();
      const group = page.locator('details').filter({ has: page.getByRole('heading', { name: 'Dagpas' }) });
      const field = (original: string) => group.getByLabel(`Vertaling van: ${original}`);
      await group.getByText('3 ontbreken').waitFor();
      await field('Dagpas').fill('Day pass on www.example.com');
      await field('Weekend').fill('Weekend rate');
      await group.getByRole('button', { name: 'Opslaan' }).click();
      await said(page, /geen webadres bevatten/);
      await field('Dagpas').fill('Day pass');
      await assertGood(person, 'translations');
      await person.picture('admin-settings-languages');
      await group.getByRole('button', { name: 'Opslaan' }).click();
      await group.getByText('1 ontbreekt').waitFor();
      const ofPage = page
        .locator('details')
        .filter({ has: page.getByRole('heading', { name: 'Je pagina' }) });
      await ofPage.getByText('1 ontbreekt').waitFor();
      await ofPage.getByLabel('Vertaling van: Een sauna aan het water.').fill('A sauna by the water.');
      await ofPage.getByRole('button', { name: 'Opslaan' }).click();
      await ofPage.getByText('Compleet').waitFor();
      assert.deepEqual((await saved('')).translations, { en: { description: 'A sauna by the water.' } });
      const { translations, pricing } = await saved(`/facilities/${facility}`);
      assert.deepEqual(translations, { en: { name: 'Day pass' } });
      assert.deepEqual(pricing.rules[0].translations, { en: { name: 'Weekend rate' } });
      assert.deepEqual(pricing.add_ons[0].name, { nl: 'Handdoek', en: 'Towel' });
    });
  });

  it('edit e-mail texts with a preview, and restore the default text', async () => {
    await at('mail', async (person) => {
      const { page } = person;
      person.tolerate(/422/);
      const body = page.getByLabel('Tekst', { exact: true });
      await said(page, 'Je boeking bij Sauna aan het Meer is bevestigd.');
      await body.fill('Neem een handdoek mee, <b>{nmae}</b>');
      await body.press('Tab');
      await said(page, /onbekende variabele \{nmae\}/);
      await body.fill('Neem een handdoek mee naar ');
      await button(page, '{facility}').click();
      await said(page, 'Neem een handdoek mee naar Privésauna');
      await assertGood(person, 'own text');
      await person.picture('admin-settings-own-text');
      await page.getByRole('group', { name: 'Taal van de mail' }).getByText('English').click();
      await said(page, 'Your booking is confirmed');
      await page.getByRole('group', { name: 'Taal van de mail' }).getByText('Nederlands').click();
      assert.equal(await body.inputValue(), 'Neem een handdoek mee naar {facility}', 'the typed text stays');
      await button(page, 'Opslaan').last().click();
      await said(page, 'Je gebruikt je eigen tekst.');
      const own = await saved('/mail-texts/confirmed/nl');
      assert.deepEqual([own.own, own.body], [true, 'Neem een handdoek mee naar {facility}']);
      await button(page, 'Standaardtekst herstellen').click();
      await page.getByRole('dialog').getByRole('button', { name: 'Standaardtekst herstellen' }).click();
      await said(page, 'Standaardtekst hersteld.');
      assert.equal((await saved('/mail-texts/confirmed/nl')).own, false);
    });
  });

  it('connect an account at Mollie: decline, choose a profile, and wait until Mollie allows payments', async () => {
    const { oauth } = mollie;
    const { url } = world().stack.api;
    oauth.redirectUrl = `${url}/connect/mollie/callback`;
    oauth.profiles.push({ id: 'pfl_cafe', name: 'Café aan het Meer', status: 'verified' });
    Object.assign(oauth.onboarding, { status: 'in-review', canReceivePayments: false });
    await at('payments', async (person) => {
      const { page } = person;
      person.tolerate(/404/);
      const connect = async (outcome: 'agree' | 'decline') => {
        await button(page, 'Koppelen met Mollie').click();
        await page.getByRole('button', { name: outcome }).click();
      };
      await connect('decline');
      await said(page, 'Je hebt geen toegang gegeven.');
      assert.equal(new URL(page.url()).search, '');
      await assertGood(person, 'connect');
      await connect('agree');
      await page.getByRole('radio', { name: /Café aan het Meer/ }).check();
      await assertGood(person, 'choice of a profile');
      await person.picture('admin-settings-connect');
      await button(page, 'Dit profiel gebruiken').click();
      await said(page, 'Mollie staat nog geen betalingen toe');
      await assertGood(person, 'onboarding');
      assert.match(
        (await page.getByRole('link', { name: 'Verder bij Mollie' }).getAttribute('href')) ?? '',
        /onboarding/,
      );
      Object.assign(oauth.onboarding, { status: 'completed', canReceivePayments: true });
      await button(page, 'Opnieuw controleren').click();
      await said(page, 'Account gekoppeld.');
      await said(page, 'pfl_cafe');
      await page.reload();
      await said(page, 'Ontvangt betalingen');
      await assertGood(person, 'a connected account');
      await button(page, 'Ontkoppelen').click();
      await page.getByRole('dialog').getByRole('button', { name: 'Ontkoppelen' }).click();
      await said(page, 'Online betalen is nog niet ingesteld.');
    });
    // The callback of this browser: a state that was used, and one of another browser.
    const callback = await fetch(`${oauth.redirectUrl}?code=${oauth.agree()}&state=${'a'.repeat(43)}`);
    assert.equal(callback.status, 410);
  });

  it('connect an account at Stripe: leave the form, continue with a new link, and wait for the review', async () => {
    const { url } = world().stack.api;
    stripe.webhookUrl = `${url}/webhooks/stripe`;
    const linked = async () => (await saved('/payment-account')).provider;
    await at('payments', async (person) => {
      const { page } = person;
      person.tolerate(/404/);
      await button(page, 'Koppelen met Stripe').click();
      await page.waitForURL(/\/setup\//);
      const used = page.url();
      await button(page, 'leave').click();
      await said(page, 'Stripe staat nog geen betalingen toe');
      await said(page, 'Een bankrekening voor de uitbetalingen');
      await said(page, /Tot die tijd worden boekingen zonder betaling bevestigd/);
      await assertGood(person, 'an unfinished setup');
      await person.picture('admin-settings-stripe');
      await page.setViewportSize({ width: 360, height: 740 });
      await person.picture('admin-settings-stripe-phone');
      await page.setViewportSize({ width: 1280, height: 900 });
      await page.goto(used);
      await page.waitForURL((at) => /\/setup\//.test(at.href) && at.href !== used);
      await button(page, 'review').click();
      await said(page, 'De provider controleert de gegevens.');
      assert.equal(new URL(page.url()).search, '');
      assert.equal(await linked(), undefined);
      await assertGood(person, 'a review');
      const [account = ''] = stripe.accounts().slice(-1);
      const enabled = { chargesEnabled: true, payoutsEnabled: true, disabledReason: null };
      await stripe.changeAccount(account, enabled);
      await eventually('the account is linked', async () => (await linked()) === 'stripe');
      await page.reload();
      await said(page, 'Ontvangt betalingen');
      const deadline = Date.parse('2032-03-17T12:00:00Z') / 1000;
      const due = { currentlyDue: ['company.tax_id', 'person_1.verification.document'], deadline };
      await stripe.changeAccount(account, { ...due, payoutsEnabled: false });
      await button(page, 'Opnieuw controleren').or(button(page, 'Account testen')).first().waitFor();
      await page.goto(`${page.url()}?connect=returned`);
      await said(page, /Vul dit aan vóór .*17 maart 2032/);
      await assertGood(person, 'a restricted account');
      await person.picture('admin-settings-stripe-restricted');
      await stripe.deauthorize(account);
      await eventually('the account is unlinked', async () => (await linked()) === undefined);
      await page.reload();
      await said(page, 'Online betalen is nog niet ingesteld.');
    });
    await world().visit({ at: `/v/${slug}/attention`, cookie: owner.nl }, async (person) => {
      await said(person.page, 'Je betaalaccount is niet meer gekoppeld');
      await said(person.page, /Gasten betalen nu op account acct_\w+ bij Stripe, gekoppeld door/);
      await person.picture('admin-attention-account');
    });
  });

  it('link, test and unlink the payment account', async () => {
    await at('payments', async (person) => {
      const { page } = person;
      person.tolerate(/404/);
      await page.getByText('Of vul zelf gegevens in').click();
      const hint = await page
        .getByLabel('API-sleutel', { exact: true })
        .evaluate((key) => document.getElementById(key.getAttribute('aria-describedby') ?? '')?.textContent);
      assert.match(hint ?? '', /Developers > API access tokens .* test_.* live_/);
      await page.getByLabel('Betaalprovider').selectOption('sandbox');
      await button(page, 'Account koppelen').click();
      await said(page, 'Testmodus: geen echt geld');
      await button(page, 'Account testen').click();
      await said(page, 'Het account werkt');
      await assertGood(person, 'account');
      await person.picture('admin-settings-account');
      const { database } = world().stack;
      await database.query(
        `INSERT INTO payment.attention (venue_id, kind, subject, detail)
         SELECT id, 'account_refused', 'test', 'Mollie answered 401' FROM catalog.venue WHERE slug = $1`,
        [slug],
      );
      await page.reload();
      await said(page, 'Je betaalprovider accepteert je account niet');
      assert.equal(await page.getByText('Testmodus: geen echt geld').count(), 0);
      await assertGood(person, 'a refused account', [360]);
      await database.query(`DELETE FROM payment.attention WHERE kind = 'account_refused'`);
      await button(page, 'Account testen').click();
      await page.getByText('Je betaalprovider accepteert je account niet').waitFor({ state: 'detached' });
      await said(page, 'Testmodus: geen echt geld');
      await page.getByRole('link', { name: /^Betaal € 1,00/ }).click();
      await page.locator('button[value=paid]').click();
      // The provider redirects to the server's own host name, where this test has no session.
      await page.waitForURL(/\/settings\/payments$/);
      person.tolerate(/401/);
      await page.goto(`${world().stack.api.url}/admin/v/${slug}/settings/payments`);
      await said(page, 'De testbetaling van € 1,00 is gelukt. Gasten kunnen online betalen.');
      await assertGood(person, 'a test payment');
      await page.reload();
      await button(page, 'Ontkoppelen').click();
      assert.equal(await page.getByText('De testbetaling').count(), 0, 'the outcome is shown once');
      await page.getByRole('dialog').getByRole('button', { name: 'Ontkoppelen' }).click();
      await said(page, 'Online betalen is nog niet ingesteld.');
    });
  });

  it('create tokens, calendar feeds and webhooks, and show their secrets once', async () => {
    await at('tokens', async (person) => {
      const { page } = person;
      await page.getByLabel('Gebruikt door').fill('Kassa');
      await page.keyboard.press('Enter');
      await said(page, 'Kopieer het token nu');
      await assertGood(person, 'token');
      await button(page, 'Intrekken: Kassa').click();
      await page.getByRole('dialog').getByRole('button', { name: 'Intrekken' }).click();
      await said(page, 'Nog geen API-tokens. Maak er een aan om je eigen software te koppelen.');
    });
    await at('calendars', async (person) => {
      const { page } = person;
      await button(page, 'Adres aanmaken: Privésauna').click();
      const phone = page.getByRole('checkbox', { name: 'Telefoonnummer' });
      await phone.check();
      await assertGood(person, 'calendar feed');
      await button(page, 'Adres aanmaken').click();
      await said(page, /\/calendars\/[\w-]+\.ics/);
      const card = page.getByRole('group', { name: 'Kopieer het adres nu: het wordt niet meer getoond.' });
      await eventually('the card has the focus', () => card.evaluate((it) => it === document.activeElement));
      await button(page, 'Adres vervangen: Privésauna').click();
      assert.ok(await phone.isChecked(), 'the choice stays');
      await page.getByRole('dialog').getByRole('button', { name: 'Sluiten', exact: true }).last().click();
      await button(page, 'Adres verwijderen: Privésauna').click();
      await page.getByRole('dialog').getByRole('button', { name: 'Adres verwijderen' }).click();
      await button(page, 'Adres aanmaken: Privésauna').waitFor();
    });
    await at('webhooks', async (person) => {
      const { page } = person;
      person.tolerate(/status of 422/, /ERR_FAILED/);
      const address = page.getByLabel('URL', { exact: true });
      const make = button(page, 'Webhook aanmaken');
      await address.fill('ftp://sauna.example');
      await make.click();
      await page.getByText('moet met https:// beginnen').waitFor();
      await eventually('the field has the focus', () =>
        address.evaluate((it) => it === document.activeElement),
      );
      await address.fill(receiver.url);
      await page.route('**/webhooks', (route) => route.abort());
      await make.click();
      await page.getByRole('alert').getByText('De server is niet bereikbaar.').waitFor();
      assert.equal(await address.getAttribute('aria-invalid'), null, 'the URL is not marked as invalid');
      await page.unroute('**/webhooks');
      await make.click();
      await said(page, 'Kopieer het geheim nu');
      await button(page, 'Test sturen').click();
      await button(page, 'Opnieuw sturen: Test').click();
      await eventually('it was sent twice', () => receiver.received.length >= 2);
      await page.locator('.badge', { hasText: 'Afgeleverd' }).first().waitFor();
      await assertGood(person, 'webhook');
      await person.picture('admin-settings-webhook');
    });
  });

  it('allow websites, and add domains with their DNS record', async () => {
    await at('websites', async (person) => {
      const { page } = person;
      const websites = page.getByRole('group', { name: 'Toegestane websites' });
      await websites.getByLabel('Webadres om toe te voegen').fill('www.sauna.example/boeken');
      await page.keyboard.press('Enter');
      await said(page, 'https://www.sauna.example');
      await websites.getByLabel('Webadres om toe te voegen').fill('www.tuin.example');
      await page.keyboard.press('Tab');
      await said(page, 'https://www.tuin.example');
      await button(page, 'Opslaan').click();
      await said(page, 'Opgeslagen.');
      assert.ok((await saved()).allowed_origins.includes('https://www.sauna.example'));
      await page.getByLabel('Nieuw domein').fill('https://boeken.sauna.invalid/');
      await page.keyboard.press('Enter');
      await said(page, '_venue-booking.boeken.sauna.invalid');
      await said(page, `venue=${slug}`);
      await assertGood(person, 'domain');
      await person.picture('admin-settings-domain');
      person.tolerate(/422/);
      await button(page, 'Dit domein gebruiken').click();
      await said(page, /Zet, om boeken\.sauna\.invalid te gebruiken/);
      assert.deepEqual((await saved()).domains, []);
    });
  });

  it('show the snippet for each kind of website, and a preview of the widget', async () => {
    await at('widget', async ({ page }) => {
      const snippet = page.getByRole('region', { name: 'Code om te plakken' });
      for (const [site, part] of [
        ['HTML', '/widget/venue-booking.js'],
        ['Aparte pagina', '<!doctype html>'],
        ['Vue', '@venue-booking/vue'],
        ['Nuxt', 'nuxt.config.ts'],
        ['React', '@venue-booking/react'],
        ['WordPress', `[venue tenant="${slug}"`],
      ] as const) {
        await button(page, site).click();
        await snippet.getByText(part).first().waitFor();
      }
      await button(page, 'Tijdlijn').click();
      await page.locator('venue-booking[variant=timeline]').getByRole('button').first().waitFor();
    });
  });

  it('make a page of its own that fits a phone, with the booking form where the owner wants it', async (t) => {
    const { api } = world().stack;
    const website = await startWebsite();
    t.onTestFinished(website.stop);
    await api.admin('PATCH', `/venues/${slug}`, { allowed_origins: [website.url] });
    const facility = await api.newFacility(slug, { name: 'Zwembad' });
    await at('widget', async (person) => {
      const { page, context } = person;
      await button(page, 'Aparte pagina').click();
      await page.getByLabel('Opent bij').selectOption('Zwembad');
      const visitors = await context.newPage();
      await visitors.setViewportSize({ width: 360, height: 740 });
      const open = async (mode: string) => {
        await button(page, mode).click();
        const code = (await page.getByRole('region', { name: 'Code om te plakken' }).textContent()) ?? '';
        assert.match(code, new RegExp(`^<!doctype html>.*facility="${facility}"`, 's'));
        website.show(code);
        // A path of its own: the same one would be a reload, which opens the dialog again.
        await visitors.goto(`${website.url}/${encodeURIComponent(mode)}`);
        const { scroll, client } = await visitors.evaluate(() => ({
          scroll: document.documentElement.scrollWidth,
          client: document.documentElement.clientWidth,
        }));
        assert.deepEqual([scroll, client], [360, 360], 'as wide as the phone');
        await visitors.getByRole('heading', { level: 1, name: 'Sauna aan het Meer' }).waitFor();
      };
      const inWidget = () => visitors.locator('venue-booking').getByRole('heading', { level: 2 });
      await open('Op de pagina');
      await inWidget().waitFor();
      for (const mode of ['Achter een knop', 'Achter een eigen link']) {
        await button(page, mode).click();
        await page.getByLabel('Tekst van de knop of link').fill('Reserveer');
        await open(mode);
        await visitors.waitForFunction(() => customElements.get('venue-booking'));
        await visitors
          .getByRole(mode === 'Achter een knop' ? 'button' : 'link', { name: 'Reserveer', exact: true })
          .click();
        await visitors.getByRole('dialog').getByText('Zwembad').first().waitFor();
      }
      await assertGood(person, 'choices of the widget');
      await person.picture('admin-settings-widget');
    });
  });
});
