import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import { useFlow } from './flow.ts';

const facility = (id: number) => ({
  id,
  name: `Room ${id}`,
  mode: 'FULL' as const,
  capacity: 6,
  min_people: 2,
  max_people_per_booking: 6,
  duration_minutes: 60,
  price_eur: 10,
  open_days: [1],
  active: true,
  images: ['/images/a.jpg', 'https://img.example.com/b.jpg', 'https://[', 'c.jpg'],
  description: '',
});
const slot = {
  id: 7,
  facility_id: 1,
  starts_at: '2026-06-01T20:00',
  ends_at: '2026-06-01T21:00',
  capacity: 6,
  booked: 0,
  free: 6,
  blocked: false,
  bookable: true,
};
const site = { live: true, day_start: '06:00', facilities: [facility(1), facility(2)], fields: [] };
const booking = { id: 1, status: 'pending_payment' };
const TICKET = 'https://api.example.com/tickets/t';

type Answer = { status?: number; body: object } | 'offline';
let answers: Record<string, Answer | Promise<Answer>>;
let events: string[];
let settings = {
  tenant: 'sauna',
  base: 'https://api.example.com',
  locale: 'nl' as const,
  redirect: 'https://x.example/',
};

const newFlow = (mayLeave = true) =>
  useFlow(
    () => settings,
    (name, detail) => {
      events.push(name === 'step' ? `step ${(detail as { step: string }).step}` : name);
      return mayLeave;
    },
  );
const settled = async () => {
  for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve));
};
const later = () => {
  let answer: (value: Answer) => void = () => {};
  const promise = new Promise<Answer>((resolve) => {
    answer = resolve;
  });
  return { promise, answer };
};

// What a browser has and Node does not.
globalThis.addEventListener ??= () => {};

const originalFetch = globalThis.fetch;
const kept = new Map<string, string>();
beforeEach(() => {
  kept.clear();
  events = [];
  settings = { ...settings, tenant: 'sauna' };
  answers = {
    '/api/site/facilities': { body: site },
    '/api/site/facilities/1/availability': { body: { from: '2026-06-01', days: [] } },
    '/api/site/facilities/1/slots': { body: { slots: [slot] } },
    '/api/site/slots/7': { body: slot },
  };
  Object.defineProperty(globalThis, 'localStorage', {
    configurable: true,
    value: {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => kept.set(key, value),
      removeItem: (key: string) => kept.delete(key),
    },
  });
  globalThis.fetch = async (url) => {
    const answer = await (answers[new URL(String(url)).pathname] ?? {
      status: 404,
      body: { error: 'Unknown.' },
    });
    if (answer === 'offline') throw new TypeError('Failed to fetch');
    return new Response(JSON.stringify(answer.body), { status: answer.status ?? 200 });
  };
});
afterEach(() => {
  globalThis.fetch = originalFetch;
});

const atDetails = async (mayLeave = true) => {
  const flow = newFlow(mayLeave);
  flow.resume();
  await settled();
  flow.choose(site.facilities[0] as (typeof site.facilities)[number]);
  await settled();
  await flow.pick(slot);
  return flow;
};

test('several facilities begin with what, a single one with when', async () => {
  const several = newFlow();
  several.resume();
  await settled();
  assert.equal(several.state.view, 'what');
  answers['/api/site/facilities'] = { body: { ...site, facilities: [facility(1)] } };
  const single = newFlow();
  single.resume();
  await settled();
  assert.equal(single.state.view, 'when');
  assert.deepEqual(events, ['step what', 'ready', 'step when', 'ready']);
});

test('a venue that is not live, or has nothing, says so', async () => {
  for (const [body, view] of [
    [{ ...site, live: false }, 'notLive'],
    [{ ...site, facilities: [] }, 'empty'],
  ] as const) {
    answers['/api/site/facilities'] = { body };
    const flow = newFlow();
    flow.resume();
    await settled();
    assert.equal(flow.state.view, view);
  }
});

test('a party starts at the smallest that the facility takes', async () => {
  const { state } = await atDetails();
  assert.equal(state.view, 'details');
  assert.equal(state.draft.people, 2);
});

test('a re-check that comes after the guest went back moves nothing', async () => {
  const flow = newFlow();
  flow.resume();
  await settled();
  flow.choose(facility(1));
  await settled();
  const { promise, answer } = later();
  answers['/api/site/slots/7'] = promise;
  const picked = flow.pick(slot);
  flow.back();
  answer({ body: slot });
  await picked;
  assert.equal(flow.state.view, 'what');
  assert.equal(flow.state.busy, false);
});

test('the venue that was left does not show up later', async () => {
  const { promise, answer } = later();
  answers['/api/site/facilities'] = promise;
  const flow = newFlow();
  flow.resume();
  answers['/api/site/facilities'] = { body: { ...site, live: false } };
  settings = { ...settings, tenant: 'padel' };
  flow.resume();
  await settled();
  answer({ body: site });
  await settled();
  assert.equal(flow.state.view, 'notLive');
  assert.deepEqual(events, ['ready']);
});

test('a time that has gone while booking leads back to the times and keeps what was filled in', async () => {
  const flow = await atDetails();
  flow.state.draft.values.customer_name = 'Anna';
  answers['/api/site/bookings'] = { status: 422, body: { error: 'Full.' } };
  answers['/api/site/slots/7'] = { body: { ...slot, free: 0, bookable: false } };
  await flow.book();
  assert.equal(flow.state.view, 'when');
  assert.equal(flow.state.slotLost, true);
  assert.equal(flow.state.draft.values.customer_name, 'Anna');
});

test('a refusal about something else stays at the details', async () => {
  const flow = await atDetails();
  answers['/api/site/bookings'] = {
    status: 422,
    body: { error: 'customer_email: must be an e-mail address.' },
  };
  await flow.book();
  assert.equal(flow.state.view, 'details');
  assert.equal(flow.state.refusal?.message, 'customer_email: must be an e-mail address.');
});

test('without payment the booking is confirmed', async () => {
  const flow = await atDetails();
  answers['/api/site/bookings'] = {
    status: 201,
    body: { booking: { ...booking, status: 'confirmed' }, ticket_url: TICKET },
  };
  await flow.book();
  assert.equal(flow.state.view, 'done');
  assert.equal(kept.size, 0);
  assert.deepEqual(events.slice(-2), ['booked', 'step done']);
});

test('a page that keeps the guest from leaving has the widget show the unpaid booking', async () => {
  const flow = await atDetails(false);
  answers['/api/site/bookings'] = {
    status: 201,
    body: { booking, ticket_url: TICKET, payment: { checkout_url: 'https://pay.example.com/1' } },
  };
  await flow.book();
  flow.stop();
  assert.equal(flow.state.view, 'done');
  assert.equal(flow.state.outcome?.checkout_url, 'https://pay.example.com/1');
  assert.equal(kept.size, 1);
});

test('what was left for payment is shown on the way back, and forgotten once it is settled', async () => {
  kept.set('venue-booking:sauna', JSON.stringify({ ticketUrl: TICKET, at: Date.now() }));
  answers['/tickets/t'] = { body: { ...booking, status: 'confirmed' } };
  const flow = newFlow();
  flow.resume();
  await settled();
  assert.equal(flow.state.view, 'done');
  assert.equal(flow.state.outcome?.ticket_url, TICKET);
  assert.equal(kept.size, 0);
  flow.again();
  assert.equal(flow.state.view, 'what');
});

test('a ticket that the API does not know is forgotten, one that it does not answer for is kept', async () => {
  for (const [answer, left] of [
    ['offline', 1],
    [{ status: 404, body: { error: 'Unknown ticket.' } }, 0],
  ] as const) {
    kept.set('venue-booking:sauna', JSON.stringify({ ticketUrl: TICKET, at: Date.now() }));
    answers['/tickets/t'] = answer;
    const flow = newFlow();
    flow.resume();
    await settled();
    assert.equal(flow.state.view, 'what');
    assert.equal(kept.size, left);
  }
});

test('a problem is told, and going on tries again', async () => {
  answers['/api/site/facilities'] = { status: 503, body: { error: 'Temporarily unavailable.' } };
  const flow = newFlow();
  flow.resume();
  await settled();
  assert.equal(flow.state.view, 'problem');
  assert.deepEqual(events, ['error']);
  answers['/api/site/facilities'] = { body: site };
  flow.resume();
  await settled();
  assert.equal(flow.state.view, 'what');
  assert.equal(flow.state.problem, null);
});

test("images that are paths are meant on the API's address, and what is no address is left out", () => {
  Object.defineProperty(globalThis, 'document', {
    configurable: true,
    value: { baseURI: 'https://x.example/' },
  });
  assert.deepEqual(newFlow().imagesOf(facility(1)), [
    'https://api.example.com/images/a.jpg',
    'https://img.example.com/b.jpg',
    'https://api.example.com/c.jpg',
  ]);
});
