import { readFileSync } from 'node:fs';
import { availableParallelism, cpus, totalmem } from 'node:os';
import { connect } from '@nats-io/transport-node';
import type { Platform } from './platform.ts';
import { cpuSecondsOfTrees, TICKS_PER_SECOND } from './processes.ts';
import { percent, short, table } from './table.ts';

/**
 * Describes the machine and the versions as a Markdown table. Call the returned function at the end: the
 * table also has the share of the processors that other programs used meanwhile.
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
        ['processes', 'one of each service, and the guests, on this machine'],
        ['processor time used by other programs', percent(Math.max(0, others) / had)],
      ],
    );
  };
}

/** Processor time used by all processes of the machine, in s, without idle time and waits for disks. */
function busySeconds(): number {
  const [first = ''] = readFileSync('/proc/stat', 'utf8').split('\n');
  const [user = 0, nice = 0, system = 0, , , irq = 0, softIrq = 0] = first
    .trim()
    .split(/\s+/)
    .slice(1)
    .map(Number);
  return (user + nice + system + irq + softIrq) / TICKS_PER_SECOND;
}

/** Includes guests and Express, which are children of this process. */
const ourSeconds = ({ watched }: Platform): number =>
  cpuSecondsOfTrees([process.pid, ...watched.map(({ pid }) => pid)]);

async function versionsOf({ stack }: Platform): Promise<string> {
  const connection = await connect({ servers: stack.natsUrl ?? '' });
  const nats = connection.info?.version;
  await connection.close();
  const { rows } = await stack.database.query('SHOW server_version');
  return `Node.js ${process.versions.node}, PostgreSQL ${rows[0].server_version}, NATS ${nats}`;
}
