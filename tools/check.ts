// `npm run check`: all static checks. `npm run check -- types` runs only those with that word in their title.
// A check that passed is skipped until a file that it reads changes.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { auditReport } from './auditReport.ts';
import { PassedChecks } from './passedChecks.ts';
import { writeTypedReplies } from './typedReplies.ts';

interface Check {
  title: string;
  /** A program in node_modules with its arguments. */
  run: [program: string, ...args: string[]];
  /** Paths that the check reads, as prefixes. All files by default. */
  reads?: string[];
  /** The working folder, and a file that the check needs: without it the check is skipped. */
  folder?: string;
  needs?: string;
}

const root = path.resolve(import.meta.dirname, '..');
const cache = 'node_modules/.cache/check';
const parts = ['admin-vue', 'cli', 'domain', 'proto', 'services', 'test', 'tools', 'widget-vue'];
const buf = '@bufbuild/buf/bin/buf';

/** Checks types incrementally, with its state in the cache folder. */
function types(compiler: 'tsc' | 'vue-tsc', project: string): Check['run'] {
  const state = path.join(root, cache, `${project.replace(/\W/g, '-')}.tsbuildinfo`);
  const args = ['--noEmit', '-p', project, '--incremental', '--tsBuildInfoFile', state];
  if (compiler === 'vue-tsc') return ['vue-tsc/bin/vue-tsc.js', ...args];
  // Three times as fast as the version that vue-tsc and other tools can use. With more checkers each would
  // instantiate the types of zod and tRPC anew: four need twice the processor time of one.
  return ['typescript-7/bin/tsc', ...args, '--checkers', '1'];
}

// The longest first. The rules about imports keep the browser's code apart from all other folders.
const checks: Check[] = [
  {
    title: 'Types of the dashboard',
    run: types('vue-tsc', 'admin-vue/tsconfig.json'),
    reads: ['admin-vue/', 'domain/', 'proto/', 'tsconfig.base.json'],
  },
  { title: 'Types', run: types('tsc', 'tsconfig.json') },
  {
    title: 'Types of the widget',
    run: types('vue-tsc', 'widget-vue/tsconfig.json'),
    reads: ['widget-vue/', 'domain/', 'proto/', 'tsconfig.base.json'],
  },
  {
    title: 'Dependencies between modules',
    run: ['dependency-cruiser/bin/dependency-cruise.mjs', '--config', '.dependency-cruiser.cjs', ...parts],
  },
  { title: 'Format and lint', run: ['@biomejs/biome/bin/biome', 'check', '--error-on-warnings', '.'] },
  {
    title: 'Unused files, exports and dependencies',
    run: [
      'knip/bin/knip.js',
      '--no-progress',
      '--no-config-hints',
      '--cache',
      '--cache-location',
      path.join(cache, 'knip'),
    ],
  },
  { title: 'Types of the tests with a browser', run: types('tsc', 'test/tsconfig.json') },
  // The dashboard and the widget know a browser only, their tests Node as well.
  { title: "Types of the dashboard's tests", run: types('tsc', 'admin-vue/tsconfig.test.json') },
  { title: "Types of the widget's tests", run: types('tsc', 'widget-vue/tsconfig.test.json') },
  { title: "Types of the widget's wrappers", run: types('tsc', 'widget-vue/wrappers/tsconfig.json') },
  { title: 'Event schemas: lint', run: [buf, 'lint'], reads: ['proto/'], folder: 'proto', needs: 'buf.yaml' },
  {
    title: 'Event schemas: format',
    run: [buf, 'format', '--diff', '--exit-code'],
    reads: ['proto/'],
    folder: 'proto',
    needs: 'buf.yaml',
  },
  {
    title: 'Event schemas: compatible with the release',
    run: [buf, 'breaking', '--against', 'events/released.binpb'],
    reads: ['proto/'],
    folder: 'proto',
    needs: 'events/released.binpb',
  },
];

/** Runs a check; what it says is kept until it is its turn to be shown. */
async function outcomeOf(check: Check) {
  const {
    run: [program, ...args],
    folder = '.',
  } = check;
  const begun = performance.now();
  if (passed.has(check)) return { status: 0, output: 'Nothing that it reads has changed.', seconds: '0.0' };
  const child = spawn(process.execPath, [path.join(root, 'node_modules', program), ...args], {
    cwd: path.join(root, folder),
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...(process.stdout.isTTY && { FORCE_COLOR: '1' }) },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      output += chunk;
    });
  const [status] = await once(child, 'close');
  return { status, output, seconds: ((performance.now() - begun) / 1000).toFixed(1) };
}

writeTypedReplies();
const passed = new PassedChecks(root, path.join(root, cache, 'passed.json'));
const words = process.argv.slice(2).map((word) => word.toLowerCase());
const due = checks
  .filter(({ title }) => words.every((word) => title.toLowerCase().includes(word)))
  .filter(({ folder = '.', needs }) => !needs || existsSync(path.join(root, folder, needs)));
if (due.length === 0) throw new Error(`No check has ${words.join(' ')} in its title.`);
const outcomes = due.map(() => Promise.withResolvers<Awaited<ReturnType<typeof outcomeOf>>>());
// Run at most four checks in parallel, and print their output in order.
let next = 0;
for (let lane = 0; lane < Math.min(4, availableParallelism()); lane++) void work();
async function work(): Promise<void> {
  for (let index = next++; index < due.length; index = next++)
    outcomes[index]?.resolve(await outcomeOf(due[index] as Check));
}

// About as long as the checks take after a small change.
const audit = words.length === 0 ? auditReport(4_000) : undefined;
const failed: string[] = [];
for (const [index, { title }] of due.entries()) {
  const outcome = await outcomes[index]?.promise;
  if (!outcome) continue;
  const { status, output, seconds } = outcome;
  console.log(
    `\n── ${title}\n${output.trimEnd()}${output.trim() && '\n'}${status === 0 ? '✔' : '✖'} ${seconds} s`,
  );
  if (status !== 0) failed.push(title);
}
passed.keep(due.filter(({ title }) => !failed.includes(title)));

if (audit) console.log(`\n── Known faults of dependencies (a report: it fails nothing)\n${await audit}`);

console.log(failed.length === 0 ? '\nAll checks passed.' : `\nFailed: ${failed.join('; ')}.`);
process.exitCode = failed.length === 0 ? 0 : 1;
