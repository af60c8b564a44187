import assert from 'node:assert/strict';
import { call, eventually } from '../stack/api.ts';
import { heldOnline, isActive, openOf } from './books.ts';
import { add, compareFees, type DatedMove } from './compareFees.ts';
import type { Dice } from './dice.ts';
import { cents, type Guest, type LiveVenue } from './liveVenue.ts';
import { dayOf, isoDay, localTime } from './localTime.ts';
import { expectedView, viewOf } from './runVenue.ts';

const HOUR = 3_600_000;
type Row = Record<string, unknown>;
const withoutZeros = (sums: Map<string, number>) =>
  Object.fromEntries([...sums].filter(([, amount]) => amount !== 0).toSorted());

/** Everything that shows or exports the money of a venue must have the sums of our own books. */
export async function compareVenue(venue: LiveVenue, dice: Dice): Promise<void> {
  await compareLists(venue);
  await compareTickets(venue);
  await compareProvider(venue);
  await compareWebhooks(venue);
  const moves = await moveToMonthBorders(venue, dice);
  await compareReport(venue, moves);
  await compareTill(venue);
  await compareFees(venue, moves);
}

const byId = <T>(guests: readonly Guest[], of: (guest: Guest) => T) =>
  Object.fromEntries(guests.map((guest) => [guest.id, of(guest)]));

async function compareLists({ guests, admin, rowsOf }: LiveVenue): Promise<void> {
  const expected = byId(guests, expectedView);
  const views = (rows: readonly Row[]) => Object.fromEntries(rows.map((row) => [row.id, viewOf(row)]));
  assert.deepEqual(views((await admin('GET', '/bookings', undefined, {}, 200)).body), expected, 'the list');
  assert.deepEqual(views(await rowsOf('/bookings')), expected, 'the CSV of bookings');
  assert.deepEqual(views(await rowsOf('/bookings', 'xlsx')), expected, 'the spreadsheet of bookings');
}

const TAGS: Record<string, string> = { nl: 'nl-NL', en: 'en-GB', de: 'de-DE', fr: 'fr-FR' };
const plain = (text: string) => text.replace(/&nbsp;|\s/g, ' ');

/** The ticket has the price, and what is open, in the guest's language. */
async function compareTickets({ guests }: LiveVenue): Promise<void> {
  for (const { ticketUrl, locale, books } of guests) {
    const euro = new Intl.NumberFormat(TAGS[locale], { style: 'currency', currency: 'EUR' });
    const shown = plain((await call(ticketUrl, { headers: { Accept: 'text/html' } })).text);
    const has = (amount: number) => shown.includes(plain(euro.format(amount / 100)));
    assert.ok(books.price === 0 || has(books.price), `the price ${books.price} on ${ticketUrl}`);
    const seesOpen = books.first !== null || books.later.length > 0 || books.desk > 0;
    if (seesOpen && openOf(books) > 0) assert.ok(has(openOf(books)), `${openOf(books)} open on ${ticketUrl}`);
  }
}

/** The last webhook about a booking has its price. */
async function compareWebhooks({ slug, guests, world }: LiveVenue): Promise<void> {
  type Payload = { timestamp: string; data: { booking_id: number; amount_eur: number } };
  const last = (): Record<string, number> => {
    const payloads = world.hooks.received
      .filter(({ path }) => path.endsWith(slug))
      .map(({ body }) => JSON.parse(body) as Payload)
      .toSorted((a, b) => a.timestamp.localeCompare(b.timestamp));
    return Object.fromEntries(payloads.map(({ data }) => [data.booking_id, cents(data.amount_eur)]));
  };
  const expected = byId(guests, ({ books }) => books.price);
  await eventually('the webhooks', () => JSON.stringify(last()) === JSON.stringify(expected)).catch(() =>
    assert.deepEqual(last(), expected, 'the webhooks'),
  );
}

/** The provider has what our books say. */
async function compareProvider({ spec, guests, world }: LiveVenue): Promise<void> {
  const { database } = world.stack;
  for (const { id, books } of guests) {
    const { rows } = await database.query<{ provider_id: string; sandbox: number | null; venue: number }>(
      `SELECT a.provider_id, (SELECT c.amount_cents - coalesce(sum(r.amount_cents), 0) FROM payment.sandbox_refund r
         WHERE r.checkout_id = c.id)::int AS sandbox
       FROM payment.payment p JOIN payment.attempt a ON (a.venue_id, a.payment_id) = (p.venue_id, p.id)
       LEFT JOIN payment.sandbox_checkout c ON c.id = a.provider_id
       WHERE p.booking_id = $1 AND a.captured_cents > 0`,
      [id],
    );
    const { mollie, stripe } = world.providers;
    const atProvider = ({ provider_id, sandbox }: (typeof rows)[number]): number => {
      if (spec.provider === 'sandbox') return sandbox ?? 0;
      const lost = books.first?.lost || books.later.some((one) => one.lost > 0);
      if (spec.provider === 'mollie') {
        const one = mollie.payment(provider_id);
        const back = one.refunds.reduce((sum, it) => sum + it.cents, 0);
        return one.cents - back - (lost ? one.chargedBackCents : 0);
      }
      const one = stripe.payment(provider_id);
      const back = one.refunds.reduce((sum, it) => sum + it.cents, 0);
      const disputed = one.disputes.filter(({ status }) => status !== 'won');
      return one.cents - back - disputed.reduce((sum, it) => sum + it.cents, 0);
    };
    await eventually('the provider has made the refunds', () => {
      return rows.reduce((sum, row) => sum + atProvider(row), 0) === heldOnline(books);
    }).catch(() =>
      assert.equal(
        rows.reduce((sum, row) => sum + atProvider(row), 0),
        heldOnline(books),
        'the provider',
      ),
    );
  }
}

/** Moves payments, refunds and their reversals to times around the borders of months in the past. */
async function moveToMonthBorders(venue: LiveVenue, dice: Dice): Promise<DatedMove[]> {
  const { spec, guests, world } = venue;
  const dated: DatedMove[] = [];
  for (const { id, books } of guests) {
    const border = new Date();
    border.setUTCDate(1);
    border.setUTCMonth(border.getUTCMonth() - dice.int(1, 8));
    const start = Date.parse(`${isoDay(border.getTime())}T00:00Z`);
    const paidAt = start + dice.int(-30 * 60, 30 * 60) * 60_000;
    const refundedAt = paidAt + dice.int(1, 30 * 24 * 60) * 60_000;
    const reversedAt = refundedAt + dice.int(1, 20 * 24 * 60) * 60_000;
    const [at, later, last] = [paidAt, refundedAt, reversedAt].map((time) => new Date(time).toISOString());
    await world.stack.database.query(
      `WITH paid AS (
         UPDATE payment.attempt a SET paid_at = $2 FROM payment.payment p
         WHERE (a.venue_id, a.payment_id) = (p.venue_id, p.id) AND p.booking_id = $1 AND a.paid_at IS NOT NULL
         RETURNING a.venue_id, a.id)
       UPDATE payment.refund r SET created_at = $3, failed_at = CASE WHEN r.failed_at IS NOT NULL THEN $4::timestamptz END
       FROM paid WHERE (r.venue_id, r.attempt_id) = (paid.venue_id, paid.id)`,
      [id, at, later, last],
    );
    for (const move of books.moves) {
      const time = move.isReversal ? reversedAt : move.kind === 'payment' ? paidAt : refundedAt;
      dated.push({ ...move, day: dayOf(spec.dayStart, localTime(spec.timezone, time)) });
    }
  }
  return dated;
}

async function compareReport(venue: LiveVenue, moves: readonly DatedMove[]): Promise<void> {
  const { guests, spec, admin, rowsOf } = venue;
  const [from, to] = [isoDay(Date.now() - 330 * 24 * HOUR), isoDay(Date.now() + 60 * 24 * HOUR)];
  const expected = new Map<string, number>();
  const vat = new Map<string, number>();
  const { body: list } = await admin('GET', '/bookings', undefined, {}, 200);
  for (const { startsAt, books, id } of guests) {
    if (isActive(books)) {
      add(expected, `booked_eur ${dayOf(spec.dayStart, startsAt)}`, books.price);
      const shown = list.find((row: Row) => row.id === id);
      for (const { percent, amount_eur, vat_eur } of shown.vat ?? []) {
        add(vat, `amount ${percent}`, cents(amount_eur));
        add(vat, `vat ${percent}`, cents(vat_eur));
      }
    }
    for (const [key, amount] of books.till) add(expected, `desk_eur ${key.slice(0, 10)}`, amount);
  }
  for (const { kind, cents: amount, day } of moves)
    add(
      expected,
      `${kind === 'payment' ? 'revenue_eur' : 'refunds_eur'} ${day}`,
      kind === 'payment' ? amount : -amount,
    );
  const sumsOf = (periods: readonly Row[]) => {
    const sums = new Map<string, number>();
    for (const period of periods)
      for (const name of ['booked_eur', 'revenue_eur', 'refunds_eur', 'desk_eur'])
        add(sums, `${name} ${period.from}`, cents(period[name]));
    return withoutZeros(sums);
  };
  const { body } = await admin('GET', `/figures?from=${from}&to=${to}`, undefined, {}, 200);
  assert.deepEqual(sumsOf(body.periods), withoutZeros(expected), 'the report by day');
  assert.deepEqual(sumsOf(await rowsOf(`/figures?from=${from}&to=${to}`)), withoutZeros(expected), 'its CSV');
  const reported = new Map<string, number>();
  for (const { percent, amount_eur, vat_eur } of body.totals.vat ?? []) {
    add(reported, `amount ${percent}`, cents(amount_eur));
    add(reported, `vat ${percent}`, cents(vat_eur));
  }
  assert.deepEqual(withoutZeros(reported), withoutZeros(vat), 'VAT in the report');
  for (const type of ['csv', 'xlsx'] as const) {
    const exported = await rowsOf(`/figures/payments?from=${from}&to=${to}`, type);
    const of = (rows: readonly { booking: unknown; kind: unknown; amount: number }[]) =>
      rows.map(({ kind, amount }) => `${kind} ${amount}`).toSorted();
    assert.deepEqual(
      of(exported.map((row) => ({ booking: row.booking_id, kind: row.kind, amount: cents(row.amount_eur) }))),
      of(moves.map(({ kind, cents: amount }) => ({ booking: 0, kind, amount }))),
      `the ${type} of payments`,
    );
  }
}

async function compareTill({ guests, admin }: LiveVenue): Promise<void> {
  const expected = new Map<string, number>();
  for (const { books } of guests) for (const [key, amount] of books.till) add(expected, key, amount);
  const days = new Set([...expected.keys()].map((key) => key.slice(0, 10)));
  const shown = new Map<string, number>();
  for (const day of days) {
    const { body } = await admin('GET', `/till/${day}`, undefined, {}, 200);
    for (const { method, amount_eur } of body.methods) add(shown, `${day} ${method}`, cents(amount_eur));
  }
  assert.deepEqual(withoutZeros(shown), withoutZeros(expected), 'the till');
}
