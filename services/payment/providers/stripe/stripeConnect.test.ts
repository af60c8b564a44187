import assert from 'node:assert/strict';
import { afterAll, afterEach, beforeAll, describe, it } from 'vitest';
import { type FakeStripe, startStripe } from '../../../../test/fakes/stripe.ts';
import { expectProviderError } from '../../testing/testOrder.ts';
import type { ConnectFlow, ConnectOrder } from '../connectFlow.ts';
import { maskSecrets } from '../maskSecrets.ts';
import { stripeProvider } from './stripe.ts';

const RETURN_URL = 'https://booking.example/admin/v/sauna/settings/payments?tab=1';

describe('linking at Stripe', () => {
  let stripe: FakeStripe;
  let flow: ConnectFlow;
  beforeAll(async () => {
    stripe = await startStripe();
    flow = flowWith(stripe.apiKey);
  });
  afterAll(() => stripe.stop());
  afterEach(() => stripe.faults.clear());

  function flowWith(apiKey: string): ConnectFlow {
    const { connect } = maskSecrets(stripeProvider({ apiKey, apiUrl: stripe.url }), [apiKey]);
    assert.ok(connect && 'start' in connect);
    return connect;
  }
  let venues = 0;
  const order = (values: Partial<ConnectOrder> = {}): ConnectOrder => ({
    key: `${++venues}-0`,
    venueId: venues,
    venueName: 'Sauna',
    callbackUrl: 'https://booking.example/connect/stripe/callback',
    state: 'secret',
    returnUrl: RETURN_URL,
    options: { testMode: false, slowMethods: false },
    existing: undefined,
    ...values,
  });
  const start = async (values: Partial<ConnectOrder> = {}, flowOfTest = flow) => {
    const { authorizeUrl, connected } = await flowOfTest.start(order(values));
    const [account] = connected?.accounts ?? [];
    assert.ok(account && connected?.accounts.length === 1);
    return { authorizeUrl, connected, id: account.account, credentials: account.credentials };
  };
  const visit = (url: string, outcome?: string) =>
    fetch(url, {
      redirect: 'manual',
      ...(outcome && { method: 'POST', body: new URLSearchParams({ outcome }) }),
    });
  const errorOf = (call: Promise<unknown>) => expectProviderError(call, [stripe.apiKey, 'wxyz']);

  it('creates an account with Stripe’s dashboard, and a link to its form', async () => {
    const { authorizeUrl, connected, id, credentials } = await start();
    assert.deepEqual(connected, {
      organization: { id, name: id },
      grant: null,
      accounts: [{ account: id, name: id, credentials: { account_id: id } }],
      mode: 'test',
    });
    const venue = String(venues);
    assert.deepEqual(stripe.account(id).metadata, { venue_id: venue });
    assert.equal((await visit(authorizeUrl)).status, 200);
    assert.deepEqual(await flow.onboarding(credentials), {
      state: 'needs_data',
      payments: false,
      payouts: false,
      url: null,
      requirements: ['business_profile.url', 'external_account', 'representative.first_name'],
      disabled_reason: 'requirements.past_due',
    });
  });

  it('returns the owner to our page after the form, and when the link was used before', async () => {
    const { authorizeUrl } = await start();
    const finished = await visit(authorizeUrl, 'complete');
    assert.equal(finished.headers.get('location'), `${RETURN_URL}&connect=returned`);
    await visit(authorizeUrl);
    const again = await visit(authorizeUrl);
    assert.equal(again.headers.get('location'), `${RETURN_URL}&connect=again`);
  });

  it('creates one account for a venue, whatever is repeated or lost', async () => {
    const of = { key: 'sauna', venueId: 1000 };
    stripe.faults.add({ method: 'POST', path: '/accounts', act: 'reset after' });
    assert.equal((await errorOf(start(of))).kind, 'unavailable');
    const { id, credentials } = await start(of);
    stripe.faults.add({ method: 'POST', path: '/account_links', act: 'status', status: 503 });
    assert.equal((await errorOf(start(of))).kind, 'unavailable');
    const later = await start({ ...of, key: 'sauna later', existing: credentials });
    assert.equal(later.id, id);
    const ofVenue = stripe.accounts().filter((one) => stripe.account(one).metadata.venue_id === '1000');
    assert.deepEqual(ofVenue, [id]);
  });

  it('creates another account after the first was disconnected or rejected', async () => {
    const first = await start();
    await stripe.deauthorize(first.id);
    const second = await start({ existing: first.credentials });
    assert.notEqual(second.id, first.id);
    await stripe.changeAccount(second.id, { disabledReason: 'rejected.fraud' });
    assert.notEqual((await start({ existing: second.credentials })).id, second.id);
  });

  it('reports what an account may do, and what is required until when', async () => {
    const { id, credentials, authorizeUrl } = await start();
    const complete = { state: 'complete', payments: true, payouts: true, url: null, requirements: [] };
    await visit(authorizeUrl, 'review');
    assert.deepEqual(await flow.onboarding(credentials), {
      ...complete,
      ...{ state: 'in_review', payments: false, payouts: false, disabled_reason: 'under_review' },
    });
    await stripe.changeAccount(id, { chargesEnabled: true, payoutsEnabled: true, disabledReason: null });
    assert.deepEqual(await flow.onboarding(credentials), complete);
    await stripe.changeAccount(id, { payoutsEnabled: false, pastDue: ['external_account'], deadline: 1.9e9 });
    assert.deepEqual(await flow.onboarding(credentials), {
      ...complete,
      ...{ state: 'needs_data', payouts: false, requirements: ['external_account'] },
      deadline: '2030-03-17T17:46:40.000Z',
    });
  });

  it('bounds what Stripe lists', async () => {
    const { id, credentials } = await start();
    const currentlyDue = Array.from({ length: 90 }, (_, index) => `${index}${'x'.repeat(900)}`);
    await stripe.changeAccount(id, { currentlyDue });
    const { requirements = [] } = (await flow.onboarding(credentials)) ?? {};
    assert.equal(requirements.length, 50);
    assert.ok(requirements.every((name) => name.length <= 200));
  });

  it('distinguishes a disconnected account from a key or a service that fails', async () => {
    const { id, credentials } = await start();
    const wrongKey = 'sk_test_somebodyelse';
    const failed = await expectProviderError(flowWith(wrongKey).onboarding(credentials), [wrongKey, 'wxyz']);
    assert.equal(failed.kind, 'unauthorized');
    stripe.faults.add({ act: 'status', status: 403, reason: 'The key lacks a permission' });
    assert.equal((await errorOf(flow.onboarding(credentials))).kind, 'unauthorized');
    stripe.faults.add({ act: 'status', status: 503 });
    assert.equal((await errorOf(flow.onboarding(credentials))).kind, 'unavailable');
    stripe.disconnect(id);
    assert.equal(await flow.onboarding(credentials), null);
  });

  it('rejects test mode on a platform with a live key', async (t) => {
    const live = await startStripe({ mode: 'live' });
    t.onTestFinished(() => live.stop());
    const { connect } = stripeProvider({ apiKey: live.apiKey, apiUrl: live.url });
    assert.ok(connect && 'start' in connect);
    const options = { testMode: true, slowMethods: false };
    await assert.rejects(connect.start(order({ options })), { name: 'ProviderError', kind: 'refused' });
    assert.equal((await start({}, connect).then(({ connected }) => connected))?.mode, 'live');
    assert.equal(live.accounts().length, 2);
  });
});
