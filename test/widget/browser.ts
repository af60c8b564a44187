import { type Browser, chromium } from 'playwright-core';
import { findChromium } from '../servers/chromium.ts';
import { sharedByFiles } from '../stack/sharedByFiles.ts';

/** Starts a Chromium that connects only to test pages. @param args additional arguments */
export async function startBrowser(args: readonly string[] = []): Promise<Browser> {
  const { file, env } = await findChromium();
  return chromium.launch({
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
}

/** A shared Chromium without additional arguments. Each test uses its own context. */
export const sharedBrowser = sharedByFiles(startBrowser, (browser) => browser.close());
