import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { beforeAll, describe, it } from 'vitest';
import { daysAhead } from '../stack/api.ts';
import { type BusyVenue, newBusyVenue } from './busyVenue.ts';
import { signIn, signInAsOperator } from './signIn.ts';
import { assertGood, inOneWorld, type Person } from './world.ts';

/** Visits every view in each language, with texts of maximum length. */

const world = inOneWorld();
/** The widths at which axe checks a language. Overflow is checked at all widths in each. */
const WIDTHS_OF = { nl: [360], en: [1280], de: [], fr: [] };
type Language = keyof typeof WIDTHS_OF;
const LANGUAGES = Object.keys(WIDTHS_OF) as Language[];
type Who = 'owner' | 'operator' | 'nobody';
/** The path of a view below `/admin`, and a CSS selector that matches once it is loaded. */
type Stop = { route: string; at: string; shows: string; who?: Who };

const stops = ({ slug, facility, paid, day }: BusyVenue, empty: string): Stop[] => {
  const of = (path: string) => `/v/${slug}/${path}`;
  return [
    { route: 'today', at: of(`today?date=${day}`), shows: '.slot' },
    { route: 'bookings', at: of('bookings'), shows: `main a[href$="/bookings/${paid}"]` },
    { route: 'booking', at: of(`bookings/${paid}`), shows: 'main textarea' },
    { route: 'import', at: of('bookings/import'), shows: 'main input[type=file]' },
    { route: 'check-in', at: of('check-in'), shows: 'main input[type=search]' },
    { route: 'last-check-in', at: '/check-in', shows: 'main input[type=search]' },
    { route: 'till', at: of('till'), shows: 'main .card form' },
    { route: 'facilities', at: of('facilities'), shows: 'main h2' },
    { route: 'facility', at: of(`facilities/${facility}`), shows: 'main form' },
    { route: 'facility', at: of('facilities/new'), shows: 'main form' },
    { route: 'opening-days', at: of('facilities/hours'), shows: `[data-date="${daysAhead(1)}"]` },
    { route: 'figures', at: of(`figures?from=${daysAhead(1)}&to=${daysAhead(30)}`), shows: 'main svg' },
    { route: 'statements', at: of('figures/statements'), shows: 'main .statement table' },
    { route: 'attention', at: of('attention'), shows: 'main .entries' },
    { route: 'people', at: of('people'), shows: 'main .people' },
    { route: 'settings', at: of('settings'), shows: 'main form' },
    { route: 'audit', at: of('audit-log'), shows: 'main .changes' },
    { route: 'start', at: of('start'), shows: 'venue-booking button' },
    { route: 'start', at: `/v/${empty}/start`, shows: 'main .steps button' },
    { route: 'home', at: '/', shows: 'main .venues' },
    { route: 'passkeys', at: '/passkeys', shows: 'main .card' },
    { route: 'sessions', at: '/sessions', shows: 'main .card' },
    { route: 'not-found', at: '/no/such/view', shows: 'main a' },
    { route: 'operator', at: `/operator?q=${slug}`, shows: 'main .venues', who: 'operator' },
    { route: 'fees', at: '/operator/fees', shows: 'main tbody a', who: 'operator' },
    { route: 'platform-audit', at: '/operator/audit-log', shows: 'main .changes', who: 'operator' },
    { route: 'operators', at: '/operator/operators', shows: 'main .operators', who: 'operator' },
    { route: 'visit', at: `/operator/visit?venue=${slug}`, shows: 'main form', who: 'operator' },
    { route: 'platform', at: '/operator/platform', shows: 'main .card', who: 'operator' },
    { route: 'sign-in', at: '/sign-in', shows: 'main form', who: 'nobody' },
    { route: 'sign-in', at: '/sign-in?operator', shows: 'main form', who: 'nobody' },
    { route: 'sign-in', at: '/sign-in#a-link-from-a-mail', shows: 'main button', who: 'nobody' },
    { route: 'oidc-return', at: '/sign-in/oidc?error=access_denied', shows: 'main a', who: 'nobody' },
    { route: 'sign-up', at: '/sign-up', shows: 'main form', who: 'nobody' },
    { route: 'sign-up', at: '/sign-up#a-link-from-a-mail', shows: 'main .card button', who: 'nobody' },
  ];
};

/** The element that loads last in some settings sections. */
const shownLast: Record<string, string> = { mail: '.section .mail', widget: 'venue-booking button' };

/** The settings sections in the order of their list. */
const sectionsOf = async (page: Page): Promise<Stop[]> => {
  const links = await page
    .locator('.settings nav a')
    .evaluateAll((all) => all.map((it) => it.getAttribute('href')));
  return links.map((href) => ({
    route: 'settings',
    at: (href ?? '').replace('/admin', ''),
    shows:
      shownLast[href?.split('/').at(-1) ?? ''] ??
      '.section form, .section .card, .section ul, .section figure',
  }));
};

/** The placeholders of e-mail texts are shown on purpose. */
const FILLED_BY_MAIL = /\{[a-z_]+\}/g;

/** All texts of a view, visible and for screen readers. */
const saidBy = (page: Page) =>
  page.evaluate(() => {
    const spoken = ['aria-label', 'aria-description', 'placeholder', 'title', 'alt'];
    const attributes = [...document.querySelectorAll('*')].flatMap((element) =>
      spoken.flatMap((name) => element.getAttribute(name) ?? []),
    );
    return [document.title, document.body.innerText, ...attributes].join('\n');
  });

/** Asserts what every view must fulfil, in addition to {@link assertGood}. */
async function assertWhole({ page }: Person, at: string): Promise<void> {
  const said = await saidBy(page);
  const text = at.endsWith('/settings/mail') ? said.replaceAll(FILLED_BY_MAIL, '') : said;
  const slip = /.*(\{\w+\}|\bundefined\b|\bNaN\b|\[object \w+\]|Invalid Date|=>).*/.exec(text);
  assert.equal(slip?.[0], undefined, `${at}: text that no person should read`);
  assert.match(await page.title(), /^\S.* · \S/, `${at}: the title names the view and its item`);
  // Shadow trees are excluded: the e-mail preview has its own heading.
  const headings = await page.evaluate(() => document.querySelectorAll('h1').length);
  assert.equal(headings, 1, `${at}: one h1`);
  const unsaid = await page.evaluate(() =>
    [...document.querySelectorAll('.field > [id$=-hint], .field > [id$=-problem]')]
      .filter(({ id }) => !document.querySelector(`[aria-describedby~="${id}"]`))
      .map(({ textContent }) => textContent),
  );
  assert.deepEqual(unsaid, [], `${at}: the hint belongs to its field`);
}

/**
 * Asserts that nothing is wider than the screen of a small phone, also with text of double size. Below 480 px
 * the dashboard has one layout, so that what fits here fits every phone.
 */
async function assertFitsPhones({ page }: Person, at: string): Promise<void> {
  const before = page.viewportSize();
  const width = 320;
  await page.setViewportSize({ width, height: 800 });
  const wide = await page.evaluate(() => {
    const { documentElement: root } = document;
    return ['', '200%'].map((size) => {
      root.style.fontSize = size;
      const { scrollWidth } = root;
      root.style.fontSize = '';
      return scrollWidth;
    });
  });
  const found = `${wide.join(' px, with large text ')} px wide`;
  assert.ok(Math.max(...wide) <= width, `${at}: ${found} on a screen of ${width}`);
  if (before) await page.setViewportSize(before);
}

/** Expands all collapsed sections. */
const unfold = (page: Page) =>
  page.locator('main details').evaluateAll((all) => {
    for (const details of all) details.setAttribute('open', '');
  });

/**
 * Switches the language without a reload, and without the clicks of a person, which take most of the time.
 */
async function switchLanguage(page: Page, language: Language): Promise<void> {
  await page.locator(`header button[lang=${language}]`).dispatchEvent('click');
  await page.waitForFunction((wanted) => document.documentElement.lang === wanted, language);
}

describe('every view of the dashboard', () => {
  let all: Stop[];
  const cookies = {} as Record<Who, string | undefined>;
  beforeAll(async () => {
    const { stack } = world();
    const [venue, empty] = await Promise.all([newBusyVenue(stack), stack.api.newVenue({ live: false })]);
    all = stops(venue, empty);
    const venues = { [venue.slug]: 'owner', [empty]: 'owner' } as const;
    cookies.owner = await signIn(stack, { email: `${'w'.repeat(60)}@${venue.slug}.example.com`, venues });
    cookies.operator = await signInAsOperator(stack);
    await stack.api.admin('POST', '/operators', { email: `${'o'.repeat(60)}@${venue.slug}.example.com` });
    await stack.api.admin('POST', '/operator-tokens', { name: 'M'.repeat(100), expires_in_days: 90 });
    await signIn(stack, { venues: { [venue.slug]: 'desk' } });
  });

  it('has a test for each route', () => {
    const router = readFileSync(new URL('../../admin-vue/src/router.ts', import.meta.url), 'utf8');
    const routes = [...router.matchAll(/^ {4}name: '([\w-]+)',$/gm)].map(([, name]) => name);
    assert.ok(routes.length > 10, 'the routes were found');
    assert.deepEqual([...new Set(all.map(({ route }) => route))].sort(), routes.sort());
  });

  const isSettings = ({ at }: Pick<Stop, 'at'>) => at.endsWith('/settings');
  const visits: [title: string, who: Who, select: (stop: Stop) => boolean][] = [
    ['an owner', 'owner', (stop) => !isSettings(stop)],
    ['an owner in the settings', 'owner', isSettings],
    ['the operator', 'operator', () => true],
    ['who is not signed in', 'nobody', () => true],
  ];
  for (const [title, who, select] of visits)
    it(`is complete and accessible in each language for ${title}`, async () => {
      const todo = all.filter((stop) => (stop.who ?? 'owner') === who && select(stop));
      const cookie = cookies[who];
      await world().visit({ at: '/sign-in', ...(cookie && { cookie }) }, async (person) => {
        const { page } = person;
        // Expected for signed-out visitors, missing items and expired links.
        person.tolerate(/status of (40[14]|410)/);
        for (const { at, shows } of todo) {
          await page.goto(`${world().stack.api.url}/admin${at}`);
          await page.locator(shows).first().waitFor();
          if (isSettings({ at })) todo.push(...(await sectionsOf(page)));
          const first = (await page.locator('html').getAttribute('lang')) as Language;
          for (const language of [first, ...LANGUAGES.filter((other) => other !== first)]) {
            if (language !== first) await switchLanguage(page, language);
            await unfold(page);
            await assertWhole(person, at);
            await assertFitsPhones(person, `${at} in ${language}`);
            await assertGood(person, `${at} in ${language}`, WIDTHS_OF[language]);
          }
        }
      });
    });
});
