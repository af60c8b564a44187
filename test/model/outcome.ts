import assert from 'node:assert/strict';
import { assertOnce, unbalanced } from '../stack/money.ts';
import { amountOf, type Guest, type Model, mayEndAs } from './model.ts';
import { settle } from './rest.ts';
import type { Run } from './world.ts';

/** Number of bookings per outcome, for the report. */
export const ended = new Map<string, number>();

/** Ends all faults and holds, makes retries due, and resolves when no work is pending. */
export async function heal(model: Model, run: Run): Promise<void> {
  const { mollie, stack, venueId } = run;
  mollie.faults.clear();
  await stack.ready();
  await Promise.all(model.guests.map((guest) => run.endHold(guest)));
  // Unpaid checkouts expire now.
  const { rows } = await stack.database.query(
    "SELECT provider_id FROM payment.attempt WHERE venue_id = $1 AND provider_id IS NOT NULL AND status = 'open'",
    [venueId],
  );
  for (const { provider_id: id } of rows)
    if (['open', 'pending'].includes(mollie.payment(id).status)) await mollie.expire(id);
  // Refunds are retried after half a minute.
  await stack.database.query(
    "UPDATE payment.refund SET next_try_at = now() WHERE venue_id = $1 AND status = 'requested'",
    [venueId],
  );
  await settle(run);
}

/** Asserts that a run ended as its model allows, with the provider's own record of the money. */
export async function assertOutcome(model: Model, run: Run): Promise<void> {
  const { stack, venueId } = run;
  for (const guest of model.guests) await assertGuest(model, guest, run);
  assert.deepEqual(await unbalanced(stack, venueId), [], 'the books balance');
  await assertOnce(stack, venueId);
  await assertPlaces(run);
  for (const service of ['availability', 'payment', 'booking']) {
    const { rows } = await stack.database.query(
      `SELECT subject, error FROM ${service}.dead_letter WHERE payload->>'venueId' = $1`,
      [String(venueId)],
    );
    assert.deepEqual(rows, [], `no dead letters of ${service}`);
  }
}

async function assertGuest(model: Model, guest: Guest, run: Run): Promise<void> {
  const status = await run.statusOf(guest);
  const about = `booking ${guest.id}, ${status}, of ${JSON.stringify(guest)}`;
  assert.ok(mayEndAs(model, guest).includes(status as 'confirmed'), `status not allowed: ${about}`);
  const people = await run.comesWith(guest);
  assert.ok(guest.mayComeWith.includes(people), `party of ${people} not allowed: ${about}`);
  const how = `${guest.paid ? `paid ${guest.paid}` : 'unpaid'}, ${status}`;
  ended.set(how, (ended.get(how) ?? 0) + 1);

  const { books, captured, refunded, refunds } = await moneyOf(guest, run);
  assert.equal(captured, guest.paid ? amountOf(guest) : 0, `paid once: ${about}`);
  // The balance check above covers the kept amount, which is lower if the venue refunded more.
  const kept = status === 'cancelled' ? await run.keptOf(guest) : 0;
  const paid = await run.paidOf(guest);
  if (guest.paid) assert.ok(guest.mayBePaid.includes(paid), `paid amount ${paid} not allowed: ${about}`);
  assert.ok([0, run.keptByRules(paid)].includes(kept), `kept amount ${kept} not allowed: ${about}`);
  const left = books.captured - books.refunded;
  // A refund before a lower price counts towards the difference. A refund after it does not.
  const least = paid - guest.refundedCents;
  const most = Math.min(paid, amountOf(guest) - guest.refundedCents);
  const owed = kept > 0 ? left : status === 'confirmed' ? Math.min(Math.max(left, least), most) : 0;
  assert.ok(owed <= (kept || amountOf(guest)), `keeps no more than the rules allow: ${about}`);
  assert.equal(captured - refunded, owed, `the provider holds what is owed: ${about}`);
  assert.deepEqual(books, { captured, refunded }, `the books match the provider’s: ${about}`);

  const mails = mailsOf(guest, model, run);
  assert.equal(mails.geannuleerd, status === 'cancelled' ? 1 : 0, about);
  assert.equal(mails.terugbetaald, refunds, about);
  // A cancelled booking may have been confirmed before.
  const confirmed = status === 'confirmed' ? [1] : [0, ...(status === 'cancelled' ? [1] : [])];
  assert.ok(confirmed.includes(mails.bevestigd), `${mails.bevestigd} confirmation mails: ${about}`);
}

/** Cents captured and refunded for a booking, in our books and at the provider. */
async function moneyOf({ id }: Guest, { stack, mollie }: Run) {
  const { rows } = await stack.database.query(
    `SELECT a.id, a.captured_cents::int AS captured, coalesce((SELECT sum(amount_cents) FROM payment.refund r
       WHERE r.attempt_id = a.id AND r.status IN ('pending', 'succeeded')), 0)::int AS refunded
     FROM payment.attempt a JOIN payment.payment p ON p.id = a.payment_id WHERE p.booking_id = $1`,
    [id],
  );
  const totals = mollie.totals();
  const sum = (values: number[]) => values.reduce((all, value) => all + value, 0);
  return {
    books: { captured: sum(rows.map((row) => row.captured)), refunded: sum(rows.map((row) => row.refunded)) },
    captured: sum(rows.map((row) => totals[row.id]?.captured ?? 0)),
    refunded: sum(rows.map((row) => totals[row.id]?.refunded ?? 0)),
    refunds: sum(rows.map((row) => sum(mollie.payments(row.id).map(({ refunds }) => refunds.length)))),
  };
}

/** The number of mails to a guest, by subject. */
function mailsOf({ email }: Guest, { bookingCrashed }: Model, { stack }: Run) {
  const counts = { bevestigd: 0, geannuleerd: 0, terugbetaald: 0, 'nog te betalen': 0 };
  const seen = new Set<string | undefined>();
  for (const { mail } of stack.mail.to(email)) {
    const again = seen.has(mail.messageId);
    seen.add(mail.messageId);
    // A process that dies after sending a mail and before recording it sends the same message again.
    if (again && bookingCrashed) continue;
    const about = (Object.keys(counts) as (keyof typeof counts)[]).find((word) =>
      mail.subject?.toLowerCase().includes(word),
    );
    assert.ok(about, `unexpected mail: ${mail.subject}`);
    counts[about] += 1;
  }
  return counts;
}

async function assertPlaces({ stack, slotId, venueId }: Run): Promise<void> {
  const { rows } = await stack.database.query(
    `SELECT s.booked, s.sold_capacity AS capacity,
       (SELECT coalesce(sum(places), 0)::int FROM availability.allocation a WHERE a.slot_id = s.id AND a.released_at IS NULL) AS live,
       (SELECT coalesce(sum(people), 0)::int FROM booking.booking b
        WHERE b.slot_id = s.id AND b.status NOT IN ('cancelled', 'expired')) AS people
     FROM availability.slot s WHERE s.id = $1 AND s.venue_id = $2`,
    [slotId, venueId],
  );
  const [slot] = rows;
  if (!slot) return;
  assert.deepEqual(
    [slot.live, slot.people],
    [slot.booked, slot.booked],
    'the slot’s places match its bookings',
  );
  assert.ok(slot.booked <= slot.capacity, `oversold: ${JSON.stringify(slot)}`);
}
