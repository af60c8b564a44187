import assert from 'node:assert/strict';
import { type Api, daysAhead, eventually } from './api.ts';
import { follow, payThrough } from './guest.ts';
import { unbalanced } from './money.ts';
import { newPaidVenue } from './paidVenue.ts';
import type { Stack } from './stack.ts';

/** Books for free at a new venue, opens the ticket and cancels. Asserts that the places are released. */
export async function bookAndCancel(api: Api): Promise<void> {
  const slug = await api.newVenue();
  const facility = await api.newFacility(slug);
  const day = await api.get(slug, `/facilities/${facility}/slots?date=${daysAhead(5)}`);
  const { id: slotId, free } = day.body.slots[0];
  const booked = await api.book(slug, { slot_id: slotId, people: 3 });
  assert.equal(booked.status, 201, booked.text);
  const isFree = async () => (await api.get(slug, `/slots/${slotId}`)).body.free;
  assert.equal(await isFree(), free - 3);
  const ticket = `${api.url}${new URL(booked.body.ticket_url).pathname}`;
  const shown = await follow(ticket, { headers: { Accept: 'application/json' } });
  assert.equal(JSON.parse(shown.text).id, booked.body.booking.id, shown.text);
  assert.equal((await follow(`${ticket}/cancel`, { method: 'POST' })).status, 303);
  assert.equal(await isFree(), free);
}

/** Books at a new venue, pays and cancels. Waits until the money is refunded. */
export async function payAndCancel(stack: Stack): Promise<void> {
  const venue = await newPaidVenue(stack);
  const { id, payUrl, ticketUrl } = await venue.book();
  await payThrough(payUrl);
  await venue.becomes(id, 'confirmed');
  assert.equal((await follow(ticketUrl, { headers: { Accept: 'text/html' } })).status, 200);
  assert.equal((await follow(`${ticketUrl}/cancel`, { method: 'POST' })).status, 303);
  await venue.becomes(id, 'cancelled');
  await eventually('the money is refunded', async () => (await unbalanced(stack)).length === 0);
}
