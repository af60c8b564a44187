// `npm test -- [--fast] [--test-name-pattern=…] [path…]`: all test files, those that need no server, or those
// whose path contains one of the words given.
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { cacheFolder } from '../test/servers/cacheFolder.ts';
import { Durations } from './testing/durations.ts';
import { ImportGraph } from './testing/importGraph.ts';
import { Processors } from './testing/processors.ts';
import { Report } from './testing/report.ts';
import { type Request, RequestError, readRequest } from './testing/request.ts';
import type { Job } from './testing/runFile.ts';
import { runFiles, toJobs } from './testing/runFiles.ts';
import { serversOf, startShared } from './testing/sharedServers.ts';
import { tierOf } from './testing/tiers.ts';

/** A file that takes longer keeps a core busy, by what it starts; the others mostly wait. */
const longSeconds = 20;
/** How much of the processors is in use when there is room for one more. */
const idleBelow = 0.75;
/** For the last hooks of a file and what it closes. */
const lingerMs = 20_000;

const root = path.resolve(import.meta.dirname, '..');
const graph = new ImportGraph();
const { files, namePatterns, behaviour } = request();
// Only some of the tests of each file.
const inPart = namePatterns.length > 0 || behaviour !== undefined;
if (behaviour) process.env.TEST_BEHAVIOUR = behaviour;

const report = new Report(root, console.log, { mayBeEmpty: inPart });
const durations = new Durations(path.join(cacheFolder(), 'test-durations.json'), root);
const guess = ({ files }: Job) => files.reduce((sum, file) => sum + durations.guess(file, graph), 0);
const weightOf = (job: Job) => (guess(job) >= longSeconds ? 2 : 1);
const abort = new AbortController();
const shared = startShared(serversOf(graph, files, root));

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => abort.abort());
try {
  await shared.started;
  // Load, races and timing are measured with the machine to themselves.
  const isAlone = (file: string) => file.endsWith('.alone.test.ts');
  const jobsOf = (some: string[]) =>
    toJobs(some, (file) => tierOf(graph, file), !inPart).toSorted((a, b) => guess(b) - guess(a));
  const room = { weightOf, lingerMs, namePatterns };
  const together = jobsOf(files.filter((file) => !isAlone(file)));
  const most = Math.min(11, 3 * availableParallelism() - 1);
  const processors = new Processors();
  // Many a long file mostly waits for a time: for what heals after a crash, or for a server that is away.
  const isIdle = (running: number) => processors.busy() < idleBelow && running < most + 2;
  await runFiles(together, { ...room, most, isIdle }, report, abort);
  await runFiles(jobsOf(files.filter(isAlone)), { ...room, most: 1 }, report, abort);
} catch (error) {
  report.fail('npm test', error);
} finally {
  await shared.stop();
}
const { passed, failed, skipped } = report.totals;
if (passed + failed + skipped === 0) report.fail('npm test', 'no test has such a name');
if (abort.signal.aborted) report.fail('npm test', 'was stopped before its end');
if (!inPart) for (const [file, seconds] of report.seconds) durations.remember(file, seconds);
durations.keep();
report.end();
// Not left to what may still be open: the result stands.
process.exit(report.totals.failed > 0 || report.totals.passed === 0 ? 1 : 0);

function request(): Request {
  try {
    return readRequest(process.argv.slice(2), graph, root);
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    console.error(`venue-booking: ${error.message}`);
    process.exit(1);
  }
}
