import assert from 'node:assert/strict';
import { PATIENCE_MS } from '@venue-booking/kit/testing/testTiming';
import { eventually } from './api.ts';

/** Requests a URL as a browser does, but returns a redirect instead of following it. */
export async function follow(url: string, init: RequestInit = {}) {
  const response = await fetch(url, {
    redirect: 'manual',
    signal: AbortSignal.timeout(PATIENCE_MS),
    ...init,
  });
  // Header values arrive as bytes; a location beyond ASCII is sent as UTF-8.
  const sent = response.headers.get('location');
  const location = sent === null ? null : Buffer.from(sent, 'latin1').toString();
  return {
    status: response.status,
    headers: response.headers,
    text: await response.text(),
    /** The `Location` header exactly as sent. */
    location,
    next: location === null ? null : new URL(location, url).href,
  };
}

/**
 * Opens a pay link, which redirects to the provider's checkout. Repeats it as a browser does while its page
 * reloads itself, for example because another process is asking the provider. Returns the checkout's URL.
 */
export async function toCheckout(payUrl: string): Promise<string> {
  let pay = await follow(payUrl);
  await eventually('the pay link has an answer', async () => {
    if (!pay.text.includes('http-equiv="refresh"')) return true;
    pay = await follow(payUrl);
    return false;
  });
  assert.equal(pay.status, 303, pay.text);
  return pay.next ?? '';
}

/**
 * Chooses an outcome on the sandbox's page and follows its redirect to our return URL. Returns that response.
 */
export async function chooseOutcome(checkoutUrl: string, outcome: string) {
  const page = await follow(checkoutUrl);
  assert.equal(page.status, 200, page.text);
  const chosen = await follow(checkoutUrl, { method: 'POST', body: new URLSearchParams({ outcome }) });
  assert.equal(chosen.status, 303, chosen.text);
  return follow(chosen.next ?? '');
}

/** Opens a pay link and chooses an outcome. Returns the response at the return URL. */
export const payThrough = async (payUrl: string, outcome = 'paid') =>
  chooseOutcome(await toCheckout(payUrl), outcome);
