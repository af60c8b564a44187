import assert from 'node:assert/strict';
import { it } from 'vitest';
import { reservedSpace } from '../../../widget-vue/src/embed.ts';
import { readPage } from './bookings.ts';
import type { Site } from './site.ts';

const markup = '"><img src=x onerror=alert(1)>';
const breaking = 'red;}</style><script>alert(1)</script>';
const hostile: Record<string, string> = {
  api: 'javascript:alert(1)',
  variant: markup,
  accent: breaking,
  radius: '9;position:fixed',
  locale: 'nl" onmouseover="alert(1)',
  redirect: 'javascript:alert(1)',
  // The only attribute that accepts any text.
  name: `${markup}${breaking}`,
  // Not attributes of the plugin.
  script: 'https://evil.example/x.js',
  onclick: 'alert(1)',
  style: 'position:fixed',
};

const { display, minBlockSize } = reservedSpace() ?? {};
const style = `display:${display};min-block-size:${minBlockSize}`;

export function hostileValues(site: () => Site): void {
  const kept = () => ({ tenant: 'badhuis', api: site().world.stack.api.url });
  const attributes = () => ({ ...kept(), name: hostile.name, locale: 'en' });
  const block = (values: unknown) =>
    `<!-- wp:venue-booking/venue ${JSON.stringify(values).replaceAll('<', '\\u003c').replaceAll('>', '\\u003e')} /-->`;
  const shortcode = (values: Record<string, string>) =>
    `[venue ${Object.entries(values)
      .map(([name, value]) => `${name}=${value.includes('"') ? `'${value}'` : `"${value}"`}`)
      .join(' ')}]`;

  it('escapes or ignores hostile values in a block', async () => {
    await site().configure(kept());
    const url = await site().newPage(`Welkom!\n\n${block(hostile)}`);
    await holdsOneElement(site(), url, attributes());
    const { scripts } = await readPage(url);
    assert.doesNotMatch(scripts.join(), /evil/);
  });

  it('escapes or ignores hostile values in a shortcode', async () => {
    await site().configure(kept());
    const url = await site().newPage(`Welkom!\n\n${shortcode(hostile)}`);
    // WordPress itself breaks a name with tags, …
    const { name, ...others } = attributes();
    await holdsOneElement(site(), url, others);
    const { scripts } = await readPage(url);
    assert.doesNotMatch(scripts.join(), /evil/);
    // … but not if a theme runs the shortcode.
    const html = await site().runShortcode(shortcode(hostile));
    assert.deepEqual(await elementsOf(site(), html), [{ ...others, name, style }]);
  });

  it('rejects a hostile venue: guests see nothing, editors see it as text', async () => {
    await site().configure(kept());
    const url = await site().newPage(`${block({ tenant: markup })}\n\n[venue tenant="No Slug!"]`);
    const { elements, scripts } = await readPage(url);
    assert.deepEqual([elements, scripts], [0, []]);
    assert.equal(await site().runShortcode(shortcode({ tenant: markup })), '');
    await site().as('admin', new URL(url).pathname + new URL(url).search, async (page) => {
      for (const text of [markup, 'No Slug!'])
        await page.getByText(`“${text}” is not a valid venue slug`).waitFor();
      assert.equal(await page.locator('img[onerror]').count(), 0);
    });
  });

  it('takes the server for guests’ names from the settings only, wherever another one is named', async () => {
    await site().useTheme('twentytwentythree');
    await site().configure(kept());
    const other = { api: 'https://evil.example' };
    const named = `${block(other)}\n\n${shortcode(other)}`;
    const author = await site().newUser('author');
    const pattern = new URL(await site().newPage('Welkom!', 'wp_block', author)).searchParams.get('p');
    const patterned = await site().newPage(`<!-- wp:block {"ref":${pattern}} /-->`);
    // The pattern was harmless when it was added to a page.
    await site().php(
      `wp_set_current_user(get_user_by('login', '${author}')->ID); return wp_update_post(wp_slash(['ID' => ${pattern}, 'post_content' => '${named}']));`,
    );
    const ours = await site().newPage(named);
    for (const url of [patterned, ours, await site().newPage(named, 'post', author)])
      await showsNoOther(site(), url, 2);
    // A template belongs to no page.
    const footer = await site().newTemplatePart('footer', named);
    try {
      await showsNoOther(site(), `${site().url}/?p=999999`, 2);
    } finally {
      await site().php(`return wp_delete_post(${footer}, true);`);
    }
    const same = await site().newPage(`${block({ api: kept().api })}\n\n${shortcode({ api: kept().api })}`);
    assert.equal((await readPage(same)).elements, 2);
  });

  it('escapes or ignores hostile values in the database, for guests and on the settings page', async () => {
    await site().configure({ ...hostile, ...kept(), script: 'javascript:alert(1)' });
    const url = await site().newPage('Welkom!\n\n[venue]');
    await holdsOneElement(site(), url, attributes());
    await site().configure({ ...hostile, tenant: [markup], api: { a: markup }, redirect_page: [markup] });
    assert.equal((await readPage(url)).elements, 0);
    await site().as('admin', '/wp-admin/options-general.php?page=venue-booking', async (page) => {
      assert.equal(await page.locator('#venue-booking-name').inputValue(), hostile.name);
      assert.equal(await page.locator('[onerror], [onmouseover], [onclick^=alert]').count(), 0);
    });
  });
}

/** Asserts that the page contains one element with these attributes and nothing from the other values. */
async function holdsOneElement(site: Site, url: string, attributes: Record<string, unknown>): Promise<void> {
  const { html } = await readPage(url);
  await site.world.visit({ url, variant: 'strip', locale: 'en' }, async (guest) => {
    // The venue does not exist; the test only needs that nothing else happens.
    guest.tolerate(/status of 400|CORS|ERR_FAILED/);
    await guest.happens('error');
    const strangers = await guest.page.evaluate(() =>
      [...document.querySelectorAll('.entry-content *')]
        .map(({ localName }) => localName)
        .filter((name) => !['p', 'div', 'venue-booking'].includes(name)),
    );
    assert.deepEqual(strangers, []);
  });
  assert.deepEqual(await elementsOf(site, html), [{ ...attributes, style }]);
}

/**
 * Asserts that guests see no element for a foreign server, and that editors see the reason this many times.
 */
async function showsNoOther(site: Site, url: string, times: number): Promise<void> {
  const { html, elements } = await readPage(url);
  assert.equal(elements, 0);
  assert.doesNotMatch(html, /evil/);
  await site.as('admin', new URL(url).pathname + new URL(url).search, async (page) => {
    assert.equal(await page.getByText('“https://evil.example” is not the API address').count(), times);
  });
}

/** Attributes of every `<venue-booking>` in an HTML text, parsed by a browser without running scripts. */
async function elementsOf({ world }: Site, html: string): Promise<Record<string, string>[]> {
  const page = await world.browser.newPage();
  try {
    return await page.evaluate((text) => {
      const elements = new DOMParser().parseFromString(text, 'text/html').querySelectorAll('venue-booking');
      return [...elements].map(({ attributes }) =>
        Object.fromEntries([...attributes].map(({ name, value }) => [name, value])),
      );
    }, html);
  } finally {
    await page.close();
  }
}
