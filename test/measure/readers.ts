// A program: clients that send reads to a gateway, in a process of their own. It reads a `Reading` and prints
// a `Read`, both as JSON.
import { json } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { clientOf } from './client.ts';

/** The paths that clients request in turn. Each client has an address of its own. */
export type Reading = {
  url: string;
  paths: string[];
  headers: Record<string, string>;
  clients: number;
  seconds: number;
  /** Requests per client and second, however slow they are. Absent: one after the other. */
  perSecond?: number;
};
/** Number of responses by status. */
export type Read = Record<string, number>;

/** How long to wait at the end for pending responses. */
const TIMEOUT_MS = 10_000;

const { url, paths, headers, clients, seconds, perSecond } = (await json(process.stdin)) as Reading;
const client = clientOf(url);
const endsAt = performance.now() + seconds * 1000;
const statuses: Read = {};
const underWay = new Set<Promise<void>>();
let sent = 0;

async function ask(localAddress: string): Promise<void> {
  const path = paths[sent++ % paths.length] ?? '/';
  const { status } = await client
    .send('GET', path, { headers, localAddress })
    .catch(() => ({ status: 'no answer' }));
  statuses[status] = (statuses[status] ?? 0) + 1;
}

async function read(number: number): Promise<void> {
  const address = `127.6.0.${number + 1}`;
  const startedAt = performance.now();
  for (let turn = 0; performance.now() < endsAt; turn++) {
    if (perSecond === undefined) await ask(address);
    else {
      const asked = ask(address).finally(() => underWay.delete(asked));
      underWay.add(asked);
      await sleep(Math.max(1, startedAt + ((turn + 1) * 1000) / perSecond - performance.now()));
    }
  }
}

await Promise.all(Array.from({ length: clients }, (_, number) => read(number)));
// Pending requests would slow down the next measurement.
await Promise.race([Promise.all(underWay), sleep(TIMEOUT_MS)]);
process.stdout.write(JSON.stringify(statuses), () => process.exit(0));
