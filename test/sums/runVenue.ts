import assert from 'node:assert/strict';
import { call, eventually, newAddress } from '../stack/api.ts';
import { heldOnline, newBooks, openOf, owedOf, toReturnOf } from './books.ts';
import type { Dice } from './dice.ts';
import { type Expected, expectedPrice } from './expectedPrice.ts';
import { cents, type Facility, type Guest, type LiveVenue } from './liveVenue.ts';
import { anySlot, anyWish, toRequest } from './party.ts';
import { steps } from './steps.ts';

const LOCALES = ['nl', 'en', 'de', 'fr'] as const;

/** Lets guests and the desk do what the dice say. After each step, all amounts must agree. */
export async function runVenue(venue: LiveVenue, dice: Dice): Promise<void> {
  for (let n = 0; n < venue.spec.bookings; n++) {
    const guest = await bookAs(venue, dice);
    venue.guests.push(guest);
    await agrees(venue, guest);
    for (let step = 0; step < venue.spec.steps; step++) {
      const possible = Object.entries(steps).filter(([, { applies }]) => applies(guest, venue));
      // Most guests pay first, and most cancellations come last.
      const isEarly = step < venue.spec.steps / 2 && dice.chance(0.8);
      const likely = possible.filter(([name]) => !(isEarly && name.startsWith('cancel')));
      const paying = dice.chance(0.9) ? likely.find(([name]) => name === 'pay') : undefined;
      if (likely.length === 0) break;
      const [name, { run }] = paying ?? dice.pick(likely);
      guest.steps.push(name);
      await run(venue, guest, dice);
      await agrees(venue, guest);
    }
  }
}

/** Quotes and books a random party. */
async function bookAs(venue: LiveVenue, dice: Dice): Promise<Guest> {
  const { api, slug, spec } = venue;
  const facility = dice.pick(venue.facilities);
  const wish = anyWish(facility, dice);
  const slot = await anySlot(venue, facility, dice);
  const locale = dice.pick(LOCALES);
  const expected = expectedPrice(facility.price, wish, slot.starts_at);
  const request = { slot_id: slot.id, ...toRequest(facility, wish), locale };
  const isDesk = spec.provider !== null && dice.chance(0.3);
  const quoted = isDesk
    ? await venue.admin('POST', '/quotes', request, {}, 200)
    : await call(`${api.url}/api/site/quotes`, {
        headers: { 'X-Tenant': slug, 'X-Forwarded-For': newAddress() },
        body: request,
      });
  const due = isDesk || spec.provider === null ? expected.cents : dueOf(facility, expected.cents);
  const { total_eur, deposit_eur, rest_eur, vat, quote } = quoted.body;
  assert.equal(
    cents(total_eur),
    expected.cents,
    `the quote ${JSON.stringify({ quoted: quoted.body, wish })}`,
  );
  if (!isDesk && spec.provider !== null) {
    assert.equal(cents(deposit_eur ?? total_eur), due, 'the deposit in the quote');
    assert.equal(cents(rest_eur), expected.cents - due, 'the rest in the quote');
  }
  const wanted = { ...request, quote, customer_name: 'Ada' };
  const answer = isDesk
    ? await venue.admin('POST', '/bookings', wanted, {}, 201)
    : venue.must(201, await api.book(slug, wanted), 'the booking');
  const booking = isDesk ? answer.body : answer.body.booking;
  const { payment, ticket_url } = answer.body;
  assert.equal(cents(booking.amount_eur), expected.cents, 'the booking');
  assert.deepEqual(booking.vat, vat, 'the VAT of the quote and the booking');
  const isPayable = !isDesk && spec.provider !== null && expected.cents > 0;
  if (isPayable) assert.equal(cents(payment.deposit_eur ?? booking.amount_eur), due, 'the payment');
  else assert.equal(payment ?? null, null);
  const books = newBooks(expected.cents, isPayable ? 'pending_payment' : 'confirmed');
  if (isPayable) books.counted = due;
  const { byRate, slack } = expected;
  return {
    ...{ id: booking.id, reference: booking.reference, facility, wish, locale, books, byRate, slack },
    tiers: isPayable ? spec.tiers : null,
    ...{
      startsAt: slot.starts_at,
      ticketUrl: ticket_url,
      payUrl: payment?.checkout_url,
      entries: [],
      steps: [],
    },
  };
}

/** What a guest pays online to make a booking. */
function dueOf({ deposit }: Facility, price: number): number {
  if (deposit === null || ('fromCents' in deposit && price < deposit.fromCents)) return price;
  const wanted = 'percent' in deposit ? Math.floor((price * deposit.percent + 99) / 100) : deposit.cents;
  return Math.min(price, Math.max(wanted, 100));
}

/** What the API must say about a booking, in cents. */
export const expectedView = ({ books }: Guest) => ({
  status: books.status,
  amount: books.price,
  open: openOf(books),
  desk: books.desk,
  to_return: toReturnOf(books),
  kept: books.status === 'cancelled' ? heldOnline(books) : 0,
});

/** The amounts of a booking in a response or an export, in cents. */
export const viewOf = (row: Record<string, unknown>) => ({
  status: row.status,
  amount: cents(row.amount_eur),
  open: cents(row.open_eur),
  desk: cents(row.desk_eur),
  to_return: cents(row.to_return_eur),
  kept: cents(row.kept_eur),
});

type Paid = { status: string; amount_eur: number; refunds: { amount_eur: number; status: string }[] };

/** Waits until a booking and its payments have the amounts of our own books. */
async function agrees(venue: LiveVenue, guest: Guest): Promise<void> {
  const { books } = guest;
  const expected = { ...expectedView(guest), online: heldOnline(books) };
  let shown: unknown;
  const isSame = async () => {
    const { body } = await venue.admin('GET', `/bookings/${guest.id}`, undefined, {}, 200);
    const payments: Paid[] = body.payments ?? [];
    const came = payments.filter(({ status }) => ['paid', 'refunded'].includes(status));
    const refunds = came.flatMap((payment) => payment.refunds);
    const left = refunds.filter(({ status }) => status !== 'failed');
    const online = total(came) - total(left);
    shown = { ...viewOf(body), online };
    const reported = body.history.filter(({ action }: { action: string }) => action === 'refunded');
    return reported.length === refunds.length && JSON.stringify(shown) === JSON.stringify(expected);
  };
  await eventually('the booking agrees with our books', isSame).catch((error: unknown) => {
    if (shown !== undefined) assert.deepEqual(shown, expected, `booking ${guest.id} after ${guest.steps}`);
    throw error;
  });
  assertVat(guest, await venue.admin('GET', `/bookings/${guest.id}`, undefined, {}, 200));
  if (books.isInvoiced) await invoicesAgree(venue, guest);
}

const total = (rows: readonly { amount_eur: number }[]): number =>
  rows.reduce((sum, { amount_eur }) => sum + cents(amount_eur), 0);

type VatRow = { percent: number; amount_eur: number; vat_eur: number };

function assertVat({ facility, byRate, slack, books }: Guest, { body }: { body: { vat?: VatRow[] } }): void {
  if (facility.price.vat === null) {
    assert.equal(body.vat, undefined);
    return;
  }
  const vat = body.vat ?? [];
  assert.equal(total(vat), books.price, 'VAT by rate adds up to the price');
  for (const { percent, amount_eur, vat_eur } of vat) {
    assert.ok(Math.abs(cents(amount_eur) - (byRate.get(percent) ?? 0)) <= slack, `VAT at ${percent} %`);
    const exact = (cents(amount_eur) * percent) / (100 + percent);
    assert.ok(Math.abs(cents(vat_eur) - exact) <= 0.5 + 1e-6, `VAT of ${amount_eur} at ${percent} %`);
  }
}

type Document = { kind: string; total_eur: number };
type Stored = { kind: string; vat: { basisPoints: number; amountCents: number }[] };

/** Invoices less credit notes are what the guest owes, also at each VAT rate. */
async function invoicesAgree(venue: LiveVenue, guest: Guest): Promise<void> {
  const { admin, world } = venue;
  const owed = owedOf(guest.books);
  let net = 0;
  await eventually('the invoices agree with our books', async () => {
    const { body } = await admin('GET', `/bookings/${guest.id}/invoices`, undefined, {}, 200);
    net = (body as Document[]).reduce(
      (sum, { kind, total_eur }) => sum + (kind === 'invoice' ? 1 : -1) * cents(total_eur),
      0,
    );
    return net === owed;
  }).catch(() => {});
  assert.equal(net, owed, `invoices less credit notes of ${guest.id} after ${guest.steps}`);
  const { rows } = await world.stack.database.query<Stored>(
    `SELECT kind, document->'vat' AS vat FROM booking.invoice WHERE booking_id = $1`,
    [guest.id],
  );
  const byRate = new Map<number, number>();
  for (const { kind, vat } of rows)
    for (const { basisPoints, amountCents } of vat) {
      const before = byRate.get(basisPoints) ?? 0;
      byRate.set(basisPoints, before + (kind === 'invoice' ? amountCents : -amountCents));
    }
  const price: Expected = { cents: guest.books.price, byRate: guest.byRate, slack: guest.slack };
  for (const [points, amount] of byRate) {
    const share = guest.facility.price.vat === null ? 1 : shareOf(price, points / 100);
    const limit = price.slack + rows.length + 1;
    assert.ok(
      Math.abs(amount - owed * share) <= limit,
      `invoiced at ${points}: ${amount} of ${owed} × ${share}`,
    );
  }
}

const shareOf = ({ cents: all, byRate }: Expected, percent: number): number =>
  all === 0 ? 0 : (byRate.get(percent) ?? 0) / all;
