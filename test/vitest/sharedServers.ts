// Global set-up of the projects whose tests use servers: one PostgreSQL, NATS and Redis serve all files. Test
// processes inherit the addresses as environment variables, which also reach processes that tests start.
import type { TestProject } from 'vitest/node';
import { makeTemplate } from '../servers/migratedDatabase.ts';
import { startNats } from '../servers/nats.ts';
import { startPostgres } from '../servers/postgres.ts';
import { startRedis } from '../servers/redis.ts';

const servers = [
  { variable: 'TEST_DATABASE_URL', start: startPostgres, prepare: makeTemplate },
  { variable: 'TEST_NATS_URL', start: startNats },
  { variable: 'TEST_REDIS_URL', start: startRedis },
];

/** Starts the servers that no variable names yet. Another project of the same run finds them named. */
export default async function startSharedServers({ vitest }: TestProject): Promise<void> {
  const starting = servers.map(async ({ variable, start, prepare }) => {
    const isNamed = process.env[variable] !== undefined;
    const server = await start();
    // Not by returning a function: that runs before the test processes have stopped what they share.
    vitest.onClose(() => server.stop());
    process.env[variable] = server.url;
    if (!isNamed) await prepare?.(server);
  });
  await Promise.all(starting);
}
