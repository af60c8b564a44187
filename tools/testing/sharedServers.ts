import path from 'node:path';
import type { TestServer } from '../../test/servers/testServer.ts';
import type { ImportGraph } from './importGraph.ts';

interface SharedServer {
  /** The module that offers it: who loads that may ask for it. */
  module: string;
  /** By which that module finds it; without, it starts one for each file. */
  variable: string;
  start(): Promise<TestServer>;
}

/** The servers of which one serves all test files. Loaded late, as most single files need none of them. */
export const sharedServers: SharedServer[] = [
  {
    module: 'test/servers/postgres.ts',
    variable: 'TEST_DATABASE_URL',
    async start() {
      const { startPostgres } = await import('../../test/servers/postgres.ts');
      const { makeTemplate } = await import('../../test/servers/migratedDatabase.ts');
      const server = await startPostgres();
      await makeTemplate(server);
      return server;
    },
  },
  {
    module: 'test/servers/nats.ts',
    variable: 'TEST_NATS_URL',
    start: async () => (await import('../../test/servers/nats.ts')).startNats(),
  },
  {
    module: 'test/servers/redis.ts',
    variable: 'TEST_REDIS_URL',
    start: async () => (await import('../../test/servers/redis.ts')).startRedis(),
  },
];

/**
 * Those that files may ask for, by what they import. A process that a file starts is not seen: it starts a
 * server of its own, which is slower and just as right. To start them when they are asked for would need a
 * protocol between processes.
 */
export function serversOf(graph: ImportGraph, files: string[], root: string): SharedServer[] {
  const reached = files.map((file) => graph.reached(file));
  return sharedServers.filter(({ module }) => reached.some((files) => files.has(path.join(root, module))));
}

/** Starts servers for the test files of this process. @returns what stops them all */
export function startShared(servers: SharedServer[]): { started: Promise<void>; stop(): Promise<void> } {
  const starting = servers.map(async ({ variable, start }) => {
    const server = await start();
    process.env[variable] = server.url;
    return server;
  });
  return {
    started: Promise.all(starting).then(() => {}),
    async stop() {
      for (const outcome of await Promise.allSettled(starting))
        if (outcome.status === 'fulfilled') await outcome.value.stop().catch(() => {});
    },
  };
}
