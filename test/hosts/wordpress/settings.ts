import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { it } from 'vitest';
import { newVenueWithTimes } from '../../widget/venues.ts';
import type { Site } from './site.ts';

const at = '/wp-admin/options-general.php?page=venue-booking';
const invalid: Record<string, [value: string, told: RegExp]> = {
  tenant: ['"><img src=x onerror=alert(1)>', /venue was not changed: a slug has lowercase letters/],
  api: ['https://book.example.com/api', /API address was not changed: it starts with https/],
  script: ['javascript:alert(1)', /script address was not changed: enter a full address/],
  accent: ['red;}</style><script>alert(1)</script>', /colour was not changed: enter a CSS colour/],
  radius: ['41', /rounded corners were not changed: enter a whole number from 0 to 40/],
  name: ['x'.repeat(201), /name was not changed: use at most 200/],
  redirect: ['//evil.example', /address after payment was not changed: enter a full address/],
};
const field = (page: Page, name: string) => page.locator(`#venue-booking-${name}`);
const save = (page: Page) => page.locator('#submit').click();

export function settings(site: () => Site): void {
  it('shows guests nothing and editors what is missing until a venue is set', async () => {
    await site().configure();
    const url = await site().newPage('Welkom!\n\n[venue]');
    const { pathname, search } = new URL(url);
    assert.doesNotMatch(await (await fetch(url)).text(), /venue-booking|Guests/);
    const editor = await site().newUser('editor');
    const html = await (await site().send(editor, pathname + search)).text();
    assert.match(html, /needs a venue and the API address.*Ask an administrator/);
    await site().as('admin', pathname + search, async (page) => {
      await page.getByRole('link', { name: 'Open the settings' }).click();
      await page.getByText('Fill in your venue and the API address to begin.').waitFor();
    });
  });

  it('lets an administrator fill in the settings and shows whether the venue allows the site', async () => {
    const { world, url } = site();
    await site().configure();
    const thanks = await site().newPage('Bedankt!');
    const { slug } = await newVenueWithTimes(world);
    const { api } = world.stack;
    await site().as('admin', at, async (page) => {
      const filled = { tenant: slug, api: `${api.url}/`, radius: '12', name: 'Café "Zon" & <Zee>' };
      for (const [name, value] of Object.entries(filled)) await field(page, name).fill(value);
      await field(page, 'variant').selectOption('timeline');
      await field(page, 'locale').selectOption('nl');
      await field(page, 'redirect-page').selectOption(String(new URL(thanks).searchParams.get('page_id')));
      await page.getByRole('button', { name: 'Select Color' }).click();
      await field(page, 'accent').fill('#0b6660');
      await save(page);
      await page.getByText('Settings saved.').waitFor();
      await page.getByText(`does not allow this website yet. Add ${url} to the venue’s websites`).waitFor();
      const there = page.getByRole('link', { name: 'Open the venue’s settings' });
      await page
        .getByText(`This website is ${url}. Choose which websites may show the booking form`)
        .waitFor();
      assert.equal(await there.getAttribute('href'), `${api.url}/admin/v/${slug}/settings/websites`);
      const answer = await api.admin('PATCH', `/venues/${slug}`, { allowed_origins: [url] });
      assert.equal(answer.status, 200, answer.text);
      await page.reload();
      await page.getByText('Connected. The venue accepts bookings from this website.').waitFor();
      assert.equal(await field(page, 'name').inputValue(), filled.name);

      await field(page, 'tenant').fill('no-such-venue');
      await save(page);
      await page.getByText('There is no venue “no-such-venue” at this API address.').waitFor();
      await field(page, 'tenant').fill(slug);
      await save(page);
      await page.getByText('Connected').waitFor();
    });
    const saved = {
      tenant: slug,
      api: api.url,
      script: '',
      variant: 'timeline',
      accent: '#0b6660',
      radius: '12',
    };
    const page = Number(new URL(thanks).searchParams.get('page_id'));
    const others = { name: 'Café "Zon" & <Zee>', locale: 'nl', redirect: '', redirect_page: page };
    assert.deepEqual(await site().saved(), { ...saved, ...others });
    const html = await (await fetch(await site().newPage('[venue]'))).text();
    assert.ok(html.includes(`redirect="${thanks}"`), html);
  });

  it('rejects invalid values and keeps them in their fields with the reason, also without JavaScript', async () => {
    const { world } = site();
    const before = {
      tenant: 'badhuis',
      api: world.stack.api.url,
      accent: 'rgb(0 90 90 / 80%)',
      name: 'Badhuis',
    };
    await site().configure(before);
    const options = { javaScriptEnabled: false };
    await site().as(
      'admin',
      at,
      async (page) => {
        for (const [name, [value]] of Object.entries(invalid)) await field(page, name).fill(value);
        await save(page);
        await page.locator('.settings-error').first().waitFor();
        const told = await page.locator('.settings-error').allInnerTexts();
        for (const [name, [, text]] of Object.entries(invalid))
          assert.ok(
            told.some((it) => text.test(it)),
            `${name}: ${told}`,
          );
        assert.equal(told.length, Object.keys(invalid).length, 'each reason is shown once');
        for (const [name, [value, text]] of Object.entries(invalid)) {
          assert.equal(await field(page, name).inputValue(), value);
          const [problem] = ((await field(page, name).getAttribute('aria-describedby')) ?? '').split(' ');
          assert.match(await page.locator(`#${problem}`).innerText(), text);
        }
        assert.equal(await page.locator('[aria-invalid=true]').count(), Object.keys(invalid).length);
        assert.equal(
          await page.getByText('Connected').count(),
          0,
          'shown for a venue that is not in the field',
        );
        assert.equal(await page.locator('[onerror]').count(), 0);
        // A reload shows the saved values.
        await page.goto(new URL(at, site().url).href);
        for (const name of Object.keys(invalid))
          assert.equal(await field(page, name).inputValue(), { ...before }[name] ?? '');
        assert.equal(await page.locator('[aria-invalid=true]').count(), 0);
      },
      options,
    );
    const { tenant, api, accent, name, ...others } = (await site().saved()) ?? {};
    assert.deepEqual({ tenant, api, accent, name }, before);
    assert.deepEqual(new Set(Object.values(others)), new Set(['', 0]));
  });

  it('stores an API address as an origin and rejects anything else', async () => {
    const clean = (address: string) =>
      site().php<string | null>(`return Venue_Booking\\clean_value('api', '${address}');`);
    const origin = 'https://book.example.com';
    for (const same of [`${origin}/`, `${origin}:443`, 'HTTPS://Book.Example.com'])
      assert.equal(await clean(same), origin);
    assert.equal(await clean('http://[::1]:8080'), 'http://[::1]:8080');
    for (const more of ['/api', '?a', '#a', '/?a']) assert.equal(await clean(origin + more), null, more);
  });

  it('requires an administrator and a valid nonce', async () => {
    const before = { tenant: 'badhuis' };
    await site().configure(before);
    const form = { option_page: 'venue-booking', action: 'update', 'venue_booking[tenant]': 'other' };
    const nonceOf = async (login: string) => {
      const cookie = (await site().cookiesOf(login)).find(({ name }) =>
        name.startsWith('wordpress_logged_in'),
      );
      return site().php<string>(
        `$_COOKIE[LOGGED_IN_COOKIE] = '${decodeURIComponent(cookie?.value ?? '')}'; wp_set_current_user(get_user_by('login', '${login}')->ID); return wp_create_nonce('venue-booking-options');`,
      );
    };
    for (const login of [await site().newUser('subscriber'), await site().newUser('author')]) {
      assert.equal((await site().send(login, at)).status, 403, `${login} opens them`);
      const _wpnonce = await nonceOf(login);
      for (const nonce of [{}, { _wpnonce }]) {
        const { status } = await site().send(login, '/wp-admin/options.php', { ...form, ...nonce });
        assert.equal(status, 403, `${login} changes them`);
      }
    }
    for (const nonce of [{}, { _wpnonce: '0123456789' }, { _wpnonce: await nonceOf('author') }]) {
      const { status } = await site().send('admin', '/wp-admin/options.php', { ...form, ...nonce });
      assert.equal(status, 403, 'a forged request');
    }
    assert.deepEqual(await site().saved(), before);
    // The same request succeeds with a valid nonce.
    const good = { ...form, _wpnonce: await nonceOf('admin') };
    assert.equal((await site().send('admin', '/wp-admin/options.php', good)).status, 302);
    assert.equal((await site().saved())?.tenant, 'other');
  });

  it('suggests a text for the site’s privacy policy', async () => {
    await site().as('admin', '/wp-admin/options-privacy.php?tab=policyguide', async (page) => {
      await page.getByRole('heading', { name: 'Venue Booking' }).click();
      await page
        .getByText('The details that you enter to book, such as your name and e-mail address')
        .waitFor();
    });
  });

  it('shows Dutch to a Dutch administrator', async () => {
    await site().configure();
    await site().as(await site().newUser('administrator', 'nl_BE'), at, async (page) => {
      await page.getByText('Vul om te beginnen je locatie en het API-adres in.').waitFor();
      await page.getByLabel('Tijd kiezen').waitFor();
      await field(page, 'tenant').fill('Geen slug!');
      await save(page);
      await page.getByText('De locatie is niet gewijzigd: een slug bestaat uit').first().waitFor();
    });
    // Since 6.7, WordPress does not ask plugins for their language, only for a file in the user's language.
    const venue = await site().php(`
      load_textdomain('venue-booking', Venue_Booking\\languages_folder() . '/venue-booking-nl_BE.mo', 'nl_BE');
      return __('Your venue', 'venue-booking');`);
    assert.equal(venue, 'Je locatie');
  });
}
