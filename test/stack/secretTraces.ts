import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { signAsStripe } from '../fakes/stripe.ts';
import { type ApiResponse, call, eventually } from './api.ts';
import { attemptsOf, checkoutOf } from './attempts.ts';
import { follow, payThrough } from './guest.ts';
import { linkAccount, newPaidVenue } from './paidVenue.ts';
import type { Stack } from './stack.ts';
import type { TestProvider, TestProviders } from './testProviders.ts';

/** Secrets, each with a description. */
export type Secrets = (readonly [what: string, secret: string])[];

/** Texts that the search has to find, which shows that it works. */
export const PLANTED = { event: `planted-${randomUUID()}`, answer: 'Missing authentication' };

/** The results of a run: attempts with their secrets, and the bodies of all error responses. */
type Traces = { met: { attempt: string; secrets: Secrets }[]; answers: string[] };

/** Goes through everything around payments that could leak a secret. */
export async function causeFailures(stack: Stack, providers: TestProviders): Promise<Traces> {
  const traces: Traces = { met: [], answers: [] };
  const refused = (answer: { status: number; text: string }): void => {
    assert.ok(answer.status >= 400, `${answer.status} ${answer.text}`);
    traces.answers.push(answer.text);
  };
  await poison(stack);
  for (const provider of providers.all) await payAndFail(stack, provider, { ...traces, refused });
  await sendNonsense(stack, providers, traces, refused);
  await eventually('the invalid event has been attempted', async () => {
    const { rows } = await stack.database.query(`SELECT attempts FROM payment.outbox WHERE payload ? 'note'`);
    return rows[0].attempts > 0;
  });
  return traces;
}

/** An event that no consumer can apply: it fails again and again, and is logged. */
const poison = ({ database }: Stack) =>
  database.query(
    `INSERT INTO payment.outbox (subject, payload) VALUES ('events.payment.payment_refunded', $1)`,
    [{ venueId: 1, paymentId: 'none', refundId: randomUUID(), note: PLANTED.event }],
  );

type Refused = (answer: { status: number; text: string }) => void;

/**
 * Guests pay and get refunds, while the provider is down, rejects requests, or repeats our key in a
 * rejection.
 */
async function payAndFail(
  stack: Stack,
  provider: TestProvider,
  { met, refused }: Traces & { refused: Refused },
): Promise<void> {
  const { fake } = provider;
  const account = provider.newAccount();
  const secrets = Object.values(account.link.credentials)
    .map(String)
    .filter((text) => text.startsWith('access_'));
  const venue = await newPaidVenue(stack, account.link);
  const path = `/venues/${venue.slug}`;
  const meet = async (booked: { id: number; payUrl: string; ticketUrl: string }) => {
    for (const attempt of await attemptsOf(stack, booked.id))
      met.push({
        attempt: attempt.id,
        secrets: [
          ['webhook token', attempt.webhook_token],
          ['return token', attempt.return_token],
          ['pay token', booked.payUrl.split('/').at(-1) ?? ''],
          ['ticket token', booked.ticketUrl.split('/').at(-1) ?? ''],
          ...secrets.map((secret) => [`access token of ${provider.name}`, secret] as const),
        ],
      });
  };
  let key = '';
  const repeatsKey = (values: object) => {
    const reason = `Invalid credentials: ${key} (${key.slice('Bearer '.length)})`;
    fake.faults.add({ act: 'status', status: provider.refusal, reason, ...values });
  };

  const paid = await venue.book();
  await payThrough(paid.payUrl);
  await venue.becomes(paid.id, 'confirmed');
  await meet(paid);
  key = provider.order(met.at(-1)?.attempt ?? '').headers.authorization ?? '';
  const refund = () => stack.api.admin('POST', `${path}/bookings/${paid.id}/refunds`, { amount_eur: 5 });
  repeatsKey({ method: 'POST', path: '/refunds' });
  assert.equal((await refund()).status, 201);
  await eventually(
    'the failed refund is on the attention list',
    async () => (await venue.attention()).length === 1,
  );
  assert.equal((await refund()).status, 201);
  refused(await stack.api.admin('POST', `${path}/bookings/${paid.id}/refunds`, { amount_eur: 900 }));

  for (const fault of [
    { act: 'hang' },
    { act: 'reset before' },
    { act: 'status', status: 500, reason: 'Oops' },
  ] as const) {
    const away = await venue.book();
    await checkoutOf(stack, away.id);
    fake.faults.add({ ...fault, method: 'GET' });
    await payThrough(away.payUrl);
    await meet(away);
  }
  fake.faults.clear();
  const lied = await venue.book();
  fake.setAmount((await checkoutOf(stack, lied.id)).provider_id, 1);
  await payThrough(lied.payUrl);
  await meet(lied);

  repeatsKey({ method: 'POST', path: provider.checkouts });
  const refusedOne = await venue.book();
  await eventually(
    'the attempt has failed',
    async () => (await attemptsOf(stack, refusedOne.id))[0]?.status === 'failed',
  );
  await meet(refusedOne);
  account.revoke();
  const cut = await venue.book();
  assert.equal((await follow(cut.payUrl)).status, 200);
  await meet(cut);
  refused(await stack.api.admin('PUT', `${path}/payment-account`, account.link));
  repeatsKey({ method: 'GET', times: 2 });
  refused(await stack.api.admin('PUT', `${path}/payment-account`, account.link));
  const misspelt = {
    ...account.link,
    credentials: { ...account.link.credentials, extra: secrets[0] ?? 'x' },
  };
  refused(await stack.api.admin('PUT', `${path}/payment-account`, misspelt));
  fake.faults.clear();
  account.restore();
  await linkAccount(stack, venue.slug, account.link);
}

/** Sends invalid bodies and URLs that contain secrets. */
async function sendNonsense(
  { api }: Stack,
  { mollie, stripe }: TestProviders,
  { met }: Traces,
  refused: Refused,
): Promise<void> {
  const slug = await api.newVenue();
  const put = (raw: string): Promise<ApiResponse> =>
    call(`${api.url}/api/admin/venues/${slug}/payment-account`, {
      method: 'PUT',
      raw,
      headers: { Authorization: 'Bearer operator-token-of-the-tests' },
    });
  for (const key of [mollie.testKey, mollie.liveKey, mollie.accessToken, stripe.apiKey]) {
    refused(await put(`{"provider": "mollie", "credentials": {"api_key": "${key}"`));
    refused(await put(JSON.stringify({ provider: 'mollie', credentials: { api_key: `${key} ` } })));
    refused(await put(JSON.stringify({ provider: key, credentials: { [key]: key } })));
    refused(await put(JSON.stringify({ provider: 'stripe', credentials: { account_id: key } })));
  }
  const fee = { platform_fee_percent: 5 };
  const { testKey: api_key } = mollie;
  refused(await put(JSON.stringify({ provider: 'mollie', credentials: { api_key }, ...fee })));
  for (const { secrets } of met)
    for (const [what, token] of secrets) {
      if (what === 'webhook token') {
        const url = `${api.url}/webhooks/payments/${token}`;
        refused(await call(url, { raw: '{' }));
        refused(await call(url, { method: 'PUT', raw: '{}' }));
        refused(await call(`${url}x`, { raw: JSON.stringify({ id: token }) }));
      }
      if (what === 'return token') refused(await follow(`${api.url}/pay/return/${token}x`));
      if (what === 'pay token') refused(await follow(`${api.url}/pay/${token}x`));
    }
  const body = JSON.stringify({ type: stripe.webhookSecret });
  for (const signature of ['', stripe.webhookSecret, signAsStripe(body, stripe.apiKey)])
    refused(
      await call(`${api.url}/webhooks/stripe`, { raw: body, headers: { 'Stripe-Signature': signature } }),
    );
}
