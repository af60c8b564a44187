import assert from 'node:assert/strict';
import { createLog } from '@venue-booking/kit/logging/log';
import { fail } from '@venue-booking/proto/failures';
import { test } from 'vitest';
import type { Backends } from '../../backends/backends.ts';
import { assertStrictPolicy, visit } from '../../testing/testVisit.ts';
import { payPage } from './payPage.ts';

const NOW = Date.parse('2026-11-28T09:00:00Z');
const BACK = 'https://www.sauna.example/Dank%75?a=[1]&b=é€#top';
const link = {
  venueId: 3,
  bookingId: 41,
  bookingStatus: 'pending_payment',
  facility: 'Dagpas <b>',
  starts_at: '2026-12-05T10:00',
  ends_at: '2026-12-05T12:00',
  amount_eur: 25,
  locale: 'nl',
  holdUntil: NOW + 5 * 60_000,
  redirectUrl: BACK,
  ticketUrl: 'https://book.example/tickets/t.t',
  payUrl: 'https://book.example/pay/a.b',
  order: { venueId: 3, paymentId: 'p', bookingId: 41, amountCents: 2500 },
};
const contact = {
  slug: 'sauna',
  name: 'Sauna',
  timezone: 'Europe/Amsterdam',
  phone: '035 123',
  address: null,
  contactEmail: null,
  termsUrl: null,
};

type Answers = {
  link?: unknown;
  open?: () => unknown;
  comeBack?: () => unknown;
  attempts?: () => unknown;
  mayReturn?: boolean;
  catalogAway?: boolean;
  follow?: () => unknown;
};

/** The pages with fake services. `calls` records the calls of the payment service. */
async function pagesBefore({
  link: opened = link,
  open = () => ({ state: 'payable', url: 'https://pay.example/c?x=%7e' }),
  comeBack = () => ({ state: 'paid' }),
  attempts = () => ({}),
  mayReturn = true,
  catalogAway = false,
  follow = () => opened,
}: Answers) {
  const calls: unknown[] = [];
  const noting =
    (name: string, answer: () => unknown) =>
    async (input: unknown): Promise<unknown> => {
      calls.push([name, input]);
      return answer();
    };
  const backends = {
    booking: {
      openPayLink: { query: async () => opened },
      followPayLink: { mutate: async () => follow() },
      payLink: { query: async () => opened },
    },
    catalog: { contact: { query: async () => contact } },
    payment: {
      openCheckout: { mutate: noting('open', open) },
      returnFromCheckout: {
        mutate: noting('return', () => {
          const checkout = comeBack();
          return checkout && { venueId: 3, bookingId: 41, checkout };
        }),
      },
      list: { query: noting('list', attempts) },
    },
  } as unknown as Backends;
  const site = await visit(
    payPage({
      ...backends,
      tenancy: {
        resolve: async () => {
          if (catalogAway) throw fail('unavailable');
          return { venueId: 3, slug: 'sauna', allowedOrigins: [], domains: [] };
        },
        mayReturnTo: () => mayReturn,
      },
      publicUrl: 'https://book.example',
      log: createLog('test', 'silent'),
      now: () => NOW,
    }),
  );
  const ask = (path: string, init: RequestInit = {}) =>
    fetch(`${site.url}${path}`, { redirect: 'manual', headers: { Accept: 'text/html' }, ...init });
  return { calls: calls, ask, [Symbol.asyncDispose]: site[Symbol.asyncDispose] };
}
/** Decodes the header as UTF-8. */
const locationOf = (response: Response) =>
  Buffer.from(response.headers.get('location') ?? '', 'latin1').toString();
const throwing = (error: Error) => () => {
  throw error;
};
const always = (state: string) => () => ({ state });

test('redirects a guest who can pay to the checkout, without caching', async () => {
  await using pages = await pagesBefore({});
  const answer = await pages.ask('/pay/a.b');
  assert.deepEqual([answer.status, locationOf(answer)], [303, 'https://pay.example/c?x=%7e']);
  assert.equal(answer.headers.get('cache-control'), 'no-store');
  assert.equal(answer.headers.get('referrer-policy'), 'same-origin');
  assert.deepEqual(pages.calls, [['open', link.order]]);
});

test('serves a booking service that cannot create later payments', async () => {
  const follow = throwing(fail('internal'));
  await using held = await pagesBefore({ follow });
  assert.equal(locationOf(await held.ask('/pay/a.b')), 'https://pay.example/c?x=%7e');
  await using paid = await pagesBefore({ link: { ...link, bookingStatus: 'confirmed' }, follow });
  assert.equal(locationOf(await paid.ask('/pay/a.b')), BACK);
});

test('redirects a guest who has paid to exactly the return URL', async () => {
  for (const state of ['paid', 'refunded']) {
    await using pages = await pagesBefore({ open: always(state) });
    const answer = await pages.ask('/pay/a.b');
    assert.deepEqual([answer.status, locationOf(answer)], [303, BACK]);
  }
  for (const state of ['paid', 'refunded', 'payable', 'unavailable']) {
    await using pages = await pagesBefore({ comeBack: always(state) });
    const answer = await pages.ask('/pay/return/r');
    assert.deepEqual([answer.status, locationOf(answer)], [303, BACK], state);
    assert.deepEqual(pages.calls, [['return', { token: 'r' }]]);
  }
});

test('adds a parameter to the ticket URL so that the ticket reloads', async () => {
  const own = { ...link, redirectUrl: link.ticketUrl };
  await using pages = await pagesBefore({ link: own, comeBack: always('paid') });
  assert.equal(locationOf(await pages.ask('/pay/return/r')), `${link.ticketUrl}?returned=1`);
});

test('shows a reloading page while the payment service or the provider is unavailable', async () => {
  for (const open of [
    always('unavailable'),
    throwing(fail('unavailable')),
    throwing(fail('timeout')),
    throwing(fail('provider_unavailable', { provider: 'mollie' })),
  ]) {
    await using pages = await pagesBefore({ open });
    const answer = await pages.ask('/pay/a.b?lang=en');
    assert.deepEqual([answer.status, answer.headers.get('retry-after')], [200, '5']);
    assert.equal(answer.headers.get('cache-control'), 'no-store');
    assertStrictPolicy(answer);
    const html = await answer.text();
    assert.match(html, /<head>[\s\S]*<meta http-equiv="refresh" content="5">[\s\S]*<\/head>/);
    assert.match(
      html,
      /role="status">[^<]*Nothing was charged\. We hold your places until 10:05 \(time in Amsterdam\)\./,
    );
    assert.match(html, /href="https:\/\/book\.example\/pay\/a\.b\?lang=en">Try again</);
  }
  await using pages = await pagesBefore({ comeBack: throwing(fail('unavailable')) });
  const answer = await pages.ask('/pay/return/r?lang=nl');
  assert.deepEqual([answer.status, answer.headers.get('retry-after')], [503, '5']);
  const html = await answer.text();
  assert.match(html, /<meta http-equiv="refresh" content="5">/);
  assert.match(html, /We controleren je betaling<\/h1>[\s\S]*Betaal dan niet opnieuw/);
  const program = await pages.ask('/pay/return/r', { headers: { Accept: 'application/json' } });
  assert.deepEqual([program.status, Object.keys((await program.json()) as object)], [503, ['error']]);
});

test('shows what a deposit costs now and later', async () => {
  const deposit = { ...link, order: { ...link.order, amountCents: 1000 } };
  for (const [bookingStatus, open, shows] of [
    ['pending_payment', always('unavailable'), true],
    ['pending_payment', always('failed'), true],
    ['cancelled', always('failed'), false],
  ] as const) {
    await using pages = await pagesBefore({ link: { ...deposit, bookingStatus }, open });
    const html = (await (await pages.ask('/pay/a.b?lang=nl')).text()).replaceAll('\u00a0', ' ');
    const now = /Nu te betalen<\/dt><dd dir="auto">€ 10,00.*Later, op locatie<\/dt><dd dir="auto">€ 15,00/s;
    assert.deepEqual([html.includes('€ 25,00'), now.test(html)], [true, shows]);
  }
});

test('says that paying is not possible while the provider refuses the account, and tries again', async () => {
  await using pages = await pagesBefore({ open: () => ({ state: 'unavailable', because: 'account' }) });
  for (const [language, words] of [
    ['en', 'Paying isn’t possible at the moment'],
    ['nl', 'Er is iets mis met het betaalaccount'],
    ['de', 'Bezahlen ist zurzeit nicht möglich'],
    ['fr', 'Le paiement est impossible pour le moment'],
  ]) {
    const answer = await pages.ask(`/pay/a.b?lang=${language}`);
    assert.deepEqual([answer.status, answer.headers.get('retry-after')], [200, '5']);
    const html = await answer.text();
    assert.ok(html.includes(words ?? ''), language);
    assert.match(html, /<meta http-equiv="refresh" content="5">/);
    assert.match(html, /10:05/);
  }
});

test('shows no retry for a booking that can no longer be paid', async () => {
  const over = { ...link, holdUntil: NOW };
  await using pages = await pagesBefore({
    link: over,
    open: always('unavailable'),
    comeBack: always('failed'),
  });
  for (const path of ['/pay/a.b', '/pay/return/r']) {
    const answer = await pages.ask(path);
    assert.equal(answer.status, 410);
    assert.doesNotMatch(await answer.text(), /http-equiv|vast tot|opnieuw</);
  }
});

test('offers a retry after a failed payment', async () => {
  await using pages = await pagesBefore({ comeBack: always('failed') });
  const answer = await pages.ask('/pay/return/r');
  assert.equal(answer.status, 200);
  const html = await answer.text();
  assert.match(html, /De betaling is niet gelukt<\/h1>/);
  assert.match(html, /tot 10:05/);
  assert.match(html, /class="button pay" href="https:\/\/book\.example\/pay\/a\.b">Probeer het opnieuw</);
  assert.match(html, /href="https:\/\/book\.example\/tickets\/t\.t">Bekijk je boeking</);
  assert.ok(html.includes(`href="${BACK.replaceAll('&', '&amp;')}">Terug naar de website<`));
  assert.match(html, /Dagpas &lt;b&gt;/);
  // Switching the language must not create another checkout.
  assert.match(html, /href="\?lang=en"/);
});

test('explains that the hold has ended, and links to the website to book again', async () => {
  for (const path of ['/pay/a.b', '/pay/return/r']) {
    await using pages = await pagesBefore({ open: always('closed'), comeBack: always('closed') });
    const answer = await pages.ask(path);
    assert.equal(answer.status, 410);
    const html = await answer.text();
    assert.match(html, /De betaaltermijn is verlopen/);
    assert.ok(html.includes(`href="${BACK.replaceAll('&', '&amp;')}">Opnieuw boeken<`));
    assert.match(html, /href="tel:035123"/);
  }
  await using pages = await pagesBefore({
    link: { ...link, redirectUrl: link.ticketUrl, bookingStatus: 'cancelled' },
  });
  const html = await (await pages.ask('/pay/a.b?lang=en')).text();
  assert.match(html, /This booking was cancelled/);
  assert.doesNotMatch(html, /Book again/);
});

test('redirects to the ticket when the venue no longer allows the return URL', async () => {
  const paid = { ...link, bookingStatus: 'confirmed' };
  const over = { ...paid, holdUntil: NOW };
  const locationWith = async (answers: Answers) => {
    await using pages = await pagesBefore(answers);
    const [kept, back] = [await pages.ask('/pay/a.b'), await pages.ask('/pay/return/r')];
    return [locationOf(kept), locationOf(back)];
  };
  const ticket = [link.ticketUrl, `${link.ticketUrl}?returned=1`];
  assert.deepEqual(await locationWith({ link: over, mayReturn: false }), ticket);
  assert.deepEqual(await locationWith({ link: over, catalogAway: true }), ticket);
  assert.deepEqual(await locationWith({ link: over }), [BACK, BACK]);
  // During the hold the guest may still be on the way back from the provider.
  assert.deepEqual(await locationWith({ link: paid, mayReturn: false }), [BACK, BACK]);
});

test('does not link to a website that the venue no longer allows', async () => {
  const over = { ...link, holdUntil: NOW };
  await using pages = await pagesBefore({ link: over, open: always('closed'), mayReturn: false });
  const html = await (await pages.ask('/pay/a.b')).text();
  assert.doesNotMatch(html, /sauna\.example|Opnieuw boeken/);
});

test('explains that a slot that has begun can no longer be paid', async () => {
  const begun = { ...link, starts_at: '2026-11-28T10:00', holdUntil: NOW };
  await using pages = await pagesBefore({ link: begun, open: always('closed') });
  const dutch = await pages.ask('/pay/a.b');
  assert.equal(dutch.status, 410);
  assert.match(await dutch.text(), /De tijd die je boekte is al begonnen/);
  assert.match(
    await (await pages.ask('/pay/a.b?lang=en')).text(),
    /The time that you booked has already started/,
  );
});

test('creates no checkout for a booking that is cancelled, expired or paid', async () => {
  for (const bookingStatus of ['cancelled', 'expired']) {
    await using pages = await pagesBefore({ link: { ...link, bookingStatus } });
    assert.equal((await pages.ask('/pay/a.b')).status, 410);
    assert.deepEqual(pages.calls, [['list', { venueId: 3, bookingIds: [41] }]]);
  }
  await using refunded = await pagesBefore({
    link: { ...link, bookingStatus: 'cancelled' },
    attempts: () => ({ 41: [{ status: 'failed' }, { status: 'refunded' }] }),
  });
  assert.equal(locationOf(await refunded.ask('/pay/a.b')), BACK);
  await using away = await pagesBefore({
    link: { ...link, bookingStatus: 'expired' },
    attempts: throwing(fail('unavailable')),
  });
  assert.equal((await away.ask('/pay/a.b')).status, 410);
  await using paid = await pagesBefore({ link: { ...link, bookingStatus: 'confirmed' } });
  assert.equal(locationOf(await paid.ask('/pay/a.b')), BACK);
  assert.deepEqual(paid.calls, []);
});

test('checks a payment after the end of its hold when the guest returns', async () => {
  await using pages = await pagesBefore({ link: { ...link, bookingStatus: 'expired' } });
  assert.equal(locationOf(await pages.ask('/pay/return/r')), BACK);
  assert.deepEqual(pages.calls, [['return', { token: 'r' }]]);
});

test('refers to the venue when the provider rejects the payment', async () => {
  await using pages = await pagesBefore({ open: always('refused') });
  const answer = await pages.ask('/pay/a.b?lang=en');
  assert.equal(answer.status, 409);
  assert.match(await answer.text(), /Please contact the venue/);
});

test('answers HEAD without side effects', async () => {
  for (const [bookingStatus, status] of [
    ['pending_payment', 200],
    ['confirmed', 303],
    ['expired', 410],
  ] as const) {
    await using pages = await pagesBefore({ link: { ...link, bookingStatus } });
    assert.equal((await pages.ask('/pay/a.b', { method: 'HEAD' })).status, status);
    assert.equal((await pages.ask('/pay/return/r', { method: 'HEAD' })).status, 200);
    assert.ok(pages.calls.every((one) => (one as string[])[0] === 'list'));
  }
});

test('answers all invalid links with the same 404', async () => {
  await using pages = await pagesBefore({ link: null, comeBack: () => null });
  const answers = await Promise.all(
    [
      '/pay/x',
      '/pay/return/x',
      '/pay/%ff',
      '/pay/return/%00',
      '/pay/return/a%00b',
      `/pay/${'x'.repeat(5000)}`,
    ].map((path) => pages.ask(path)),
  );
  assert.deepEqual([...new Set(answers.map(({ status }) => status))], [404]);
  // Malformed tokens, which could fail in a database, do not reach the payment service.
  assert.deepEqual(pages.calls, [['return', { token: 'x' }]]);
  assert.equal(new Set(await Promise.all(answers.map((answer) => answer.text()))).size, 1);
  assert.equal((await pages.ask('/pay/x', { method: 'POST' })).status, 405);
});
