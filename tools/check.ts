// `npm run check`: everything that can be said about the code without running it.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { auditReport } from './auditReport.ts';
import { writeTypedReplies } from './typedReplies.ts';

interface Check {
  title: string;
  /** A program in node_modules, and its arguments. */
  run: [program: string, ...args: string[]];
  /** Where, and the file that it checks against: without it the check has no subject. */
  folder?: string;
  needs?: string;
}

const root = path.resolve(import.meta.dirname, '..');
const parts = ['admin-vue', 'cli', 'proto', 'services', 'test', 'tools', 'widget-vue'];
const buf = '@bufbuild/buf/bin/buf';
// Three times as fast as the version that vue-tsc and other tools can use.
const tsc = 'typescript-7/bin/tsc';
const vueTsc = 'vue-tsc/bin/vue-tsc.js';

const checks: Check[] = [
  { title: 'Format and lint', run: ['@biomejs/biome/bin/biome', 'check', '--error-on-warnings', '.'] },
  { title: 'Types', run: [tsc, '--noEmit'] },
  { title: 'Types of the browser tests', run: [tsc, '--noEmit', '-p', 'test/widget'] },
  { title: "Types of the tests of the owner's page", run: [tsc, '--noEmit', '-p', 'test/admin'] },
  { title: 'Types of the tests in hosts', run: [tsc, '--noEmit', '-p', 'test/hosts'] },
  // The widget knows a browser only, its tests Node as well.
  { title: 'Types of the widget', run: [vueTsc, '--noEmit', '-p', 'widget-vue'] },
  { title: "Types of the owner's page", run: [vueTsc, '--noEmit', '-p', 'admin-vue/tsconfig.test.json'] },
  { title: 'Types of its wrappers', run: [tsc, '--noEmit', '-p', 'widget-vue/wrappers'] },
  { title: 'Types of its tests', run: [vueTsc, '--noEmit', '-p', 'widget-vue/tsconfig.test.json'] },
  {
    title: 'Who imports whom',
    run: ['dependency-cruiser/bin/dependency-cruise.mjs', '--config', '.dependency-cruiser.cjs', ...parts],
  },
  {
    title: 'Unused files, exports and dependencies',
    run: ['knip/bin/knip.js', '--no-progress', '--no-config-hints'],
  },
  { title: 'Event schemas: lint', run: [buf, 'lint'], folder: 'proto', needs: 'buf.yaml' },
  {
    title: 'Event schemas: format',
    run: [buf, 'format', '--diff', '--exit-code'],
    folder: 'proto',
    needs: 'buf.yaml',
  },
  {
    title: 'Event schemas: no break with what was released',
    run: [buf, 'breaking', '--against', 'events/released.binpb'],
    folder: 'proto',
    needs: 'events/released.binpb',
  },
];

/** Runs a check; what it says is kept until it is its turn to be shown. */
async function outcomeOf({ run: [program, ...args], folder = '.' }: Check) {
  const begun = performance.now();
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
const due = checks.filter(({ folder = '.', needs }) => !needs || existsSync(path.join(root, folder, needs)));
const outcomes = due.map(() => Promise.withResolvers<Awaited<ReturnType<typeof outcomeOf>>>());
// As many at once as there are cores; each says what it found when all before it have.
let next = 0;
for (let lane = 0; lane < Math.min(4, availableParallelism()); lane++) void work();
async function work(): Promise<void> {
  for (let index = next++; index < due.length; index = next++)
    outcomes[index]?.resolve(await outcomeOf(due[index] as Check));
}

// Shorter than the checks take.
const audit = auditReport(10_000);
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

console.log(`\n── Known faults of dependencies (a report: it fails nothing)\n${await audit}`);

console.log(failed.length === 0 ? '\nAll checks passed.' : `\nFailed: ${failed.join('; ')}.`);
process.exitCode = failed.length === 0 ? 0 : 1;
