import assert from 'node:assert/strict';
import { beforeEach, test } from 'vitest';
import { facility, newPage, settled, site, slot } from './testFlow.ts';

let page: ReturnType<typeof newPage>;
beforeEach(() => {
  page = newPage();
  page.answers['/api/site/facilities/2/availability'] = { body: { from: '2026-06-01', days: [] } };
  page.answers['/api/site/facilities/2/slots'] = { body: { slots: [slot] } };
});

const open = async (start: object) => {
  page.settings = { ...page.settings, start };
  const flow = page.newFlow();
  flow.resume();
  await settled();
  return flow;
};

test('opens the chosen facility and day, with the party within its limits', async () => {
  const flow = await open({ facility: 2, date: '2026-06-05', people: 40 });
  assert.equal(flow.state.view, 'when');
  assert.equal(flow.state.facility?.id, 2);
  assert.equal(flow.schedule.value?.state.date, '2026-06-05');
  assert.equal(flow.state.draft.people, 6);
  await flow.back();
  assert.equal(flow.state.view, 'what');
});

test('ignores a facility that the venue does not offer, and keeps the day for another', async () => {
  const flow = await open({ facility: 9, date: '2026-06-05', people: 3 });
  assert.equal(flow.state.view, 'what');
  await flow.choose(facility(1));
  await settled();
  assert.equal(flow.schedule.value?.state.date, '2026-06-05');
  assert.equal(flow.state.draft.people, 3);
});

test('opens the first free day instead of a day that is past', async () => {
  const flow = await open({ facility: 1, date: '2026-05-05' });
  assert.equal(flow.schedule.value?.state.date, '2026-06-01');
});

test('goes to another choice of the page and keeps what the guest typed', async () => {
  const flow = await page.atDetails();
  flow.state.draft.values.customer_name = 'Anna';
  flow.openAt({ facility: 2, people: 4 });
  await settled();
  assert.deepEqual([flow.state.view, flow.state.facility?.id, flow.state.draft.people], ['when', 2, 4]);
  assert.equal(flow.state.draft.values.customer_name, 'Anna');
});

test('stays where it is while a booking is sent', async () => {
  const flow = await page.atDetails();
  const sending = flow.book();
  flow.openAt({ facility: 2 });
  assert.equal(flow.state.view, 'details');
  await sending;
});

test('fills in what the page knows at the details, but not over what the guest typed', async () => {
  const fields = [{ key: 'phone', label: 'Phone', type: 'tel', required: true }];
  page.answers['/api/site/facilities'] = { body: { ...site, fields } };
  page.settings = { ...page.settings, prefill: { name: 'Anna', email: 'anna@example.com', phone: '06' } };
  const flow = await page.atDetails();
  assert.deepEqual(
    { ...flow.state.draft.values },
    {
      customer_name: 'Anna',
      customer_email: 'anna@example.com',
      'extra.phone': '06',
    },
  );
  flow.state.draft.values.customer_name = '';
  await flow.back();
  page.settings = { ...page.settings, prefill: { name: 'Bert', email: 'bert@example.com' } };
  await flow.pick(slot);
  assert.equal(flow.state.draft.values.customer_name, '');
  assert.equal(flow.state.draft.values.customer_email, 'anna@example.com');
});
