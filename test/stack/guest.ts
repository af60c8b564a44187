import assert from 'node:assert/strict';

/** An address that answers with a redirect, as a browser would go to it. */
export async function follow(url: string, init: RequestInit = {}) {
  const response = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(20_000), ...init });
  // Headers are bytes; an address beyond ASCII is sent as UTF-8.
  const sent = response.headers.get('location');
  const location = sent === null ? null : Buffer.from(sent, 'latin1').toString();
  return {
    status: response.status,
    headers: response.headers,
    text: await response.text(),
    /** Exactly as it was sent. */
    location,
    next: location === null ? null : new URL(location, url).href,
  };
}

/** Goes to a pay link and on to the provider's checkout; answers the checkout's address. */
export async function toCheckout(payUrl: string): Promise<string> {
  const pay = await follow(payUrl);
  assert.equal(pay.status, 303, pay.text);
  return pay.next ?? '';
}

/**
 * Chooses an outcome on the sandbox's page, and goes where it sends: back to us, which answers where the
 * guest ends.
 */
export async function chooseOutcome(checkoutUrl: string, outcome: string) {
  const page = await follow(checkoutUrl);
  assert.equal(page.status, 200, page.text);
  const chosen = await follow(checkoutUrl, { method: 'POST', body: new URLSearchParams({ outcome }) });
  assert.equal(chosen.status, 303, chosen.text);
  return follow(chosen.next ?? '');
}

/** Pays, or not, through a pay link. Answers what the guest sees at the end. */
export const payThrough = async (payUrl: string, outcome = 'paid') =>
  chooseOutcome(await toCheckout(payUrl), outcome);
