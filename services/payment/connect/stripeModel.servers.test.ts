import assert from 'node:assert/strict';
import { failureOf } from '@venue-booking/kit/messaging/rpc';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { linkAccount, unlinkAccount } from '../accounts/accounts.ts';
import { openStripeOnboarding, SANDBOX, type StripeOnboarding } from '../testing/testStripeOnboarding.ts';
import { cancelConnection } from './connections.ts';

/** Seeds whose runs reach every change that is checked at the end. */
const SEEDS = [13, 15, 16];
const STEPS = 50;

/** What is known about a venue: what it is linked to, and the account that waits for Stripe. */
type Known = { linked: string | null; waiting: string | null; noticed: number; form: string };

/** A generator of numbers in [0, 1) that a seed repeats (mulberry32). */
function randomBy(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

describe('random steps of owners, Stripe and its events', () => {
  let world: StripeOnboarding;
  beforeAll(async () => {
    world = await openStripeOnboarding();
  });
  afterAll(() => world.close());

  /** One run. Events are lost, repeated, late and out of order, and Stripe fails now and then. */
  async function run(seed: number): Promise<Set<string>> {
    const random = randomBy(seed);
    const pick = <Item>(items: readonly Item[]): Item => {
      const item = items[Math.floor(random() * items.length)];
      if (item === undefined) throw new Error('nothing to pick');
      return item;
    };
    const { stripe, payments, deps } = { ...world, deps: world.payments.deps };
    const venues = new Map<number, Known>();
    for (const isAtStripe of [false, true]) {
      const venueId = await world.newVenue();
      if (isAtStripe) {
        await world.fill(await world.start(venueId), 'complete');
        await world.check(venueId);
      }
      const linked = isAtStripe ? await world.accountOf(venueId) : 'sandbox';
      venues.set(venueId, { linked, waiting: null, noticed: 0, form: '' });
    }
    const mine = () => [...venues.keys()].flatMap((venueId) => world.madeFor(venueId));
    const events: (() => Promise<unknown>)[] = [];
    const disconnected = new Set<string>();
    /** Disconnected accounts whose event has arrived, and accounts of which any event said so. */
    const announced = new Set<string>();
    const said = new Set<string>();
    const visited = new Set<string>();
    const takesPayments = (id: string) => !disconnected.has(id) && stripe.account(id).chargesEnabled;
    /** The account is sent an event, at some time or never. */
    const happened = async (event: () => Promise<unknown>) => {
      const way = pick(['now', 'late', 'twice', 'never'] as const);
      if (way === 'now') await event();
      if (way === 'late' || way === 'twice') events.push(event);
      if (way === 'twice') events.push(event);
    };
    const tolerant = (call: Promise<unknown>) =>
      call.catch((error: unknown) => {
        assert.ok(failureOf(error), String(error));
      });

    const steps: Record<string, (venueId: number, known: Known) => Promise<unknown>> = {
      async start(venueId, known) {
        await tolerant(world.start(venueId).then((url) => Object.assign(known, { form: url })));
      },
      async form(_, known) {
        if (!known.form) return;
        const before = mine().filter(takesPayments).length;
        await world.fill(known.form, pick(['complete', 'complete', 'complete', 'review', 'leave']));
        const changed = mine().filter(takesPayments).length !== before;
        if (changed) for (const id of mine()) await happened(() => world.updated(id));
      },
      check: (venueId) => tolerant(world.check(venueId)),
      cancel: (venueId) => tolerant(cancelConnection(deps, venueId)),
      unlink: (venueId) => tolerant(unlinkAccount(deps, venueId)),
      sandbox: (venueId) => linkAccount(deps, venueId, SANDBOX),
      async restrict() {
        const [id] = mine().filter((one) => !disconnected.has(one) && random() < 0.5);
        if (!id) return;
        Object.assign(stripe.account(id), { chargesEnabled: random() < 0.75 });
        await happened(() => world.updated(id, { charges_enabled: random() < 0.5 }));
      },
      async disconnect(_, { linked, waiting }) {
        const id = linked?.startsWith('acct_') ? linked : waiting;
        if (!id || disconnected.has(id)) return;
        const deauthorized = async () => {
          announced.add(id);
          said.add(id);
          await world.deauthorized(id);
        };
        disconnected.add(id);
        stripe.disconnect(id);
        await happened(deauthorized);
      },
      async outdated() {
        // An event about an earlier time: the account is still connected.
        const [id] = mine().filter((one) => !disconnected.has(one) && random() < 0.3);
        if (!id) return;
        await happened(async () => {
          said.add(id);
          await world.deauthorized(id);
        });
      },
      async deliver() {
        const [event] = events.length > 0 ? events.splice(Math.floor(random() * events.length), 1) : [];
        await event?.();
      },
      follow: () => Promise.all([world.follow(), world.follow()]),
      async wait(venueId) {
        await world.makeDue(venueId);
        await Promise.all([world.follow(), world.follow()]);
      },
      async fail() {
        stripe.faults.add({
          act: 'status',
          status: pick([500, 503, 429]),
          times: 1 + Math.floor(random() * 2),
        });
      },
    };
    const rare = new Set(['cancel', 'unlink', 'sandbox', 'outdated', 'fail']);
    const names = Object.keys(steps).flatMap((name) => (rare.has(name) ? [name] : [name, name, name]));
    const mayAsk = new Set(['check', 'follow', 'wait']);

    /** Compares what a venue is linked to with what the step may have done. */
    const verify = async (step: string, venueId: number, known: Known, isOfStep: boolean) => {
      const [account, connection, items, ofVenue, used] = await Promise.all([
        world.linked(venueId),
        world.connection(venueId),
        world.attention(venueId),
        payments.database.connection.findMany({ where: { venueId, endedAt: null } }),
        payments.database.account.findMany({ where: { venueId } }),
      ]);
      const now = account?.provider === 'stripe' ? account.account : (account?.provider ?? null);
      const about = `seed ${seed}, ${step}: ${known.linked} -> ${now}, waiting ${known.waiting}`;
      if (now !== known.linked) {
        visited.add(now === null ? `${step}: none` : now === 'sandbox' ? 'sandbox' : `${step}: Stripe`);
        if (now === 'sandbox') assert.ok(isOfStep && step === 'sandbox', about);
        else if (now === null) {
          const was = known.linked ?? '';
          const isDisconnected = disconnected.has(was) && said.has(was) && mayAsk.has(step);
          assert.ok((isOfStep && step === 'unlink') || isDisconnected, about);
        } else {
          assert.ok(mayAsk.has(step) && takesPayments(now), about);
          assert.ok(known.waiting === now, about);
          if (step === 'follow' || step === 'wait') known.noticed += 1;
        }
      }
      known.linked = now;
      known.waiting = connection?.state === 'waiting' ? connection.account : null;
      const notices = items.filter(({ kind }) => kind === 'account_linked');
      assert.equal(notices.length, known.noticed, about);
      const pending = ofVenue.filter(({ id }) => !used.some(({ connectionId }) => connectionId === id));
      assert.ok(pending.length <= 1, about);
      if (now?.startsWith('acct_')) {
        const made = disconnected.has(now) || world.madeFor(venueId).includes(now);
        assert.ok(made, `${about}: an account of another venue`);
      }
    };

    for (let count = 0; count < STEPS; count += 1) {
      const step = pick(names);
      const [chosen, known] = pick([...venues]);
      await steps[step]?.(chosen, known);
      for (const [venueId, one] of venues) await verify(step, venueId, one, venueId === chosen);
    }
    // Once Stripe works and no event is under way, every venue has what it waits for.
    stripe.faults.clear();
    for (const event of events.splice(0)) await event();
    for (const [venueId, known] of venues) {
      for (const _ of [1, 2]) {
        await steps.wait?.(venueId, known);
        for (const [id, one] of venues) await verify('wait', id, one, id === venueId);
      }
    }
    for (const [venueId, { linked, waiting }] of venues) {
      const about = `seed ${seed}, venue ${venueId}`;
      assert.ok(!waiting || !takesPayments(waiting), `${about} waits in vain`);
      assert.ok(!linked || !announced.has(linked), `${about} is linked to a disconnected account`);
    }
    return visited;
  }

  it('link only what an owner wants and Stripe takes payments for, and in the end all of it', async () => {
    const visited = new Set<string>();
    for (const seed of SEEDS) for (const what of await run(seed)) visited.add(what);
    const reached = [...visited].join(', ');
    for (const what of [/check: Stripe/, /(follow|wait): Stripe/, /(check|follow|wait): none/, /unlink/])
      assert.match(reached, what);
  });
});
