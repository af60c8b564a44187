import assert from 'node:assert/strict';
import { describe, it } from 'vitest';
import { daysAhead, eventually } from '../stack/api.ts';
import { signIn } from './signIn.ts';
import { assertGood, choose, inOneWorld } from './world.ts';

const world = inOneWorld();

describe('dashboard shell', () => {
  it('asks a visitor to sign in, in the language of the browser', async () => {
    await world().visit({ at: '/sign-in' }, async (person) => {
      // The page checks for a session first.
      person.tolerate(/401/);
      await person.page.getByRole('button', { name: 'Inloglink sturen' }).waitFor();
      assert.equal(await person.page.locator('html').getAttribute('lang'), 'nl');
    });
  });

  it('uses the first supported language of the browser while none was chosen', async () => {
    await world().visit({ at: '/sign-in' }, async ({ page, context, tolerate }) => {
      tolerate(/401/);
      await context.addInitScript(() => {
        Object.defineProperty(navigator, 'languages', { get: () => ['pl-PL', 'de-AT', 'nl-NL'] });
      });
      await page.reload();
      await page.getByRole('button', { name: 'Anmeldelink senden' }).waitFor();
      assert.equal(await page.locator('html').getAttribute('lang'), 'de');
    });
  });

  it('forbids inline code by its content security policy, and lets browsers cache its scripts forever', async () => {
    const { url } = world().stack.api;
    const page = await fetch(`${url}/admin/any/address`);
    const policy = page.headers.get('content-security-policy') ?? '';
    assert.match(policy, /default-src 'none'; script-src 'self'; style-src 'self'/);
    assert.doesNotMatch(policy, /unsafe|\*/);
    const [, script = ''] = /src="(\/admin\/assets\/[^"]+\.js)"/.exec(await page.text()) ?? [];
    assert.match((await fetch(url + script)).headers.get('cache-control') ?? '', /immutable/);
    assert.equal((await fetch(`${url}/admin/assets/none.js`)).status, 404);
    assert.equal((await fetch(`${url}/admin/`, { method: 'POST' })).status, 405);
  });

  it('opens the day view at the address of a venue', async () => {
    const { stack } = world();
    const slug = await stack.api.newVenue();
    const cookie = await signIn(stack, { venues: { [slug]: 'desk' } });
    for (const at of [`/v/${slug}`, `/v/${slug}/?date=2027-03-01`])
      await world().visit({ at, cookie }, async ({ page }) => {
        await page.waitForURL(at.replace(/\/?(?=\?|$)/, '/today').replace(/^/, `${stack.api.url}/admin`));
        await page.getByRole('button', { name: 'Afdrukken' }).waitFor();
      });
  });

  it('shows progress while the file of a view loads slowly', async () => {
    const { stack } = world();
    const slug = await stack.api.newVenue();
    const cookie = await signIn(stack, { venues: { [slug]: 'owner' } });
    await world().visit({ at: `/v/${slug}/people`, cookie }, async ({ page }) => {
      await page.getByRole('heading', { name: 'Team' }).waitFor();
      let arrive = () => {};
      const held = new Promise<void>((resolve) => {
        arrive = resolve;
      });
      await page.route('**/ReportsView-*.js', async (route) => {
        await held;
        await route.continue();
      });
      await page.getByRole('link', { name: 'Rapporten' }).click();
      const sign = page.getByRole('status').getByText('Laden…');
      await sign.waitFor();
      arrive();
      await page.getByRole('heading', { name: 'Rapporten', level: 1 }).waitFor();
      await sign.waitFor({ state: 'detached' });
    });
  });

  it('moves the keyboard and screen reader focus to the new view after a navigation', async () => {
    const { stack } = world();
    const slug = await stack.api.newVenue();
    await stack.api.newFacility(slug, { name: 'Sauna' });
    const cookie = await signIn(stack, { venues: { [slug]: 'owner' } });
    await world().visit({ at: `/v/${slug}/facilities`, cookie }, async ({ page }) => {
      await page.getByRole('link', { name: 'Bewerken: Sauna' }).press('Enter');
      await page.getByLabel('Omschrijving').waitFor();
      const main = page.locator('main');
      await eventually('the content has the focus', () =>
        main.evaluate((it) => it === document.activeElement),
      );
      // A navigation item keeps the focus after it is pressed.
      const people = page.getByRole('link', { name: 'Team' });
      await people.press('Enter');
      await page.getByRole('heading', { name: 'Team' }).waitFor();
      assert.ok(await people.evaluate((it) => it === document.activeElement));
    });
  });

  it('announces each new view and sets the page title, in both languages', async () => {
    const { stack } = world();
    const slug = await stack.api.newVenue({ name: 'Meerzicht' });
    await stack.api.newFacility(slug, { name: 'Sauna' });
    const cookie = await signIn(stack, { venues: { [slug]: 'owner' } });
    await world().visit({ at: `/v/${slug}/facilities`, cookie }, async ({ page }) => {
      const said = page.locator('header + [role=status]');
      const link = (name: string) => page.getByRole('link', { name, exact: true });
      const comesTo = async (title: string) => {
        await said.getByText(title, { exact: true }).waitFor();
        assert.equal(await page.title(), title);
      };
      await link('Bewerken: Sauna').waitFor();
      assert.equal(await page.title(), 'Faciliteiten · Meerzicht');
      assert.equal(await said.textContent(), '', 'the browser announces the first page');
      await link('Bewerken: Sauna').click();
      await comesTo('Sauna · Faciliteiten · Meerzicht');
      await link('Alle faciliteiten').click();
      await comesTo('Faciliteiten · Meerzicht');
      await link('Rapporten').click();
      await comesTo('Rapporten · Meerzicht');
      await link('Instellingen').click();
      await link('Boekingsregels').click();
      await comesTo('Boekingsregels · Instellingen · Meerzicht');
      await page.locator('header details.account summary').click();
      await page.locator('header button[lang=en]').click();
      await comesTo('Booking rules · Settings · Meerzicht');
    });
  });

  it('shows the current navigation item on a phone, hints at the others, and reaches them by keyboard', async () => {
    const { stack } = world();
    const slug = await stack.api.newVenue({ name: 'Recreatiecentrum Noorderplassenwest aan het water' });
    for (const language of ['nl', 'en'] as const) {
      const cookie = await signIn(stack, { venues: { [slug]: 'owner' }, language });
      for (const width of [320, 375])
        await world().visit(
          { at: `/v/${slug}/figures`, cookie, viewport: { width, height: 700 } },
          async (person) => {
            const { page } = person;
            const bar = page.locator('header nav');
            /** Waits until the current item is fully visible, with a hint on each side that has more. */
            const shows = (part: string, sides: string[]) =>
              eventually(`${part} is visible at ${width} px, with more at ${sides}`, async () => {
                const [frame, link] = await Promise.all([
                  bar.boundingBox(),
                  bar.getByRole('link', { name: part, exact: true }).boundingBox(),
                ]);
                const more = await page.locator('header .more').count();
                return (
                  !!frame &&
                  !!link &&
                  link.x >= frame.x &&
                  link.x + link.width <= frame.x + frame.width + 1 &&
                  more === sides.length
                );
              });
            await shows(language === 'nl' ? 'Rapporten' : 'Reports', ['left', 'right']);
            await person.picture(`admin-bar-${language}-${width}`);
            const scrolled = () => bar.evaluate((it) => it.scrollLeft);
            const before = await scrolled();
            await page.locator('header .more').first().click();
            assert.ok((await scrolled()) < before, 'a tap on the hint scrolls');
            await page.evaluate(() => {
              document.documentElement.style.fontSize = '200%';
            });
            await shows(language === 'nl' ? 'Rapporten' : 'Reports', ['left', 'right']);
            await page.locator('header details.account summary').click();
            const menu = await page.locator('header .menu').boundingBox();
            assert.ok(menu && menu.x >= 0 && menu.x + menu.width <= width, `the menu, ${width} px`);
            await person.picture(`admin-bar-large-${language}-${width}`);
            const inner = await page
              .locator('header .menu')
              .evaluate((it) => it.scrollWidth - it.clientWidth);
            assert.equal(inner, 0, `the menu contains its items, ${width} px`);
            await page.locator('header details.account summary').click();
            const last = bar.getByRole('link').last();
            await last.press('Enter');
            await page.getByRole('heading', { level: 1 }).waitFor();
            await shows(language === 'nl' ? 'Logboek' : 'Audit log', ['left']);
          },
        );
    }
  });

  it('announces the item of a view once it is loaded, and another day of the calendar', async () => {
    const { api } = world().stack;
    const slug = await api.newVenue({ name: 'Meerzicht' });
    const facility = await api.newFacility(slug, { name: 'Sauna' });
    const { slots } = (await api.get(slug, `/facilities/${facility}/slots?date=${daysAhead(2)}`)).body;
    const wish = { slot_id: slots[0].id, customer_name: 'Anna', people: 1 };
    const { reference } = (await api.admin('POST', `/venues/${slug}/bookings`, wish)).body;
    const cookie = await signIn(world().stack, { venues: { [slug]: 'desk' } });
    await world().visit({ at: `/v/${slug}/bookings`, cookie }, async ({ page }) => {
      const status = page.locator('header + [role=status]');
      await status.evaluate((it) => {
        const all: string[] = [];
        Object.assign(globalThis, { allSaid: all });
        new MutationObserver(() => all.push(it.textContent ?? '')).observe(it, {
          characterData: true,
          childList: true,
          subtree: true,
        });
      });
      const allSaid = () => page.evaluate(() => (globalThis as unknown as { allSaid: string[] }).allSaid);
      const day = (days: number) =>
        new Intl.DateTimeFormat('nl-NL', { dateStyle: 'full' }).format(new Date(`${daysAhead(days)}T12:00`));
      const said = [`${reference} · Boekingen · Meerzicht`];
      await page.getByRole('link', { name: 'Anna' }).click();
      await eventually('the booking is announced', async () => (await allSaid()).length > 0);
      await choose(page.locator('main'), 'Tonen in dagweergave');
      for (const days of [2, 3]) {
        const title = `${day(days)} · Vandaag · Meerzicht`;
        said.push(title);
        await status.getByText(title).waitFor();
        assert.equal(await page.title(), title);
        if (days === 2) await page.getByRole('button', { name: 'Volgende' }).click();
      }
      assert.deepEqual(await allSaid(), said);
    });
  });

  it('links away from a missing item, where retrying is pointless', async () => {
    const { stack } = world();
    const [slug, other] = [await stack.api.newVenue(), await stack.api.newVenue()];
    const cookie = await signIn(stack, { venues: { [slug]: 'owner', [other]: 'desk' } });
    await world().visit({ at: `/v/${slug}/bookings/1`, cookie }, async (person) => {
      const { page } = person;
      person.tolerate(/40[34]/);
      const again = page.getByRole('button', { name: 'Opnieuw proberen' });
      const link = (name: string) => page.getByRole('link', { name, exact: true });
      await page.getByText('Onbekende boeking.').waitFor();
      assert.equal(await again.count(), 0);
      await assertGood(person, 'no such booking');
      await link('Terug naar de lijst').click();
      await page.waitForURL(`**/v/${slug}/bookings`);

      await page.goto(`${stack.api.url}/admin/v/${slug}/facilities/1`);
      await link('Terug naar de lijst').click();
      await page.waitForURL(`**/v/${slug}/facilities`);

      await page.getByRole('heading', { name: 'Faciliteiten', level: 1 }).waitFor();
      await stack.database.query(
        'DELETE FROM catalog.membership WHERE venue_id = (SELECT id FROM catalog.venue WHERE slug = $1)',
        [slug],
      );
      // Gateways cache a person's venues for a second.
      await eventually('the venue is gone', async () => {
        await link('Team').click();
        const answered = page.waitForResponse(/\/calendar(\?|$)/);
        await link('Vandaag').click();
        await answered;
        return (await link('Je locaties').count()) > 0;
      });
      assert.equal(await again.count(), 0);
      await link('Je locaties').click();
      await page.waitForURL(`**/v/${other}/today`);
    });
  });

  it('sends an error code beside the text of a failure', async () => {
    const refused = await fetch(`${world().stack.api.url}/api/admin/venues`);
    assert.equal(refused.headers.get('error-code'), 'unauthorized');
  });
});
