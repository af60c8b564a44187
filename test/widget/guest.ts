import assert from 'node:assert/strict';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { de } from '../../widget-vue/src/texts/languages/de.ts';
import { fr } from '../../widget-vue/src/texts/languages/fr.ts';
import { type Locale, type Say, speaker, texts } from '../../widget-vue/src/texts/wording.ts';
import { eventually, newAddress } from '../stack/api.ts';
import type { Stack } from '../stack/stack.ts';
import type { HostPage, Website } from './hostPage.ts';

export const variants = ['strip', 'calendar', 'timeline'] as const;
export const locales = ['nl', 'en'] as const;
export type Variant = (typeof variants)[number];

Object.assign(texts, { de, fr });

/** How a guest visits a widget. */
export type Visit = {
  tenant?: string;
  variant?: Variant;
  locale?: Locale;
  /** Additional attributes of the widget. */
  attributes?: Record<string, string>;
  /** The host page. With its own `body`, the widgets are part of that. */
  page?: HostPage;
  /** Address of an existing page on another website. */
  url?: string;
  /** The guest's IP address, as a proxy forwards it. Each address may make 20 bookings an hour. */
  address?: string;
  /** Runs before the navigation to the page. */
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

/** Logs every event of a widget to the console with its time, because the page must not get a global. */
function tellEvents(prefix: string): void {
  for (const name of ['ready', 'step', 'submitting', 'booked', 'paid', 'cancelled', 'redirect', 'error'])
    addEventListener(`venue-booking:${name}`, (event) => {
      const { detail, target } = event as CustomEvent;
      performance.mark(event.type);
      console.debug(prefix + JSON.stringify({ name, detail, from: (target as Element).id }));
    });
}

/** Opens a page with a widget. */
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
  await page.route(/[/]api[/]site[/](bookings|waiting-list)$/, (route) =>
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
    /** All requests of the page. */
    requests,
    /** Waits until no request is under way and the widget is not busy. */
    async settles(): Promise<void> {
      await eventually('no request is under way', () => underWay.size === 0);
      await page.locator('[aria-busy=true]').waitFor({ state: 'detached' });
      await page.evaluate(endAnimations);
    },
    events,
    widget: page.locator('venue-booking'),
    /** Text of the polite live region. */
    announced: async () => (await page.locator('[role=status]').first().textContent()) ?? '',
    /** Allows expected console errors, such as the browser's own about a rejected request. */
    tolerate: (...patterns: RegExp[]) => void tolerated.push(...patterns),
    assertNoProblems: () => assert.deepEqual(unexpected(), [], 'the console has no errors'),
    /** Waits for the heading of a step or an outcome. */
    async arrives(at: Parameters<Say>[0]): Promise<void> {
      await page.getByRole('heading', { level: 2, name: say(at), exact: true }).waitFor();
    },
    /** Waits until a text is visible. */
    async sees(text: string | RegExp): Promise<void> {
      await page.getByText(text).filter({ visible: true }).first().waitFor();
    },
    /** Waits until the live region contains a text. */
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
    /** The focused element, also inside the widget: its tag, name and text. */
    focused: () => page.evaluate(describeFocus),
    button: (text: Parameters<Say>[0]) => page.getByRole('button', { name: say(text), exact: true }),
    /** The visible text, errors and events, for the report of a failed test. */
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

/** Completes all finite animations. */
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
