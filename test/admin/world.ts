import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import type { Browser, BrowserContext, BrowserContextOptions, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { sharedByFiles } from '../stack/sharedByFiles.ts';
import { type Stack, sharedStack } from '../stack/stack.ts';
import { assertAccessible } from '../widget/axe.ts';
import { sharedBrowser } from '../widget/browser.ts';
import { takePicture } from '../widget/takePicture.ts';

/** Folder for screenshots, of tests and of failures. */
const artifacts = path.join(import.meta.dirname, '..', 'widget', 'artifacts');

/** A person with their own browser context in the dashboard. */
export type Person = {
  page: Page;
  context: BrowserContext;
  /** Allows console errors, such as the browser's message for a rejected request. */
  tolerate(...patterns: RegExp[]): void;
  /** Takes a screenshot for review. */
  picture(name: string): Promise<void>;
};

/**
 * Browser warnings about preloaded files: fetched before the service worker took over, or used late on a slow
 * machine. They are harmless.
 */
const ABOUT_PRELOADS = [/service worker resource mismatch/, /was preloaded using link preload but not used/];

/** The running stack and a browser. */
export type World = {
  stack: Stack;
  browser: Browser;
  /**
   * Opens an address below `/admin` in a new context and runs `what`. Fails on a console error, which
   * includes violations of the content security policy.
   * @param visit.cookie a session, as in a `Cookie` header
   */
  visit(
    visit: { at: string; cookie?: string } & BrowserContextOptions,
    what: (person: Person) => Promise<void>,
  ): Promise<void>;
};

/**
 * Provides one stack and browser for all tests of a file.
 * @param start starts a separate stack; default: the stack shared with other files
 */
export function inOneWorld(start?: () => Promise<Stack>): () => World {
  let world: World | undefined;
  const product = start ? sharedByFiles(start, (stack) => stack.stop(), { share: false }) : sharedStack;
  beforeAll(async () => {
    const [stack, browser] = await Promise.all([product.acquire(), sharedBrowser.acquire()]);
    world = { stack, browser, visit: (visit, what) => visited({ stack, browser }, visit, what) };
  });
  afterAll(() => Promise.all([product.release(), sharedBrowser.release()]));
  return () => {
    if (!world) throw new Error('the stack has not started yet');
    return world;
  };
}

async function visited(
  { stack, browser }: Pick<World, 'stack' | 'browser'>,
  { at, cookie, ...options }: Parameters<World['visit']>[0],
  what: (person: Person) => Promise<void>,
): Promise<void> {
  const context = await browser.newContext({ locale: 'nl-NL', ...options });
  if (cookie) {
    const [name = '', value = ''] = cookie.split(/=(.*)/s);
    await context.addCookies([{ name, value, url: stack.api.url, sameSite: 'Strict', httpOnly: true }]);
  }
  const page = await context.newPage();
  const problems: string[] = [];
  const tolerated = [...ABOUT_PRELOADS];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type()))
      problems.push(`${message.text()} (${message.location().url})`);
  });
  page.on('pageerror', (error) => problems.push(String(error)));
  const picture = async (name: string) => {
    mkdirSync(artifacts, { recursive: true });
    await takePicture(page, { path: path.join(artifacts, `${name}.png`), fullPage: true });
  };
  try {
    await page.goto(`${stack.api.url}/admin${at}`);
    await what({ page, context, tolerate: (...patterns) => void tolerated.push(...patterns), picture });
    const unexpected = problems.filter((text) => !tolerated.some((pattern) => pattern.test(text)));
    assert.deepEqual(unexpected, [], 'no console errors');
  } catch (error) {
    const name = `failed-admin-${process.pid}-${Date.now()}`;
    await picture(name).catch(() => {});
    console.error(`What it looked like: ${path.join(artifacts, name)}.png, at ${page.url()}`, problems);
    throw error;
  } finally {
    await context.close();
  }
}

/** Expands or collapses a section by keyboard. */
export const toggle = (page: Page, name: string): Promise<void> =>
  page
    .locator('summary')
    .filter({ has: page.getByRole('heading', { name, exact: true }) })
    .press('Enter');

/** Opens the menu of further actions within an element, and chooses one, by keyboard. */
export async function choose(within: Locator, action: string): Promise<void> {
  await within
    .getByRole('button', { name: /^(Meer|More): / })
    .first()
    .press('Enter');
  await within.page().getByRole('menuitem', { name: action, exact: true }).press('Enter');
}

const WIDTHS = [360, 1280];

/** Words of usual length that are broken over two lines. */
const brokenWords = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const broken: string[] = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    while (texts.nextNode()) {
      const { currentNode: text } = texts;
      if (text.parentElement?.closest('.unseen')) continue;
      for (const { index, 0: word } of (text.textContent ?? '').matchAll(
        /(?<!\S)[\p{L}\d.,:]{2,14}(?!\S)/gu,
      )) {
        range.setStart(text, index);
        range.setEnd(text, index + word.length);
        if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1)
          broken.push(word);
      }
    }
    return broken;
  });

/**
 * Asserts for the current state, light and dark: axe finds no violations, nothing is wider than a phone's or
 * a desktop's screen, and no word of usual length is broken.
 * @param axeAt widths at which axe runs; default: both
 */
export async function assertGood(
  { page }: Pick<Person, 'page'>,
  state: string,
  axeAt = WIDTHS,
): Promise<void> {
  const before = page.viewportSize();
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 });
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(wide <= width, `${state}: ${wide} px wide on a screen of ${width}`);
    assert.deepEqual(await brokenWords(page), [], `${state}, ${width} px: words broken within`);
    // A sticky bar covers content while scrolling, but nothing at the end of the page.
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    if (axeAt.includes(width)) await assertAccessible(page, `${state}, ${width} px`);
  }
  if (before) await page.setViewportSize(before);
}
