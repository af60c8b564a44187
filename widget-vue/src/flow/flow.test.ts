import assert from 'node:assert/strict';
import { beforeEach, test } from 'vitest';
import { booking, facility, later, newPage, settled, site, slot, TICKET, unpaid } from './testFlow.ts';

let page: ReturnType<typeof newPage>;
beforeEach(() => {
  page = newPage();
});

test('starts at "what" with several facilities and at "when" with one', async () => {
  const several = page.newFlow();
  several.resume();
  await settled();
  assert.equal(several.state.view, 'what');
  page.answers['/api/site/facilities'] = { body: { ...site, facilities: [facility(1)] } };
  const single = page.newFlow();
  single.resume();
  await settled();
  assert.equal(single.state.view, 'when');
  assert.deepEqual(page.events, ['step what', 'ready', 'step when', 'ready']);
});

test('shows that a venue is not live or has no facilities', async () => {
  for (const [body, view] of [
    [{ ...site, live: false }, 'notLive'],
    [{ ...site, live: false, suspended: true }, 'paused'],
    [{ ...site, facilities: [] }, 'empty'],
  ] as const) {
    page.answers['/api/site/facilities'] = { body };
    const flow = page.newFlow();
    flow.resume();
    await settled();
    assert.equal(flow.state.view, view);
  }
});

test('starts with the smallest party that the facility accepts', async () => {
  const { state } = await page.atDetails();
  assert.equal(state.view, 'details');
  assert.equal(state.draft.people, 2);
});

test('ignores a slot check that completes after the guest went back', async () => {
  const flow = page.newFlow();
  flow.resume();
  await settled();
  flow.choose(facility(1));
  await settled();
  const { promise, answer } = later();
  page.answers['/api/site/slots/7'] = promise;
  const picked = flow.pick(slot);
  flow.back();
  answer({ body: slot });
  await picked;
  assert.equal(flow.state.view, 'what');
  assert.equal(flow.state.busy, false);
});

test('ignores a late response for the previous venue', async () => {
  const { promise, answer } = later();
  page.answers['/api/site/facilities'] = promise;
  const flow = page.newFlow();
  flow.resume();
  page.answers['/api/site/facilities'] = { body: { ...site, live: false } };
  page.settings = { ...page.settings, tenant: 'padel' };
  flow.resume();
  await settled();
  answer({ body: site });
  await settled();
  assert.equal(flow.state.view, 'notLive');
  assert.deepEqual(page.events, ['ready']);
});

test('returns to the times and keeps the draft if the slot fills up during booking', async () => {
  const flow = await page.atDetails();
  flow.state.draft.values.customer_name = 'Anna';
  page.answers['/api/site/bookings'] = { status: 422, body: { error: 'Full.' } };
  page.answers['/api/site/slots/7'] = { body: { ...slot, free: 0, bookable: false } };
  await flow.book();
  assert.equal(flow.state.view, 'when');
  assert.equal(flow.state.slotLost, true);
  assert.equal(flow.state.draft.values.customer_name, 'Anna');
});

test('stays at the details if the booking is rejected for another reason', async () => {
  const flow = await page.atDetails();
  page.answers['/api/site/bookings'] = {
    status: 422,
    body: { error: 'customer_email: must be an e-mail address.' },
  };
  await flow.book();
  assert.equal(flow.state.view, 'details');
  assert.equal(flow.state.bookingFailure?.message, 'customer_email: must be an e-mail address.');
});

test('confirms a booking without payment', async () => {
  const flow = await page.atDetails();
  page.answers['/api/site/bookings'] = {
    status: 201,
    body: { booking: { ...booking, status: 'confirmed' }, ticket_url: TICKET },
  };
  await flow.book();
  assert.equal(flow.state.view, 'done');
  assert.equal(page.stored.size, 0);
  assert.deepEqual(page.events.slice(-2), ['booked', 'step done']);
});

test('shows the unpaid booking if the page prevents the redirect', async () => {
  const flow = await page.atDetails(false);
  page.answers['/api/site/bookings'] = unpaid;
  await flow.book();
  flow.stop();
  assert.equal(flow.state.view, 'done');
  assert.equal(flow.state.outcome?.checkout_url, 'https://pay.example.com/1');
  assert.equal(page.stored.size, 1);
});

test('shows an unpaid booking after the return, and deletes it from storage once it is settled', async () => {
  page.stored.set('venue-booking:sauna', JSON.stringify({ ticketUrl: TICKET, at: Date.now() }));
  page.answers['/tickets/t'] = { body: { ...booking, status: 'confirmed' } };
  const flow = page.newFlow();
  flow.resume();
  await settled();
  assert.equal(flow.state.view, 'done');
  assert.equal(flow.state.outcome?.ticket_url, TICKET);
  assert.equal(page.stored.size, 0);
  flow.again();
  assert.equal(flow.state.view, 'what');
});

test('deletes an unknown ticket from storage, and keeps it after other failures', async () => {
  for (const [answer, left] of [
    ['offline', 1],
    [{ status: 404, body: { error: 'Unknown ticket.' } }, 0],
  ] as const) {
    page.stored.set('venue-booking:sauna', JSON.stringify({ ticketUrl: TICKET, at: Date.now() }));
    page.answers['/tickets/t'] = answer;
    const flow = page.newFlow();
    flow.resume();
    await settled();
    assert.equal(flow.state.view, 'what');
    assert.equal(page.stored.size, left);
  }
});

test('reports a failure and retries on resume', async () => {
  page.answers['/api/site/facilities'] = { status: 503, body: { error: 'Temporarily unavailable.' } };
  const flow = page.newFlow();
  flow.resume();
  await settled();
  assert.equal(flow.state.view, 'failed');
  assert.deepEqual(page.events, ['error']);
  page.answers['/api/site/facilities'] = { body: site };
  flow.resume();
  await settled();
  assert.equal(flow.state.view, 'what');
  assert.equal(flow.state.loadFailure, null);
});

test("resolves image paths against the API's address and skips invalid ones", () => {
  assert.deepEqual(page.newFlow().imagesOf(facility(1).images), [
    'https://api.example.com/images/a.jpg',
    'https://img.example.com/b.jpg',
    'https://api.example.com/c.jpg',
  ]);
});
