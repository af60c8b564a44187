import { mkdirSync } from 'node:fs';
import path from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { type Stack, sharedStack } from '../stack/stack.ts';
import { sharedBrowser } from './browser.ts';
import { type Guest, newGuest, type Visit } from './guest.ts';
import { startWebsite, type Website } from './hostPage.ts';
import { takePicture } from './takePicture.ts';

/** Folder for screenshots of the variants and of failed tests. */
export const artifacts = path.join(import.meta.dirname, 'artifacts');

/** A running platform, a browser and a website. */
export type World = {
  stack: Stack;
  browser: Browser;
  site: Website;
  /** Creates a live venue that allows the website. Returns its slug. */
  newVenue(settings?: Record<string, unknown>): Promise<string>;
  /**
   * Opens a page as a guest, runs `what` and closes the page. Fails on any console error, including CSP
   * violations.
   */
  visit(visit: Visit, what: (guest: Guest) => Promise<void>): Promise<void>;
};

/** One world per test file: its own website, and resources shared with other files. */
export function inOneWorld(): () => World {
  let world: World | undefined;
  let stop = async () => {};
  beforeAll(async () => {
    stop = async () => {
      await Promise.all([sharedStack.release(), sharedBrowser.release()]);
    };
    const [stack, browser] = await Promise.all([sharedStack.acquire(), sharedBrowser.acquire()]);
    const site = await startWebsite(stack.api.url);
    stop = async () => {
      await Promise.all([site.stop(), sharedStack.release(), sharedBrowser.release()]);
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
          const seen = await takePicture(guest.page, { path: file, fullPage: true }).catch(() => null);
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
    if (!world) throw new Error('the world has not started yet');
    return world;
  };
}
