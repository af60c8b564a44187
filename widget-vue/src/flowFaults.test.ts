import assert from 'node:assert/strict';
import { beforeEach, test, vi } from 'vitest';
import { booking, facility, later, newPage, settled, site, slot, TICKET, unpaid } from './testFlow.ts';

const BOOKINGS = '/api/site/bookings';
let page: ReturnType<typeof newPage>;
beforeEach(() => {
  page = newPage();
});

/** A flow whose booking did not get through. */
const refusedOffline = async () => {
  const flow = await page.atDetails();
  page.answers[BOOKINGS] = 'offline';
  await flow.book();
  assert.equal(flow.state.refusal?.kind, 'offline');
  page.answers[BOOKINGS] = unpaid;
  return flow;
};

/** A widget that shows the times of the first facility. */
async function atTimes() {
  const flow = page.newFlow();
  flow.resume();
  await settled();
  flow.choose(facility(1));
  await settled();
  return flow;
}

test('a booking that did not get through is sent again by itself, as the same request', async () => {
  const flow = await refusedOffline();
  flow.resume();
  await settled();
  assert.equal(page.sent.length, 2);
  assert.deepEqual(page.sent[1], page.sent[0]);
  assert.equal(flow.state.view, 'leaving');
});

test('what a guest has changed since is not sent by itself', async () => {
  const flow = await refusedOffline();
  flow.state.draft.people = 5;
  flow.resume();
  await settled();
  assert.equal(page.sent.length, 1);
  assert.equal(flow.state.view, 'details');
  assert.equal(flow.state.refusal?.kind, 'failed', 'and that is told');
});

test('what a guest has asked for an hour ago is not sent by itself', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: 0 });
  const flow = await refusedOffline();
  vi.advanceTimersByTime(3600_000);
  flow.resume();
  await settled();
  assert.equal(page.sent.length, 1);
  assert.equal(flow.state.refusal?.kind, 'failed', 'and that is told');
});

const QUOTES = '/api/site/quotes';
const quote = (total_eur: number) => ({ body: { total_eur, lines: [], quote: `for ${total_eur}` } });
const bookings = () => page.sent.filter(({ key }) => key);

/** A flow at a facility with a price list, whose list of times says nothing of such a party. */
const atListedPrice = async () => {
  const flow = await page.atDetails();
  flow.state.facility = { ...facility(1), price: { per: 'person', from_eur: 10, varies: true } };
  return flow;
};

test('nothing is booked at a price that is not known, and nothing before it was shown', async () => {
  const flow = await atListedPrice();
  page.answers[BOOKINGS] = unpaid;
  for (const [answer, kind] of [
    [{ status: 404, body: { error: 'Unknown.' } }, 'failed'],
    [{ status: 429, body: { error: 'Too often.' } }, 'rate_limited'],
    [{ status: 503, body: { error: 'Down.' } }, 'failed'],
  ] as const) {
    page.answers[QUOTES] = answer;
    await flow.book();
    assert.equal(flow.state.refusal?.kind, kind);
    assert.equal(flow.state.busy, false);
  }
  page.answers[QUOTES] = quote(250);
  await flow.book();
  assert.equal(flow.state.refusal, null);
  assert.equal(flow.state.busy, false);
  assert.equal(flow.state.quote?.total_eur, 250);
  assert.deepEqual(bookings(), []);
  await flow.book();
  assert.deepEqual(
    bookings().map(({ body }) => (body as { quote?: string }).quote),
    ['for 250'],
  );
});

test('what was promised to a party stands while it is asked for anew, and when that fails', async () => {
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

test('a price without a list is promised as well, and what can not be promised is booked as it was shown', async () => {
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

test('a booking that is sent again is first shown at the price that it was sent at', async () => {
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

test('a time that has gone to a booking of the guest’s own, whose answer was lost, is not said to be lost', async () => {
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
  assert.equal(flow.state.refusal?.message, 'This was sent before.');
});

test('an element that was taken out while booking leads nobody away, and shows the booking when it is back', async () => {
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

test('a frame that may not lead away by itself shows the booking, with the way to pay for it', async () => {
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

test('what is no address of a web page is neither gone to nor a link', async () => {
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

test('nor is one that a ticket brings', async () => {
  page.kept.set('venue-booking:sauna', JSON.stringify({ ticketUrl: TICKET, at: Date.now() }));
  page.answers['/tickets/t'] = { body: { ...booking, checkout_url: 'data:text/html,x' } };
  const flow = page.newFlow();
  flow.resume();
  await settled();
  flow.stop();
  assert.equal(flow.state.view, 'done');
  assert.ok(!flow.state.outcome?.checkout_url);
});

test('a booking that is settled does not make another one forgotten that waits for payment', async () => {
  const other = JSON.stringify({ ticketUrl: 'https://api.example.com/tickets/u', at: Date.now() });
  page.kept.set('venue-booking:sauna', JSON.stringify({ ticketUrl: TICKET, at: Date.now() }));
  const { promise, answer } = later();
  page.answers['/tickets/t'] = promise;
  const flow = page.newFlow();
  flow.resume();
  await settled();
  page.kept.set('venue-booking:sauna', other);
  answer({ body: { ...booking, status: 'confirmed' } });
  await settled();
  assert.equal(page.kept.get('venue-booking:sauna'), other);
  flow.again();
  assert.equal(page.kept.get('venue-booking:sauna'), other);
});

test('another booking does not make one forgotten that waits for payment', async () => {
  page.answers[BOOKINGS] = unpaid;
  const flow = await page.atDetails(false);
  await flow.book();
  assert.equal(flow.state.view, 'done');
  flow.again();
  assert.equal(flow.state.view, 'what');
  assert.equal(page.kept.size, 1);
});

test('a guest who has just paid and looks away is not asked to pay again', async () => {
  page.kept.set('venue-booking:sauna', JSON.stringify({ ticketUrl: TICKET, at: Date.now() }));
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

test('behind a path, the ticket is asked for there once', async () => {
  page.settings.base = 'https://www.example.com/booking';
  const ticketUrl = 'https://www.example.com/booking/tickets/t';
  page.kept.set('venue-booking:sauna', JSON.stringify({ ticketUrl, at: Date.now() }));
  page.answers['/booking/api/site/facilities'] = { body: site };
  page.answers['/booking/tickets/t'] = { body: { ...booking, status: 'confirmed' } };
  const flow = page.newFlow();
  flow.resume();
  await settled();
  assert.equal(flow.state.view, 'done');
});

test('a connection that comes back does not drop the time that is being looked up', async () => {
  const flow = await atTimes();
  const { promise, answer } = later();
  page.answers['/api/site/slots/7'] = promise;
  const picked = flow.pick(slot);
  flow.resume();
  answer({ body: slot });
  await picked;
  assert.equal(flow.state.view, 'details');
});

test('a guest who has gone on to another day is not taken to the details of the time before', async () => {
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

test('a time that is pressed while another one is looked up takes its place', async () => {
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

test('a time that is no longer there is one that has gone, and what was filled in stays', async () => {
  const flow = await page.atDetails();
  flow.state.draft.values.customer_name = 'Anna';
  flow.back();
  delete page.answers['/api/site/slots/7'];
  await flow.pick(slot);
  assert.equal(flow.state.view, 'when');
  assert.equal(flow.state.slotLost, true);
  assert.equal(flow.schedule.value?.state.problem, null);
  page.answers['/api/site/facilities'] = { body: { ...site, facilities: [facility(2), facility(3)] } };
  await flow.pick(slot);
  await settled();
  assert.equal(flow.state.view, 'what');
  assert.equal(flow.state.draft.values.customer_name, 'Anna');
});

test('a facility that is no longer there leads to those that are', async () => {
  const flow = page.newFlow();
  flow.resume();
  await settled();
  page.answers['/api/site/facilities'] = { body: { ...site, facilities: [facility(1)] } };
  flow.choose(facility(2));
  await settled();
  assert.equal(flow.schedule.value?.state.problem?.status, 404);
  flow.resume();
  await settled();
  assert.equal(flow.state.view, 'when');
  assert.equal(flow.state.facility?.id, 1);
  assert.equal(flow.schedule.value?.state.problem, null);
});

/** What the venue has become since the guest looked. */
const become = (changed: object) => {
  page.answers['/api/site/facilities'] = { body: { ...site, ...changed } };
};
const phone = { key: 'phone', label: 'Telefoon', type: 'tel', required: true };

test('a field that is asked for since is there once a booking was refused for it, and what was filled in stays', async () => {
  const flow = await page.atDetails();
  flow.state.draft.values.customer_name = 'Anna';
  become({ fields: [phone], facilities: [{ ...facility(1), name: 'Suite', price_eur: 25 }] });
  page.answers[BOOKINGS] = { status: 422, body: { error: '"Telefoon" is verplicht.' } };
  await flow.book();
  assert.equal(flow.state.view, 'details');
  assert.equal(flow.state.refusal?.message, '"Telefoon" is verplicht.');
  assert.deepEqual(flow.state.site?.fields, [phone]);
  assert.equal(flow.state.facility?.name, 'Suite');
  assert.equal(flow.state.draft.values.customer_name, 'Anna');
});

test('a venue or facility that is no longer booked online says so at the details, and is not gone back to', async () => {
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
    assert.equal(flow.state.refusal?.message, 'Not now.');
    flow.back();
    assert.equal(flow.state.view, view);
  }
});

test('whoever comes back to the page sees the venue as it is now', async () => {
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
  assert.equal(flow.state.draft.add_ons, undefined, 'what is gone is not taken along');
  become({ live: false });
  flow.resume();
  await settled();
  assert.equal(flow.state.view, 'notLive');
  become({});
  flow.resume();
  await settled();
  assert.equal(flow.state.view, 'what');
});

test('times that can not be shown are told to the page, and to the guest in plain words', async () => {
  page.answers['/api/site/facilities/1/availability'] = { body: { nothing: true } };
  const flow = await atTimes();
  assert.equal(flow.schedule.value?.state.problem?.kind, 'failed');
  assert.equal(page.events.at(-1), 'error');
});

test('events tell what the docs say, and no more', async () => {
  const flow = await page.atDetails();
  flow.stop();
  assert.deepEqual(page.details, [
    { step: 'what', facility: null, slot: null },
    { live: true, facilities: site.facilities },
    { step: 'when', facility: facility(1), slot: null },
    { step: 'details', facility: facility(1), slot: flow.state.slot },
  ]);
});

test('an API on a path of the page gives its images too', () => {
  page.settings.base = '/booking';
  assert.deepEqual(page.newFlow().imagesOf(facility(1).images), [
    'https://x.example/images/a.jpg',
    'https://img.example.com/b.jpg',
    'https://x.example/c.jpg',
  ]);
});

test('an address to return to that no API takes keeps nobody from booking', async () => {
  page.answers[BOOKINGS] = unpaid;
  for (const redirect of [`https://x.example/?${'x'.repeat(2000)}`, 'httpx:page', 'javascript:alert(1)']) {
    page.settings.redirect = redirect;
    await (await page.atDetails()).book();
    assert.ok(!('redirect_url' in (page.sent.at(-1)?.body ?? {})), redirect);
  }
});
