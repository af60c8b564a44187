import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeAll, describe, it } from 'vitest';
import { signAsStripe } from '../../fakes/stripe.ts';
import { call, eventually } from '../../stack/api.ts';
import { checkoutOf, leaveToWebhooks, wasHinted } from '../../stack/attempts.ts';
import { assertOnce } from '../../stack/money.ts';
import { newPaidVenue, type PaidVenue } from '../../stack/paidVenue.ts';
import type { Stack } from '../../stack/stack.ts';
import type { TestProvider, TestProviders } from '../../stack/testProviders.ts';

const REPEATS = 50;

/** Webhooks from payment providers, whenever and however often they arrive. */
export function webhooks(stack: () => Stack, provider: TestProvider): void {
  describe(`webhooks of ${provider.name}`, () => {
    const { fake } = provider;
    let venue: PaidVenue;
    beforeAll(async () => {
      venue = await newPaidVenue(stack(), provider.newAccount().link);
    });
    afterEach(() => {
      fake.webhooks.behaviour = 'deliver';
      fake.onRequest(() => {});
    });
    const confirmations = (email: string) =>
      stack()
        .mail.to(email)
        .filter(({ mail }) => /^Boeking bevestigd/.test(mail.subject ?? '')).length;

    it('a webhook confirms a booking whose guest never returns', async (t) => {
      const { id } = await venue.book();
      await fake.pay((await checkoutOf(stack(), id)).provider_id);
      t.annotate(`confirmed after ${await venue.becomes(id, 'confirmed')} ms`);
      assert.equal(fake.webhooks.sent.at(-1)?.status, 200);
    });

    it('a webhook that arrives before the provider’s response is not lost', async (t) => {
      for (let round = 0; round < 3; round++) {
        // Checkouts of earlier guests may also be created late, so every created checkout is paid.
        const early: string[] = [];
        fake.onRequest(async ({ method, path, phase, headers }) => {
          if (method !== 'POST' || path !== provider.checkouts || phase !== 'after') return;
          const made = fake.payments(headers['idempotency-key']).at(-1)?.id ?? '';
          early.push(made);
          await fake.pay(made);
        });
        const { id } = await venue.book();
        const tookMs = await venue.becomes(id, 'confirmed');
        assert.ok(early.includes((await checkoutOf(stack(), id)).provider_id));
        t.annotate(`confirmed ${tookMs} ms after the booking`);
      }
    });

    it(`${REPEATS} identical deliveries cause one transition, one mail and one event`, async () => {
      const { id, email } = await venue.book();
      const { provider_id } = await checkoutOf(stack(), id);
      fake.webhooks.behaviour = { repeat: REPEATS };
      await fake.pay(provider_id);
      const sent = fake.webhooks.sent.slice(-REPEATS);
      assert.equal(new Set(sent.map(({ url, body }) => `${url} ${body}`)).size, 1, 'identical deliveries');
      assert.deepEqual([...new Set(sent.map(({ status }) => status))], [200]);
      await venue.becomes(id, 'confirmed');
      await eventually('the mail is sent', () => confirmations(email) > 0);
      await sleep(1000);
      assert.equal(confirmations(email), 1);
      const { rows } = await stack().database.query(
        `SELECT (SELECT count(*)::int FROM payment.outbox WHERE subject = 'events.payment.payment_paid' AND payload->>'bookingId' = $1) AS paid,
           (SELECT count(*)::int FROM booking.history WHERE booking_id = $1::bigint AND action = 'confirmed') AS confirmed,
           (SELECT count(*)::int FROM booking.outbox WHERE subject = 'events.booking.booking_status_changed' AND payload->>'bookingId' = $1) AS changed`,
        [String(id)],
      );
      assert.deepEqual(rows, [{ paid: 1, confirmed: 1, changed: 1 }]);
      await assertOnce(stack());
    });
  });
}

/** Forged and misdirected webhooks must change nothing. */
export function falseWebhooks(stack: () => Stack, { mollie, stripe, all }: TestProviders): void {
  describe('false webhooks', () => {
    const venues = {} as Record<TestProvider['name'], PaidVenue & { account: string }>;
    beforeAll(async () => {
      for (const provider of all) {
        const { link } = provider.newAccount();
        const venue = await newPaidVenue(stack(), link);
        venues[provider.name] = { ...venue, account: String(link.credentials.account_id) };
      }
    });
    const stays = async (venue: PaidVenue, id: number, attemptId: string) => {
      assert.equal(await wasHinted(stack(), attemptId), false);
      assert.equal(await venue.statusOf(id), 'pending_payment');
    };
    const kinds = async (venue: PaidVenue, id: number): Promise<string[]> =>
      (await venue.attention())
        .filter((it: { booking_id: number }) => it.booking_id === id)
        .map(({ kind }: { kind: string }) => kind);

    it('a webhook for another payment changes neither payment and appears on the attention list', async () => {
      const venue = venues.mollie;
      const [x, y] = [await venue.book(), await venue.book()];
      const [ofX, ofY] = [await checkoutOf(stack(), x.id), await checkoutOf(stack(), y.id)];
      for (const { id } of [ofX, ofY]) await leaveToWebhooks(stack(), id);
      mollie.webhooks.behaviour = 'lose';
      await mollie.pay(ofX.provider_id);
      mollie.webhooks.behaviour = 'deliver';
      const url = `${stack().api.url}/webhooks/payments/${ofY.webhook_token}`;
      const body = new URLSearchParams({ id: ofX.provider_id });
      assert.equal((await fetch(url, { method: 'POST', body })).status, 200);
      await stays(venue, y.id, ofY.id);
      assert.equal(await wasHinted(stack(), ofX.id), false);
      assert.deepEqual(await kinds(venue, y.id), ['webhook_mismatch']);
    });

    /** Sends an event as Stripe does, with the given signature. */
    const send = (
      event: Record<string, unknown>,
      sign = (body: string) => signAsStripe(body, stripe.webhookSecret),
    ) => {
      const raw = JSON.stringify(event);
      const headers = { 'Content-Type': 'application/json', 'Stripe-Signature': sign(raw) };
      return call(`${stack().api.url}/webhooks/stripe`, { raw, headers });
    };
    const completed = (id: string, account: string) => ({
      ...{ id: 'evt_1', object: 'event', account, livemode: false, type: 'checkout.session.completed' },
      data: { object: { id, object: 'checkout.session', payment_status: 'paid', livemode: false } },
    });

    it('a Stripe webhook without a valid, recent signature gets 400 and changes nothing', async () => {
      const venue = venues.stripe;
      const { id } = await venue.book();
      const attempt = await checkoutOf(stack(), id);
      await leaveToWebhooks(stack(), attempt.id);
      const event = completed(attempt.provider_id, venue.account);
      const { webhookSecret } = stripe;
      const ago = (seconds: number) => new Date(Date.now() - seconds * 1000);
      const signatures: Record<string, (body: string) => string> = {
        'none at all': () => '',
        nonsense: () => 't=1,v1=00',
        'of another secret': (body) => signAsStripe(body, 'whsec_forged'),
        'of another body': (body) => signAsStripe(`${body} `, webhookSecret),
        'of six minutes ago': (body) => signAsStripe(body, webhookSecret, ago(360)),
        'of long ago with a new time': (body) =>
          signAsStripe(body, webhookSecret, ago(3600)).replace(
            /^t=\d+/,
            `t=${Math.floor(Date.now() / 1000)}`,
          ),
      };
      for (const [what, sign] of Object.entries(signatures))
        assert.equal((await send(event, sign)).status, 400, what);
      await stays(venue, id, attempt.id);
      assert.deepEqual(await kinds(venue, id), []);
      // A correctly signed event is accepted.
      assert.equal((await send(event)).status, 200);
      assert.equal(await wasHinted(stack(), attempt.id), true);
    });

    it('a Stripe webhook for another account changes nothing, and one in another mode appears on the attention list', async () => {
      const venue = venues.stripe;
      const { id } = await venue.book();
      const attempt = await checkoutOf(stack(), id);
      await leaveToWebhooks(stack(), attempt.id);
      assert.equal((await send(completed(attempt.provider_id, stripe.connect()))).status, 200);
      await stays(venue, id, attempt.id);
      assert.deepEqual(await kinds(venue, id), []);
      const live = { ...completed(attempt.provider_id, venue.account), livemode: true };
      assert.equal((await send(live)).status, 200);
      await stays(venue, id, attempt.id);
      assert.deepEqual(await kinds(venue, id), ['webhook_mismatch']);
    });
  });
}
