import { jetstreamManager } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import type { Platform } from './platform.ts';
import { cpuSeconds } from './processes.ts';

/** Counts that only grow, by name; and what processes used, in s. */
export type Counts = Record<string, number>;
export type Reading = { at: number; cpu: Counts; counts: Counts };

/** What is read of every part, in the order of the tables. */
export const COUNTED = {
  statements: 'SQL statements, `BEGIN` and `COMMIT` too',
  rows: 'rows read or written by them',
  walBytes: 'WAL, kB',
  fullPages: 'full pages in it',
  events: 'events on the streams',
  eventBytes: 'bytes of them, kB',
  redis: 'Redis commands, those in scripts too',
} as const;

/** Takes all counts at this moment. What the services asked, without what we ask: that is another user's. */
export async function takeReading({ stack, database, redis, watched }: Platform): Promise<Reading> {
  const cpu = Object.fromEntries(watched.map((one) => [one.name, cpuSeconds(one)]));
  const { rows } = await database.query(`
    SELECT sum(calls)::float AS statements, coalesce(sum(calls) FILTER (WHERE query ~ '\\msandbox_'), 0)::float AS "sandboxStatements",
      sum(rows)::float AS rows, sum(wal_bytes)::float AS "walBytes", sum(wal_fpi)::float AS "fullPages"
    FROM pg_stat_statements WHERE dbid = (SELECT oid FROM pg_database WHERE datname = current_database())
      AND userid <> current_user::regrole`);
  const commands = Number(/total_commands_processed:(\d+)/.exec(await redis.info('stats'))?.[1]);
  const streams = await streamTotals(stack.natsUrl ?? '');
  return { at: performance.now(), cpu, counts: { ...rows[0], ...streams, redis: commands } };
}

async function streamTotals(natsUrl: string): Promise<{ events: number; eventBytes: number }> {
  const connection = await connect({ servers: natsUrl });
  const totals = { events: 0, eventBytes: 0 };
  const manager = await jetstreamManager(connection);
  for await (const { state } of manager.streams.list()) {
    totals.events += state.messages;
    totals.eventBytes += state.bytes;
  }
  await connection.close();
  return totals;
}

/** What was used between two readings, and in how many seconds. */
export type Usage = { seconds: number; cpu: Counts; counts: Counts };

export const usageBetween = (before: Reading, after: Reading): Usage => ({
  seconds: (after.at - before.at) / 1000,
  cpu: minus(after.cpu, before.cpu),
  counts: minus(after.counts, before.counts),
});

const minus = (a: Counts, b: Counts): Counts =>
  Object.fromEntries(Object.entries(a).map(([name, value]) => [name, value - (b[name] ?? 0)]));

/**
 * What a piece of work costs per 1,000 of it: its usage, less what an idle platform uses in the same time.
 */
export function perThousand(usage: Usage, idle: Usage, done: number): Usage {
  const scale = (counts: Counts, idled: Counts): Counts =>
    Object.fromEntries(
      Object.entries(counts).map(([name, value]) => {
        const inVain = ((idled[name] ?? 0) / idle.seconds) * usage.seconds;
        return [name, (Math.max(0, value - inVain) / done) * 1000];
      }),
    );
  return {
    seconds: usage.seconds,
    cpu: scale(usage.cpu, idle.cpu),
    counts: scale(usage.counts, idle.counts),
  };
}

/** Rows and bytes (indexes and all) of every table. */
export type Tables = Record<string, { rows: number; bytes: number }>;

export async function takeTables({ database }: Platform): Promise<Tables> {
  const { rows } = await database.query<{ name: string; bytes: string }>(`
    SELECT schemaname || '.' || relname AS name, pg_total_relation_size(relid) AS bytes FROM pg_stat_user_tables
    WHERE schemaname IN ('catalog', 'availability', 'booking', 'payment') ORDER BY 1`);
  const tables: Tables = {};
  for (const { name, bytes } of rows) {
    const counted = await database.query(`SELECT count(*)::int AS rows FROM ${name}`);
    tables[name] = { rows: counted.rows[0].rows, bytes: Number(bytes) };
  }
  return tables;
}
