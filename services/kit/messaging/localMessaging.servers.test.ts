import assert from 'node:assert/strict';
import { test } from 'vitest';
import { newCall, runInCall } from '../concurrency/callContext.ts';
import { silentLog } from '../testing/testMessaging.ts';
import { localMessaging } from './localMessaging.ts';
import { createClient, failureOf, serveRouter, t } from './rpc.ts';

const router = (heard: string[]) => t.router({ hear: t.procedure.mutation(() => void heard.push('a call')) });

test('a call to a service that is starting waits until all services are registered', async () => {
  const messaging = localMessaging();
  const heard: string[] = [];
  const call = createClient<ReturnType<typeof router>>('catalog', messaging).hear.mutate();
  messaging.serve('catalog', serveRouter(router(heard), silentLog));
  await new Promise(setImmediate);
  assert.deepEqual(heard, []);
  messaging.open();
  await call;
  assert.deepEqual(heard, ['a call']);
});

test('does not run a call that has timed out, even in the millisecond of its deadline', async () => {
  for (let budgetMs = 1; budgetMs <= 20; budgetMs++) {
    const messaging = localMessaging();
    const heard: string[] = [];
    messaging.serve('catalog', serveRouter(router(heard), silentLog));
    const client = createClient<ReturnType<typeof router>>('catalog', messaging);
    const refused = runInCall(newCall(budgetMs), () => client.hear.mutate());
    assert.equal(await refused.catch((error) => failureOf(error)?.code), 'timeout');
    messaging.open();
    await client.hear.mutate();
    assert.deepEqual(heard, ['a call']);
  }
});
