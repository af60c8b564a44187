import assert from 'node:assert/strict';
import { createLog } from '@venue-booking/kit/logging/log';
import { SandboxOutcome } from '@venue-booking/proto/payment/payment';
import { test } from 'vitest';
import type { Backends } from '../../backends/backends.ts';
import { visit } from '../../testing/testVisit.ts';
import { sandboxPage } from './sandboxPage.ts';

const checkout = {
  id: 'sbx_1',
  amountCents: 2550,
  description: 'Dagpas <b> 41',
  locale: 'nl',
  status: 'open',
  late: false,
  returnUrl: 'https://book.example/pay/return/r',
};

async function sandbox(found: unknown = checkout) {
  const decided: unknown[] = [];
  const shown: unknown[] = [];
  const payment = {
    sandboxCheckout: {
      query: async (input: unknown) => {
        shown.push(input);
        return found;
      },
    },
    decideSandboxCheckout: {
      mutate: async (input: unknown) => {
        decided.push(input);
        return found;
      },
    },
  } as unknown as Backends['payment'];
  const site = await visit(
    sandboxPage({ payment, publicUrl: 'https://book.example', log: createLog('test', 'silent') }),
  );
  const decide = (body: string, headers: Record<string, string> = {}) =>
    fetch(`${site.url}/sandbox/sbx_1`, {
      method: 'POST',
      redirect: 'manual',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded', Accept: 'text/html', ...headers },
      body,
    });
  return { site, decide, decided, shown, [Symbol.asyncDispose]: site[Symbol.asyncDispose] };
}

test('shows an open sandbox checkout as a test, with all outcomes', async () => {
  await using page = await sandbox();
  const answer = await page.site.get('/sandbox/sbx_1?lang=en', { Accept: 'text/html' });
  assert.equal(answer.status, 200);
  const html = await answer.text();
  assert.match(html, /Sandbox: no real money/);
  assert.match(html, /€25\.50<\/h1>/);
  assert.match(html, /Dagpas &lt;b&gt; 41/);
  assert.match(
    html,
    /<form class="outcomes" aria-labelledby="meaning" method="post" action="\/sandbox\/sbx_1">/,
  );
  assert.deepEqual(
    [...html.matchAll(/name="outcome" value="(\w+)"/g)].map(([, value]) => value),
    SandboxOutcome.options,
  );
  // Submitting the form redirects to the website that the guest came from.
  assert.match(answer.headers.get('content-security-policy') ?? '', /form-action 'self' http: https:(;|$)/);
  assert.equal(answer.headers.get('cache-control'), 'no-store');
});

test('passes the chosen outcome on and redirects the guest back', async () => {
  await using page = await sandbox();
  for (const headers of [{}, { Origin: 'https://book.example' }, { Origin: page.site.url }]) {
    const answer = await page.decide('outcome=late', headers);
    assert.deepEqual([answer.status, answer.headers.get('location')], [303, checkout.returnUrl]);
  }
  assert.deepEqual(page.decided, Array(3).fill({ id: 'sbx_1', outcome: 'late' }));
});

test('rejects forms of other websites, unknown outcomes and large bodies', async () => {
  await using page = await sandbox();
  for (const Origin of ['https://evil.example', 'null'])
    assert.equal((await page.decide('outcome=paid', { Origin })).status, 403);
  assert.equal((await page.decide('outcome=refunded')).status, 422);
  assert.equal((await page.decide('')).status, 422);
  assert.equal((await page.decide(`outcome=paid&x=${'x'.repeat(9000)}`)).status, 413);
  assert.deepEqual(page.decided, []);
});

test('shows the outcome of a completed sandbox checkout and the way back', async () => {
  for (const [state, text] of [
    [{ status: 'paid' }, /Betaald<\/p>/],
    [{ status: 'expired' }, /Verlopen<\/p>/],
    [{ status: 'open', late: true }, /wordt later betaald/],
  ] as const) {
    await using page = await sandbox({ ...checkout, ...state });
    const html = await (await page.site.get('/sandbox/sbx_1', { Accept: 'text/html' })).text();
    assert.match(html, text);
    assert.doesNotMatch(html, /<form/);
    assert.match(html, /href="https:\/\/book\.example\/pay\/return\/r"/);
  }
});

test('answers 404 for a malformed checkout id without calling the payment service', async () => {
  await using page = await sandbox(null);
  for (const id of ['%00', 'a%00', '%ff', 'x'.repeat(101)])
    assert.equal((await page.site.get(`/sandbox/${id}`, { Accept: 'text/html' })).status, 404, id);
  assert.deepEqual(page.shown, []);
});

test('answers 404 for an unknown checkout', async () => {
  await using page = await sandbox(null);
  assert.equal((await page.site.get('/sandbox/x', { Accept: 'text/html' })).status, 404);
  assert.equal((await page.decide('outcome=paid')).status, 404);
});
