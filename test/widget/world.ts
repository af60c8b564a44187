import { mkdirSync } from 'node:fs';
import path from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { keptStack, type Stack } from '../stack/stack.ts';
import { keptBrowser } from './browser.ts';
import { type Guest, newGuest, type Visit } from './guest.ts';
import { startWebsite, type Website } from './hostPage.ts';

/** Where screenshots go: those of the variants, and of what failed. */
export const artifacts = path.join(import.meta.dirname, 'artifacts');

/** The product, a browser and a website. */
export type World = {
  stack: Stack;
  browser: Browser;
  site: Website;
  /** A live venue that lets the website in; answers its slug. */
  newVenue(settings?: Record<string, unknown>): Promise<string>;
  /**
   * A guest comes to the website, does what `what` does, and leaves. Fails also on an error in the console, a
   * violation of the CSP among them.
   */
  visit(visit: Visit, what: (guest: Guest) => Promise<void>): Promise<void>;
};

/** One world for all tests of a file: a website of its own, and what it shares with other files. */
export function inOneWorld(): () => World {
  let world: World | undefined;
  let stop = async () => {};
  beforeAll(async () => {
    stop = async () => {
      await Promise.all([keptStack.giveBack(), keptBrowser.giveBack()]);
    };
    const [stack, browser] = await Promise.all([keptStack.take(), keptBrowser.take()]);
    const site = await startWebsite(stack.api.url);
    stop = async () => {
      await Promise.all([site.stop(), keptStack.giveBack(), keptBrowser.giveBack()]);
    };
    world = {
      stack,
      browser,
      site,
      newVenue: (settings) => stack.api.newVenue({ allowed_origins: [site.origin], ...settings }),
      async visit(visit, what) {
        const guest = await newGuest({ stack, browser, site }, visit);
        try {
          await what(guest);
          guest.assertNoProblems();
        } catch (error) {
          mkdirSync(artifacts, { recursive: true });
          const file = path.join(artifacts, `failed-${process.pid}-${Date.now()}.png`);
          const seen = await guest.page.screenshot({ path: file, fullPage: true }).catch(() => null);
          if (seen) console.error(`What it looked like: ${file}\n${await guest.account()}`);
          throw error;
        } finally {
          await guest.context.close();
        }
      },
    };
  });
  afterAll(() => stop());
  return () => {
    if (!world) throw new Error('the world is not there yet');
    return world;
  };
}
