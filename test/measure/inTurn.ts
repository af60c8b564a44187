import { performance } from 'node:perf_hooks';
import type { ApiResponse } from '../stack/api.ts';
import { median, table } from './table.ts';
import { print } from './work.ts';

/** The request of a round. Each round reads another day, because the gateway keeps answers for a second. */
export type Request = (round: number) => Promise<ApiResponse>;

const WARM_UP = 5;

/**
 * Times the same requests on two installations in turn, so that both meet the same machine.
 * @returns a table of the median times in ms, and their ratio
 */
export async function compareInTurn(
  [first, second]: [Record<string, Request>, Record<string, Request>],
  { heads, rounds }: { heads: [string, string]; rounds: number },
): Promise<string> {
  const rows = [];
  for (const [what, request] of Object.entries(first)) {
    const both = [request, second[what] as Request] as const;
    const times: [number[], number[]] = [[], []];
    for (let round = 0; round < rounds + WARM_UP; round++)
      for (const at of round % 2 ? ([1, 0] as const) : ([0, 1] as const)) {
        const ms = await timeOf(both[at], round);
        if (round >= WARM_UP) times[at].push(ms);
      }
    const [one, other] = times.map(median) as [number, number];
    print(`${what}: ${one.toFixed(1)} ms, ${other.toFixed(1)} ms`);
    rows.push([what, one.toFixed(1), other.toFixed(1), (other / one).toFixed(2)]);
  }
  return table(['request', ...heads.map((head) => `${head}, ms`), 'ratio'], rows);
}

async function timeOf(request: Request, round: number): Promise<number> {
  const startedAt = performance.now();
  const { status, text } = await request(round);
  if (status !== 200 && status !== 201) throw new Error(text);
  return performance.now() - startedAt;
}
