// `npm run check`: all static checks.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { auditReport } from './auditReport.ts';

interface Check {
  title: string;
  /** A program in node_modules with its arguments. */
  run: [program: string, ...args: string[]];
  /** The working folder, and a file that the check needs: without it the check is skipped. */
  folder?: string;
  needs?: string;
}

const root = path.resolve(import.meta.dirname, '..');
const parts = ['admin-vue', 'cli', 'proto', 'services', 'test', 'tools', 'widget-vue'];
const buf = '@bufbuild/buf/bin/buf';
// Three times as fast as the TypeScript version that vue-tsc and other tools support.
const tsc = 'typescript-7/bin/tsc';
const vueTsc = 'vue-tsc/bin/vue-tsc.js';

const checks: Check[] = [
  { title: 'Format and lint', run: ['@biomejs/biome/bin/biome', 'check', '--error-on-warnings', '.'] },
  { title: 'Types', run: [tsc, '--noEmit'] },
  { title: 'Types of the browser tests', run: [tsc, '--noEmit', '-p', 'test/widget'] },
  { title: 'Types of the dashboard tests', run: [tsc, '--noEmit', '-p', 'test/admin'] },
  { title: 'Types of the host tests', run: [tsc, '--noEmit', '-p', 'test/hosts'] },
  // The widget's code may use browser types only; its tests use Node's too.
  { title: 'Types of the widget', run: [vueTsc, '--noEmit', '-p', 'widget-vue'] },
  { title: 'Types of the dashboard', run: [vueTsc, '--noEmit', '-p', 'admin-vue/tsconfig.test.json'] },
  { title: 'Types of the wrappers', run: [tsc, '--noEmit', '-p', 'widget-vue/wrappers'] },
  { title: 'Types of the widget tests', run: [vueTsc, '--noEmit', '-p', 'widget-vue/tsconfig.test.json'] },
  {
    title: 'Dependencies between modules',
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
    title: 'Event schemas: compatible with the release',
    run: [buf, 'breaking', '--against', 'events/released.binpb'],
    folder: 'proto',
    needs: 'events/released.binpb',
  },
];

/** Runs a check and returns its output. */
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

const due = checks.filter(({ folder = '.', needs }) => !needs || existsSync(path.join(root, folder, needs)));
const outcomes = due.map(() => Promise.withResolvers<Awaited<ReturnType<typeof outcomeOf>>>());
// Run at most four checks in parallel, and print their output in order.
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

console.log(`\n── Known vulnerabilities of dependencies (report only)\n${await audit}`);

console.log(failed.length === 0 ? '\nAll checks passed.' : `\nFailed: ${failed.join('; ')}.`);
process.exitCode = failed.length === 0 ? 0 : 1;
