import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { untilNextLook } from '@venue-booking/kit/testing/testPace';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { type FakeMollie, startMollie } from '../fakes/mollie.ts';
import { untilQuiet, wipeBroker } from '../stack/broker.ts';
import { crashSteps, type Step } from '../stack/crashSteps.ts';
import { assertBookingsHoldPlaces, assertLedgerHolds } from '../stack/ledger.ts';
import { assertMoneyHolds, assertOnce, assertProviderAgrees } from '../stack/money.ts';
import { newPayingGuest, type PayingGuest } from '../stack/payingGuest.ts';
import { type Story, type StoryName, stories } from '../stack/paymentStories.ts';
import { type Stack, startAsServices } from '../stack/stack.ts';

/**
 * It takes seconds. A consumer whose stream went while it asked for it may wait 30 s before it looks again,
 * and that more than once: nothing is to be lost by that.
 */
const HEALED_WITHIN_MS = 180_000;
/** Shorter than in production (15 s), so that holds end soon. All other times are those of production. */
const env = { SWEEP_INTERVAL_MS: '3000', PAYMENT_SWEEP_INTERVAL_MS: '3000' };
/** Guests whose preparations run at once. */
const AT_ONCE = 6;

describe('payments heal by themselves, with every effect once', () => {
  let stack: Stack;
  let mollie: FakeMollie;
  /** When all that was broken was last whole again. */
  let wholeAt = 0;
  let crashes = 0;
  const prepared = new Map<Step, PayingGuest>();

  const story = (name: StoryName): Story => stories[name];
  const isCancelable = ({ story }: { story: StoryName }) => story === 'letting the hold run out';
  /**
   * Brings guests to where their stories begin. What can be ended at the provider can't be paid late, so that
   * is set first.
   */
  async function prepare<T extends { story: StoryName }>(wanted: readonly T[]): Promise<Map<T, PayingGuest>> {
    const guests = new Map<T, PayingGuest>();
    for (const cancelable of [false, true]) {
      mollie.set({ cancelable });
      const left = wanted.filter((one) => isCancelable(one) === cancelable);
      const work = async () => {
        for (let one = left.shift(); one; one = left.shift()) {
          const guest = await newPayingGuest(stack, mollie);
          guests.set(one, guest);
          await story(one.story).prepare(guest);
        }
      };
      await Promise.all(Array.from({ length: AT_ONCE }, work));
    }
    return guests;
  }

  beforeAll(async () => {
    mollie = await startMollie();
    stack = await startAsServices({ env: { ...env, MOLLIE_API_URL: mollie.url }, ownRedis: true });
    for (const [step, guest] of await prepare(crashSteps)) prepared.set(step, guest);
  });
  afterAll(async () => {
    await stack?.stop();
    await mollie?.stop();
  });

  /** Kills a process at a step, shows that something was left undone, and starts it again. */
  async function crash(step: Step, guest: PayingGuest): Promise<void> {
    const [process] = stack.of(step.kills);
    assert.ok(process);
    const { go, ending } = story(step.story);
    const point = await step.arm(stack, mollie, guest);
    try {
      // Who asks may get no answer.
      void go(guest).catch(() => {});
      await point.reached();
      await process.kill9();
      crashes += 1;
    } finally {
      await point.leave();
    }
    try {
      assert.notDeepEqual(await guest.standing(), ending, 'nothing was left to be done');
    } finally {
      process.start();
      await guest.untilServed();
      wholeAt = Date.now();
    }
  }

  /** Waits until all is as it should be, at most so long from when everything was whole again. */
  async function heals(guest: PayingGuest, { afterwards, ending }: Story): Promise<void> {
    await afterwards?.(guest);
    const startedAt = Date.now();
    for (;;) {
      const standing = await guest.standing();
      if (isDeepStrictEqual(standing, ending)) return;
      if (Date.now() > wholeAt + HEALED_WITHIN_MS) assert.deepEqual(standing, ending);
      await sleep(untilNextLook(Date.now() - startedAt));
    }
  }

  /** One crash after the other, while those before heal. */
  let turn: Promise<unknown> = Promise.resolve();
  const inTurn = (work: () => Promise<void>): Promise<void> => {
    const mine = turn.then(work);
    turn = mine.catch(() => {});
    return mine;
  };

  describe.concurrent('after kill -9', () => {
    for (const step of crashSteps)
      it(`of ${step.kills}, ${step.story}: ${step.at}`, async (t) => {
        const guest = prepared.get(step);
        assert.ok(guest);
        await inTurn(() => crash(step, guest));
        const [since, before] = [Date.now(), crashes];
        await heals(guest, story(step.story));
        t.annotate(`healed after ${Date.now() - since} ms, through ${crashes - before} more crashes`);
      });
  });

  /** All stories at once, while something breaks. Answers how long the slowest took to heal, in ms. */
  async function allThrough(breaks: (going: Promise<unknown>) => Promise<void>): Promise<number> {
    const names = (Object.keys(stories) as StoryName[]).filter((name) => name !== 'booking in vain');
    const guests = [...(await prepare(names.map((name) => ({ story: name }))))];
    const going = Promise.allSettled(guests.map(([of, guest]) => story(of.story).go(guest)));
    await breaks(going);
    const standings = guests.map(async ([of, guest]) =>
      isDeepStrictEqual(await guest.standing(), story(of.story).ending),
    );
    assert.ok((await Promise.all(standings)).includes(false), 'nothing was left to be done');
    wholeAt = Date.now();
    await Promise.all(guests.map(([of, guest]) => heals(guest, story(of.story))));
    return Date.now() - wholeAt;
  }

  it('after the broker lost its storage while payments were under way', async (t) => {
    const tookMs = await allThrough(async () => {
      assert.ok((await wipeBroker(stack)).includes('events_payment'));
    });
    t.annotate(`healed after ${tookMs} ms`);
  });

  it('after the broker lost its storage while the payment service was away', async (t) => {
    const [payment] = stack.of('payment');
    const tookMs = await allThrough(async () => {
      await payment?.kill9();
      await sleep(1000);
      assert.ok((await wipeBroker(stack)).includes('events_payment'));
      payment?.start();
    });
    t.annotate(`healed after ${tookMs} ms`);
  });

  it('after Redis was away, without which guests get their answers all the same', async (t) => {
    const tookMs = await allThrough(async (going) => {
      await stack.redis?.kill();
      const outcomes = (await going) as PromiseSettledResult<unknown>[];
      assert.deepEqual(
        outcomes.filter(({ status }) => status === 'rejected'),
        [],
      );
      await stack.redis?.start();
    });
    t.annotate(`healed after ${tookMs} ms`);
  });

  it('and then all books agree: ours, the provider’s and those of places', async (t) => {
    t.annotate(`all events dealt with after ${await untilQuiet(stack, HEALED_WITHIN_MS)} ms`);
    for (const [step, guest] of prepared)
      assert.deepEqual(await guest.standing(), story(step.story).ending, `still: ${step.story}, ${step.at}`);
    await assertMoneyHolds(stack);
    await assertProviderAgrees(stack, mollie.totals());
    await assertOnce(stack);
    await assertLedgerHolds(stack);
    await assertBookingsHoldPlaces(stack);
    for (const service of ['availability', 'booking', 'payment'])
      assert.deepEqual((await stack.database.query(`SELECT * FROM ${service}.dead_letter`)).rows, []);
    assert.deepEqual((await stack.database.query('SELECT * FROM payment.attention')).rows, []);
  });
});
