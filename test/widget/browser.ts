import { PATIENCE_MS } from '@venue-booking/kit/testing/testTiming';
import { type Browser, chromium, type Page } from 'playwright-core';
import { findChromium } from '../servers/chromium.ts';
import { eventually } from '../stack/api.ts';
import { sharedByFiles } from '../stack/sharedByFiles.ts';

/** Starts a Chromium that connects only to test pages. @param args additional arguments */
export async function startBrowser(args: readonly string[] = []): Promise<Browser> {
  const { file, env } = await findChromium();
  const browser = await chromium.launch({
    executablePath: file,
    env: { ...(process.env as Record<string, string>), ...env },
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--no-first-run',
      '--no-proxy-server',
      ...args,
    ],
  });
  const newContext = browser.newContext.bind(browser);
  browser.newContext = async (options) => {
    const context = await newContext(options);
    context.setDefaultTimeout(PATIENCE_MS);
    return context;
  };
  return browser;
}

/**
 * Takes a page offline, and waits until its requests fail: the browser applies it a moment later.
 * @param url the product's, to which the page may send requests
 */
export async function goOffline(page: Page, url: string): Promise<void> {
  await page.context().setOffline(true);
  const fails = (address: string) =>
    fetch(address, { mode: 'no-cors', cache: 'no-store' }).then(
      () => false,
      () => true,
    );
  await eventually('the page is offline', () => page.evaluate(fails, `${url}/livez`));
}

/** A shared Chromium without additional arguments. Each test uses its own context. */
export const sharedBrowser = sharedByFiles(startBrowser, (browser) => browser.close());
