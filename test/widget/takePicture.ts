import type { Page, PageScreenshotOptions } from 'playwright-core';

const ATTEMPTS = 3;

/** A screenshot. Retries, because Chromium now and then fails to capture a page on a busy machine. */
export async function takePicture(page: Page, options: PageScreenshotOptions): Promise<Buffer> {
  for (let attempt = 1; ; attempt++)
    try {
      return await page.screenshot(options);
    } catch (error) {
      if (attempt === ATTEMPTS || !String(error).includes('Unable to capture screenshot')) throw error;
    }
}
