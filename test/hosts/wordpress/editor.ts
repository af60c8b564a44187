import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { it } from 'vitest';
import { bookToTheEnd } from '../bookThere.ts';
import { newVenue, readPage } from './bookings.ts';
import type { Site } from './site.ts';

export function editor(site: () => Site): void {
  it('sets up the block in the editor, lets a guest book there, and shows the block to a colleague in Dutch', async () => {
    const venue = await newVenue(site());
    await site().useTheme('twentytwentythree');
    // The script comes from elsewhere, such as a CDN.
    const script = site().world.site.scriptUrl;
    await site().configure({ api: site().world.stack.api.url, script });
    let url = '';
    let edit = '';
    await site().as('admin', '/wp-admin/post-new.php?post_type=page', async (page) => {
      const problems = blockProblems(page);
      await insertBlock(page);
      await page.getByText('Enter a venue in the options of this block').waitFor();
      await page.getByLabel('Venue', { exact: true }).fill('No slug!');
      await page.getByText('The venue is not valid').waitFor();
      await page.getByLabel('Venue', { exact: true }).fill(venue.slug);
      await page.getByLabel('Time picker').selectOption('timeline');
      await page.getByLabel('Name', { exact: true }).fill('Café "Zon" & <Zee>');
      await page.getByText(`Guests book at “${venue.slug}” here. Time picker: Day timeline.`).waitFor();
      const preview = page
        .frameLocator('iframe[title="Preview of the booking form"]')
        .locator('venue-booking');
      await preview.getByText('Café "Zon" & <Zee>').waitFor();
      await preview.getByRole('button', { name: /Sauna/ }).waitFor();
      assert.equal(await preview.getAttribute('variant'), 'timeline');
      ({ url, edit } = await publish(page));
      assert.deepEqual(problems, []);
    });
    const { elements, scripts, inline } = await readPage(url);
    assert.deepEqual([elements, scripts.length, inline], [1, 1, []]);
    assert.ok(scripts[0]?.includes(`src='${script}'`), scripts[0]);
    await site().world.visit({ url, variant: 'timeline', locale: 'en' }, async (guest) => {
      assert.equal(await guest.widget.getAttribute('name'), 'Café "Zon" & <Zee>');
      await bookToTheEnd(guest, venue);
    });
    await site().as(await site().newUser('editor', 'nl_NL'), edit, async (page) => {
      const problems = blockProblems(page);
      await page
        .getByText(`Hier boeken gasten bij ‘${venue.slug}’. Tijd kiezen: Tijdlijn van de dag`)
        .waitFor();
      assert.equal(await page.locator('.block-editor-warning').count(), 0, 'the block is valid');
      const { description } = await page.evaluate(() => wp.blocks.getBlockType('venue-booking/venue'));
      assert.equal(description, 'Laat gasten bij je locatie boeken.');
      assert.deepEqual(problems, []);
    });
  });

  it('removes a server address from a block once it is changed and saved, as the editor shows', async () => {
    const venue = await newVenue(site());
    const api = site().world.stack.api.url;
    await site().configure({ tenant: venue.slug, api });
    const url = await site().newPage('<!-- wp:venue-booking/venue {"api":"https://other.example"} /-->');
    assert.equal((await readPage(url)).elements, 0);
    const edit = `/wp-admin/post.php?post=${new URL(url).searchParams.get('page_id')}&action=edit`;
    await site().as('admin', edit, async (page) => {
      const problems = blockProblems(page);
      const preview = page
        .frameLocator('iframe[title="Preview of the booking form"]')
        .locator('venue-booking');
      await preview.getByRole('button', { name: /Sauna/ }).waitFor();
      assert.equal(await preview.getAttribute('api'), api);
      await page.evaluate(() => {
        const [{ clientId }] = wp.data.select('core/block-editor').getBlocks();
        wp.data.dispatch('core/block-editor').updateBlockAttributes(clientId, { variant: 'calendar' });
      });
      await publish(page);
      assert.deepEqual(problems, []);
    });
    const { html } = await readPage(url);
    assert.ok(/<venue-booking [^>]*>/.exec(html)?.[0].includes(` api="${api}"`), html);
    assert.doesNotMatch(html, /other[.]example/);
  });
}

/** The parts of the WordPress API in the browser that the tests use. */
declare const wp: {
  blocks: {
    createBlock(name: string): { clientId: string };
    getBlockType(name: string): { description: string };
  };
  data: {
    // biome-ignore lint/suspicious/noExplicitAny: its stores have no types here.
    select(store: string): any;
    // biome-ignore lint/suspicious/noExplicitAny: as above.
    dispatch(store: string): any;
  };
};

/** Console errors and warnings about blocks. */
function blockProblems(page: Page): string[] {
  const problems: string[] = [];
  page.on('console', (message) => {
    if (/block|venue/i.test(message.text()) && ['error', 'warning'].includes(message.type()))
      problems.push(message.text());
  });
  return problems;
}

/** Inserts the block on a new page and opens its options. */
async function insertBlock(page: Page): Promise<void> {
  await page.locator('.edit-post-visual-editor').waitFor();
  await page.evaluate(() => {
    const { dispatch } = wp.data;
    dispatch('core/preferences').set('core/edit-post', 'welcomeGuide', false);
    dispatch('core/editor').editPost({ title: 'Boeken' });
    const block = wp.blocks.createBlock('venue-booking/venue');
    dispatch('core/block-editor').insertBlock(block);
    dispatch('core/block-editor').selectBlock(block.clientId);
    dispatch('core/edit-post').openGeneralSidebar('edit-post/block');
  });
}

async function publish(page: Page): Promise<{ url: string; edit: string }> {
  const { id, link } = await page.evaluate(async () => {
    const { dispatch, select } = wp.data;
    dispatch('core/editor').editPost({ status: 'publish' });
    await dispatch('core/editor').savePost();
    return select('core/editor').getCurrentPost();
  });
  return { url: link, edit: `/wp-admin/post.php?post=${id}&action=edit` };
}
