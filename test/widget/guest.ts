import assert from 'node:assert/strict';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { type Locale, type Say, speaker } from '../../widget-vue/src/wording.ts';
import { eventually, newAddress } from '../stack/api.ts';
import type { Stack } from '../stack/stack.ts';
import type { HostPage, Website } from './hostPage.ts';

export const variants = ['strip', 'calendar', 'timeline'] as const;
export const locales = ['nl', 'en'] as const;
export type Variant = (typeof variants)[number];

/** How a guest comes, and to which widget. */
export type Visit = {
  tenant?: string;
  variant?: Variant;
  locale?: Locale;
  /** More attributes of the widget, or others. */
  attributes?: Record<string, string>;
  /** The page around it; with a `body` of its own, the widgets are written there. */
  page?: HostPage;
  /** A page that stands already, on a website of its own. */
  url?: string;
  /** The guest's address on the net, as a proxy would tell it: it has 20 bookings an hour. */
  address?: string;
  /** Runs before the page is gone to. */
  prepare?: (page: Page) => Promise<void>;
} & Pick<
  BrowserContextOptions,
  | 'colorScheme'
  | 'timezoneId'
  | 'viewport'
  | 'hasTouch'
  | 'reducedMotion'
  | 'forcedColors'
  | 'deviceScaleFactor'
>;

export type WidgetEvent = { name: string; detail: Record<string, unknown>; from: string };

const EVENT = 'venue-booking-event ';
const quoted = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');

/** A widget's tag. */
export const tag = (attributes: Record<string, string>): string =>
  `<venue-booking ${Object.entries(attributes)
    .map(([name, value]) => `${name}="${quoted(value)}"`)
    .join(' ')}></venue-booking>`;

/** Tells the console of every event of a widget, and when it came; no global is left in the page for it. */
function tellEvents(prefix: string): void {
  for (const name of ['ready', 'step', 'booked', 'redirect', 'error'])
    addEventListener(`venue-booking:${name}`, (event) => {
      const { detail, target } = event as CustomEvent;
      performance.mark(event.type);
      console.debug(prefix + JSON.stringify({ name, detail, from: (target as Element).id }));
    });
}

/** Comes to a page with a widget. */
export async function newGuest(world: { stack: Stack; browser: Browser; site: Website }, visit: Visit) {
  const { stack, browser, site } = world;
  const {
    tenant,
    variant = 'strip',
    locale = 'nl',
    attributes,
    page: host,
    address = newAddress(),
    prepare,
    url: standing,
    ...options
  } = visit;
  const say: Say = speaker(locale);
  const context = await browser.newContext(options);
  context.setDefaultTimeout(30_000);
  const page = await context.newPage();
  const events: WidgetEvent[] = [];
  const problems: string[] = [];
  const requests: string[] = [];
  const tolerated: RegExp[] = [];
  page.on('console', (message) => {
    const text = message.text();
    if (text.startsWith(EVENT)) events.push(JSON.parse(text.slice(EVENT.length)));
    else if (['error', 'warning'].includes(message.type()))
      problems.push(`${text} (${message.location().url})`);
  });
  page.on('pageerror', (error) => problems.push(String(error)));
  page.on('request', (request) => requests.push(request.url()));
  const underWay = new Set<unknown>();
  page.on('request', (request) => underWay.add(request));
  for (const end of ['requestfinished', 'requestfailed'] as const)
    page.on(end as 'requestfinished', (request) => underWay.delete(request));
  await context.addInitScript(tellEvents, EVENT);
  await page.route('**/api/site/bookings', (route) =>
    route.continue({ headers: { ...route.request().headers(), 'X-Forwarded-For': address } }),
  );

  const widgetTag = tag({
    ...(tenant !== undefined && { tenant }),
    api: stack.api.url,
    variant,
    locale,
    ...attributes,
  });
  const url = standing ?? site.add({ body: widgetTag, ...host });
  await prepare?.(page);
  await page.goto(url);

  const unexpected = () => problems.filter((text) => !tolerated.some((pattern) => pattern.test(text)));
  const guest = {
    page,
    context,
    url,
    say,
    locale,
    variant,
    /** Everything that the page asked for. */
    requests,
    /** Waits until no call is under way, and the widget is not busy with one. */
    async settles(): Promise<void> {
      await eventually('no call is under way', () => underWay.size === 0);
      await page.locator('[aria-busy=true]').waitFor({ state: 'detached' });
      await page.evaluate(endAnimations);
    },
    events,
    widget: page.locator('venue-booking'),
    /** The one polite live region. */
    announced: async () => (await page.locator('[role=status]').first().textContent()) ?? '',
    /** Console errors that are meant to come, such as the browser's own about a refused request. */
    tolerate: (...patterns: RegExp[]) => void tolerated.push(...patterns),
    assertNoProblems: () => assert.deepEqual(unexpected(), [], 'nothing is wrong in the console'),
    /** Waits for a step, or an outcome, by its heading. */
    async arrives(at: Parameters<Say>[0]): Promise<void> {
      await page.getByRole('heading', { level: 2, name: say(at), exact: true }).waitFor();
    },
    /** Waits until a text can be read. */
    async sees(text: string | RegExp): Promise<void> {
      await page.getByText(text).filter({ visible: true }).first().waitFor();
    },
    /** Waits until the live region has told something. */
    async hears(text: string | RegExp): Promise<void> {
      let last = '';
      await eventually(`announced: ${text}`, async () => {
        last = await guest.announced();
        return typeof text === 'string' ? last.includes(text) : text.test(last);
      }).catch((error: Error) => {
        throw new Error(`${error.message}; it was “${last}”`);
      });
    },
    async happens(name: string): Promise<WidgetEvent> {
      await eventually(`event ${name}`, () => events.some((event) => event.name === name));
      return events.findLast((event) => event.name === name) as WidgetEvent;
    },
    /** What has the focus, inside the widget too: its tag, name and text. */
    focused: () => page.evaluate(describeFocus),
    button: (text: Parameters<Say>[0]) => page.getByRole('button', { name: say(text), exact: true }),
    /** What can be read and what went wrong, for a test that failed. */
    async account(): Promise<string> {
      const texts = await page.locator('[part~=widget]').allInnerTexts();
      const told = events.map(({ name, detail }) => `${name} ${JSON.stringify(detail).slice(0, 160)}`);
      return [`At ${page.url()}:`, ...texts, ...unexpected(), ...told].join('\n');
    },
  };
  return guest;
}

export type Guest = Awaited<ReturnType<typeof newGuest>>;
export type GuestPage = Page;

/** What fades in or out has done so. */
function endAnimations() {
  const hosts = document.querySelectorAll('venue-booking');
  for (const animation of [...hosts].flatMap(({ shadowRoot }) => shadowRoot?.getAnimations() ?? []))
    if (animation.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY) animation.finish();
}

function describeFocus() {
  let at = document.activeElement;
  while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
  return {
    tag: at?.localName ?? '',
    text: at?.textContent?.trim() ?? '',
    name: at?.getAttribute('name') ?? '',
    date: at?.getAttribute('data-date') ?? '',
    slot: at?.getAttribute('data-slot') ?? '',
  };
}
