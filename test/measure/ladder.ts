import { once } from 'node:events';
import { createInterface } from 'node:readline/promises';
import { perThousand, takeReading, type Usage, usageBetween } from './counters.ts';
import { runPgbench } from './pgbench.ts';
import type { Platform } from './platform.ts';
import { startProgram } from './programs.ts';
import type { Rung } from './rung.ts';
import { median, short, table } from './table.ts';
import { say } from './work.ts';

/** How often it was booked, and how often a second. */
type Done = { done: number; perSecond: number };
/** What is measured, and what it took in each round. */
type Step = {
  what: string;
  pids: number[];
  book(): Promise<Done>;
  rounds: { perSecond: number; usage: Usage }[];
};

/** @param rush has guests book at a URL, until all that follows is done; `pgbench`: whether it is there */
type Climb = { rush(url: string): Promise<Done>; rounds: number; seconds: number; pgbench: boolean };

const SERVICES = ['gateway', 'catalog', 'availability', 'booking', 'payment'];

/**
 * Medians of rates and CPU time; the product's rounds, and its rates in them to those of pgbench, if that is
 * there.
 */
type Climbed = { table: string; ours: Step['rounds']; ratios: number[] };

/**
 * From pgbench to the product, in turn: each peer has one part more of what a booking goes through.
 * @param idle what the platform uses when nobody books
 */
export async function climb(
  platform: Platform,
  idle: Usage,
  { rush, rounds, seconds, pgbench }: Climb,
): Promise<Climbed> {
  const peers = await startPeers(platform);
  try {
    const { url } = platform.stack.api;
    const steps: Step[] = [
      ...(pgbench
        ? [{ what: '`pgbench`, 16 clients', pids: [], book: () => benched(platform, seconds), rounds: [] }]
        : []),
      ...peers.steps.map((peer) => ({ ...peer, book: () => rush(peer.url), rounds: [] })),
      { what: 'Venue Booking', pids: [], book: () => rush(url), rounds: [] },
    ];
    for (let round = 0; round < rounds; round++)
      for (const step of steps) {
        say(`${step.what}, round ${round + 1} of ${rounds}`);
        const watched = [...platform.watched, ...step.pids.map((pid) => ({ name: `peer ${pid}`, pid }))];
        const before = await takeReading({ ...platform, watched });
        const { done, perSecond } = await step.book();
        const used = usageBetween(before, await takeReading({ ...platform, watched }));
        step.rounds.push({ perSecond, usage: perThousand(used, idle, done) });
      }
    const [first] = steps;
    const ours = steps.at(-1)?.rounds ?? [];
    const ratios = ours.map(({ perSecond }, at) => perSecond / (first?.rounds[at]?.perSecond ?? 0));
    return { table: ladderTable(steps), ours, ratios: pgbench ? ratios : [] };
  } finally {
    peers.stop();
  }
}

async function benched(platform: Platform, seconds: number): Promise<Done> {
  const perSecond = await runPgbench(platform, seconds);
  return { done: perSecond * Math.ceil(seconds), perSecond };
}

async function startPeers({ databaseUrl, stack }: Platform) {
  const natsUrl = stack.natsUrl ?? '';
  const redisUrl = stack.redis?.url ?? '';
  const programs: ReturnType<typeof startProgram>[] = [];
  const start = async (rung: Rung) => {
    const program = startProgram('rung.ts', JSON.stringify(rung));
    programs.push(program);
    const said = createInterface(program.stdout);
    const [port] = await once(said, 'line', { signal: AbortSignal.timeout(30_000) });
    return { url: `http://127.0.0.1:${port}`, pid: program.pid ?? 0 };
  };
  const bare = await start({ http: true, databaseUrl });
  const front = await start({ http: true, databaseUrl, natsUrl, subject: 'peer.plain' });
  const back = await start({ http: false, databaseUrl, natsUrl, subject: 'peer.plain' });
  const lockFront = await start({ http: true, databaseUrl, natsUrl, subject: 'peer.locked' });
  const locked = await start({ http: false, databaseUrl, natsUrl, redisUrl, subject: 'peer.locked' });
  return {
    steps: [
      { what: 'Express 5 and `pg`, the same statements', url: bare.url, pids: [bare.pid] },
      { what: 'with a call over NATS between them', url: front.url, pids: [front.pid, back.pid] },
      { what: 'and a lock in Redis', url: lockFront.url, pids: [lockFront.pid, locked.pid] },
    ],
    stop: () => {
      for (const program of programs) program.stdin.end();
    },
  };
}

function ladderTable(steps: Step[]): string {
  const rate = ({ rounds }: Step) => median(rounds.map(({ perSecond }) => perSecond));
  /** Of a thousand bookings in seconds is of one in ms. */
  const cpu = ({ rounds }: Step, holds: (name: string) => boolean) =>
    median(
      rounds.map(({ usage }) =>
        Object.entries(usage.cpu).reduce((sum, [name, ms]) => (holds(name) ? sum + ms : sum), 0),
      ),
    );
  const isNode = (name: string) => SERVICES.includes(name) || name.startsWith('peer');
  const [first] = steps;
  return table(
    ['what books', 'a second', 'ratio to the first', 'CPU, ms', 'Node.js', 'PostgreSQL', 'NATS', 'Redis'],
    steps.map((step) => [
      step.what,
      short(rate(step)),
      short(first ? rate(step) / rate(first) : 0),
      ...[
        () => true,
        isNode,
        ...['PostgreSQL', 'NATS', 'Redis'].map((one) => (name: string) => name === one),
      ].map((holds) => short(cpu(step, holds))),
    ]),
  );
}
