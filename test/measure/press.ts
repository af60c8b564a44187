// A program: asks a server again and again, in a process of its own. It reads a `Press` and prints a
// `Pressed`, both as JSON.
import { json } from 'node:stream/consumers';
import autocannon from 'autocannon';

/** Whom to ask for what, over so many connections, for so long; at most so often a second, if said. */
export type Press = {
  url: string;
  paths: string[];
  headers: Record<string, string>;
  connections: number;
  seconds: number;
  perSecond?: number;
};
/** How many answers there were, also a second, how long they took in ms, and how many were no success. */
export type Pressed = { done: number; perSecond: number; p50: number; p99: number; failed: number };

const { url, paths, headers, connections, seconds, perSecond } = (await json(process.stdin)) as Press;
const requests = paths.map((path) => ({ method: 'GET' as const, path, headers }));
let clients = 0;
const {
  requests: sent,
  latency,
  ...result
} = await autocannon({
  url,
  connections,
  duration: seconds,
  ...(perSecond && { overallRate: perSecond }),
  requests,
  // Each at another place of the list: no two ask for the same at the same time.
  setupClient(client) {
    const from = Math.floor((requests.length * clients++) / connections);
    client.setRequests([...requests.slice(from), ...requests.slice(0, from)]);
  },
});
const pressed: Pressed = {
  done: result['2xx'],
  perSecond: result['2xx'] / result.duration,
  p50: latency.p50,
  p99: latency.p99,
  failed: result.non2xx + result.errors + result.timeouts,
};
process.stdout.write(JSON.stringify(pressed));
