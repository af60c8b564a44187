import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { PATIENCE_MS, pollPauseMs } from '@venue-booking/kit/testing/testTiming';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { type FakeMollie, startMollie } from '../fakes/mollie.ts';
import { waitUntilIdle, wipeBroker } from '../stack/broker.ts';
import { crashSteps, type Step } from '../stack/crashSteps.ts';
import { assertBookingsHoldPlaces, assertLedgerHolds } from '../stack/ledger.ts';
import { assertMoneyHolds, assertOnce, assertProviderAgrees } from '../stack/money.ts';
import { newPayingGuest, type PayingGuest } from '../stack/payingGuest.ts';
import { type Story, type StoryName, stories } from '../stack/paymentStories.ts';
import { type Stack, startAsServices } from '../stack/stack.ts';

/**
 * Healing takes seconds as a rule. A consumer whose stream is deleted while it waits for a message may wait
 * 30 s before its next attempt, even several times. Payments must survive that.
 */
/**
 * Shorter than in production (15 s), so that holds expire soon. All other intervals are those of production.
 */
const env = { SWEEP_INTERVAL_MS: '3000', PAYMENT_SWEEP_INTERVAL_MS: '3000' };
/** Guests that are prepared concurrently. */
const CONCURRENCY = 6;

describe('payment recovery', () => {
  let stack: Stack;
  let mollie: FakeMollie;
  /** When the last broken part was running again. */
  let wholeAt = 0;
  let crashes = 0;
  const prepared = new Map<Step, PayingGuest>();

  const story = (name: StoryName): Story => stories[name];
  const isCancelable = ({ story }: { story: StoryName }) => story === 'letting the hold expire';
  /**
   * Brings guests to where their stories begin. A payment that can be canceled at the provider can't be paid
   * late, so the fake is switched between the two groups.
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
      await Promise.all(Array.from({ length: CONCURRENCY }, work));
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

  /** Kills a process at a step, asserts that something was left undone, and starts the process again. */
  async function crash(step: Step, guest: PayingGuest): Promise<void> {
    const [process] = stack.of(step.kills);
    assert.ok(process);
    const { go, ending } = story(step.story);
    const point = await step.arm(stack, mollie, guest);
    try {
      // The request may get no response.
      void go(guest).catch(() => {});
      await point.reached();
      await process.kill9();
      crashes += 1;
    } finally {
      await point.leave();
    }
    try {
      assert.notDeepEqual(await guest.standing(), ending, 'the crash left nothing to heal');
    } finally {
      process.start();
      await guest.untilServed();
      wholeAt = Date.now();
    }
  }

  /** Waits for the ending of the story, at most `PATIENCE_MS` after everything was running again. */
  async function heals(guest: PayingGuest, { afterwards, ending }: Story): Promise<void> {
    await afterwards?.(guest);
    const startedAt = Date.now();
    for (;;) {
      const standing = await guest.standing();
      if (isDeepStrictEqual(standing, ending)) return;
      if (Date.now() > wholeAt + PATIENCE_MS) assert.deepEqual(standing, ending);
      await sleep(pollPauseMs(Date.now() - startedAt));
    }
  }

  /** One crash at a time; earlier ones heal meanwhile. */
  let turn: Promise<unknown> = Promise.resolve();
  const inTurn = (work: () => Promise<void>): Promise<void> => {
    const mine = turn.then(work);
    turn = mine.catch(() => {});
    return mine;
  };

  describe.concurrent('recovery from kill -9', () => {
    for (const step of crashSteps)
      it(`heals after kill -9 of ${step.kills}, ${step.story}: ${step.at}`, async (t) => {
        const guest = prepared.get(step);
        assert.ok(guest);
        await inTurn(() => crash(step, guest));
        const [since, before] = [Date.now(), crashes];
        await heals(guest, story(step.story));
        t.annotate(`healed after ${Date.now() - since} ms, through ${crashes - before} more crashes`);
      });
  });

  /**
   * Runs all stories at once while something breaks. Returns the time that the slowest took to heal, in ms.
   */
  async function allThrough(breaks: (going: Promise<unknown>) => Promise<void>): Promise<number> {
    const names = (Object.keys(stories) as StoryName[]).filter((name) => name !== 'booking that fails');
    const guests = [...(await prepare(names.map((name) => ({ story: name }))))];
    const going = Promise.allSettled(guests.map(([of, guest]) => story(of.story).go(guest)));
    await breaks(going);
    const standings = guests.map(async ([of, guest]) =>
      isDeepStrictEqual(await guest.standing(), story(of.story).ending),
    );
    assert.ok((await Promise.all(standings)).includes(false), 'the crash left nothing to heal');
    wholeAt = Date.now();
    await Promise.all(guests.map(([of, guest]) => heals(guest, story(of.story))));
    return Date.now() - wholeAt;
  }

  it('heals payments after the broker lost its storage while they were in progress', async (t) => {
    const tookMs = await allThrough(async () => {
      assert.ok((await wipeBroker(stack)).includes('events_payment'));
    });
    t.annotate(`healed after ${tookMs} ms`);
  });

  it('heals payments after the broker lost its storage while the payment service was down', async (t) => {
    const [payment] = stack.of('payment');
    const tookMs = await allThrough(async () => {
      await payment?.kill9();
      await sleep(1000);
      assert.ok((await wipeBroker(stack)).includes('events_payment'));
      payment?.start();
    });
    t.annotate(`healed after ${tookMs} ms`);
  });

  it('heals payments after a Redis outage, during which guests still get their responses', async (t) => {
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

  it('ends with our books, the provider’s and those of places in agreement, and with every effect once', async (t) => {
    t.annotate(`all events consumed after ${await waitUntilIdle(stack)} ms`);
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
