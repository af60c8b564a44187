import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, it } from 'vitest';
import { linkAccount, unlinkAccount } from '../accounts/accounts.ts';
import { followConnections } from '../connect/followConnections.ts';
import { countAttention, listAttention } from '../payments/attention.ts';
import { type ConnectTest, openConnectTest } from '../testing/testConnect.ts';
import { newOrder } from '../testing/testPayments.ts';
import { openCheckout } from './openCheckout.ts';

describe('an account that its provider refuses', () => {
  let test: ConnectTest;
  let venueId: number;
  beforeAll(async () => {
    test = await openConnectTest();
  });
  afterAll(() => test.close());
  afterEach(() => test.mollie.faults.clear());

  const knows = ['account_refused', 'token_expires'];
  const items = async (resolved = false) => {
    const all = await listAttention(test.deps, { venueId, resolved, knows });
    return all.map(({ kind, resolved_by: by }) => (by ? `${kind} ${by}` : kind));
  };
  const mails = async () =>
    (await test.queued('account_refused')).filter((event) => event.venueId === venueId).length;
  const openTwice = async () => {
    const order = newOrder({ venueId });
    const first = await openCheckout(test.deps, order);
    return { order, states: [first, await openCheckout(test.deps, order)] };
  };

  for (const status of [401, 403])
    it(`keeps the payment open after a ${status}, and the next try after the repair succeeds`, async () => {
      venueId = test.nextVenue();
      const key = `live_${randomUUID().replaceAll('-', '')}`;
      test.mollie.add(key);
      await linkAccount(test.deps, venueId, { provider: 'mollie', credentials: { api_key: key } });
      test.mollie.faults.add({ path: '/v2/payments', act: 'status', status, times: 2 });
      const { order, states } = await openTwice();
      const refused = { state: 'unavailable', because: 'account' };
      assert.deepEqual(states, [refused, refused]);
      const payment = await test.database.payment.findUniqueOrThrow({ where: { id: order.paymentId } });
      assert.equal(payment.status, 'open');
      assert.deepEqual([await items(), await mails()], [['account_refused'], 1]);
      assert.equal((await openCheckout(test.deps, order)).state, 'payable');
      assert.deepEqual([await items(), await items(true)], [[], ['account_refused system']]);
      assert.equal(await test.database.attempt.count({ where: { paymentId: order.paymentId } }), 1);
    });

  it('is repaired by connecting it again', async () => {
    venueId = test.nextVenue();
    await test.connect();
    test.mollie.oauth.withdraw();
    const { order, states } = await openTwice();
    assert.deepEqual(states[1], { state: 'unavailable', because: 'account' });
    assert.deepEqual([await items(), await mails()], [['account_refused'], 1]);
    assert.equal((await test.connect()).is, 'linked');
    assert.equal((await openCheckout(test.deps, order)).state, 'payable');
    assert.deepEqual(await items(), []);
  });

  it('is repaired by the operator, if the secret of the app was wrong', async () => {
    venueId = test.nextVenue();
    await test.connect();
    const { oauth } = test.mollie;
    const secret = oauth.clientSecret;
    await test.expireAccess();
    oauth.clientSecret = 'another';
    const { order, states } = await openTwice();
    assert.deepEqual(states[1], { state: 'unavailable', because: 'account' });
    oauth.clientSecret = secret;
    assert.equal((await openCheckout(test.deps, order)).state, 'payable');
  });

  it('is reported by the sweep before a guest notices', async () => {
    venueId = test.nextVenue();
    await test.connect();
    test.mollie.oauth.withdraw();
    await test.renewalIsDue();
    await followConnections(test.deps);
    assert.deepEqual([await items(), await mails()], [['account_refused'], 1]);
  });

  const linkTestKey = () =>
    linkAccount(test.deps, venueId, { provider: 'mollie', credentials: { api_key: test.mollie.testKey } });

  it('is no longer shown after a success in a process that did not see the refusal', async () => {
    venueId = test.nextVenue();
    await linkTestKey();
    const { id } = await test.database.account.findFirstOrThrow({ where: { venueId } });
    const item = { kind: 'account_refused', subject: id, detail: 'refused before a restart' };
    await test.database.attention.create({ data: { ...item, venueId } });
    await openCheckout(test.deps, newOrder({ venueId }));
    assert.deepEqual([await items(), await items(true)], [[], ['account_refused system']]);
  });

  it('mails every hour while the provider accepts and refuses it in turn', async () => {
    venueId = test.nextVenue();
    await linkTestKey();
    const refuseAfter = async (minutes: number) => {
      await test.database.$executeRaw`
        UPDATE payment.attention SET created_at = created_at - ${minutes} * interval '1 minute' WHERE venue_id = ${venueId}`;
      await openCheckout(test.deps, newOrder({ venueId }));
      test.mollie.faults.add({ path: '/v2/payments', act: 'status', status: 401 });
      await openCheckout(test.deps, newOrder({ venueId }));
    };
    for (const minutes of [0, 40, 40]) await refuseAfter(minutes);
    assert.equal(await mails(), 2);
  });

  it('mails again only after an hour, but shows each refusal', async () => {
    venueId = test.nextVenue();
    await linkTestKey();
    const refuse = async () => {
      test.mollie.faults.add({ path: '/v2/payments', act: 'status', status: 401 });
      await openTwice();
    };
    await refuse();
    test.mollie.faults.add({ path: '/v2/payments', act: 'status', status: 401 });
    await openCheckout(test.deps, newOrder({ venueId }));
    assert.deepEqual([await items(), await mails()], [['account_refused'], 1]);
    await test.database.$executeRaw`
      UPDATE payment.attention SET created_at = now() - interval '61 minutes', resolved_at = now(), resolved_by = 'owner'
      WHERE venue_id = ${venueId}`;
    test.mollie.faults.add({ path: '/v2/payments', act: 'status', status: 401 });
    await openCheckout(test.deps, newOrder({ venueId }));
    assert.deepEqual([await items(), await mails()], [['account_refused'], 2]);
  });

  it('shows that a pasted access token expires, until the account is connected or unlinked', async () => {
    venueId = test.nextVenue();
    const { accessToken, profileId } = test.mollie;
    const credentials = { access_token: accessToken, profile_id: profileId };
    const paste = () => linkAccount(test.deps, venueId, { provider: 'mollie', credentials });
    await paste();
    assert.deepEqual(await items(), ['token_expires']);
    await test.connect();
    assert.deepEqual(await items(), []);
    await paste();
    assert.deepEqual(await items(), ['token_expires']);
    // A gateway of the previous release knows neither kind.
    assert.equal(await countAttention(test.deps, { venueId }), 0);
    assert.equal(await countAttention(test.deps, { venueId, knows }), 1);
    await unlinkAccount(test.deps, venueId);
    assert.deepEqual(await items(), []);
  });
});
