import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { daysAhead, eventually } from './api.ts';
import { assertBookingsHoldPlaces, assertLedgerHolds } from './ledger.ts';
import { startReceiver } from './receiver.ts';
import type { Stack } from './stack.ts';

const GUESTS = 200;
const CONCURRENCY = 64;
/** How many guests get a response before something breaks: fewer than there are places. */
const BREAKS_AFTER = 60;
/** Attempts of a guest, 200 ms apart: far longer than any recovery takes. */
const MAX_TRIES = 300;

/** Services need these settings, so that the sweep heals within the test. */
export const RUSH_ENV = { SWEEP_INTERVAL_MS: '1000', SWEEP_AGE_MS: '4000', WEBHOOK_ALLOW_PRIVATE: 'true' };

/**
 * Lets many guests book at full rate while something breaks. Each retries with one `Idempotency-Key` until it
 * gets 201 or 422. Asserts that each 201 has exactly one booking, its places, one mail and one webhook, and
 * that each 422 has none.
 * @param breaks breaks something and restores it
 */
export async function rushDuringFault(stack: Stack, breaks: () => Promise<void>): Promise<void> {
  const { api } = stack;
  const receiver = await startReceiver();
  try {
    const slug = await api.newVenue({ max_coming_bookings_per_network: null });
    const facility = await api.newFacility(slug, { capacity: 10 });
    const hook = await api.admin('POST', `/venues/${slug}/webhooks`, { url: receiver.url });
    assert.equal(hook.status, 201, hook.text);
    const day = await api.get(slug, `/facilities/${facility}/slots?date=${daysAhead(40)}`);
    const slots: { id: number }[] = day.body.slots;
    const booked = new Map<string, number>();
    const refused: string[] = [];
    let next = 0;
    let answered = 0;
    let broken: Promise<void> | undefined;
    const guest = async (turn: number) => {
      const email = `${randomUUID()}@example.com`;
      const wish = {
        slot_id: slots[turn % slots.length]?.id,
        people: 1 + (turn % 3),
        customer_email: email,
      };
      const answer = await answerTo(() => api.book(slug, wish, { 'Idempotency-Key': email }));
      if (answer.status === 201) booked.set(email, answer.body.booking.id);
      else refused.push(email);
      answered += 1;
      if (answered === BREAKS_AFTER) broken = breaks().then(() => endLeases(stack));
    };
    const guests = async () => {
      while (next < GUESTS) await guest(next++);
    };
    await Promise.all(Array.from({ length: CONCURRENCY }, guests));
    await broken;
    await stack.ready();
    await endLeases(stack);
    assert.ok(booked.size > slots.length, `only ${booked.size} guests booked`);
    assert.ok(refused.length > 0, 'there are fewer places than guests');

    const { rows } = await stack.database.query<{ email: string; id: string }>(
      'SELECT customer_email AS email, b.id FROM booking.booking b JOIN catalog.venue v ON v.id = b.venue_id WHERE v.slug = $1',
      [slug],
    );
    assert.deepEqual(
      rows.map(({ email, id }) => [email, Number(id)]).toSorted(),
      [...booked].toSorted(),
      'each guest with a 201 has one booking, and nobody else has one',
    );
    await assertLedgerHolds(stack);
    await eventually('no places are taken without a booking', () => holds(stack));
    await assertLedgerHolds(stack);
    const mails = (email: string) => stack.mail.to(email).map(({ mail }) => mail.messageId);
    await eventually('each booking has a mail', () =>
      [...booked.keys()].every((email) => mails(email).length > 0),
    );
    for (const email of booked.keys())
      assert.equal(new Set(mails(email)).size, 1, 'each booking has exactly one mail');
    assert.ok(refused.every((email) => mails(email).length === 0));
    const told = () =>
      Map.groupBy(receiver.received, ({ body }) => JSON.parse(body).data.booking_id as number);
    await eventually('each booking has a webhook delivery', () => told().size === booked.size);
    for (const [id, deliveries] of told())
      assert.equal(new Set(deliveries.map((it) => it.headers['webhook-id'])).size, 1, `booking ${id}`);
  } finally {
    await receiver.stop();
  }
}

/** Ends the leases of interrupted work now, so that others take it over without a wait of minutes. */
async function endLeases({ database }: Stack): Promise<void> {
  await eventually('the database responds', () =>
    database.query('SELECT').then(
      () => true,
      () => false,
    ),
  );
  await database.query('UPDATE booking.idempotency_key SET leased_until = now() WHERE leased_until > now()');
  await database.query(`UPDATE booking.mail SET next_at = now() WHERE status = 'queued'`);
  await database.query(`UPDATE booking.webhook_delivery SET next_at = now() WHERE status = 'queued'`);
}

/** The final response to a guest: 201, or 422 if there is no place. Other failures are retried. */
async function answerTo(book: () => ReturnType<Stack['api']['book']>) {
  for (let tries = 1; ; tries++) {
    const answer = await book().catch(() => null);
    if (answer?.status === 201 || answer?.status === 422) return answer;
    const fits = answer === null || answer.status === 409 || answer.status >= 500;
    assert.ok(fits && tries < MAX_TRIES, `${answer?.status} ${answer?.text}`);
    await sleep(200);
  }
}

const holds = (stack: Stack) =>
  assertBookingsHoldPlaces(stack).then(
    () => true,
    () => false,
  );
