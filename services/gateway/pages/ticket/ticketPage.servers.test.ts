import assert from 'node:assert/strict';
import { createLog } from '@venue-booking/kit/logging/log';
import { until } from '@venue-booking/kit/testing/testMessaging';
import { fail } from '@venue-booking/proto/failures';
import { test } from 'vitest';
import type { Backends } from '../../backends/backends.ts';
import { createVenueBulkheads } from '../../limits/venueBulkheads.ts';
import { contact, ticket } from '../../testing/testTicket.ts';
import { visit } from '../../testing/testVisit.ts';
import { ticketPage } from './ticketPage.ts';
import { ticketCode } from './ticketView.ts';

const VENUE = ticket.venueId;
const name = { nl: 'Badjas', en: 'Robe' };
const bathHouse = {
  ...{ id: 7, min_people: 1, max_people_per_booking: 8 },
  price: { add_ons: [{ key: 'robe', name, eur: 7, per: 'person', required: false, max: 1 }] },
};

/** The pages with fake services. `venueChanged` records the venues whose cached responses were dropped. */
function pageBefore(answers: {
  open?: (token: string) => unknown;
  cancel?: () => unknown;
  change?: () => unknown;
  quote?: (asked: { wish: unknown }) => unknown;
  payments?: () => unknown;
}) {
  const venueChanged: number[] = [];
  const { open = () => ticket, cancel = () => ticket, change = () => ticket } = answers;
  const { payments = throwing(fail('unavailable')), quote = throwing(fail('unavailable')) } = answers;
  const backends = {
    booking: {
      openTicket: { query: async ({ token }: { token: string }) => open(token) },
      cancelTicket: { mutate: async () => cancel() },
      changeTicket: { mutate: async () => change() },
      quoteTicketChange: { query: async (asked: { wish: unknown }) => quote(asked) },
      calendarOfTicket: { query: async () => null },
    },
    availability: {
      daySlots: { query: async () => ({ date: '2026-11-28', slots: [] }) },
      availability: { query: async () => ({ days: [] }) },
    },
    catalog: {
      contact: { query: async () => contact },
      site: { query: async () => ({ live: true, day_start: '06:00', facilities: [bathHouse] }) },
    },
    payment: { list: { query: async () => payments() } },
  } as unknown as Pick<Backends, 'availability' | 'booking' | 'catalog' | 'payment'>;
  const pages = ticketPage({
    ...backends,
    bulkheads: createVenueBulkheads(),
    publicUrl: 'https://book.example',
    venueChanged: (venueId) => void venueChanged.push(venueId),
    log: createLog('test', 'silent'),
  });
  return { pages, venueChanged };
}
const throwing = (error: Error) => () => {
  throw error;
};

test('serves the QR code of a ticket as an image for any website, and none for an unknown ticket', async () => {
  const { pages } = pageBefore({ open: (token) => (token === 'good' ? ticket : null) });
  await using server = await visit(pages);
  const response = await server.get('/tickets/good/code.svg');
  assert.equal(response.status, 200);
  assert.match(response.headers.get('content-type') ?? '', /^image\/svg\+xml/);
  assert.equal(response.headers.get('cross-origin-resource-policy'), 'cross-origin');
  assert.equal(await response.text(), ticketCode('https://book.example/tickets/good'));
  assert.equal((await server.get('/tickets/bad/code.svg')).status, 404);
});

test('drops the cached responses of the venue after a cancellation', async () => {
  for (const accept of ['text/html', 'application/json']) {
    const { pages, venueChanged } = pageBefore({});
    await using site = await visit(pages);
    const answer = await site.post('/tickets/x/cancel', { Accept: accept });
    assert.equal(answer.status, accept === 'text/html' ? 303 : 200);
    assert.deepEqual(venueChanged, [VENUE]);
  }
});

test('ignores punctuation after the token of a link', async () => {
  const opened: string[] = [];
  const { pages } = pageBefore({ open: (token) => opened.push(token) && ticket });
  await using site = await visit(pages);
  const behind = ['', '.', '>', ')', ',', "'", '%20', '%C2%A0', '%E2%80%9D.', '-_-'];
  for (const stray of behind) assert.equal((await site.get(`/tickets/a.b-c_${stray}`)).status, 200, stray);
  assert.deepEqual(new Set(opened), new Set(['a.b-c_', 'a.b-c_-_-']));
  assert.equal((await site.get('/tickets/%20')).status, 200);
  assert.equal(opened.at(-1), '');
});

test('keeps cached responses after a read and after a rejected cancellation', async () => {
  const { pages, venueChanged } = pageBefore({
    cancel: throwing(
      fail('cancel_too_late', {
        until_nl: 'vrijdag 20 november 2026, 10:00',
        until_en: 'Friday 20 November 2026, 10:00',
      }),
    ),
  });
  await using site = await visit(pages);
  for (const path of ['/tickets/x', '/tickets/x/cancel']) assert.equal((await site.get(path)).status, 200);
  const refused = await site.post('/tickets/x/cancel', { Accept: 'text/html' });
  assert.equal(refused.status, 422);
  assert.match(await refused.text(), /role="alert">Annuleren kon tot vrijdag 20 november 2026, 10:00\./);
  assert.deepEqual(venueChanged, []);
});

test('rejects a cancellation with an invalid amount', async () => {
  let cancels = 0;
  const { pages } = pageBefore({ cancel: () => cancels++ });
  await using site = await visit(pages);
  for (const kept of ['abc', '-1', 'NaN', '1&kept_eur=2'])
    for (const accept of ['text/html', 'application/json']) {
      const answer = await site.post(`/tickets/x/cancel?kept_eur=${kept}`, { Accept: accept });
      assert.deepEqual([answer.status, cancels], [422, 0], `${kept} for ${accept}`);
      assert.match(await answer.text(), /kept_eur: must be an amount/);
    }
});

test('drops the cached responses of the venue after a change, but not after a rejected one', async () => {
  const sent = async (change?: () => unknown) => {
    const { pages, venueChanged } = pageBefore(change ? { change } : {});
    await using site = await visit(pages);
    const { status, headers } = await fetch(`${site.url}/tickets/x/change?lang=en`, {
      ...{ method: 'POST', redirect: 'manual', headers: { Accept: 'text/html' } },
      body: new URLSearchParams({ quote: 'signed' }),
    });
    return [status, headers.get('location'), venueChanged];
  };
  assert.deepEqual(await sent(), [303, '/tickets/x?lang=en&changed=1', [VENUE]]);
  assert.deepEqual(await sent(throwing(fail('change_off'))), [422, null, []]);
  assert.deepEqual(await sent(throwing(fail('unavailable'))), [503, null, []]);
});

test('quotes the change in the URL, and keeps it next to the reason for a refusal', async () => {
  const changeable = {
    ...ticket,
    change: { until: '2026-11-27T10:00', isOver: false, facilityId: 7, slotId: 1 },
  };
  const asked: unknown[] = [];
  const { pages } = pageBefore({
    open: () => changeable,
    quote: ({ wish }: { wish: unknown }) => {
      asked.push(wish);
      throw fail('add_on_gone', { key: 'robe', name: 'Badjas', left: 1 });
    },
  });
  await using site = await visit(pages);
  const look = async (query: string) => {
    const answer = await site.get(`/tickets/x/change?slot=2&${query}`, { Accept: 'text/html' });
    return [answer.status, await answer.text()] as const;
  };
  // A form sends 0 for each checkbox, followed by 1 if it is checked.
  const [status, text] = await look('people=4&add_ons.robe=0&add_ons.robe=1');
  assert.equal(status, 422);
  assert.match(text, /role="alert">‘Badjas’: op dit tijdstip nog 1 beschikbaar\./);
  assert.match(text, /name="add_ons\.robe" value="1" checked>/);
  assert.match(text, /name="people" value="4"/);
  assert.doesNotMatch((await look('people=4&add_ons.robe=0'))[1], /checked/);
  await look('guests.adult=2');
  assert.deepEqual(asked, [
    { slot_id: 2, people: 4, add_ons: { robe: 1 } },
    { slot_id: 2, people: 4, add_ons: { robe: 0 } },
    { slot_id: 2, guests: { adult: 2 } },
  ]);
  const invalid = await look('people=4&add_ons.robe=-1');
  assert.equal(invalid[0], 422);
  assert.equal(asked.length, 3);
});

test('shows a page when a service is unavailable or fails', async () => {
  for (const [error, status, text] of [
    [fail('unavailable'), 503, /Tijdelijk niet bereikbaar/],
    [fail('timeout'), 504, /Dit duurde te lang/],
    [new Error('secret detail'), 500, /Er ging iets mis aan onze kant/],
  ] as const) {
    const { pages } = pageBefore({ open: throwing(error), cancel: throwing(error) });
    await using site = await visit(pages);
    const headers = { Accept: 'text/html', 'Accept-Language': 'nl' };
    for (const answer of [
      await site.get('/tickets/x', headers),
      await site.post('/tickets/x/cancel', headers),
    ]) {
      assert.equal(answer.status, status);
      const html = await answer.text();
      assert.match(html, text);
      assert.doesNotMatch(html, /secret detail/);
    }
  }
});

test('reloads after a failed check of a payment, in any language', async () => {
  const look = async (error: Error | null, query: string) => {
    const open = error ? throwing(error) : () => ({ ...ticket, booking: { ...ticket.booking, status } });
    await using site = await visit(pageBefore({ open }).pages);
    const html = await (await site.get(`/tickets/x${query}`, { Accept: 'text/html' })).text();
    const [, next] = /http-equiv="refresh" content="5; url=([^"]+)"/.exec(html) ?? [];
    const [, english] = /href="([^"]+)" lang="en"/.exec(html) ?? [];
    return [next, english].map((address) => address?.replaceAll('&amp;', '&'));
  };
  const status = 'pending_payment';
  const away = fail('unavailable');
  assert.deepEqual(await look(null, '?returned=3'), ['?lang=nl&returned=4', '/tickets/x?returned=3&lang=en']);
  // The language of the booking is unknown.
  assert.deepEqual(await look(away, '?returned=3'), ['?returned=4', '?returned=3&lang=en']);
  assert.deepEqual(await look(away, '?lang=nl&returned=3'), ['?lang=nl&returned=4', '?returned=3&lang=en']);
  for (const [error, query] of [
    [away, '?'],
    [away, '?returned=25&'],
    [fail('ticket_not_found'), '?returned=3&'],
  ] as const)
    assert.deepEqual(await look(error, query), [undefined, `${query}lang=en`], query);
});

test('serves its style sheets as immutable', async () => {
  const { pages } = pageBefore({});
  await using site = await visit(pages);
  const html = await (await site.get('/tickets/x')).text();
  const sheets = [...html.matchAll(/<link rel="stylesheet" href="([^"]+)"/g)].map(([, path]) => path ?? '');
  assert.equal(sheets.length, 2);
  for (const path of sheets) {
    const { status, headers } = await site.get(path);
    assert.equal(status, 200);
    assert.match(headers.get('cache-control') ?? '', /immutable/);
  }
});

test('returns paid and refunded amounts as JSON, or only the status while they are unknown', async () => {
  const paid = () => ({ ...ticket, paymentStatus: 'paid' });
  const attempts = [
    { amount_eur: 25, refunded_eur: 0, paid_at: null },
    { amount_eur: 25, refunded_eur: 10.1, paid_at: '2026-11-20T10:00:00Z' },
  ];
  const read = async (answers: Parameters<typeof pageBefore>[0]) => {
    await using site = await visit(pageBefore(answers).pages);
    const answer = await site.get('/tickets/x', { Accept: 'application/json' });
    const { payment_status, paid_eur, refunded_eur, refund_on_cancel_eur } = (await answer.json()) as Record<
      string,
      unknown
    >;
    return { payment_status, paid_eur, refunded_eur, refund_on_cancel_eur };
  };
  const none = { paid_eur: undefined, refunded_eur: undefined, refund_on_cancel_eur: undefined };
  const payments = () => ({ 41: attempts });
  const known = { payment_status: 'paid', paid_eur: 25, refunded_eur: 10.1 };
  assert.deepEqual(await read({ open: paid, payments }), { ...known, refund_on_cancel_eur: 14.9 });
  const late = () => ({ ...paid(), cancellable: false });
  assert.deepEqual(await read({ open: late, payments }), { ...known, refund_on_cancel_eur: undefined });
  assert.deepEqual(await read({ open: paid }), { ...none, payment_status: 'paid' });
  assert.deepEqual(await read({ payments }), { ...none, payment_status: undefined });
});

test('limits concurrent requests per ticket without delaying other tickets', async () => {
  const underWay: (() => void)[] = [];
  const { pages } = pageBefore({
    open: (token) =>
      token === 'mine' ? ticket : new Promise((resolve) => underWay.push(() => resolve(ticket))),
  });
  await using site = await visit(pages);
  const [SENT, CONCURRENCY, WAITING] = [80, 4, 50];
  let refused = 0;
  const flood = Array.from({ length: SENT }, async () => {
    const { status } = await site.get('/tickets/flooded');
    if (status === 503) refused += 1;
    else assert.equal(status, 200);
  });
  await until(() => refused === SENT - CONCURRENCY - WAITING);
  assert.equal(underWay.length, CONCURRENCY);
  assert.equal((await site.get('/tickets/mine')).status, 200);
  const timer = setInterval(() => {
    for (const end of underWay.splice(0)) end();
  }, 1);
  await Promise.all(flood);
  clearInterval(timer);
});

test('limits concurrent quotes of changes per venue', async () => {
  const underWay: (() => void)[] = [];
  const quote = () => new Promise((end) => underWay.push(() => end({})));
  const { pages } = pageBefore({ quote });
  await using site = await visit(pages);
  const links = Array.from({ length: 24 }, (_, number) =>
    site.get(`/tickets/link-${number}/change?people=3`, { Accept: 'application/json' }),
  );
  await until(() => underWay.length === 16);
  // By the time that another link is answered, further quotes would have started.
  assert.equal((await site.get('/tickets/other')).status, 200);
  assert.equal(underWay.length, 16);
  const timer = setInterval(() => {
    for (const end of underWay.splice(0)) end();
  }, 1);
  await Promise.all(links).finally(() => clearInterval(timer));
});
