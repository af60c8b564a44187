import assert from 'node:assert/strict';
import { createLog } from '@venue-booking/kit/logging/log';
import { fail } from '@venue-booking/proto/failures';
import express from 'express';
import { Registry } from 'prom-client';
import { test } from 'vitest';
import type { Backends } from '../backends/backends.ts';
import { errorHandler, unknownPath } from '../http/errors.ts';
import { createHttpMetrics } from '../http/httpMetrics.ts';
import { visit } from '../testing/testVisit.ts';
import { paymentWebhooks } from './paymentWebhooks.ts';

const TOKEN = 'unguessable-token';

async function webhooks(answer: () => boolean = () => true) {
  const hints: unknown[] = [];
  const noting = {
    mutate: async (hint: unknown) => {
      const isOurs = answer();
      hints.push(hint);
      return isOurs;
    },
  };
  const payment = { receiveWebhook: noting, receiveEvent: noting } as unknown as Backends['payment'];
  const metrics = new Registry();
  const router = express.Router();
  router.use(createHttpMetrics(metrics).middleware, paymentWebhooks({ payment }), unknownPath);
  router.use(errorHandler(createLog('test', 'silent')));
  const site = await visit(router);
  const post = (path: string, body: string, type: string, headers: Record<string, string> = {}) =>
    fetch(`${site.url}/webhooks/${path}`, {
      method: 'POST',
      headers: { 'Content-Type': type, ...headers },
      body,
    });
  return { hints, post, site, metrics, [Symbol.asyncDispose]: site[Symbol.asyncDispose] };
}
const FORM = 'application/x-www-form-urlencoded';
const JSON_TYPE = 'application/json';

test('accepts a webhook as a form and as JSON', async () => {
  await using it = await webhooks();
  for (const [body, type] of [
    ['id=tr_1', FORM],
    ['id=tr_1&other=x', `${FORM}; charset=utf-8`],
    ['{"id":"tr_1"}', JSON_TYPE],
  ] as const) {
    const answer = await it.post(`payments/${TOKEN}`, body, type);
    assert.deepEqual([answer.status, await answer.text()], [200, '{}']);
  }
  assert.deepEqual(it.hints, Array(3).fill({ token: TOKEN, id: 'tr_1' }));
});

test('rejects an invalid webhook without calling the payment service', async () => {
  await using it = await webhooks();
  for (const [body, type, status] of [
    ['', FORM, 400],
    ['id=', FORM, 400],
    ['id=a&id=b', FORM, 400],
    [`id=${'x'.repeat(201)}`, FORM, 400],
    ['{"id":7}', JSON_TYPE, 400],
    ['{', JSON_TYPE, 400],
    ['null', JSON_TYPE, 400],
    [`id=a&x=${'x'.repeat(9000)}`, FORM, 413],
  ] as const) {
    const answer = await it.post(`payments/${TOKEN}`, body, type);
    assert.equal(answer.status, status, body.slice(0, 20));
    assert.deepEqual(Object.keys((await answer.json()) as object), ['error']);
  }
  for (const token of ['x'.repeat(201), '%00', 'a%00b', '%F0%9F%92%B6', 'a%20b'])
    assert.equal((await it.post(`payments/${token}`, 'id=a', FORM)).status, 404, token);
  assert.equal((await it.site.get(`/webhooks/payments/${TOKEN}`)).status, 405);
  assert.deepEqual(it.hints, []);
});

test('answers 404 for an unknown webhook URL, and 503 while the payment service is unavailable', async () => {
  await using strange = await webhooks(() => false);
  assert.equal((await strange.post('payments/x', 'id=a', FORM)).status, 404);
  assert.equal((await strange.post('stripe', '{}', JSON_TYPE, { 'Stripe-Signature': 't=1' })).status, 400);
  await using away = await webhooks(() => {
    throw fail('unavailable');
  });
  assert.equal((await away.post('payments/x', 'id=a', FORM)).status, 503);
  assert.equal((await away.post('stripe', '{}', JSON_TYPE, { 'Stripe-Signature': 't=1' })).status, 503);
});

test('passes Stripe’s events on unchanged, with their signature', async () => {
  await using it = await webhooks();
  const body = `{ "id":"evt_1",\n "x": "é${'x'.repeat(100_000)}" }`;
  const answer = await it.post('stripe', body, JSON_TYPE, { 'Stripe-Signature': 't=1,v1=ab' });
  assert.equal(answer.status, 200);
  assert.deepEqual(it.hints, [{ provider: 'stripe', body, headers: { 'stripe-signature': 't=1,v1=ab' } }]);
  assert.equal((await it.post('stripe', '{}', JSON_TYPE)).status, 400);
  assert.equal(
    (await it.post('stripe', '{}', JSON_TYPE, { 'Stripe-Signature': 'x'.repeat(3000) })).status,
    400,
  );
  const long = 'x'.repeat(260 * 1024);
  assert.equal((await it.post('stripe', long, JSON_TYPE, { 'Stripe-Signature': 't=1' })).status, 413);
  assert.equal(it.hints.length, 1);
});

test('keeps the secret webhook URL out of metrics, and allows no website to call it', async () => {
  await using it = await webhooks();
  const answer = await it.post(`payments/${TOKEN}`, 'id=a', FORM, { Origin: 'https://evil.example' });
  assert.equal(answer.headers.get('access-control-allow-origin'), null);
  const measured = await it.metrics.metrics();
  assert.match(measured, /route="\/webhooks\/payments\/:token"/);
  assert.doesNotMatch(measured, new RegExp(TOKEN));
});
