// A program: sends the same request again and again, in a process of its own. It reads a `Press` and prints a
// `Pressed`, both as JSON.
import { json } from 'node:stream/consumers';
import autocannon from 'autocannon';

export type Press = { url: string; headers: Record<string, string>; connections: number; seconds: number };
/** Successful responses, also per second, the p99 in ms, and the number of failed requests. */
export type Pressed = { done: number; perSecond: number; p99: number; failed: number };

const { url, headers, connections, seconds } = (await json(process.stdin)) as Press;
const result = await autocannon({ url, headers, connections, duration: seconds });
const pressed: Pressed = {
  done: result['2xx'],
  perSecond: result['2xx'] / result.duration,
  p99: result.latency.p99,
  failed: result.non2xx + result.errors + result.timeouts,
};
process.stdout.write(JSON.stringify(pressed));
