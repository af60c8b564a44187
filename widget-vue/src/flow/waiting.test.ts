import assert from 'node:assert/strict';
import { beforeEach, test } from 'vitest';
import { newPage, settled, slot } from './testFlow.ts';

const PATH = '/api/site/waiting-list';
let page: ReturnType<typeof newPage>;
beforeEach(() => {
  page = newPage();
  page.settings.reference = 'newsletter';
  page.answers[PATH] = { status: 201, body: { status: 'unconfirmed' } };
});

/** A guest who was at the details of a slot and is now at the form for the waiting list. */
async function atForm(of: typeof slot | null) {
  const flow = await page.atDetails();
  Object.assign(flow.state.draft.values, { customer_name: 'Anna', customer_email: ' anna@example.com ' });
  await flow.back();
  await settled();
  flow.wait(of);
  flow.state.draft.add_ons = { towel: 1 };
  return flow;
}
const joinings = () => page.sent.filter(({ body }) => 'customer_name' in body);
const guest = {
  customer_name: 'Anna',
  customer_email: 'anna@example.com',
  people: 2,
  add_ons: { towel: 1 },
  extra: {},
  locale: 'nl',
};

for (const [of, what] of [
  [slot, { slot_id: slot.id }],
  [null, { facility_id: 1, date: '2026-06-01' }],
] as const)
  test(`sends what the list takes for a ${of ? 'slot' : 'day'}, and stays until the guest goes on`, async () => {
    const flow = await atForm(of);
    await flow.book();
    assert.deepEqual(
      joinings().map(({ body }) => body),
      [{ ...what, ...guest }],
    );
    assert.equal(flow.state.view, 'joined');
    flow.resume();
    await settled();
    assert.equal(flow.state.view, 'joined');
    assert.deepEqual(
      page.events.filter((name) => /submitting|booked|error|done/.test(name)),
      [],
    );
    flow.again();
    assert.equal(flow.state.view, 'what');
  });

test('joins once the connection is back, with the same key', async () => {
  const flow = await atForm(null);
  page.answers[PATH] = 'offline';
  await flow.book();
  assert.equal(flow.state.bookingFailure?.kind, 'offline');
  page.answers[PATH] = { status: 201, body: { status: 'unconfirmed' } };
  flow.resume();
  await settled();
  assert.equal(flow.state.view, 'joined');
  assert.equal(new Set(joinings().map(({ key }) => key)).size, 1);
});

test('shows why the list rejects a guest, and books the slot once it is free', async () => {
  const flow = await atForm(slot);
  page.answers[PATH] = { status: 422, body: { error: 'There is still room.' } };
  await flow.book();
  assert.equal(flow.state.view, 'details');
  assert.equal(flow.state.bookingFailure?.message, 'There is still room.');
  await flow.back();
  await flow.pick(slot);
  assert.equal(flow.state.view, 'details');
  assert.equal(flow.state.waiting, null);
});
