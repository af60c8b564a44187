import assert from 'node:assert/strict';
import fc from 'fast-check';
import { beforeEach, test } from 'vitest';
import type { Flow } from './flow.ts';
import { booking, newPage, settled, TICKET } from './testFlow.ts';

let page: ReturnType<typeof newPage>;
beforeEach(() => {
  page = newPage();
});

const outcomes = {
  unpaid: { status: 'pending_payment', payment_status: 'open' },
  settling: { status: 'pending_payment', payment_status: 'paid' },
  paid: { status: 'confirmed', payment_status: 'paid' },
  arrived: { status: 'checked_in', payment_status: 'paid' },
  free: { status: 'confirmed' },
  failed: { status: 'pending_payment', payment_status: 'failed' },
  expired: { status: 'expired', payment_status: 'expired' },
  tooLate: { status: 'expired', payment_status: 'paid' },
  cancelled: { status: 'cancelled', payment_status: 'refunded' },
};
type Outcome = keyof typeof outcomes;

/** Makes the ticket return an outcome of a booking. */
const become = (outcome: Outcome, id: number) => {
  page.answers['/tickets/t'] = { body: { ...booking, ...outcomes[outcome], id } };
};
/** A guest who paid is at the page again, in a new tab or in the same one. */
const arrive = async (tabs: number): Promise<void> => {
  page.stored.set('venue-booking:sauna', JSON.stringify({ ticketUrl: TICKET, at: Date.now() }));
  const flows: Flow[] = Array.from({ length: tabs }, () => page.newFlow());
  for (const flow of flows) flow.resume();
  await settled();
  for (const flow of flows) flow.stop();
};
const count = (event: string) => page.events.filter((name) => name === event).length;

/** Locks of one browser, as all of its tabs share them. */
const locks = () => {
  let last: Promise<unknown> = Promise.resolve();
  return {
    request: (_: string, work: () => void) => {
      last = last.then(work);
      return last;
    },
  };
};

let bookings = 0;
const visits = fc.array(
  fc.record({
    outcome: fc.constantFrom(...(Object.keys(outcomes) as Outcome[])),
    tabs: fc.integer({ min: 1, max: 3 }),
  }),
  { minLength: 1, maxLength: 5 },
);

test('emits paid and cancelled once per booking, for every order of visits, outcomes and tabs', async () => {
  await fc.assert(
    fc.asyncProperty(visits, fc.boolean(), async (visited, hasLocks) => {
      page = newPage();
      if (hasLocks) Object.assign(navigator, { locks: locks() });
      const id = ++bookings;
      for (const { outcome, tabs } of visited) {
        become(outcome, id);
        await arrive(tabs);
      }
      const was = (...some: Outcome[]) => Number(visited.some(({ outcome }) => some.includes(outcome)));
      assert.equal(count('paid'), was('paid', 'arrived'));
      assert.equal(count('cancelled'), was('cancelled'));
    }),
    { numRuns: 40 },
  );
});

test('emits paid although the widget resumes before it gets the lock, and the API is away then', async () => {
  const id = ++bookings;
  become('paid', id);
  const lock = Promise.withResolvers<void>();
  Object.assign(navigator, { locks: { request: (_: string, work: () => void) => lock.promise.then(work) } });
  page.stored.set('venue-booking:sauna', JSON.stringify({ ticketUrl: TICKET, at: Date.now() }));
  const flow = page.newFlow();
  flow.resume();
  await settled();
  assert.equal(flow.state.view, 'done');
  delete page.answers['/tickets/t'];
  flow.resume();
  lock.resolve();
  await settled();
  assert.equal(count('paid'), 1);
  flow.stop();
});

test('emits paid with the booking’s number, amount and reference', async () => {
  const id = ++bookings;
  page.answers['/tickets/t'] = { body: { ...booking, ...outcomes.paid, id, client_reference: 'spring' } };
  await arrive(1);
  assert.deepEqual(page.details[page.events.indexOf('paid')], {
    number: 'AB12',
    facility: 'Room 1',
    date: '2026-06-01',
    people: 2,
    amount_eur: 20,
    reference: 'spring',
  });
});

test('emits paid without storage, and leaves storage that is not its own content', async () => {
  const id = ++bookings;
  become('paid', id);
  page.stored.set('venue-booking', 'not JSON');
  await arrive(2);
  assert.equal(count('paid'), 1);
});

test('emits nothing from a page that the guest has left, and emits on the next visit', async () => {
  const id = ++bookings;
  become('paid', id);
  let go = () => {};
  const free = new Promise<void>((resolve) => {
    go = resolve;
  });
  Object.assign(navigator, { locks: { request: (_: string, work: () => void) => free.then(work) } });
  await arrive(1);
  go();
  await settled();
  assert.equal(count('paid'), 0);
  await arrive(1);
  assert.equal(count('paid'), 1);
});

test('adds the conversion to the detail of a booking, and sends the reference', async () => {
  page.settings = { ...page.settings, reference: 'spring' };
  const flow = await page.atDetails();
  const made = { ...booking, status: 'confirmed', client_reference: 'spring' };
  page.answers['/api/site/bookings'] = { status: 201, body: { booking: made, ticket_url: TICKET } };
  await flow.book();
  const detail = page.details[page.events.indexOf('booked')] as Record<string, unknown>;
  assert.deepEqual(
    page.sent.map(({ body }) => (body as { reference?: string }).reference),
    ['spring'],
  );
  assert.deepEqual(detail.booking, made);
  assert.deepEqual([detail.number, detail.amount_eur, detail.reference], ['AB12', 20, 'spring']);
});

test('shows the page what will be sent, and sends nothing if the page prevents it', async () => {
  const flow = await page.atDetails();
  page.listen = (name) => name !== 'submitting';
  Object.assign(flow.state.draft.values, { customer_name: 'Anna', customer_email: 'anna@example.com' });
  await flow.book();
  const detail = page.details[page.events.indexOf('submitting')] as Record<string, unknown>;
  assert.equal(detail.customer_email, 'anna@example.com');
  assert.equal(detail.amount_eur, 20);
  assert.equal((detail.slot as { id: number }).id, 7);
  for (const secret of ['quote', 'redirect_url']) assert.ok(!(secret in detail), secret);
  assert.equal(page.sent.length, 0);
  assert.deepEqual([flow.state.view, flow.state.busy], ['details', false]);
  page.listen = () => true;
  page.answers['/api/site/bookings'] = {
    status: 201,
    body: { booking: { ...booking, status: 'confirmed' }, ticket_url: TICKET },
  };
  await flow.book();
  assert.equal(flow.state.view, 'done');
});
