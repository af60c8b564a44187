import { randomInt } from 'node:crypto';
import { BookingResponse } from '@venue-booking/proto/booking/booking';
import { DaySlots, SlotCheck } from '@venue-booking/proto/facility/slot';
import { Site } from '@venue-booking/proto/venue/venue';
import { z } from 'zod';
import { type Api, describeFailure, read } from './api.ts';
import { until } from './steps.ts';

export const PEOPLE = 2;

/** The JSON form of a ticket. */
const Ticket = z.object({ id: z.int(), status: z.string(), payment_status: z.string().optional() });

/** A booking with the link to its ticket. */
type At = { ticketUrl: string; bookingId: number };
type Guest = { name: string; email: string };
type Slot = { id: number; free: number };

/** Finds a bookable slot in the coming days, as a guest does. */
export const chooseSlot = (api: Api, facility: number): Promise<Slot> =>
  until(api, async () => {
    const { live, facilities } = read(await api.guest('GET', '/facilities'), Site);
    // Other gateways may show the previous state for a second.
    if (!live || !facilities.some(({ id }) => id === facility)) return undefined;
    const date = new Date(Date.now() + randomInt(2, 9) * 24 * 3600_000).toISOString().slice(0, 10);
    const day = read(await api.guest('GET', `/facilities/${facility}/slots?date=${date}`), DaySlots);
    const slots = day.slots.filter(({ bookable, free }) => bookable && free >= PEOPLE);
    return slots[randomInt(Math.max(1, slots.length))];
  });

/** Books for a guest. A booking may exist even if this fails. */
export async function book(
  api: Api,
  { slot, guest, key }: { slot: Slot; guest: Guest; key: string },
): Promise<z.infer<typeof BookingResponse>> {
  const { name: customer_name, email: customer_email } = guest;
  const body = { slot_id: slot.id, people: PEOPLE, customer_name, customer_email, locale: 'en' };
  const sent = { body, headers: { 'Idempotency-Key': key } };
  return read(await api.guest('POST', '/bookings', sent), BookingResponse);
}

export async function readTicket(api: Api, { ticketUrl, bookingId }: At) {
  const ticket = read(await api.open(ticketUrl), Ticket);
  if (ticket.id !== bookingId) throw new Error('the ticket belongs to another booking');
  return ticket;
}

/** Pays in the sandbox and waits until the booking is confirmed. */
export async function pay(api: Api, { payUrl, ...at }: At & { payUrl: string | undefined }): Promise<void> {
  if (payUrl === undefined)
    throw new Error('the booking requires no payment, although the sandbox is linked');
  const checkout = await until(api, async () => {
    const answer = await api.open(payUrl);
    if (answer.status !== 200 && answer.status !== 303) throw new Error(describeFailure(answer));
    return answer.location;
  });
  const paid = await api.open(checkout, { outcome: 'paid' });
  if (paid.location === null) throw new Error(`the sandbox ${describeFailure(paid)}`);
  const back = await api.open(paid.location);
  if (back.status !== 303) throw new Error(`the return from the sandbox ${describeFailure(back)}`);
  await until(api, async () => (await readTicket(api, at)).status === 'confirmed');
}

/** Cancels through the ticket and waits for the refund, if the booking was paid. */
export async function cancel(api: Api, { paid, ...at }: At & { paid: boolean }): Promise<void> {
  const { pathname } = new URL(at.ticketUrl);
  const { status } = read(await api.open(`${pathname}/cancel`, {}), Ticket);
  if (status !== 'cancelled') throw new Error(`the booking is ${status} after cancelling`);
  if (paid) await until(api, async () => (await readTicket(api, at)).payment_status === 'refunded');
}

/** Waits until a slot has this many free places. */
export const seeFree = (api: Api, { id }: Slot, places: number): Promise<true> =>
  until(api, async () => {
    const { free } = read(await api.guest('GET', `/slots/${id}`), SlotCheck);
    return free === places;
  });
