import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { eventually } from '../stack/api.ts';
import { follow } from '../stack/guest.ts';
import { anyGuest, type Command, command, guestCommand } from './command.ts';
import { alwaysFits, type Guest, type Model } from './model.ts';
import type { Run } from './world.ts';

const MAX_GUESTS = 4;

/** Books, and returns null if the slot has no places left. */
async function makeBooking(people: number, model: Model, real: Run): Promise<Guest | null> {
  const email = `${randomUUID()}@example.com`;
  const answer = await real.book(people, email);
  if (answer.status !== 201) {
    assert.ok(!alwaysFits(model, people), `rejected with places free: ${answer.text}`);
    return null;
  }
  const { booking, payment, ticket_url: ticketUrl } = answer.body;
  assert.equal(booking.status, 'pending_payment');
  const payUrl: string = payment.checkout_url;
  const dueCents = real.dueOf(people);
  const guest: Guest = {
    ...{ id: booking.id, email, people, dueCents, payUrl, ticketUrl },
    ...{ mayComeWith: [people], most: people },
    ...{ checkout: null, paid: null, hold: 'lasts', cancelled: false, refundedCents: 0 },
    mayBePaid: [dueCents],
  };
  model.guests.push(guest);
  return guest;
}

/** Opens the pay link and follows it to a checkout if there is one. */
async function goToCheckout(guest: Guest, { mollie }: Run): Promise<void> {
  // A guest whose page fails to load tries again later or never.
  const page = await follow(guest.payUrl).catch(() => null);
  assert.notEqual(page?.status, 500);
  if (page?.next?.startsWith(mollie.url)) guest.checkout = page.next.split('/').at(-1) ?? null;
}

const fewPeople = fc.integer({ min: 1, max: 2 });
const hasRoom = ({ guests }: Readonly<Model>) => guests.length < MAX_GUESTS;

export const book = fewPeople.map((people) =>
  command('Book', [people], {
    when: hasRoom,
    run: async (model, real) => void (await makeBooking(people, model, real)),
  }),
);

/** The most common start: book and open the pay link. */
export const arriving = (people: number): Command =>
  command('BookAndOpenPayLink', [people], {
    when: hasRoom,
    async run(model, real) {
      const guest = await makeBooking(people, model, real);
      if (guest) await goToCheckout(guest, real);
    },
  });
export const arrive = fewPeople.map(arriving);

export const openPayLink = anyGuest.map((n) => guestCommand(['OpenPayLink', n], { run: goToCheckout }));

/** Submits an outcome on the provider's page, which ignores it once the checkout has ended. */
async function choose(guest: Guest, { mollie }: Run, outcome: string): Promise<void> {
  const { checkout } = guest;
  if (checkout === null) return;
  const choice = { method: 'POST', body: new URLSearchParams({ outcome }) };
  await follow(`${mollie.url}/checkout/${checkout}`, choice);
  if (mollie.payment(checkout).status === 'paid')
    guest.paid ??= guest.hold === 'lasts' && !guest.cancelled ? 'in time' : 'late';
}

const hasCheckout = ({ checkout }: Guest) => checkout !== null;
const canPay = ({ checkout, paid }: Guest) => checkout !== null && paid === null;

const atProvider = (name: string, outcome: string) =>
  anyGuest.map((n) =>
    guestCommand([name, n], { when: canPay, run: (guest, real) => choose(guest, real, outcome) }),
  );

export const pay = atProvider('Pay', 'paid');
export const failAtProvider = atProvider('Fail', 'failed');
export const cancelAtProvider = atProvider('CancelAtProvider', 'canceled');
export const expireAtProvider = atProvider('ExpireAtProvider', 'expired');
/** The guest has paid, but the bank has not. The provider no longer lets the checkout be cancelled. */
export const bankTakesTime = atProvider('BankTakesTime', 'pending');

/**
 * The payment arrives after the hold is over and the booking has expired. The desk may have booked its places
 * meanwhile.
 */
export const payLate = fc.tuple(anyGuest, fc.nat(4)).map(([n, people]) =>
  guestCommand(['PayLate', n, `after the desk booked ${people}`], {
    when: (guest) => canPay(guest) && guest.hold === 'lasts' && !guest.cancelled,
    async run(guest, real, model) {
      await choose(guest, real, 'pending');
      guest.hold = 'over';
      await real.endHold(guest);
      const expired = async () => (await real.statusOf(guest)) === 'expired';
      // While the provider is unavailable, the booking does not expire yet. The payment is late all the same.
      await eventually('the booking has expired', expired, 4000).catch(() => {});
      if (people > 0) {
        await real.bookAtDesk(people, () => {
          model.atDesk += people;
        });
      }
      await choose(guest, real, 'paid');
    },
  }),
);

export const returnToUs = anyGuest.map((n) =>
  guestCommand(['ReturnToUs', n], {
    when: hasCheckout,
    async run({ checkout }, { mollie }) {
      const page = await follow(mollie.payment(checkout ?? '').redirectUrl).catch(() => null);
      assert.notEqual(page?.status, 500);
    },
  }),
);

export const cancelAsGuest = anyGuest.map((n) =>
  guestCommand(['GuestCancels', n], {
    when: ({ cancelled }) => !cancelled,
    async run(guest, real) {
      if ((await real.cancelAsGuest(guest)).status === 303) guest.cancelled = true;
    },
  }),
);
