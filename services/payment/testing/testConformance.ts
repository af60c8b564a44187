import assert from 'node:assert/strict';
import { platformFee } from '@venue-booking/domain/payment/platformFee';
import { providerFacts } from '@venue-booking/proto/payment/providers';
import { afterAll, afterEach, beforeAll, describe, it } from 'vitest';
import { eventually } from '../../../test/stack/api.ts';
import { startReceiver } from '../../../test/stack/receiver.ts';
import type { Provider, RefundOrder } from '../providers/provider.ts';
import { expectProviderError, testOrder, testRefund } from './testOrder.ts';

/** A provider and credentials of an account. */
type Access = { provider: Provider; credentials: Record<string, unknown> };

/** A provider with a fake server, for the conformance tests. */
export type ConformanceTarget = Access & {
  /** Well-formed credentials that the provider rejects. */
  wrongCredentials: Record<string, unknown>;
  /** Pays a checkout as the guest. */
  pay(id: string): Promise<unknown>;
  /** Number of checkouts that the provider has for an attempt. */
  checkoutsOf(attemptId: string): number | Promise<number>;
  /**
   * How the provider sends webhooks: never, as a POST to a checkout's `webhookUrl`, or as this signed event.
   */
  webhooks: 'never' | 'by checkout' | ((checkoutId: string) => Event | Promise<Event>);
  /** Makes the fake hang. Returns access with `timeoutMs` as the timeout. */
  hang(timeoutMs: number): Access;
  /** Makes the fake unavailable. */
  failAll(): Access;
  /**
   * Makes the fake carry out the next change and drop its response. Absent for the sandbox, which is
   * in-process.
   */
  loseResponse?(): void;
  /**
   * Makes the fake reject the next request with this message. Absent for the sandbox, which is in-process.
   */
  rejectNext?(words: string): void;
  /** Makes the next response an unrelated page, as from a proxy. Absent if there is no network in between. */
  garbleResponse?(): void;
  /** Restores normal behaviour. */
  recover(): void;
  stop(): Promise<unknown>;
};
type Event = { body: string; headers: Record<string, string> };

const UNKNOWN = ['none', '../account', 'x?test=true', 'x/refunds'];

/** Shorter than the limit of a call, and long enough to abort one on a busy machine. */
const SOON_MS = 5000;

/**
 * Tests the requirements of {@link Provider} that apply to every provider. Its own tests cover the rest.
 * @param name as in proto/src/payment/providers.ts
 */
export function conformance(name: string, start: () => Promise<ConformanceTarget>): void {
  describe(`${name} as a provider`, () => {
    let target: ConformanceTarget;
    beforeAll(async () => {
      target = await start();
    });
    afterAll(() => target.stop());
    afterEach(() => target.recover());

    const secrets = (of: object): string[] =>
      Object.values(of).filter((value): value is string => typeof value === 'string' && value.length > 5);
    const errorOf = (call: Promise<unknown>) => expectProviderError(call, secrets(target.credentials));
    const create = (order = testOrder()) => target.provider.account(target.credentials).create(order);
    const fetch = (id: string) => target.provider.account(target.credentials).fetch(id);
    const refund = (of: RefundOrder) => target.provider.account(target.credentials).refund(of);
    const createPaid = async (order = testOrder()) => {
      const { id } = await create(order);
      await target.pay(id);
      return id;
    };
    /** Makes three concurrent calls. Some may fail as `unavailable`, because the same call is under way. */
    const concurrently = async <T extends { id: string }>(call: () => Promise<T>): Promise<string[]> => {
      const outcomes = await Promise.allSettled([call(), call(), call()]);
      for (const { status, ...outcome } of outcomes)
        if (status === 'rejected')
          assert.equal(
            (await errorOf(Promise.reject((outcome as PromiseRejectedResult).reason))).kind,
            'unavailable',
          );
      const made = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value.id] : []));
      return [...new Set(made)];
    };

    it('accepts credentials of its shape, and rejects unknown fields', () => {
      const { credentials, wrongCredentials, provider } = target;
      for (const good of [credentials, wrongCredentials])
        assert.ok(provider.credentials.safeParse(good).success);
      const misspelt = { ...credentials, misspelt: 'x' };
      assert.equal(provider.credentials.safeParse(misspelt).success, false);
    });

    it('verifies credentials, and does not repeat wrong ones', async () => {
      const { account, mode } = await target.provider.account(target.credentials).verify();
      assert.ok(account.length > 0 && account.length <= 200);
      assert.match(mode, /^(live|test)$/);
      const { kind } = await expectProviderError(
        target.provider.account(target.wrongCredentials).verify(),
        secrets(target.wrongCredentials),
      );
      assert.equal(kind, 'unauthorized');
    });

    it('makes a checkout as ordered, with the maximum fee that it carries', async () => {
      const { mode, carriesFee } = await target.provider.account(target.credentials).verify();
      const all = { provider: name, feeBasisPoints: 10_000, feeFixedCents: 0 };
      const order = testOrder({ feeCents: carriesFee ? platformFee(all, 1250) : 0 });
      const { id, checkoutUrl, ...made } = await create(order);
      assert.match(checkoutUrl ?? '', /^https?:\/\//);
      assert.deepEqual(made, {
        ...{ reference: order.attemptId, status: 'open', amountCents: 1250, currency: 'EUR', mode },
        ...{ refunds: [], chargedBackCents: 0 },
      });
      assert.deepEqual(await fetch(id), { id, checkoutUrl, ...made });
    });

    it('makes one checkout per attempt, for repeated and concurrent calls', async () => {
      const order = testOrder();
      const first = await create(order);
      assert.deepEqual(await create(order), first);
      const busy = testOrder();
      assert.equal((await concurrently(() => create(busy))).length, 1);
      for (const { attemptId } of [order, busy]) assert.equal(await target.checkoutsOf(attemptId), 1);
    });

    it('makes one checkout and one refund even if the first response is lost', async (t) => {
      if (!target.loseResponse) return t.annotate('the sandbox is in-process');
      const order = testOrder();
      target.loseResponse();
      assert.equal((await errorOf(create(order))).kind, 'unavailable');
      const { id } = await create(order);
      assert.equal(await target.checkoutsOf(order.attemptId), 1);
      await target.pay(id);
      const back = testRefund(id, 500);
      target.loseResponse();
      assert.equal((await errorOf(refund(back))).kind, 'unavailable');
      await refund(back);
      assert.equal((await fetch(id)).refunds.length, 1);
    });

    it('reports a paid checkout without a checkout URL', async () => {
      const { status, checkoutUrl } = await fetch(await createPaid());
      assert.deepEqual([status, checkoutUrl], ['paid', null]);
    });

    it('refuses an unknown checkout, also when its id looks like a path', async () => {
      for (const id of UNKNOWN) assert.equal((await errorOf(fetch(id))).kind, 'refused', id);
    });

    it('ends an open checkout once, and leaves a paid one unchanged', async () => {
      const { id } = await create();
      const ended = await target.provider.account(target.credentials).cancel(id);
      assert.ok(['canceled', 'expired', 'open'].includes(ended.status), ended.status);
      assert.deepEqual(await target.provider.account(target.credentials).cancel(id), ended);
      const paid = await createPaid();
      assert.equal((await target.provider.account(target.credentials).cancel(paid)).status, 'paid');
    });

    it('makes one refund per id, for repeated and concurrent calls, and reports it with the checkout', async () => {
      const id = await createPaid();
      const [first, busy] = [testRefund(id, 500), testRefund(id, 250)];
      const made = await refund(first);
      assert.deepEqual([made.reference, made.amountCents], [first.refundId, 500]);
      assert.equal((await refund(first)).id, made.id);
      assert.equal((await concurrently(() => refund(busy))).length, 1);
      const { refunds } = await fetch(id);
      const listed = refunds.map(({ reference, amountCents }) => `${amountCents} ${reference}`);
      assert.deepEqual(listed.sort(), [`250 ${busy.refundId}`, `500 ${first.refundId}`]);
    });

    it('refuses to refund more than is left or an unpaid checkout', async () => {
      const id = await createPaid();
      await refund(testRefund(id, 1000));
      assert.equal((await errorOf(refund(testRefund(id, 251)))).kind, 'refused');
      const { id: open } = await create();
      assert.equal((await errorOf(refund(testRefund(open, 100)))).kind, 'refused');
    });

    it('ends each call in time when the provider hangs', async () => {
      const id = await createPaid();
      const { provider, credentials } = target.hang(200);
      const began = performance.now();
      const calls = [
        provider.account(credentials).create(testOrder()),
        provider.account(credentials).fetch(id),
        provider.account(credentials).cancel(id),
        provider.account(credentials).refund(testRefund(id, 100)),
      ];
      const kinds = await Promise.all(calls.map(async (call) => (await errorOf(call)).kind));
      assert.deepEqual(kinds, Array(4).fill('unavailable'));
      await provider
        .account(credentials)
        .verify()
        .catch(() => {});
      assert.ok(performance.now() - began < SOON_MS);
    });

    it('is unavailable during an outage and works again afterwards', async () => {
      const { provider, credentials } = target.failAll();
      const order = testOrder();
      assert.equal((await errorOf(provider.account(credentials).create(order))).kind, 'unavailable');
      target.recover();
      assert.equal((await create(order)).status, 'open');
    });

    it('reports an invalid response as unavailable, because the call may have succeeded', async (t) => {
      if (!target.garbleResponse) return t.annotate('the sandbox is in-process');
      const order = testOrder();
      target.garbleResponse();
      assert.equal((await errorOf(create(order))).kind, 'unavailable');
      assert.equal((await create(order)).reference, order.attemptId);
    });

    it('masks credentials in a refusal and truncates a long reason', async (t) => {
      if (!target.rejectNext) return t.annotate('the sandbox is in-process');
      for (const secret of secrets(target.credentials)) {
        target.rejectNext(`bad key ${secret}: ${'no '.repeat(200)}`);
        const { kind, message } = await expectProviderError(create(), [secret]);
        assert.equal(kind, 'refused');
        assert.match(message, /bad key …: no no/);
      }
    });

    it('sends webhooks as the table of providers says, or never', async () => {
      const { provider, credentials, webhooks } = target;
      const table: Record<string, { signedBy?: readonly string[] }> = providerFacts;
      const signedBy = table[name]?.signedBy;
      assert.equal(typeof provider.readEvent, typeof webhooks === 'function' ? 'function' : 'undefined');
      if (name in table) assert.equal(signedBy !== undefined, typeof webhooks === 'function');
      if (webhooks === 'by checkout') return postsToCheckoutUrl();
      if (webhooks === 'never') return;
      const order = testOrder();
      const { id } = await create(order);
      const { body, headers } = await webhooks(id);
      if (signedBy)
        assert.deepEqual(
          Object.keys(headers),
          signedBy.map((header) => header.toLowerCase()),
        );
      const { account, mode } = await provider.account(credentials).verify();
      const hint = (await provider.readEvent?.(body, headers))?.hint;
      assert.deepEqual([hint?.account, hint?.mode], [account, mode]);
      assert.ok(hint?.checkoutId === id || hint?.attemptId === order.attemptId);
      assert.equal(await provider.readEvent?.(body, {}), null);
      assert.equal(await provider.readEvent?.(`${body} `, headers), null);
    });

    async function postsToCheckoutUrl(): Promise<void> {
      const receiver = await startReceiver(200);
      try {
        const id = await createPaid(testOrder({ webhookUrl: receiver.url }));
        await eventually('the webhook arrived', () => receiver.received.length > 0);
        const [{ body, headers } = { body: '', headers: {} as Record<string, string> }] = receiver.received;
        const isJson = headers['content-type']?.startsWith('application/json');
        assert.equal(isJson ? JSON.parse(body).id : new URLSearchParams(body).get('id'), id);
      } finally {
        await receiver.stop();
      }
    }
  });
}
