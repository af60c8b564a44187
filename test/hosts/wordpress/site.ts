import assert from 'node:assert/strict';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { packPlugin } from '../../../widget-vue/wordpress/tools/packPlugin.ts';
import { startWordPress, type WordPress } from '../../servers/wordpress.ts';
import { inOneWorld, type World } from '../../widget/world.ts';

export type Theme = 'twentytwentyone' | 'twentytwentythree';

/** A WordPress with the plugin, next to a running platform. */
export type Site = WordPress & {
  world: World;
  /** Publishes a page, post or pattern as the administrator or another user. @returns its address */
  newPage(content: string, type?: 'page' | 'post' | 'wp_block', author?: string): Promise<string>;
  /** Replaces a template part of the block theme. @returns its id */
  newTemplatePart(name: string, content: string): Promise<number>;
  /** The output of a shortcode that a theme runs, for a guest. */
  runShortcode(shortcode: string): Promise<string>;
  /** Saves settings directly, without the form. Missing settings become empty. */
  configure(settings?: Record<string, unknown>): Promise<void>;
  /** The settings as stored in the database. */
  saved(): Promise<Record<string, unknown> | null>;
  useTheme(theme: Theme): Promise<void>;
  /** Opens a page of the site as a user. Fails on any script error. */
  as(
    login: string,
    at: string,
    what: (page: Page) => Promise<void>,
    options?: BrowserContextOptions,
  ): Promise<void>;
  cookiesOf: WordPress['signIn'];
  /** Sends a request as a user. */
  send(login: string, at: string, form?: Record<string, string>): Promise<Response>;
};

/** Any value as a PHP expression. */
const php = (value: unknown): string =>
  `json_decode(base64_decode('${Buffer.from(JSON.stringify(value)).toString('base64')}'), true)`;

export function inWordPress(): () => Site {
  let starting: Promise<WordPress> | undefined;
  let site: Site | undefined;
  beforeAll(() => {
    // Starts concurrently with the platform. The second `before` reports a failure.
    starting = startWordPress();
    starting.catch(() => {});
  });
  const world = inOneWorld();
  beforeAll(async () => {
    const wordpress = (await starting) as WordPress;
    site = siteOf(wordpress, world());
    await installPlugin(site);
  });
  afterAll(async () => (await starting)?.stop());
  return () => {
    if (!site) throw new Error('WordPress has not started yet');
    return site;
  };
}

function siteOf(wordpress: WordPress, world: World): Site {
  const cookies = new Map<string, ReturnType<WordPress['signIn']>>();
  const cookiesOf = (login = 'admin') => {
    const known = cookies.get(login) ?? wordpress.signIn(login);
    cookies.set(login, known);
    return known;
  };
  return {
    ...wordpress,
    world,
    cookiesOf,
    async newPage(content, type = 'page', author = 'admin') {
      const post = { post_type: type, post_status: 'publish', post_title: 'Boeken', post_content: content };
      return wordpress.php(
        `wp_set_current_user(get_user_by('login', ${php(author)})->ID); $id = wp_insert_post(wp_slash(${php(post)}), true); return is_wp_error($id) ? $id->get_error_message() : get_permalink($id);`,
      );
    },
    newTemplatePart: (name, content) =>
      wordpress.php(`
        wp_set_current_user(1);
        $id = wp_insert_post(wp_slash(${php({ post_type: 'wp_template_part', post_status: 'publish' })} + ['post_name' => '${name}', 'post_title' => '${name}', 'post_content' => ${php(content)}]));
        wp_set_object_terms($id, get_stylesheet(), 'wp_theme');
        return $id;`),
    runShortcode: (shortcode) => wordpress.php(`return do_shortcode(${php(shortcode)});`),
    async configure(settings = {}) {
      await wordpress.php(
        `delete_option('venue_booking'); return add_option('venue_booking', ${php(settings)});`,
      );
    },
    saved: () => wordpress.php(`return get_option('venue_booking', null);`),
    async useTheme(theme) {
      await wordpress.php(`switch_theme('${theme}'); return 1;`);
    },
    async send(login, at, form) {
      const pairs = (await cookiesOf(login)).map(({ name, value }) => `${name}=${value}`);
      const body = form && { method: 'POST', body: new URLSearchParams(form) };
      const headers = { Cookie: pairs.join('; ') };
      return fetch(`${wordpress.url}${at}`, { headers, redirect: 'manual', ...body });
    },
    async as(login, at, what, options) {
      const context = await world.browser.newContext({ viewport: { width: 1200, height: 900 }, ...options });
      try {
        await context.addCookies(await cookiesOf(login));
        const page = await context.newPage();
        const problems: string[] = [];
        page.on('pageerror', (error) => problems.push(String(error)));
        page.on('dialog', async (dialog) => {
          problems.push(`a dialog: ${dialog.message()}`);
          await dialog.dismiss();
        });
        await page.goto(`${wordpress.url}${at}`);
        await what(page);
        assert.deepEqual(problems, []);
      } finally {
        await context.close();
      }
    },
  };
}

/** Installs the plugin as a site's owner would: uploads the zip and activates it. */
async function installPlugin(site: Site): Promise<void> {
  await site.as('admin', '/wp-admin/plugin-install.php?tab=upload', async (page) => {
    const zip = { name: 'venue-booking.zip', mimeType: 'application/zip', buffer: packPlugin() };
    await page.locator('input[name=pluginzip]').setInputFiles(zip);
    await page.getByRole('button', { name: 'Install Now' }).click();
    await page.getByRole('link', { name: 'Activate Plugin' }).click();
    await page.getByText('Plugin activated.').waitFor();
  });
}
