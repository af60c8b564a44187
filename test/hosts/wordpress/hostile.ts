import assert from 'node:assert/strict';
import { it } from 'node:test';
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
  // The one text that may be anything.
  name: `${markup}${breaking}`,
  // None of ours.
  script: 'https://evil.example/x.js',
  onclick: 'alert(1)',
  style: 'position:fixed',
};

export function hostileValues(site: () => Site): void {
  const kept = () => ({ tenant: 'badhuis', api: site().world.stack.api.url });
  const attributes = () => ({ ...kept(), name: hostile.name, locale: 'en' });
  const block = (values: unknown) =>
    `<!-- wp:venue-booking/venue ${JSON.stringify(values).replaceAll('<', '\\u003c').replaceAll('>', '\\u003e')} /-->`;
  const shortcode = (values: Record<string, string>) =>
    `[venue ${Object.entries(values)
      .map(([name, value]) => `${name}=${value.includes('"') ? `'${value}'` : `"${value}"`}`)
      .join(' ')}]`;

  for (const [where, write] of Object.entries({ shortcode, block }))
    it(`hostile values in a ${where} stay text, or are left out`, async () => {
      await site().configure(kept());
      const url = await site().newPage(`Welkom!\n\n${write(hostile)}`);
      await holdsOneElement(site(), url, attributes());
      const { scripts } = await readPage(url);
      assert.match(scripts.join(), /src=["'][^"']*\/widget\/venue-booking\.js["']/);
    });

  for (const [where, write] of Object.entries({ shortcode, block }))
    it(`a hostile venue in a ${where} is none: guests see nothing, editors read it as text`, async () => {
      await site().configure(kept());
      const url = await site().newPage(write({ tenant: markup }));
      const { elements, scripts } = await readPage(url);
      assert.deepEqual([elements, scripts], [0, []]);
      await site().as('admin', new URL(url).pathname + new URL(url).search, async (page) => {
        await page.getByText(`“${markup}” is not the slug of a venue`).waitFor();
        assert.equal(await page.locator('img[onerror]').count(), 0);
      });
    });

  it('hostile values in the database do no harm, to guests and on the settings page', async () => {
    await site().configure({ ...hostile, ...kept() });
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

/** The page's own HTML holds one element, with these attributes and the style; nothing came of the rest of the values. */
async function holdsOneElement(site: Site, url: string, attributes: Record<string, unknown>): Promise<void> {
  const { html } = await readPage(url);
  await site.world.visit({ url, variant: 'strip', locale: 'en' }, async (guest) => {
    // There is no such venue; what counts is that nothing else goes on.
    guest.tolerate(/status of 400|CORS|ERR_FAILED/);
    const found = await guest.page.evaluate((text) => {
      const page = new DOMParser().parseFromString(text, 'text/html');
      const content = page.querySelector('.entry-content');
      return {
        attributes: [...page.querySelectorAll('venue-booking')].map((it) =>
          Object.fromEntries([...it.attributes].map(({ name, value }) => [name, value])),
        ),
        inside: [...(content?.querySelectorAll('*') ?? [])].map((it) => it.localName),
      };
    }, html);
    const style = 'display:block;min-block-size:47rem';
    assert.deepEqual(found.attributes, [{ ...attributes, style }]);
    const harmless = ['p', 'div', 'venue-booking'];
    assert.deepEqual(
      found.inside.filter((name) => !harmless.includes(name)),
      [],
    );
    await guest.happens('error');
  });
}
