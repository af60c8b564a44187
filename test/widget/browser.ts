import { type Browser, chromium } from 'playwright-core';
import { findChromium } from '../servers/chromium.ts';
import { keptByFiles } from '../stack/keptByFiles.ts';

/** Starts a Chromium that talks to nobody but the pages of the tests. @param args further ones of its own */
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

/** A Chromium without arguments of its own: whoever takes it works in a context of theirs. */
export const keptBrowser = keptByFiles(startBrowser, (browser) => browser.close());
