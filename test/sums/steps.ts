import assert from 'node:assert/strict';
import { follow, toCheckout } from '../stack/guest.ts';
import {
  cancel,
  changePrice,
  giveBack,
  heldOnline,
  isActive,
  openOf,
  owedOf,
  payOnline,
  promised,
  refund,
  takeBack,
  toReturnOf,
} from './books.ts';
import type { Dice } from './dice.ts';
import { expectedPrice } from './expectedPrice.ts';
import { cents, type Guest, type LiveVenue } from './liveVenue.ts';
import { dayOf, instantOf, localTime } from './localTime.ts';
import { anySlot, anyWish, toRequest } from './party.ts';

const HOUR = 3_600_000;

const hoursTo = (venue: LiveVenue, { startsAt }: Guest) =>
  (instantOf(venue.spec.timezone, startsAt) - Date.now()) / HOUR;

/** A payment through the page of the provider. */
async function payAt(url: string): Promise<void> {
  const checkout = await toCheckout(url);
  const chosen = await follow(checkout, { method: 'POST', body: new URLSearchParams({ outcome: 'paid' }) });
  assert.equal(chosen.status, 303, chosen.text);
  await follow(chosen.next ?? '');
}

/** Stripe refuses less than €0.50; the guest then pays at the venue. */
const isAccepted = ({ spec: { provider } }: LiveVenue, amount: number) =>
  provider !== null && amount >= (provider === 'stripe' ? 50 : 1);

type Step = {
  applies: (guest: Guest, venue: LiveVenue) => boolean;
  run: (venue: LiveVenue, guest: Guest, dice: Dice) => Promise<unknown>;
};
const isConfirmed = ({ books }: Guest) => books.status === 'confirmed';
const bookingPath = ({ id }: Guest) => `/bookings/${id}`;
const METHODS = ['cash', 'card', 'transfer', 'other'] as const;

/** Adds money of the desk to the books of a booking. */
function atDesk(guest: Guest, key: string, amount: number): void {
  guest.books.desk += amount;
  guest.books.till.set(key, (guest.books.till.get(key) ?? 0) + amount);
}
const tillKey = ({ spec }: LiveVenue, method: string) =>
  `${dayOf(spec.dayStart, localTime(spec.timezone, Date.now()))} ${method}`;

async function providerIdOf(venue: LiveVenue, guest: Guest, amount: number): Promise<string> {
  const { body } = await venue.admin('GET', `${bookingPath(guest)}/payments`, undefined, {}, 200);
  const paid = body.find(
    (it: { amount_eur: number; status: string }) =>
      cents(it.amount_eur) === amount && ['paid', 'refunded'].includes(it.status),
  );
  return paid?.provider_id ?? assert.fail(`no payment of ${amount}: ${JSON.stringify(body)}`);
}

const fakeOf = ({ spec, world }: LiveVenue) =>
  world.providers.all.find(({ name }) => name === spec.provider)?.fake ?? assert.fail();
/** Payments of which the bank can take money: their amount is unique within the booking. */
const chargeable = ({ books }: Guest) =>
  [...(books.first ? [books.first] : []), ...books.later].filter(
    (one, _, all) =>
      one.cents > one.refunded &&
      one.lost === 0 &&
      all.filter(({ cents: its }) => its === one.cents).length === 1,
  );
const charged = ({ books }: Guest) =>
  [...(books.first ? [books.first] : []), ...books.later].find(({ lost }) => lost > 0);

/** Everything that guests, the desk and banks do with a booking. */
export const steps: Record<string, Step> = {
  pay: {
    applies: ({ books, payUrl }, venue) =>
      books.status === 'pending_payment' && payUrl !== undefined && isAccepted(venue, books.counted),
    async run({ spec }, guest) {
      await payAt(guest.payUrl ?? '');
      payOnline(guest.books, spec, guest.books.counted, 'first');
    },
  },
  payLink: {
    applies: (guest, venue) => isActive(guest.books) && isAccepted(venue, openOf(guest.books)),
    async run({ spec, admin }, guest) {
      const { body } = await admin('POST', `${bookingPath(guest)}/payment-link`, {}, {}, 200);
      assert.equal(cents(body.amount_eur), openOf(guest.books));
      await payAt(body.url);
      payOnline(guest.books, spec, openOf(guest.books), 'later');
    },
  },
  payAtDesk: {
    applies: (guest) => isActive(guest.books) && openOf(guest.books) > 0,
    async run(venue, guest, dice) {
      const open = openOf(guest.books);
      const amount = dice.chance(0.5) ? open : dice.int(1, open);
      const method = dice.pick(METHODS);
      const key = tillKey(venue, method);
      const body = { amount_eur: amount / 100, method };
      const made = await venue.admin('POST', `${bookingPath(guest)}/payments`, body, {}, 201);
      atDesk(guest, key, amount);
      guest.entries.push({ id: made.body.id, cents: amount, key });
    },
  },
  undo: {
    applies: (guest) => isActive(guest.books) && guest.entries.some((it) => it.cents <= guest.books.desk),
    async run(venue, guest, dice) {
      const entry = dice.pick(guest.entries.filter((it) => it.cents <= guest.books.desk));
      const path = `${bookingPath(guest)}/payments/${entry.id}/undo`;
      const key = tillKey(venue, entry.key.split(' ')[1] ?? '');
      await venue.admin('POST', path, { reason: 'A mistake' }, {}, 201);
      atDesk(guest, key, -entry.cents);
      guest.entries = guest.entries.filter((it) => it !== entry);
    },
  },
  returnAtDesk: {
    applies: (guest) => toReturnOf(guest.books) > 0,
    async run(venue, guest, dice) {
      const owed = toReturnOf(guest.books);
      const amount = dice.chance(0.7) ? owed : dice.int(1, owed);
      const method = dice.pick(METHODS);
      const key = tillKey(venue, method);
      const body = { amount_eur: amount / 100, method };
      await venue.admin('POST', `${bookingPath(guest)}/payments/refunds`, body, {}, 201);
      atDesk(guest, key, -amount);
    },
  },
  checkIn: {
    applies: isConfirmed,
    async run({ admin }, guest) {
      await admin('POST', `${bookingPath(guest)}/check-in`, {}, {}, 200);
      guest.books.status = 'checked_in';
    },
  },
  undoCheckIn: {
    applies: ({ books }) => books.status === 'checked_in',
    async run({ admin }, guest) {
      await admin('POST', `${bookingPath(guest)}/undo-check-in`, {}, {}, 200);
      guest.books.status = 'confirmed';
    },
  },
  change: {
    applies: isConfirmed,
    async run(venue, guest, dice) {
      const { facility, books } = guest;
      const wish = anyWish(facility, dice);
      const slot = dice.chance(0.4) ? await anySlot(venue, facility, dice) : null;
      const change = { ...toRequest(facility, wish), ...(slot && { slot_id: slot.id }) };
      const quoted = await venue.admin('POST', `${bookingPath(guest)}/quote`, change, {}, 200);
      const startsAt = slot?.starts_at ?? guest.startsAt;
      const expected = expectedPrice(facility.price, wish, startsAt);
      assert.equal(cents(quoted.body.total_eur), expected.cents, 'the quote of a change');
      const paidBefore = heldOnline(books);
      const patch = { ...change, quote: quoted.body.quote };
      await venue.admin('PATCH', bookingPath(guest), patch, {}, 200);
      changePrice(books, venue.spec, expected.cents);
      assert.equal(cents(quoted.body.refund_eur), paidBefore - heldOnline(books), 'the refund of a change');
      const { byRate, slack } = expected;
      Object.assign(guest, { wish, startsAt, byRate, slack });
    },
  },
  goodwill: {
    applies: ({ books }) => heldOnline(books) > 0,
    async run(venue, guest, dice) {
      const held = heldOnline(guest.books);
      const amount = dice.chance(0.3) ? held : dice.int(1, held);
      await venue.admin('POST', `${bookingPath(guest)}/refunds`, { amount_eur: amount / 100 }, {}, 201);
      refund(guest.books, venue.spec, amount);
    },
  },
  chargeback: {
    applies: (guest, { spec }) =>
      isActive(guest.books) &&
      ['mollie', 'stripe'].includes(spec.provider ?? '') &&
      chargeable(guest).length > 0 &&
      !charged(guest),
    async run(venue, guest, dice) {
      const one = dice.pick(chargeable(guest));
      const left = one.cents - one.refunded;
      const amount = dice.chance(0.6) ? left : dice.int(1, left);
      await fakeOf(venue).chargeBack(await providerIdOf(venue, guest, one.cents), amount);
      takeBack(guest.books, venue.spec, one, amount, 'bank');
    },
  },
  chargebackReturned: {
    applies: (guest) => isActive(guest.books) && charged(guest) !== undefined && openOf(guest.books) >= 0,
    async run(venue, guest) {
      const one = charged(guest) ?? assert.fail();
      await fakeOf(venue).winDisputes(await providerIdOf(venue, guest, one.cents));
      giveBack(guest.books, one);
    },
  },
  cancelByGuest: {
    applies: isConfirmed,
    async run(venue, guest) {
      const percent = promised(guest.tiers, hoursTo(venue, guest));
      const ticket = await follow(guest.ticketUrl);
      const [, action = assert.fail(ticket.text)] = /action="([^"]+\/cancel[^"]*)"/.exec(ticket.text) ?? [];
      const answer = await follow(new URL(action, guest.ticketUrl).href, { method: 'POST' });
      assert.equal(answer.status, 303, answer.text);
      cancel(guest.books, venue.spec, percent);
      const kept = new URL(action, guest.ticketUrl).searchParams.get('kept_eur');
      assert.equal(
        cents(kept),
        heldOnline(guest.books),
        `what the ticket says that the venue keeps, after ${guest.steps}`,
      );
    },
  },
  cancelByVenue: {
    applies: isConfirmed,
    async run(venue, guest, dice) {
      const how = dice.pick([true, false, 'rules'] as const);
      const rules = promised(guest.tiers, hoursTo(venue, guest));
      await venue.admin('POST', `${bookingPath(guest)}/cancel`, { refund: how }, {}, 200);
      cancel(guest.books, venue.spec, how === 'rules' ? rules : how ? 100 : 0);
    },
  },
  invoice: {
    applies: (guest) =>
      isActive(guest.books) &&
      owedOf(guest.books) > 0 &&
      !guest.books.isInvoiced &&
      heldOnline(guest.books) + guest.books.desk > 0,
    async run(venue, guest) {
      const buyer = { company: 'A', address: { street: 'B 1', postal_code: '1', city: 'C', country: 'NL' } };
      const { body } = await venue.admin('POST', `${bookingPath(guest)}/invoices`, buyer, {}, 200);
      assert.equal(cents(body.total_eur), owedOf(guest.books), 'the invoice');
      guest.books.isInvoiced = true;
    },
  },
};
