import { readFileSync } from 'node:fs';
import { availableParallelism, cpus, totalmem } from 'node:os';
import { connect } from '@nats-io/transport-node';
import type { Platform } from './platform.ts';
import { cpuSecondsOfTrees, TICKS_PER_SECOND } from './processes.ts';
import { percent, short, table } from './table.ts';

/**
 * What the figures were taken on. Answers how to end the watch: the table then says how much of the machine
 * others had.
 */
export function watchMachine(platform: Platform): () => Promise<string> {
  const read = () => ({ at: performance.now(), busy: busySeconds(), ours: ourSeconds(platform) });
  const before = read();
  return async () => {
    const after = read();
    const cores = availableParallelism();
    const had = ((after.at - before.at) / 1000) * cores;
    const others = after.busy - before.busy - (after.ours - before.ours);
    return table(
      ['what', 'measured with'],
      [
        ['machine', `${cores} cores (${cpus()[0]?.model.trim()}), ${short(totalmem() / 1024 ** 3)} GB`],
        ['versions', await versionsOf(platform)],
        ['processes', 'one of each service, and the guests, all on this machine'],
        ['of its processor time others had meanwhile', percent(Math.max(0, others) / had)],
      ],
    );
  };
}

/**
 * Processor time that all processes of the machine have used, in s: without what was idle or waiting for
 * disks.
 */
function busySeconds(): number {
  const [first = ''] = readFileSync('/proc/stat', 'utf8').split('\n');
  const [user = 0, nice = 0, system = 0, , , irq = 0, softIrq = 0] = first
    .trim()
    .split(/\s+/)
    .slice(1)
    .map(Number);
  return (user + nice + system + irq + softIrq) / TICKS_PER_SECOND;
}

/** Guests and peers are processes that we have started. */
const ourSeconds = ({ watched }: Platform): number =>
  cpuSecondsOfTrees([process.pid, ...watched.map(({ pid }) => pid)]);

async function versionsOf({ stack, database, redis }: Platform): Promise<string> {
  const connection = await connect({ servers: stack.natsUrl ?? '' });
  const nats = connection.info?.version;
  await connection.close();
  const { rows } = await database.query('SHOW server_version');
  const [, redisVersion] = /redis_version:(\S+)/.exec(await redis.info('server')) ?? [];
  return `Node.js ${process.versions.node}, PostgreSQL ${rows[0].server_version}, NATS ${nats}, Redis ${redisVersion}`;
}
