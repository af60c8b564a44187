// Global set-up of the projects whose tests use servers: one PostgreSQL, NATS and Redis serve all files. Test
// processes inherit the addresses as environment variables, which also reach processes that tests start.
import { makeTemplate } from '../servers/migratedDatabase.ts';
import { startNats } from '../servers/nats.ts';
import { startPostgres } from '../servers/postgres.ts';
import { startRedis } from '../servers/redis.ts';

const servers = [
  { variable: 'TEST_DATABASE_URL', start: startPostgres, prepare: makeTemplate },
  { variable: 'TEST_NATS_URL', start: startNats },
  { variable: 'TEST_REDIS_URL', start: startRedis },
];

/**
 * Starts the servers that no variable names yet; a second project of the same run finds them named. Returns
 * what stops them.
 */
export default async function startSharedServers(): Promise<() => Promise<void>> {
  const starting = servers.map(async ({ variable, start, prepare }) => {
    const isNamed = process.env[variable] !== undefined;
    const server = await start();
    process.env[variable] = server.url;
    if (!isNamed) await prepare?.(server);
    return server;
  });
  const started = await Promise.allSettled(starting);
  const stop = async () => {
    for (const outcome of started)
      if (outcome.status === 'fulfilled') await outcome.value.stop().catch(() => {});
  };
  for (const outcome of started)
    if (outcome.status === 'rejected') {
      await stop();
      throw outcome.reason;
    }
  return stop;
}
