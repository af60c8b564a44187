import assert from 'node:assert/strict';
import { it } from 'vitest';
import type { VenueWithTimes } from '../../widget/venues.ts';
import { bookToTheEnd, layoutShifts, newVenueFor } from '../bookThere.ts';
import { buttonOf, LINK, useDialogs } from '../dialogs.ts';
import type { Site, Theme } from './site.ts';

/** A venue that allows the site. */
export const newVenue = (site: Site): Promise<VenueWithTimes> =>
  newVenueFor(site.world, new URL(site.url).origin);

export function bookings(site: () => Site): void {
  const themes: Record<string, Theme> = {
    'a classic theme': 'twentytwentyone',
    'a block theme': 'twentytwentythree',
  };
  for (const [kind, theme] of Object.entries(themes))
    it(`lets a guest book and pay on a page with the shortcode, in ${kind}`, async () => {
      const venue = await newVenue(site());
      await site().useTheme(theme);
      await site().configure({ tenant: venue.slug, api: site().world.stack.api.url });
      const url = await site().newPage('Welkom!\n\n[venue variant="calendar"]\n\nTot gauw!');
      await site().world.visit({ url, variant: 'calendar', locale: 'en' }, async (guest) => {
        await guest.arrives('what');
        await guest.settles();
        assert.deepEqual(await layoutShifts(guest.page), []);
        await bookToTheEnd(guest, venue);
        const requests = guest.requests.filter((it) => it.endsWith('/widget/venue-booking.js'));
        assert.ok(requests.every((it) => it.startsWith(site().world.stack.api.url)));
      });
    });

  it('shows two venues on a page with two shortcodes, with one script after them', async () => {
    const [one, two] = [await newVenue(site()), await newVenue(site())];
    const { world } = site();
    await site().configure({ tenant: one.slug, api: world.stack.api.url });
    const url = await site().newPage(
      `[venue]\n\n[venue tenant="${two.slug}" variant="timeline" locale="nl"]`,
    );
    const { elements, scripts, inline } = await readPage(url);
    assert.equal(elements, 2);
    assert.equal(scripts.length, 1);
    assert.match(scripts[0] ?? '', /\basync\b/);
    assert.deepEqual(inline, []);
    await world.visit({ url }, async ({ page }) => {
      const names = await page
        .locator('venue-booking')
        .evaluateAll((all) => all.map((it) => it.getAttribute('tenant')));
      assert.deepEqual(names, [one.slug, two.slug]);
      for (const index of [0, 1])
        await page.locator('venue-booking').nth(index).getByRole('button', { name: /Sauna/ }).waitFor();
    });
  });

  it('opens the dialogs of a shortcode and a block, and lets a guest book and pay in one', async () => {
    const venue = await newVenue(site());
    await site().configure({ tenant: venue.slug, api: site().world.stack.api.url });
    const block = JSON.stringify(buttonOf(venue));
    const url = await site().newPage(
      `<a href="#" data-venue-booking-open data-people="3">${LINK}</a>\n\n[venue mode="dialog"]\n\n<!-- wp:venue-booking/venue ${block} /-->`,
    );
    await site().world.visit({ url, locale: 'en' }, (guest) => useDialogs(guest, venue));
  });

  it('adds nothing to a page without a booking form', async () => {
    const url = await site().newPage('Welkom!');
    const html = await (await fetch(url)).text();
    assert.match(html, /Welkom!/);
    assert.doesNotMatch(html, /venue/i);
  });

  it('uses Dutch on a Dutch page, and a link in a feed', async () => {
    const venue = await newVenue(site());
    const api = site().world.stack.api.url;
    await site().configure({ tenant: venue.slug, api, name: 'Badhuis & Co' });
    const url = await site().newPage('[venue]', 'post');
    const feed = await (await fetch(`${site().url}/?feed=rss2`)).text();
    assert.ok(feed.includes(`<a href="${url.replace('&', '&#038;')}">Book at Badhuis &amp; Co</a>`), feed);
    assert.doesNotMatch(feed, /<venue-booking/);
    assert.match(await (await fetch(url)).text(), /<venue-booking [^>]*locale="en"/);
    // Set in the database, because WordPress rejects a language that is not installed.
    const option = `['option_name' => 'WPLANG', 'option_value' => 'nl_BE', 'autoload' => 'yes']`;
    await site().php(`global $wpdb; return $wpdb->replace($wpdb->options, ${option});`);
    try {
      assert.match(await (await fetch(url)).text(), /<venue-booking [^>]*locale="nl"/);
      assert.match(await (await fetch(`${site().url}/?feed=rss2`)).text(), />Boek bij Badhuis &amp; Co</);
    } finally {
      await site().php(`return delete_option('WPLANG');`);
    }
  });
}

/** The plugin's parts of a page's HTML. */
export async function readPage(url: string) {
  const html = await (await fetch(url)).text();
  const scripts = [...html.matchAll(/<script\b([^>]*)>(.*?)<\/script>/gs)];
  const ours = scripts.filter(([, attributes]) => attributes?.includes('venue-booking'));
  const last = html.lastIndexOf('</venue-booking>');
  assert.ok(
    ours.every(({ index }) => index > last),
    'the script comes after the elements',
  );
  return {
    html,
    elements: html.split('<venue-booking ').length - 1,
    scripts: ours.map(([tag]) => tag),
    inline: scripts.filter(([, , code]) => /venue/i.test(code ?? '')).map(([tag]) => tag),
  };
}
