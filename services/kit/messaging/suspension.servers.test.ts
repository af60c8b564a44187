import assert from 'node:assert/strict';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { fail } from '@venue-booking/proto/failures';
import { test } from 'vitest';
import type { SuspendableServiceData } from '../testing/suspendableService.ts';
import { natsTransport } from '../testing/testMessaging.ts';

const BUDGET_MS = 1500;
/** Budget of the requests that must be answered, whatever the speed of the machine. */
const PATIENT_MS = 60_000;

test('a resumed process skips requests that have timed out and answers the others', async (t) => {
  const transport = await natsTransport();
  t.onTestFinished(() => transport.stop());
  const stand = new Int32Array(new SharedArrayBuffer(4));
  const workerData = { url: transport.server.url, stand } satisfies SuspendableServiceData;
  const service = new Worker(new URL('../testing/suspendableService.ts', import.meta.url), { workerData });
  t.onTestFinished(async () => void (await service.terminate()));
  await once(service, 'message');
  const messaging = await transport.open();
  const ask = async (what: string, budgetMs: number) => {
    const answer = await messaging.request(`rpc.catalog.${what}`, Buffer.from('{}'), {
      traceparent: '',
      budgetMs,
    });
    return JSON.parse(Buffer.from(answer).toString()).data;
  };

  assert.deepEqual(await ask('before', PATIENT_MS), []);
  service.postMessage('stand still');
  await once(service, 'message');
  await assert.rejects(ask('late', BUDGET_MS), fail('timeout'));
  const patient = ask('patient', PATIENT_MS);
  await sleep(BUDGET_MS / 2);
  Atomics.store(stand, 0, 1);
  Atomics.notify(stand, 0);
  assert.deepEqual(await patient, ['before']);
  assert.deepEqual(await ask('after', PATIENT_MS), ['before', 'patient']);
});
