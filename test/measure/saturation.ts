import { availableParallelism } from 'node:os';
import type { Counts } from './counters.ts';
import type { Platform } from './platform.ts';
import { cpuSeconds } from './processes.ts';
import { short, table } from './table.ts';
import { keepDoing, type Pace, say, type Work } from './work.ts';

/** What this command itself uses is the guests' share. */
const GUESTS = 'guests';
/** A process of Node's that is this busy does not get much faster: one thread runs our code. */
const BUSY = 0.85;
/** Growth below which more at once brings no more. */
const GAIN = 1.05;

/** A step of the run: how many at once, how it went, and how many cores each process used. */
export type Step = { atOnce: number; pace: Pace; cores: Counts };

/** Has more and more done at once, four times as many each time, until twice in a row that brings no more. */
export async function saturate(
  platform: Platform,
  name: string,
  work: Work,
  { seconds, most }: { seconds: number; most: number },
): Promise<Step[]> {
  const steps: Step[] = [];
  let best = 0;
  let inVain = 0;
  for (let atOnce = 1; atOnce <= most && inVain < 2; atOnce *= 4) {
    say(`${name}: ${atOnce} at once`);
    const used = coresDuring(platform);
    const pace = await keepDoing(work, { atOnce, seconds });
    steps.push({ atOnce, pace, cores: used() });
    inVain = pace.perSecond > best * GAIN ? 0 : inVain + 1;
    best = Math.max(best, pace.perSecond);
  }
  return steps;
}

function coresDuring({ watched }: Platform): () => Counts {
  const all = [...watched, { name: GUESTS, pid: process.pid }];
  const read = () => all.map((one) => cpuSeconds(one));
  const [startedAt, before] = [performance.now(), read()];
  return () => {
    const seconds = (performance.now() - startedAt) / 1000;
    const after = read();
    return Object.fromEntries(
      all.map(({ name }, at) => [name, ((after[at] ?? 0) - (before[at] ?? 0)) / seconds]),
    );
  };
}

/** Which part can do no more: a process of one thread, else the machine with its largest user. */
function limitOf(cores: Counts): string {
  const [first] = Object.entries(cores).toSorted(([, a], [, b]) => b - a);
  const single = Object.entries(cores).find(([name, used]) => name !== 'PostgreSQL' && used >= BUSY);
  if (single) return single[0];
  const used = Object.values(cores).reduce((sum, one) => sum + one, 0);
  if (used < BUSY * availableParallelism()) return 'none of ours';
  return `the machine, most of it ${first?.[0]}`;
}

const busiest = (cores: Counts) =>
  Object.entries(cores)
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, 4)
    .map(([name, used]) => `${name} ${used.toFixed(2)}`)
    .join(', ');

export const saturationTable = (steps: Step[]): string =>
  table(
    ['at once', 'a second', 'p50, ms', 'p99, ms', 'cores used by the four busiest', 'at its limit'],
    steps.map(({ atOnce, pace, cores }) => [
      atOnce,
      short(pace.perSecond),
      short(pace.p50),
      short(pace.p99),
      busiest(cores),
      limitOf(cores),
    ]),
  );
