// `npm test [-- path…]`: every test, or those whose path contains one of the words given.
import { globSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { makeTemplate } from '../test/servers/migratedDatabase.ts';
import { startNats } from '../test/servers/nats.ts';
import { startPostgres } from '../test/servers/postgres.ts';
import { startRedis } from '../test/servers/redis.ts';
import type { TestServer } from '../test/servers/testServer.ts';
import { isLong, longestFirst } from './testing/longestFirst.ts';
import { Report } from './testing/report.ts';
import { runFiles } from './testing/runFiles.ts';

const root = path.resolve(import.meta.dirname, '..');
const report = new Report(root, console.log);
const abort = new AbortController();
const servers: TestServer[] = [];

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => abort.abort());
try {
  const files = findFiles(process.argv.slice(2));
  // Load, races and timing are measured with the machine to themselves.
  const alone = files.filter((file) => file.endsWith('.alone.test.ts'));
  if (files.length > 0) await startServers();
  const together = longestFirst(
    files.filter((file) => !alone.includes(file)),
    root,
  );
  // The long ones keep a core busy each, the others mostly wait.
  const weightOf = (file: string) => (isLong(file, root) ? 2 : 1);
  // For hooks of the file itself and what it closes, on a machine with much to do.
  const lingerMs = 120_000;
  await runFiles(
    together,
    { most: Math.min(11, 3 * availableParallelism() - 1), weightOf, lingerMs },
    report,
    abort,
  );
  await runFiles(alone, { most: 1, weightOf, lingerMs }, report, abort);
} catch (error) {
  report.fail('npm test', error);
} finally {
  await Promise.allSettled(servers.map((server) => server.stop()));
}
if (abort.signal.aborted) report.fail('npm test', 'was stopped before its end');
report.end();
// Not left to what may still be open: the result stands.
process.exit(report.totals.failed > 0 || report.totals.passed === 0 ? 1 : 0);

function findFiles(filters: string[]): string[] {
  const skipped = new Set(['node_modules', 'gen', 'dist']);
  return globSync('{cli,proto,services,widget-vue,test,tools}/**/*.test.ts', {
    cwd: root,
    exclude: (name) => skipped.has(path.basename(name)),
  })
    .filter((file) => filters.length === 0 || filters.some((filter) => file.includes(filter)))
    .sort()
    .map((file) => path.join(root, file));
}

async function startMigratedPostgres(): Promise<TestServer> {
  const server = await startPostgres();
  await makeTemplate(server);
  return server;
}

/** One server of each kind for all files; tests find them by these variables. */
async function startServers(): Promise<void> {
  const starting = {
    TEST_DATABASE_URL: startMigratedPostgres(),
    TEST_NATS_URL: startNats(),
    TEST_REDIS_URL: startRedis(),
  };
  const outcomes = await Promise.allSettled(
    Object.entries(starting).map(async ([variable, start]) => {
      const server = await start;
      servers.push(server);
      process.env[variable] = server.url;
    }),
  );
  const failed = outcomes.find((outcome) => outcome.status === 'rejected');
  if (failed) throw failed.reason;
}
