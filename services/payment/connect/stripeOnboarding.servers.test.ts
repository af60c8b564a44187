import assert from 'node:assert/strict';
import { failureOf } from '@venue-booking/kit/messaging/rpc';
import { afterAll, afterEach, beforeAll, describe, it } from 'vitest';
import { linkAccount, unlinkAccount } from '../accounts/accounts.ts';
import { openStripeOnboarding, SANDBOX, type StripeOnboarding } from '../testing/testStripeOnboarding.ts';
import { cancelConnection } from './connections.ts';

const DAY_MS = 24 * 3600_000;
const byOwner = { byOperator: false };
const refused = (code: string) => (error: unknown) => failureOf(error)?.code === code;

describe('the onboarding at Stripe', () => {
  let world: StripeOnboarding;
  beforeAll(async () => {
    world = await openStripeOnboarding();
  });
  afterAll(() => world.close());
  afterEach(() => {
    world.stripe.faults.clear();
    world.stripe.onRequest(() => {});
  });

  const providerOf = async (venueId: number) => (await world.linked(venueId))?.provider ?? null;
  const kindsOf = async (venueId: number) => (await world.attention(venueId)).map(({ kind }) => kind);
  /** A venue whose linked account is at Stripe. */
  const newLinked = async () => {
    const { newVenue, fill, start, check, accountOf } = world;
    const venueId = await newVenue();
    await fill(await start(venueId), 'complete');
    await check(venueId);
    return { venueId, account: await accountOf(venueId) };
  };

  it('keeps the former account until Stripe takes payments, however often the owner leaves and returns', async () => {
    const { newVenue, start, fill, check, accountOf, madeFor, connection } = world;
    const venueId = await newVenue();
    await fill(await start(venueId), 'leave');
    await check(venueId);
    const account = await accountOf(venueId);
    assert.equal((await connection(venueId))?.state, 'waiting');
    assert.ok((await connection(venueId))?.onboarding.requirements?.includes('external_account'));
    await fill(await start(venueId), 'review');
    await check(venueId);
    assert.equal((await connection(venueId))?.onboarding.state, 'in_review');
    assert.deepEqual([await accountOf(venueId), await providerOf(venueId)], [account, 'sandbox']);
    await fill(await start(venueId), 'complete');
    assert.equal(await providerOf(venueId), 'sandbox');
    const { eventIds } = await check(venueId);
    assert.deepEqual([eventIds.length, await providerOf(venueId)], [1, 'stripe']);
    assert.equal((await connection(venueId))?.state, 'linked');
    assert.deepEqual(madeFor(venueId), [account]);
    assert.deepEqual(await kindsOf(venueId), [], 'the owner was there');
  });

  it('does not turn a venue without an account into one that takes payments before it can', async () => {
    const { payments, newVenue, start, fill, check, follow, changesOf } = world;
    const venueId = await newVenue();
    await unlinkAccount(payments.deps, venueId);
    await fill(await start(venueId), 'review');
    await check(venueId);
    await follow();
    assert.deepEqual([await providerOf(venueId), await changesOf(venueId)], [null, 2]);
  });

  it('makes one account for owners who start at the same moment', async () => {
    const { payments, newVenue, start, madeFor } = world;
    const venueId = await newVenue();
    const urls = await Promise.allSettled(Array.from({ length: 8 }, () => start(venueId)));
    assert.ok(urls.some(({ status }) => status === 'fulfilled'));
    assert.equal(madeFor(venueId).length, 1);
    assert.equal(await payments.database.connection.count({ where: { venueId, endedAt: null } }), 1);
  });

  it('links the account after an event, once, and tells the owners, who did not wait for it', async () => {
    const { stripe, newVenue, start, follow, updated, accountOf, attention, changesOf } = world;
    const venueId = await newVenue();
    await start(venueId);
    await follow();
    const account = await accountOf(venueId);
    const early = { charges_enabled: false };
    await stripe.changeAccount(account, { chargesEnabled: true, payoutsEnabled: true, currentlyDue: [] });
    for (let count = 0; count < 5; count += 1) {
      // The last events are the oldest: Stripe does not keep the order.
      await Promise.all([updated(account), updated(account, early), updated(account, early)]);
      await Promise.all([follow(), follow()]);
    }
    assert.equal(await providerOf(venueId), 'stripe');
    assert.equal(await changesOf(venueId), 2, 'the sandbox and Stripe');
    const [notice, ...others] = await attention(venueId);
    assert.deepEqual([notice?.kind, others.length], ['account_linked', 0]);
    assert.equal(notice?.detail, `guests now pay to the account ${account} at Stripe, which Anna connected`);
  });

  it('finds the account without any event', async () => {
    const { newVenue, start, fill, follow, makeDue } = world;
    const venueId = await newVenue();
    await fill(await start(venueId), 'complete');
    await makeDue(venueId);
    await follow();
    assert.equal(await providerOf(venueId), 'stripe');
  });

  it('changes nothing while Stripe is unavailable, and continues afterwards', async () => {
    const { stripe, newVenue, start, fill, check, follow, makeDue } = world;
    const venueId = await newVenue();
    await fill(await start(venueId), 'complete');
    stripe.faults.add({ act: 'status', status: 503, times: 3 });
    await assert.rejects(check(venueId), refused('provider_unavailable'));
    await assert.rejects(start(venueId), refused('provider_unavailable'));
    await makeDue(venueId);
    await follow();
    assert.equal(await providerOf(venueId), 'sandbox');
    await makeDue(venueId);
    await follow();
    assert.equal(await providerOf(venueId), 'stripe');
  });

  it('links nothing that the owner gives up, or replaces, while Stripe is asked', async () => {
    const { stripe, payments, newVenue, start, fill, check, follow, makeDue } = world;
    const given: ((venueId: number) => Promise<unknown>)[] = [
      (venueId) => cancelConnection(payments.deps, venueId),
      (venueId) => linkAccount(payments.deps, venueId, { ...SANDBOX, credentials: { answers: 'slow' } }),
    ];
    for (const giveUp of given) {
      const venueId = await newVenue();
      await unlinkAccount(payments.deps, venueId);
      await fill(await start(venueId), 'complete');
      stripe.onRequest(async ({ phase, path }) => {
        if (phase === 'after' && path.includes('/accounts/')) await giveUp(venueId);
      });
      await check(venueId).catch(() => null);
      stripe.onRequest(() => {});
      await makeDue(venueId);
      await follow();
      assert.notEqual(await providerOf(venueId), 'stripe');
    }
  });

  it('keeps the answer to the latest request when answers overtake each other', async () => {
    const { stripe, check, connection } = world;
    const { venueId, account } = await newLinked();
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    let isFirst = true;
    stripe.onRequest(async ({ phase }) => {
      if (phase !== 'after' || !isFirst) return;
      isFirst = false;
      await released;
    });
    const first = check(venueId);
    while (isFirst) await new Promise((resolve) => setImmediate(resolve));
    await stripe.changeAccount(account, { payoutsEnabled: false });
    await check(venueId);
    release();
    await first;
    assert.equal((await connection(venueId))?.onboarding.payouts, false);
  });

  it('asks again when an event comes while Stripe is asked', async () => {
    const { stripe, newVenue, start, follow, makeDue, updated, accountOf } = world;
    const venueId = await newVenue();
    await start(venueId);
    await follow();
    const account = await accountOf(venueId);
    stripe.onRequest(async ({ phase }) => {
      if (phase !== 'after') return;
      stripe.onRequest(() => {});
      await stripe.changeAccount(account, { chargesEnabled: true });
      await updated(account);
    });
    await makeDue(venueId);
    await follow();
    await follow();
    assert.equal(await providerOf(venueId), 'stripe');
  });

  it('does not take effect by itself a month after an owner was last at Stripe', async () => {
    const { payments, newVenue, start, fill, check, follow, updated, accountOf } = world;
    const venueId = await newVenue();
    await fill(await start(venueId), 'complete');
    const monthAgo = { startedAt: new Date(Date.now() - 31 * DAY_MS) };
    await payments.database.connection.updateMany({ where: { venueId }, data: monthAgo });
    await updated(await accountOf(venueId));
    await follow();
    assert.equal(await providerOf(venueId), 'sandbox');
    await check(venueId);
    assert.equal(await providerOf(venueId), 'stripe');
  });

  it('asks less and less often while something is missing', async () => {
    const { payments, newVenue, start, follow } = world;
    const venueId = await newVenue();
    await start(venueId);
    const waits: number[] = [];
    for (const age of [0, 0.1, 1, 20]) {
      const startedAt = new Date(Date.now() - age * DAY_MS);
      const data = { startedAt, askAt: new Date(0) };
      await payments.database.connection.updateMany({ where: { venueId }, data });
      await follow();
      const { askAt } = await payments.database.connection.findFirstOrThrow({ where: { venueId } });
      waits.push(Math.round((askAt.getTime() - Date.now()) / 60_000));
    }
    assert.deepEqual(waits, [2, 36, 360, 360]);
  });

  it('tells the owners when Stripe restricts their account, once each time', async () => {
    const { stripe, check, follow, updated, attention } = world;
    const { venueId, account } = await newLinked();
    const restrict = async () => {
      await stripe.changeAccount(account, { chargesEnabled: false, disabledReason: 'rejected.other' });
      for (let count = 0; count < 3; count += 1) {
        await updated(account);
        await follow();
      }
    };
    await restrict();
    const [item] = await attention(venueId);
    assert.equal(item?.detail, `Stripe takes no payments for the account ${account}: rejected.other`);
    assert.equal(await providerOf(venueId), 'stripe', 'only the venue unlinks it');
    await stripe.changeAccount(account, { chargesEnabled: true, disabledReason: null });
    await check(venueId);
    await restrict();
    await stripe.changeAccount(account, { chargesEnabled: true, disabledReason: null });
    await check(venueId);
    await stripe.changeAccount(account, { payoutsEnabled: false, pastDue: ['external_account'] });
    await check(venueId);
    assert.deepEqual(await kindsOf(venueId), Array(3).fill('account_restricted'));
  });

  it('follows an account that the operator linked by its id', async () => {
    const { stripe, payments, newVenue, check, follow, deauthorized } = world;
    const venueId = await newVenue();
    const account = stripe.connect();
    await linkAccount(payments.deps, venueId, { provider: 'stripe', credentials: { account_id: account } });
    assert.equal((await check(venueId)).result.onboarding.state, 'complete');
    const other = await newVenue();
    const second = stripe.connect();
    await linkAccount(payments.deps, other, { provider: 'stripe', credentials: { account_id: second } });
    await stripe.deauthorize(second);
    await deauthorized(second);
    await follow();
    assert.deepEqual([await providerOf(venueId), await providerOf(other)], ['stripe', null]);
  });

  it('does not let the owner of another venue link an account that was made for this one', async () => {
    const { payments, newVenue, start, fill, check, accountOf } = world;
    const { account } = await newLinked();
    const other = await newVenue();
    const request = { provider: 'stripe', credentials: { account_id: account } } as const;
    await assert.rejects(linkAccount(payments.deps, other, request, byOwner), refused('account_by_operator'));
    await fill(await start(other), 'complete');
    await check(other);
    assert.notEqual(await accountOf(other), account);
  });

  it('stays replaced by another account, until an owner connects it again', async () => {
    const { payments, follow, makeDue, updated, start, check, stripe, connection, accountOf } = world;
    const { venueId, account } = await newLinked();
    await linkAccount(payments.deps, venueId, SANDBOX);
    await makeDue(venueId);
    await updated(account);
    await follow();
    assert.deepEqual([await providerOf(venueId), await connection(venueId)], ['sandbox', null]);
    await stripe.changeAccount(account, { chargesEnabled: false });
    await start(venueId);
    assert.equal((await connection(venueId))?.state, 'waiting');
    await stripe.changeAccount(account, { chargesEnabled: true });
    await check(venueId);
    assert.deepEqual([await providerOf(venueId), await accountOf(venueId)], ['stripe', account]);
  });

  it('is not linked by the start of a visit, although Stripe takes payments', async () => {
    const { payments, start, check, changesOf } = world;
    const { venueId } = await newLinked();
    await linkAccount(payments.deps, venueId, SANDBOX);
    const before = await changesOf(venueId);
    await start(venueId);
    assert.deepEqual([await providerOf(venueId), await changesOf(venueId)], ['sandbox', before]);
    const { eventIds } = await check(venueId);
    assert.deepEqual([await providerOf(venueId), eventIds.length], ['stripe', 1]);
  });

  it('uses the same account when the owner unlinks it and connects again', async () => {
    const { payments, start, check, follow, accountOf } = world;
    const { venueId, account } = await newLinked();
    await unlinkAccount(payments.deps, venueId);
    await follow();
    assert.equal(await providerOf(venueId), null);
    await start(venueId);
    await check(venueId);
    assert.deepEqual([await providerOf(venueId), await accountOf(venueId)], ['stripe', account]);
  });

  describe('a disconnected account', () => {
    it('is unlinked, and the owners are told once, however often the event comes', async () => {
      const { stripe, start, fill, check, follow, updated, deauthorized, accountOf, changesOf, connection } =
        world;
      const { venueId, account } = await newLinked();
      await stripe.deauthorize(account);
      for (let count = 0; count < 3; count += 1) {
        await Promise.all([deauthorized(account), updated(account), deauthorized(account)]);
        await Promise.all([follow(), follow()]);
      }
      assert.equal(await providerOf(venueId), null);
      assert.deepEqual(await kindsOf(venueId), ['account_disconnected']);
      assert.equal(await changesOf(venueId), 3, 'the sandbox, Stripe, and unlinked');
      assert.equal(await connection(venueId), null);
      await fill(await start(venueId), 'complete');
      await check(venueId);
      assert.notEqual(await accountOf(venueId), account, 'a new account');
      assert.equal(await providerOf(venueId), 'stripe');
    });

    it('stays linked if the event is not signed by Stripe, is of the other mode, or Stripe contradicts it', async () => {
      const { stripe, follow, makeDue, send, deauthorized } = world;
      const { venueId, account } = await newLinked();
      const type = 'account.application.deauthorized';
      stripe.onRequest(() => assert.fail('asked'));
      assert.equal(await send(account, type, { secret: 'whsec_other' }), false);
      assert.equal(await send(account, type, { live: true }), true);
      await follow();
      stripe.onRequest(() => {});
      await deauthorized(account);
      await follow();
      stripe.disconnect(account);
      await makeDue(venueId);
      await follow();
      assert.equal(await providerOf(venueId), 'stripe', 'the event was about an earlier time');
      assert.deepEqual(await kindsOf(venueId), []);
    });

    it('stays linked while the platform’s key does not work or Stripe is unavailable', async () => {
      const { stripe, follow, makeDue, deauthorized } = world;
      const { venueId, account } = await newLinked();
      await stripe.deauthorize(account, { really: false });
      for (const status of [401, 403, 503]) {
        await deauthorized(account);
        stripe.faults.add({ act: 'status', status });
        await follow();
        assert.equal(await providerOf(venueId), 'stripe', String(status));
      }
      stripe.disconnect(account);
      await makeDue(venueId);
      await follow();
      assert.equal(await providerOf(venueId), null);
    });

    it('that was still being set up ends that, and the venue keeps its account', async () => {
      const { stripe, newVenue, start, follow, deauthorized, accountOf, connection } = world;
      const venueId = await newVenue();
      await start(venueId);
      const account = await accountOf(venueId);
      await stripe.deauthorize(account);
      await deauthorized(account);
      await follow();
      assert.equal(await connection(venueId), null);
      assert.deepEqual([await providerOf(venueId), await kindsOf(venueId)], ['sandbox', []]);
    });
  });
});
