import assert from 'node:assert/strict';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { startCaddy } from '../servers/caddy.ts';
import type { TestServer } from '../servers/testServer.ts';
import { apiOf, eventually } from '../stack/api.ts';
import { startFaultyGateway } from '../stack/faultyGateway.ts';
import { follow, payThrough, toCheckout } from '../stack/guest.ts';
import { newPaidVenue, type PaidVenue } from '../stack/paidVenue.ts';
import { runCommand, startCommand } from '../stack/runCommand.ts';
import { assertNothingLeft, assertSmokeTestPasses, smokeTestEnv as envOf } from '../stack/smokeTest.ts';
import { type Stack, startAsServices } from '../stack/stack.ts';

const BOOK = 'POST /api/site/bookings';
const html = { headers: { Accept: 'text/html' } };

const widgetFolder = fileURLToPath(new URL('../../widget-vue/', import.meta.url));

describe('while the payment service is down', () => {
  let stack: Stack;
  /** Serves the widget, which the gateway of a cluster does not. */
  let widget: TestServer;
  let venue: PaidVenue;
  let paid: Awaited<ReturnType<PaidVenue['book']>>;
  let checkout: string;
  beforeAll(async () => {
    stack = await startAsServices({ env: { PAYMENT_SWEEP_INTERVAL_MS: '1000' } });
    await stack.ready();
    widget = await startCaddy({ config: `${widgetFolder}Caddyfile`, files: `${widgetFolder}dist` });
    venue = await newPaidVenue(stack, { venue: { check_in_from_hours: 8760 } });
    paid = await venue.book();
    await payThrough(paid.payUrl);
    await venue.becomes(paid.id, 'confirmed');
    checkout = await toCheckout((await venue.book()).payUrl);
    for (const process of stack.of('payment')) await process.kill9();
    // Until the broker notices the crash, calls wait for a response.
    await eventually('the gateway answers 503', async () => (await follow(checkout, html)).status === 503);
  });
  afterAll(async () => {
    await widget?.stop();
    await stack?.stop();
  });
  const smokeTestEnv = (stack: Stack) => ({ ...envOf(stack), WIDGET_URL: `${widget.url}/widget` });

  const admin = (method: string, path: string, body?: unknown) =>
    stack.api.admin(method, `/venues/${venue.slug}${path}`, body);

  it('guests see facilities, but not whether they pay online', async () => {
    const { status, body } = await stack.api.get(venue.slug, '/facilities');
    assert.deepEqual([status, body.facilities.length, 'pays_online' in body], [200, 1, false]);
  });

  it('a new gateway becomes ready without the payment service and serves guests', async () => {
    const { url, healthUrl } = await stack.more('gateway');
    const isReady = async () => (await fetch(`${healthUrl}/readyz`).catch(() => null))?.status === 200;
    await eventually('the new gateway is ready', isReady);
    const { status } = await apiOf(url, stack.operatorToken).get(venue.slug, '/facilities');
    assert.equal(status, 200);
  });

  it('guests book and wait on a page that shows how long their places are held', async () => {
    const { payUrl, ticketUrl } = await venue.book();
    const page = await follow(payUrl, html);
    assert.equal(page.status, 200, page.text);
    assert.match(page.text, /http-equiv="refresh"[\s\S]*voor je vast tot \d\d:\d\d/);
    assert.equal((await follow(ticketUrl, html)).status, 200);
    const sandbox = await follow(checkout, html);
    assert.equal(sandbox.status, 503);
    assert.doesNotMatch(sandbox.text, /payment\.|sandboxCheckout|stack/);
    const back = await follow(`${stack.api.url}/pay/return/abc`, html);
    assert.deepEqual([back.status, back.headers.get('retry-after')], [503, '5']);
    assert.match(back.text, /http-equiv="refresh"[\s\S]*We are checking your payment/);
  });

  it('the desk shows, lists, checks in and cancels bookings', async () => {
    const { status, body } = await admin('GET', `/bookings/${paid.id}`);
    assert.deepEqual([status, body.payment_status, 'payments' in body], [200, 'paid', false]);
    assert.equal((await admin('GET', '/bookings')).status, 200);
    assert.equal((await admin('POST', `/bookings/${paid.id}/check-in`)).status, 200);
    const unpaid = await venue.book();
    assert.equal((await admin('POST', `/bookings/${unpaid.id}/cancel`)).status, 200);
  });

  it('requests that are only about payments fail with 503', async () => {
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

  it('webhooks of providers fail with 503, so that providers retry', async () => {
    const body = new URLSearchParams({ id: 'tr_1' });
    const answer = await follow(`${stack.api.url}/webhooks/payments/abc`, { method: 'POST', body });
    assert.equal(answer.status, 503);
  });

  it('the smoke test reports the outage and leaves nothing behind', async () => {
    const { code, out, err } = await runCommand(['smoke-test'], smokeTestEnv(stack));
    assert.equal(code, 1, out);
    assert.match(
      err,
      /^The smoke test failed after \S+ s at "link the sandbox": answered 503: Temporarily .*\n$/,
    );
    await assertNothingLeft(stack);
  });

  it('a waiting guest pays once the payment service is back', async () => {
    const { id, payUrl } = await venue.book();
    assert.equal((await follow(payUrl, html)).status, 200);
    for (const process of stack.of('payment')) process.start();
    await eventually(
      'the pay link leads to a checkout',
      async () => (await follow(payUrl, html)).status === 303,
    );
    await payThrough(payUrl);
    await venue.becomes(id, 'confirmed');
  });

  describe('the smoke test, once the payment service is back', () => {
    /** Runs the smoke test through a gateway that replaces the responses of some requests. */
    const through = async (fault: Parameters<typeof startFaultyGateway>[1]) => {
      const gateway = await startFaultyGateway(stack.api.url, fault);
      try {
        return await runCommand(['smoke-test'], { ...smokeTestEnv(stack), API_URL: gateway.url });
      } finally {
        await gateway.stop();
      }
    };

    it('passes twice in a row', async () => {
      for (let run = 1; run <= 2; run++) {
        const out = await assertSmokeTestPasses(smokeTestEnv(stack));
        assert.match(out, /^ok {7}pay /m);
        await assertNothingLeft(stack);
      }
    });

    it('passes without paying where the sandbox is not allowed', async () => {
      const error = 'sandbox is not enabled on this platform: ALLOW_SANDBOX is not 1.';
      const { code, out } = await through((request) =>
        /^PUT .*payment-account$/.test(request) ? { status: 422, error } : undefined,
      );
      assert.match(out, /^skipped {2}pay: answered 422: sandbox is not enabled on this platform: .*$/m);
      assert.equal(code, 0, out);
      await assertNothingLeft(stack);
    });

    it('cancels a booking whose response was lost', async () => {
      const { code, out, err } = await through((request) => (request === BOOK ? 'lost' : undefined));
      assert.equal(code, 1, out);
      assert.match(err, /^The smoke test failed after \S+ s at "book": no response from API_URL /);
      assert.match(
        out,
        /FAILED {3}book\nok .*stop bookings at the venue .*\nok .*cancel bookings of this run /,
      );
      await assertNothingLeft(stack);
    });

    it('cleans up another way when the guest’s cancellation fails', async () => {
      const { code, out, err } = await through((request) =>
        /^POST [/]tickets[/].*cancel$/.test(request) ? { status: 503, error: 'Away' } : undefined,
      );
      assert.equal(code, 1, out);
      assert.match(err, /at "cancel": answered 503: Away\n$/);
      await assertNothingLeft(stack);
    });

    it('cleans up when it receives SIGTERM', async () => {
      const running = startCommand(['smoke-test'], smokeTestEnv(stack));
      await running.whenItSays(/^ok {7}book /m);
      running.end();
      const { code, err } = await running.ended;
      assert.equal(code, 1);
      assert.match(err, /: ended by SIGTERM\n$/);
      await assertNothingLeft(stack);
    });

    it('reports a venue that is not its own and does not change it', async () => {
      const env = { ...smokeTestEnv(stack), SMOKE_VENUE: venue.slug };
      const { code, err } = await runCommand(['smoke-test'], env);
      assert.equal(code, 1);
      assert.match(err, /"find or create the venue": the venue v-\S+ is not called/);
      assert.equal((await stack.api.admin('GET', `/venues/${venue.slug}`)).body.live, true);
    });

    it('reports a wrong token without printing it', async () => {
      const OPERATOR_TOKEN = 'not-the-token-of-anybody';
      const { code, out, err } = await runCommand(['smoke-test'], { ...smokeTestEnv(stack), OPERATOR_TOKEN });
      assert.equal(code, 1);
      assert.match(err, /"find or create the venue": the installation rejects OPERATOR_TOKEN\n$/);
      assert.doesNotMatch(out + err, /not-the-token/);
    });

    it('leaves nothing behind when the booking service crashes while it runs', async () => {
      const { code, out, err } = await through(async (request) => {
        if (request !== BOOK) return undefined;
        for (const process of stack.of('booking')) await process.kill9();
        // Until the broker notices the crash, calls wait for a response.
        const bookings = () => stack.api.admin('GET', '/venues/smoke-test/bookings');
        await eventually('the gateway answers 503', async () => (await bookings()).status === 503);
        return undefined;
      });
      assert.equal(code, 1, out);
      assert.match(err, /at "book": answered 503: .*; and at "cancel bookings of this run": answered 503/);
      assert.match(out, /^ok {7}stop bookings at the venue /m);
      await assertNothingLeft(stack);
    });
  });
});
