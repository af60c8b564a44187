import assert from 'node:assert/strict';
import { failureOf } from '@venue-booking/kit/messaging/rpc';
import { hashOfSecret } from '@venue-booking/kit/secrets/randomSecret';
import { afterAll, beforeAll, beforeEach, describe, it } from 'vitest';
import { findAccount, linkAccount, unlinkAccount } from '../accounts/accounts.ts';
import { openCheckout } from '../checkout/openCheckout.ts';
import { type ConnectTest, openConnectTest } from '../testing/testConnect.ts';
import { newOrder } from '../testing/testPayments.ts';
import { cancelConnection, chooseAccount, showConnection } from './connections.ts';
import { finishVisit, takeVisit } from './connectVisits.ts';
import { followConnections } from './followConnections.ts';

const codeOf = (call: Promise<unknown>) =>
  call.then(
    () => 'no failure',
    (error: unknown) => failureOf(error)?.code ?? String(error),
  );

describe('connecting an account at Mollie', () => {
  let test: ConnectTest;
  let venueId: number;
  beforeAll(async () => {
    test = await openConnectTest();
  });
  afterAll(() => test.close());
  beforeEach(async () => {
    venueId = test.nextVenue();
    test.mollie.faults.clear();
    Object.assign(test.mollie.oauth, {
      profiles: [{ id: test.mollie.profileId, name: 'Sauna Utrecht', status: 'verified' }],
      onboarding: { status: 'completed', canReceivePayments: true, canReceiveSettlements: true },
    });
  });
  const take = (state: string, changes: { provider?: string; browser?: string } = {}) =>
    takeVisit(test.deps, { provider: 'mollie', state, browser: test.browser, ...changes });
  const shown = async () => (await showConnection(test.deps, venueId)).connection;

  it('asks Mollie for the permissions that payments need, and stores only a hash of the state', async () => {
    const { url, state } = await test.visitUrl();
    assert.equal((await fetch(url)).status, 200);
    const stored = await test.database.connectVisit.findUniqueOrThrow({
      where: { state: hashOfSecret(state) },
    });
    assert.equal(JSON.stringify(stored).includes(state), false);
  });

  it('links the only profile, and its payments carry the fee', async () => {
    await linkAccount(test.deps, venueId, {
      ...{ provider: 'sandbox', credentials: {} },
      ...{ platform_fee_percent: 5, platform_fee_fixed_eur: 0 },
    });
    assert.equal((await test.connect()).is, 'linked');
    const account = await findAccount(test.deps, venueId);
    assert.deepEqual(
      [account.provider, account.account, account.mode, account.platform_fee_percent],
      ['mollie', test.mollie.profileId, 'live', 5],
    );
    const order = newOrder({ venueId, feeCents: 125 });
    assert.equal((await openCheckout(test.deps, order)).state, 'payable');
    const attempt = await test.database.attempt.findFirstOrThrow({ where: { paymentId: order.paymentId } });
    const [payment] = test.mollie.payments(attempt.id);
    assert.deepEqual([payment?.feeCents, payment?.mode], [125, 'live']);
  });

  it('stores tokens sealed', async () => {
    await test.connect();
    const rows = JSON.stringify([
      await test.database.connection.findMany(),
      await test.database.account.findMany(),
    ]);
    for (const secret of ['access_', 'refresh_', test.mollie.oauth.clientSecret])
      assert.equal(rows.includes(secret), false, secret);
  });

  it('takes payments in test mode before the onboarding is complete', async () => {
    test.mollie.oauth.onboarding = {
      ...{ status: 'needs-data', canReceivePayments: false, canReceiveSettlements: false },
    };
    assert.equal((await test.connect({ testMode: true })).is, 'linked');
    assert.equal((await findAccount(test.deps, venueId)).mode, 'test');
  });

  it('lets the owner choose one of several profiles, which stays after connecting again', async () => {
    const { oauth } = test.mollie;
    oauth.profiles.push({ id: 'pfl_second', name: 'Café', status: 'verified' });
    oauth.profiles.push({ id: 'pfl_third', name: 'Closed', status: 'blocked' });
    assert.equal((await test.connect()).is, 'choose');
    assert.equal(await codeOf(findAccount(test.deps, venueId)), 'payment_account_not_found');
    assert.deepEqual(
      (await shown())?.accounts.map(({ name }) => name),
      ['Sauna Utrecht', 'Café'],
    );
    assert.equal(await codeOf(chooseAccount(test.deps, { venueId, account: 'pfl_third' })), 'validation');
    const { result } = await chooseAccount(test.deps, { venueId, account: 'pfl_second' });
    assert.deepEqual([result.state, result.account], ['linked', 'pfl_second']);
    assert.equal((await findAccount(test.deps, venueId)).account, 'pfl_second');
    assert.equal((await test.connect()).is, 'linked');
    assert.equal((await findAccount(test.deps, venueId)).account, 'pfl_second');
  });

  it('links the account once Mollie allows payments', async () => {
    const { oauth } = test.mollie;
    Object.assign(oauth.onboarding, { status: 'in-review', canReceivePayments: false });
    assert.equal((await test.connect()).is, 'waiting');
    assert.equal((await shown())?.onboarding.state, 'in_review');
    await test.makeDue();
    await followConnections(test.deps);
    assert.equal(await codeOf(findAccount(test.deps, venueId)), 'payment_account_not_found');
    Object.assign(oauth.onboarding, { status: 'completed', canReceivePayments: true });
    await test.makeDue();
    await followConnections(test.deps);
    assert.equal((await findAccount(test.deps, venueId)).account, test.mollie.profileId);
    assert.deepEqual([(await shown())?.state, (await shown())?.onboarding.state], ['linked', 'complete']);
  });

  it('links a live account once Mollie has verified its profile', async () => {
    const [profile] = test.mollie.oauth.profiles;
    Object.assign(profile ?? {}, { status: 'unverified' });
    assert.equal((await test.connect()).is, 'waiting');
    const { onboarding } = (await shown()) ?? {};
    assert.deepEqual([onboarding?.state, onboarding?.payments], ['in_review', false]);
    Object.assign(profile ?? {}, { status: 'verified' });
    await test.makeDue();
    await followConnections(test.deps);
    assert.equal((await findAccount(test.deps, venueId)).mode, 'live');
  });

  it('links a test account on a profile that is not verified', async () => {
    Object.assign(test.mollie.oauth.profiles[0] ?? {}, { status: 'unverified' });
    assert.equal((await test.connect({ testMode: true })).is, 'linked');
  });

  it('follows what Mollie allows after linking', async () => {
    await test.connect();
    Object.assign(test.mollie.oauth.onboarding, { status: 'needs-data', canReceiveSettlements: false });
    await test.makeDue();
    await followConnections(test.deps);
    const { onboarding } = (await shown()) ?? {};
    assert.deepEqual([onboarding?.state, onboarding?.payouts], ['needs_data', false]);
  });

  it('links nothing when the owner declines or the organisation has no profile', async () => {
    const visit = await take(await test.visit());
    const declined = await finishVisit(test.deps, { visit, query: { error: 'access_denied' } });
    assert.equal(declined.is, 'declined');
    test.mollie.oauth.profiles = [];
    assert.equal(await codeOf(test.connect()), 'credentials_refused');
    assert.equal(await shown(), null);
  });

  it('rejects a code that Mollie did not issue, and one that was used', async () => {
    const code = test.mollie.oauth.agree();
    const use = async (given: string) =>
      codeOf(finishVisit(test.deps, { visit: await take(await test.visit()), query: { code: given } }));
    assert.equal(await use('auth_guessed'), 'credentials_refused');
    assert.equal(await use(code), 'no failure');
    assert.equal(await use(code), 'credentials_refused');
  });

  describe('the state of a visit', () => {
    it('works once, also for concurrent callbacks', async () => {
      const state = await test.visit();
      const taken = await Promise.allSettled(Array.from({ length: 8 }, () => take(state)));
      assert.equal(taken.filter(({ status }) => status === 'fulfilled').length, 1);
      assert.equal(await codeOf(take(state)), 'connect_expired');
    });

    it('is bound to the browser, the provider and ten minutes', async () => {
      const state = await test.visit();
      assert.equal(
        await codeOf(take(state, { browser: hashOfSecret('another browser') })),
        'connect_expired',
      );
      assert.equal(await codeOf(take(state, { provider: 'stripe' })), 'connect_expired');
      assert.equal(await codeOf(take(hashOfSecret(state))), 'connect_expired');
      const { expiresAt } = await test.database.connectVisit.findUniqueOrThrow({
        where: { state: hashOfSecret(state) },
      });
      assert.ok(Math.abs(expiresAt.getTime() - Date.now() - 600_000) < 60_000);
      await test.database.connectVisit.updateMany({ data: { expiresAt: new Date(Date.now() - 1) } });
      assert.equal(await codeOf(take(state)), 'connect_expired');
    });

    it('names the venue and the session that started it, whatever the callback says', async () => {
      const state = await test.visit();
      const visit = await take(state);
      assert.deepEqual([visit.venueId, visit.session], [venueId, 'session']);
    });
  });

  describe('unlinking', () => {
    it('revokes the access once no payment is open', async () => {
      await test.connect();
      const order = newOrder({ venueId });
      await openCheckout(test.deps, order);
      const { revoked } = test.mollie.oauth;
      const before = revoked.length;
      await unlinkAccount(test.deps, venueId);
      await followConnections(test.deps);
      assert.equal(revoked.length, before);
      await test.database.attempt.updateMany({ where: { venueId }, data: { status: 'expired' } });
      await test.makeDue();
      await followConnections(test.deps);
      assert.equal(revoked.length, before + 1);
      const rows = await test.database.connection.findMany({ where: { venueId } });
      assert.deepEqual(
        rows.map(({ secret, revokedAt }) => [secret, revokedAt !== null]),
        [['', true]],
      );
    });

    it('keeps the access of the same organisation at another venue', async () => {
      await test.connect();
      await test.connect({ venueId: venueId + 1 });
      const before = test.mollie.oauth.revoked.length;
      await unlinkAccount(test.deps, venueId);
      await followConnections(test.deps);
      assert.equal(test.mollie.oauth.revoked.length, before);
      assert.equal((await openCheckout(test.deps, newOrder({ venueId: venueId + 1 }))).state, 'payable');
    });

    it('revokes the access of an organisation that was connected in test mode before', async () => {
      const before = test.mollie.oauth.revoked.length;
      await test.connect({ testMode: true });
      await test.connect();
      await unlinkAccount(test.deps, venueId);
      await Promise.all([test.deps, test.replica()].map(followConnections));
      const rows = await test.database.connection.findMany({ where: { venueId } });
      assert.deepEqual(
        rows.map(({ revokedAt }) => revokedAt !== null),
        [true, true],
      );
      assert.equal(test.mollie.oauth.revoked.length, before + 1);
    });

    it('keeps the access of a former account of the same organisation while its payment is open', async () => {
      await test.connect({ testMode: true });
      await openCheckout(test.deps, newOrder({ venueId }));
      await test.connect();
      const { revoked } = test.mollie.oauth;
      const before = revoked.length;
      await unlinkAccount(test.deps, venueId);
      await followConnections(test.deps);
      assert.equal(revoked.length, before);
      await test.database.attempt.updateMany({ where: { venueId }, data: { status: 'expired' } });
      await test.makeDue();
      await followConnections(test.deps);
      assert.equal(revoked.length, before + 1);
    });

    it('ends a pending connection that the owner gives up, or that typed credentials replace', async () => {
      test.mollie.oauth.profiles.push({ id: 'pfl_second', name: 'Café', status: 'verified' });
      await test.connect();
      assert.equal((await cancelConnection(test.deps, venueId)).state, 'choose');
      assert.equal(await shown(), null);
      assert.equal(await codeOf(cancelConnection(test.deps, venueId)), 'connection_not_found');
      await test.connect();
      await linkAccount(test.deps, venueId, { provider: 'sandbox', credentials: {} });
      assert.equal(await shown(), null);
      assert.equal(
        await codeOf(chooseAccount(test.deps, { venueId, account: 'pfl_second' })),
        'connection_not_found',
      );
    });
  });
});
