import { createLog } from '@venue-booking/kit/logging/log';
import { conformance } from '../../testing/testConformance.ts';
import { openTestPayments } from '../../testing/testPayments.ts';
import { maskSecrets } from '../maskSecrets.ts';
import { endCheckout } from './checkouts.ts';
import { sandboxProvider } from './sandbox.ts';
import { startSandboxWebhooks } from './webhooks.ts';

conformance('sandbox', async () => {
  const { database, close } = await openTestPayments();
  const webhooks = startSandboxWebhooks({ database, log: createLog('test', 'silent') });
  const sandboxWith = (timeoutMs?: number) =>
    maskSecrets(
      sandboxProvider({
        ...{ database, publicUrl: 'http://localhost:3000', wakeSandbox: webhooks.wake },
        ...(timeoutMs !== undefined && { timeoutMs }),
      }),
    );
  const account = { answers: 'normal', webhooks: 'once' };
  return {
    provider: sandboxWith(),
    credentials: account,
    wrongCredentials: { ...account, api_key: 'live_another_key' },
    async pay(id) {
      await endCheckout(database, { id, outcome: 'paid', webhooks: 'once' });
      webhooks.wake();
    },
    checkoutsOf: (reference) => database.sandboxCheckout.count({ where: { reference } }),
    webhooks: 'by checkout',
    hang: (timeoutMs) => ({ provider: sandboxWith(timeoutMs), credentials: { ...account, answers: 'hang' } }),
    failAll: () => ({ provider: sandboxWith(), credentials: { ...account, answers: 'error' } }),
    recover() {},
    async stop() {
      await webhooks.stop();
      await close();
    },
  };
});
