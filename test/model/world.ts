import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type FakeMollie, startMollie } from '../fakes/mollie.ts';
import { type ApiResponse, call, daysAhead, eventually } from '../stack/api.ts';
import { follow } from '../stack/guest.ts';
import { type Stack, startAsServices } from '../stack/stack.ts';
import { type Broker, openBroker } from './broker.ts';
import { amountOf, type Guest, PRICE_CENTS } from './model.ts';

/** Shared by all runs: the services, the provider and the broker. */
export type World = { stack: Stack; mollie: FakeMollie; broker: Broker; stop(): Promise<void> };

/** The settings of a run. */
export type Setting = {
  capacity: number;
  /** Whether the provider allows cancelling a checkout that is no longer needed. */
  cancelable: boolean;
  /** The percentage refunded when a guest cancels, by the venue's rules. */
  percentBack: number;
  /** The percentage that is paid online when booking; 100: no deposit. */
  depositPercent: number;
};

export async function startWorld(): Promise<World> {
  const mollie = await startMollie();
  const stack = await startAsServices({
    env: {
      MOLLIE_API_URL: mollie.url,
      PAYMENT_SWEEP_INTERVAL_MS: '1000',
      SWEEP_INTERVAL_MS: '1000',
      SWEEP_AGE_MS: '4000',
    },
  });
  const broker = await openBroker(stack.natsUrl ?? '');
  const stop = async () => {
    await broker.close();
    await stack.stop();
    await mollie.stop();
  };
  return { stack, mollie, broker, stop };
}

/**
 * A venue of its own with one slot, so that runs do not affect each other, and the actions of its guests and
 * staff.
 */
export async function newRun(world: World, { capacity, cancelable, percentBack, depositPercent }: Setting) {
  const { stack, mollie } = world;
  const { api, database } = stack;
  mollie.faults.clear();
  mollie.webhooks.behaviour = 'deliver';
  mollie.set({ cancelable });
  // Services that an earlier run killed may still be starting.
  const refund_tiers = percentBack === 100 ? null : [{ until_hours: 24, percent: percentBack }];
  let slug = '';
  await eventually('a new venue is created', async () => {
    slug = await api.newVenue({ refund_tiers }).catch(() => '');
    return slug !== '';
  });
  const deposit = depositPercent === 100 ? null : { percent: depositPercent };
  const facility = await api.newFacility(slug, { capacity, price_eur: PRICE_CENTS / 100, deposit });
  const account = { provider: 'mollie', credentials: { api_key: mollie.testKey } };
  const linked = await retryUntilAnswered(() => api.admin('PUT', `/venues/${slug}/payment-account`, account));
  assert.equal(linked.status, 200, linked.text);
  const { body: day } = await api.get(slug, `/facilities/${facility}/slots?date=${daysAhead(9)}`);
  const slotId: number = day.slots[0].id;
  const { rows } = await database.query('SELECT id FROM catalog.venue WHERE slug = $1', [slug]);
  const refund = (id: number, key: string, cents: number) =>
    call(`${api.url}/api/admin/venues/${slug}/bookings/${id}/refunds`, {
      body: { amount_eur: cents / 100 },
      headers: { Authorization: `Bearer ${stack.operatorToken}`, 'Idempotency-Key': key },
    });

  return {
    ...world,
    crashes: crashesOf(stack),
    slug,
    slotId,
    venueId: rows[0].id as number,
    book(people: number, email: string): Promise<ApiResponse> {
      const key = { 'Idempotency-Key': randomUUID() };
      return retryUntilAnswered(() =>
        api.book(slug, { slot_id: slotId, people, customer_email: email }, key),
      );
    },
    /** @param tried called before each attempt: an attempt without a response may have succeeded */
    bookAtDesk: (people: number, tried: () => void): Promise<ApiResponse> =>
      retryUntilAnswered(() => {
        tried();
        const body = { slot_id: slotId, people, customer_name: 'By phone' };
        return api.admin('POST', `/venues/${slug}/bookings`, body);
      }),
    cancelAsGuest: (guest: Guest) =>
      retryUntilAnswered(() =>
        follow(`${guest.ticketUrl}/cancel?kept_eur=${amountOf(guest) / 100}`, { method: 'POST' }),
      ),
    cancelAsVenue: ({ id }: Guest) =>
      retryUntilAnswered(() => api.admin('POST', `/venues/${slug}/bookings/${id}/cancel`)),
    quoteChange: ({ id }: Guest, people: number): Promise<ApiResponse> =>
      retryUntilAnswered(() => api.admin('POST', `/venues/${slug}/bookings/${id}/quote`, { people })),
    changePeople: ({ id }: Guest, people: number, quote?: string): Promise<ApiResponse> =>
      retryUntilAnswered(() =>
        api.admin('PATCH', `/venues/${slug}/bookings/${id}`, {
          people,
          notify: false,
          ...(quote !== undefined && { quote }),
        }),
      ),
    refund({ id }: Guest, cents: number): Promise<ApiResponse> {
      const key = randomUUID();
      return retryUntilAnswered(() => refund(id, key, cents));
    },
    /** Cents that guests pay online when booking. */
    dueOf: (people: number): number => Math.ceil((people * PRICE_CENTS * depositPercent) / 100),
    /** Cents that the venue keeps by its rules when a guest cancels a paid booking. */
    keptByRules: (paidCents: number): number => Math.floor((paidCents * (100 - percentBack)) / 100),
    /** Cents of the payment that count for a booking. */
    paidOf: async ({ id }: Guest): Promise<number> =>
      Number(
        (
          await database.query(
            'SELECT coalesce(paid_cents, amount_cents) AS paid FROM booking.booking WHERE id = $1',
            [id],
          )
        ).rows[0]?.paid,
      ),
    keptOf: async ({ id }: Guest): Promise<number> =>
      Number(
        (await database.query('SELECT kept_cents FROM booking.booking WHERE id = $1', [id])).rows[0]
          ?.kept_cents,
      ),
    comesWith: async ({ id }: Guest): Promise<number> =>
      (await database.query('SELECT people FROM booking.booking WHERE id = $1', [id])).rows[0]?.people,
    statusOf: async ({ id }: Guest): Promise<string> =>
      (await database.query('SELECT status FROM booking.booking WHERE id = $1', [id])).rows[0]?.status,
    /** Ends the hold as if its minutes had passed. With `givesUp`, ends its grace period as well. */
    async endHold({ id }: Guest, { givesUp = false } = {}): Promise<void> {
      // The event that creates the payment carries the end of the hold, and may not have arrived yet.
      const isKnown = async () => {
        const { rowCount } = await database.query('SELECT FROM payment.payment WHERE booking_id = $1', [id]);
        // A paid deposit may have a later payment for the rest.
        return (rowCount ?? 0) > 0;
      };
      await eventually('the payment service has the booking', isKnown);
      await database.query(
        `UPDATE booking.booking SET hold_until = least(hold_until, now()),
           grace_until = CASE WHEN $2 THEN least(grace_until, now()) ELSE grace_until END WHERE id = $1`,
        [id, givesUp],
      );
      await database.query(
        `UPDATE payment.payment SET hold_until = least(hold_until, now()), next_look_at = least(next_look_at, now())
         WHERE booking_id = $1 AND purpose = 'booking'`,
        [id],
      );
    },
  };
}

/** Kills and restarts processes in the background, one after the other. */
function crashesOf({ of, database }: Stack) {
  let crashing = Promise.resolve();
  const crash = async (service: string, afterMs: number): Promise<void> => {
    await sleep(afterMs);
    for (const process of of(service)) await process.kill9();
    // Release the leases of the killed process, which would expire only after 30 s to two minutes.
    await database.query(`UPDATE ${service}.outbox SET claimed_until = NULL WHERE published_at IS NULL`);
    await database.query(
      service === 'booking'
        ? "UPDATE booking.mail SET next_at = now() WHERE status = 'queued'"
        : 'UPDATE payment.attempt SET claimed_until = NULL WHERE claimed_until IS NOT NULL',
    );
    for (const process of of(service)) process.start();
  };
  return {
    plan(service: 'payment' | 'booking', afterMs: number): void {
      crashing = crashing.then(() => crash(service, afterMs));
    },
    /** Resolves when all planned crashes are done. */
    done: () => crashing,
  };
}

export type Run = Awaited<ReturnType<typeof newRun>>;

/**
 * Repeats a request until the response shows whether it succeeded, as people reload a failing page. The
 * idempotency key of a crashed request is usable again after 30 s.
 */
async function retryUntilAnswered<A extends { status: number; text: string }>(
  ask: () => Promise<A>,
): Promise<A> {
  const until = Date.now() + 45_000;
  for (;;) {
    const answer = await ask().catch(() => null);
    if (answer && answer.status < 500 && !/idempotency_in_progress/.test(answer.text)) return answer;
    if (Date.now() > until) throw new Error(`no answer within 45 s, last ${answer?.status} ${answer?.text}`);
    await sleep(200);
  }
}
