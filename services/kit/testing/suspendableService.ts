import { parentPort, workerData } from 'node:worker_threads';
import { createLog } from '../logging/log.ts';
import { natsMessaging } from '../messaging/natsMessaging.ts';

/** A service in its own thread that suspends on request, like a process that receives SIGSTOP. */
export type SuspendableServiceData = { url: string; stand: Int32Array };

const { url, stand } = workerData as SuspendableServiceData;
const messaging = await natsMessaging({ url, name: 'still', log: createLog('test', 'silent') });
// The requests handled so far, which are also its response.
const answered: string[] = [];
messaging.serve('catalog', async (path) => {
  const data = [...answered];
  answered.push(path);
  return Buffer.from(JSON.stringify({ data }));
});
await messaging.storageId('catalog');
parentPort?.on('message', () => {
  parentPort?.postMessage('stands still');
  Atomics.wait(stand, 0, 0);
});
parentPort?.postMessage('serves');
