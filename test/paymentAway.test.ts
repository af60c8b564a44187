import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { eventually } from './stack/api.ts';
import { follow, payThrough, toCheckout } from './stack/guest.ts';
import { newPaidVenue, type PaidVenue } from './stack/paidVenue.ts';
import { type Stack, startAsServices } from './stack/stack.ts';

const html = { headers: { Accept: 'text/html' } };

describe('while the payment service is away', () => {
  let stack: Stack;
  let venue: PaidVenue;
  let paid: Awaited<ReturnType<PaidVenue['book']>>;
  let checkout: string;
  before(async () => {
    stack = await startAsServices({ env: { PAYMENT_SWEEP_INTERVAL_MS: '1000' } });
    await stack.ready();
    venue = await newPaidVenue(stack);
    paid = await venue.book();
    await payThrough(paid.payUrl);
    await venue.becomes(paid.id, 'confirmed');
    checkout = await toCheckout((await venue.book()).payUrl);
    for (const process of stack.of('payment')) await process.kill9();
  });
  after(() => stack?.stop());

  const admin = (method: string, path: string, body?: unknown) =>
    stack.api.admin(method, `/venues/${venue.slug}${path}`, body);

  it('guests book, and wait at a page that tells what is held', async () => {
    const { payUrl, ticketUrl } = await venue.book();
    const page = await follow(payUrl, html);
    assert.equal(page.status, 200, page.text);
    assert.match(page.text, /http-equiv="refresh"[\s\S]*vastgehouden tot \d\d:\d\d/);
    assert.equal((await follow(ticketUrl, html)).status, 200);
    const sandbox = await follow(checkout, html);
    assert.equal(sandbox.status, 503);
    assert.doesNotMatch(sandbox.text, /payment\.|sandboxCheckout|stack/);
    const back = await follow(`${stack.api.url}/pay/return/abc`, html);
    assert.deepEqual([back.status, back.headers.get('retry-after')], [503, '5']);
    assert.match(back.text, /http-equiv="refresh"[\s\S]*We are checking your payment/);
  });

  it('the desk shows, lists, checks in and cancels', async () => {
    const { status, body } = await admin('GET', `/bookings/${paid.id}`);
    assert.deepEqual([status, body.payment_status, 'payments' in body], [200, 'paid', false]);
    assert.equal((await admin('GET', '/bookings')).status, 200);
    assert.equal((await admin('POST', `/bookings/${paid.id}/check-in`)).status, 200);
    const unpaid = await venue.book();
    assert.equal((await admin('POST', `/bookings/${unpaid.id}/cancel`)).status, 200);
  });

  it('what is about money alone answers 503, never that all is well', async () => {
    for (const [method, path, body] of [
      ['GET', '/payment-account'],
      ['PUT', '/payment-account', { provider: 'sandbox' }],
      ['DELETE', '/payment-account'],
      ['GET', `/bookings/${paid.id}/payments`],
      ['POST', `/bookings/${paid.id}/refunds`, {}],
      ['GET', '/attention'],
    ] as const) {
      const answer = await admin(method, path, body);
      assert.equal(answer.status, 503, `${method} ${path}: ${answer.text}`);
      assert.deepEqual(Object.keys(answer.body), ['error']);
    }
    assert.equal((await stack.api.admin('GET', '/dead-letters')).status, 503);
  });

  it('providers are told to come again with their webhooks', async () => {
    const body = new URLSearchParams({ id: 'tr_1' });
    const answer = await follow(`${stack.api.url}/webhooks/payments/abc`, { method: 'POST', body });
    assert.equal(answer.status, 503);
  });

  it('and once it is back, a guest who waited pays', async () => {
    const { id, payUrl } = await venue.book();
    assert.equal((await follow(payUrl, html)).status, 200);
    for (const process of stack.of('payment')) process.start();
    await eventually('it can be paid', async () => (await follow(payUrl, html)).status === 303, 20_000);
    await payThrough(payUrl);
    await venue.becomes(id, 'confirmed');
  });
});
