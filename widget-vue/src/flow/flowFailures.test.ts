import assert from 'node:assert/strict';
import { beforeEach, test, vi } from 'vitest';
import { booking, facility, later, newPage, settled, site, slot, TICKET, unpaid } from './testFlow.ts';

const BOOKINGS = '/api/site/bookings';
let page: ReturnType<typeof newPage>;
beforeEach(() => {
  page = newPage();
});

/** A flow whose booking failed for lack of a connection. */
const refusedOffline = async () => {
  const flow = await page.atDetails();
  page.answers[BOOKINGS] = 'offline';
  await flow.book();
  assert.equal(flow.state.bookingFailure?.kind, 'offline');
  page.answers[BOOKINGS] = unpaid;
  return flow;
};

/** A flow at the times of the first facility. */
async function atTimes() {
  const flow = page.newFlow();
  flow.resume();
  await settled();
  flow.choose(facility(1));
  await settled();
  return flow;
}

test('retries a booking after a connection failure as the same request', async () => {
  const flow = await refusedOffline();
  flow.resume();
  await settled();
  assert.equal(page.sent.length, 2);
  assert.deepEqual(page.sent[1], page.sent[0]);
  assert.equal(flow.state.view, 'leaving');
});

test('does not retry a booking if the guest has changed the draft', async () => {
  const flow = await refusedOffline();
  flow.state.draft.people = 5;
  flow.resume();
  await settled();
  assert.equal(page.sent.length, 1);
  assert.equal(flow.state.view, 'details');
  assert.equal(flow.state.bookingFailure?.kind, 'failed', 'and the guest is told');
});

test('does not retry a booking that was submitted an hour ago', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: 0 });
  const flow = await refusedOffline();
  vi.advanceTimersByTime(3600_000);
  flow.resume();
  await settled();
  assert.equal(page.sent.length, 1);
  assert.equal(flow.state.bookingFailure?.kind, 'failed', 'and the guest is told');
});

const QUOTES = '/api/site/quotes';
const quote = (total_eur: number) => ({ body: { total_eur, lines: [], quote: `for ${total_eur}` } });
const bookings = () => page.sent.filter(({ key }) => key);

/** A flow at a facility with a price list, where the list of slots has no price for this party. */
const atListedPrice = async () => {
  const flow = await page.atDetails();
  flow.state.facility = { ...facility(1), price: { per: 'person', from_eur: 10, varies: true } };
  return flow;
};

test('books only at a price that is known and was shown before', async () => {
  const flow = await atListedPrice();
  page.answers[BOOKINGS] = unpaid;
  for (const [answer, kind] of [
    [{ status: 404, body: { error: 'Unknown.' } }, 'failed'],
    [{ status: 429, body: { error: 'Too often.' } }, 'rate_limited'],
    [{ status: 503, body: { error: 'Down.' } }, 'failed'],
  ] as const) {
    page.answers[QUOTES] = answer;
    await flow.book();
    assert.equal(flow.state.bookingFailure?.kind, kind);
    assert.equal(flow.state.busy, false);
  }
  page.answers[QUOTES] = quote(250);
  await flow.book();
  assert.equal(flow.state.bookingFailure, null);
  assert.equal(flow.state.busy, false);
  assert.equal(flow.state.quote?.total_eur, 250);
  assert.deepEqual(bookings(), []);
  await flow.book();
  assert.deepEqual(
    bookings().map(({ body }) => (body as { quote?: string }).quote),
    ['for 250'],
  );
});

test('keeps a party’s quote while it is requested again, and if that fails', async () => {
  const flow = await atListedPrice();
  page.answers[QUOTES] = quote(100);
  await flow.quote();
  page.answers[QUOTES] = { status: 503, body: { error: 'Down.' } };
  const asked = flow.quote();
  assert.equal(flow.state.quote?.total_eur, 100);
  await asked;
  assert.equal(flow.state.quote?.total_eur, 100);
  flow.state.draft.people = 3;
  await flow.quote();
  assert.equal(flow.state.quote, null);
});

test('requests a quote without a price list too, and books at the shown price if there is none', async () => {
  const flow = await page.atDetails();
  page.answers[BOOKINGS] = unpaid;
  page.answers[QUOTES] = quote(25);
  await flow.quote();
  assert.equal(flow.state.quote?.total_eur, 25);
  await flow.book();
  const older = await page.atDetails();
  page.answers[QUOTES] = { status: 404, body: { error: 'Unknown.' } };
  await older.quote();
  await older.book();
  assert.deepEqual(
    bookings().map(({ body }) => (body as { quote?: string }).quote),
    ['for 25', undefined],
  );
});

test('shows the original price of a booking before retrying it', async () => {
  const flow = await atListedPrice();
  page.answers[QUOTES] = quote(100);
  await flow.quote();
  page.answers[BOOKINGS] = 'offline';
  await flow.book();
  page.answers[BOOKINGS] = unpaid;
  page.answers[QUOTES] = quote(120);
  await flow.quote();
  assert.equal(flow.state.quote?.total_eur, 120);
  await flow.book();
  assert.equal(flow.state.quote?.total_eur, 100);
  assert.equal(bookings().length, 1);
  await flow.book();
  assert.equal(bookings().length, 2);
  assert.deepEqual(bookings()[1], bookings()[0]);
});

test('does not report a slot as lost if the guest’s own unanswered booking may have taken it', async () => {
  const flow = await page.atDetails();
  flow.state.draft.values.customer_name = 'Ana';
  page.answers[BOOKINGS] = { status: 503, body: { error: 'Down.' } };
  await flow.book();
  flow.state.draft.values.customer_name = 'Anna';
  page.answers[BOOKINGS] = { status: 422, body: { error: 'This was sent before.' } };
  page.answers['/api/site/slots/7'] = { body: { ...slot, free: 0, bookable: false } };
  await flow.book();
  const [first, second] = bookings();
  assert.equal(second?.key, first?.key);
  assert.equal(flow.state.view, 'details');
  assert.equal(flow.state.bookingFailure?.message, 'This was sent before.');
});

test('does not redirect from an element removed during booking, and shows the booking once it is reinserted', async () => {
  const flow = await page.atDetails();
  const { promise, answer } = later();
  page.answers[BOOKINGS] = promise;
  const booked = flow.book();
  flow.stop();
  answer(unpaid);
  await booked;
  assert.equal(page.isAt, 'https://x.example/');
  assert.ok(!page.events.includes('redirect'));
  flow.resume();
  assert.equal(flow.state.view, 'done');
  assert.equal(flow.state.outcome?.checkout_url, unpaid.body.payment.checkout_url);
  flow.stop();
});

test('shows the unpaid booking in a frame that may not redirect by itself', async () => {
  const location = {
    set href(_: string) {
      throw new DOMException('The current window does not have permission.', 'SecurityError');
    },
  };
  Object.assign(globalThis, { window: { top: { location } } });
  page.answers[BOOKINGS] = unpaid;
  const flow = await page.atDetails();
  await flow.book();
  flow.stop();
  assert.equal(page.isAt, 'https://x.example/');
  assert.equal(flow.state.view, 'done');
  assert.equal(flow.state.outcome?.checkout_url, unpaid.body.payment.checkout_url);
});

test('neither opens nor links to a booking’s address that is not a web page', async () => {
  const script = 'javascript:alert(1)';
  page.answers[BOOKINGS] = {
    status: 201,
    body: { booking, ticket_url: script, payment: { checkout_url: script } },
  };
  const flow = await page.atDetails();
  await flow.book();
  flow.stop();
  assert.equal(page.isAt, 'https://x.example/');
  assert.equal(flow.state.view, 'done');
  assert.ok(!flow.state.outcome?.checkout_url);
  assert.ok(!flow.state.outcome?.ticket_url);
});

test('neither opens nor links to a ticket’s address that is not a web page', async () => {
  page.stored.set('venue-booking:sauna', JSON.stringify({ ticketUrl: TICKET, at: Date.now() }));
  page.answers['/tickets/t'] = { body: { ...booking, checkout_url: 'data:text/html,x' } };
  const flow = page.newFlow();
  flow.resume();
  await settled();
  flow.stop();
  assert.equal(flow.state.view, 'done');
  assert.ok(!flow.state.outcome?.checkout_url);
});

test('keeps another unpaid booking in storage when a booking is settled', async () => {
  const other = JSON.stringify({ ticketUrl: 'https://api.example.com/tickets/u', at: Date.now() });
  page.stored.set('venue-booking:sauna', JSON.stringify({ ticketUrl: TICKET, at: Date.now() }));
  const { promise, answer } = later();
  page.answers['/tickets/t'] = promise;
  const flow = page.newFlow();
  flow.resume();
  await settled();
  page.stored.set('venue-booking:sauna', other);
  answer({ body: { ...booking, status: 'confirmed' } });
  await settled();
  assert.equal(page.stored.get('venue-booking:sauna'), other);
  flow.again();
  assert.equal(page.stored.get('venue-booking:sauna'), other);
});

test('keeps an unpaid booking in storage when the guest books again', async () => {
  page.answers[BOOKINGS] = unpaid;
  const flow = await page.atDetails(false);
  await flow.book();
  assert.equal(flow.state.view, 'done');
  flow.again();
  assert.equal(flow.state.view, 'what');
  assert.equal(page.stored.size, 1);
});

test('does not ask a guest to pay again after a payment and a switch of tabs', async () => {
  page.stored.set('venue-booking:sauna', JSON.stringify({ ticketUrl: TICKET, at: Date.now() }));
  page.answers['/tickets/t'] = { body: { ...booking, payment_status: 'open' } };
  const flow = page.newFlow();
  flow.resume();
  await settled();
  assert.equal(flow.state.settling, true);
  flow.resume();
  await settled();
  flow.stop();
  assert.equal(flow.state.settling, true);
});

test('requests a ticket below the API’s base path only once', async () => {
  page.settings.base = 'https://www.example.com/booking';
  const ticketUrl = 'https://www.example.com/booking/tickets/t';
  page.stored.set('venue-booking:sauna', JSON.stringify({ ticketUrl, at: Date.now() }));
  page.answers['/booking/api/site/facilities'] = { body: site };
  page.answers['/booking/tickets/t'] = { body: { ...booking, status: 'confirmed' } };
  const flow = page.newFlow();
  flow.resume();
  await settled();
  assert.equal(flow.state.view, 'done');
});

test('continues a slot check when the connection is regained', async () => {
  const flow = await atTimes();
  const { promise, answer } = later();
  page.answers['/api/site/slots/7'] = promise;
  const picked = flow.pick(slot);
  flow.resume();
  answer({ body: slot });
  await picked;
  assert.equal(flow.state.view, 'details');
});

test('ignores a slot check if the guest has moved to another day', async () => {
  const flow = await atTimes();
  const { promise, answer } = later();
  page.answers['/api/site/slots/7'] = promise;
  const picked = flow.pick(slot);
  flow.schedule.value?.choose('2026-06-02');
  answer({ body: slot });
  await picked;
  assert.equal(flow.state.view, 'when');
  assert.equal(flow.state.busy, false);
});

test('replaces a slot check when the guest picks another time', async () => {
  const flow = await atTimes();
  const { promise, answer } = later();
  page.answers['/api/site/slots/7'] = promise;
  page.answers['/api/site/slots/8'] = { body: { ...slot, id: 8 } };
  const first = flow.pick(slot);
  await flow.pick({ ...slot, id: 8 });
  assert.equal(flow.state.view, 'details');
  answer({ body: { ...slot, free: 0, bookable: false } });
  await first;
  assert.equal(flow.state.view, 'details');
  assert.equal(flow.state.slot?.id, 8);
});

test('treats a deleted slot as lost and keeps the draft', async () => {
  const flow = await page.atDetails();
  flow.state.draft.values.customer_name = 'Anna';
  flow.back();
  delete page.answers['/api/site/slots/7'];
  await flow.pick(slot);
  assert.equal(flow.state.view, 'when');
  assert.equal(flow.state.slotLost, true);
  assert.equal(flow.schedule.value?.state.failure, null);
  page.answers['/api/site/facilities'] = { body: { ...site, facilities: [facility(2), facility(3)] } };
  await flow.pick(slot);
  await settled();
  assert.equal(flow.state.view, 'what');
  assert.equal(flow.state.draft.values.customer_name, 'Anna');
});

test('shows the remaining facilities if the chosen one is deleted', async () => {
  const flow = page.newFlow();
  flow.resume();
  await settled();
  page.answers['/api/site/facilities'] = { body: { ...site, facilities: [facility(1)] } };
  flow.choose(facility(2));
  await settled();
  assert.equal(flow.schedule.value?.state.failure?.status, 404);
  flow.resume();
  await settled();
  assert.equal(flow.state.view, 'when');
  assert.equal(flow.state.facility?.id, 1);
  assert.equal(flow.schedule.value?.state.failure, null);
});

/** Changes the venue after the guest has loaded it. */
const become = (changed: object) => {
  page.answers['/api/site/facilities'] = { body: { ...site, ...changed } };
};
const phone = { key: 'phone', label: 'Telefoon', type: 'tel', required: true };

test('shows a new field after a booking was rejected without it, and keeps the draft', async () => {
  const flow = await page.atDetails();
  flow.state.draft.values.customer_name = 'Anna';
  become({ fields: [phone], facilities: [{ ...facility(1), name: 'Suite', price_eur: 25 }] });
  page.answers[BOOKINGS] = { status: 422, body: { error: '"Telefoon" is verplicht.' } };
  await flow.book();
  assert.equal(flow.state.view, 'details');
  assert.equal(flow.state.bookingFailure?.message, '"Telefoon" is verplicht.');
  assert.deepEqual(flow.state.site?.fields, [phone]);
  assert.equal(flow.state.facility?.name, 'Suite');
  assert.equal(flow.state.draft.values.customer_name, 'Anna');
});

test('reports at the details that a venue or facility is no longer booked online, and does not go back to it', async () => {
  for (const [changed, view] of [
    [{ live: false }, 'notLive'],
    [{ facilities: [facility(2), facility(3)] }, 'what'],
    [{ facilities: [] }, 'empty'],
  ] as const) {
    page = newPage();
    const flow = await page.atDetails();
    become(changed);
    page.answers[BOOKINGS] = { status: 422, body: { error: 'Not now.' } };
    page.answers['/api/site/slots/7'] = { body: { ...slot, bookable: false } };
    await flow.book();
    assert.equal(flow.state.view, 'details');
    assert.equal(flow.state.bookingFailure?.message, 'Not now.');
    flow.back();
    assert.equal(flow.state.view, view);
  }
});

test('reloads the venue when the guest returns to the page', async () => {
  const flow = page.newFlow();
  flow.resume();
  await settled();
  become({ facilities: [facility(1), { ...facility(2), name: 'Suite' }] });
  flow.resume();
  await settled();
  assert.equal(flow.state.site?.facilities[1]?.name, 'Suite');
  flow.choose(facility(1));
  await settled();
  flow.state.draft.people = 6;
  flow.state.draft.add_ons = { towel: 2 };
  become({ facilities: [{ ...facility(1), name: 'Hall', max_people_per_booking: 4 }, facility(2)] });
  flow.resume();
  await settled();
  assert.equal(flow.state.view, 'when');
  assert.equal(flow.state.facility?.name, 'Hall');
  assert.equal(flow.schedule.value?.state.facility.name, 'Hall');
  assert.equal(flow.state.draft.people, 4);
  assert.equal(flow.state.draft.add_ons, undefined, 'a deleted add-on is not kept');
  become({ live: false });
  flow.resume();
  await settled();
  assert.equal(flow.state.view, 'notLive');
  become({});
  flow.resume();
  await settled();
  assert.equal(flow.state.view, 'what');
});

test('reports invalid slots to the page, and to the guest as a plain message', async () => {
  page.answers['/api/site/facilities/1/availability'] = { body: { nothing: true } };
  const flow = await atTimes();
  assert.equal(flow.schedule.value?.state.failure?.kind, 'failed');
  assert.equal(page.events.at(-1), 'error');
});

test('emits events with exactly the documented details', async () => {
  const flow = await page.atDetails();
  flow.stop();
  assert.deepEqual(page.details, [
    { step: 'what', facility: null, slot: null },
    { live: true, facilities: site.facilities },
    { step: 'when', facility: facility(1), slot: null },
    { step: 'details', facility: facility(1), slot: flow.state.slot },
  ]);
});

test('resolves images against an API on a path of the page', () => {
  page.settings.base = '/booking';
  assert.deepEqual(page.newFlow().imagesOf(facility(1).images), [
    'https://x.example/images/a.jpg',
    'https://img.example.com/b.jpg',
    'https://x.example/c.jpg',
  ]);
});

test('books without a return address that the API would reject', async () => {
  page.answers[BOOKINGS] = unpaid;
  for (const redirect of [`https://x.example/?${'x'.repeat(2000)}`, 'httpx:page', 'javascript:alert(1)']) {
    page.settings.redirect = redirect;
    await (await page.atDetails()).book();
    assert.ok(!('redirect_url' in (page.sent.at(-1)?.body ?? {})), redirect);
  }
});
