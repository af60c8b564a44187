// `npm run check`: everything that can be said about the code without running it.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';

interface Check {
  title: string;
  /** A program in node_modules, and its arguments. */
  run: [program: string, ...args: string[]];
  /** Where, and the file that it checks against: without it the check has no subject. */
  folder?: string;
  needs?: string;
}

const root = path.resolve(import.meta.dirname, '..');
const parts = ['cli', 'proto', 'services', 'test', 'tools', 'widget-vue'];
const buf = '@bufbuild/buf/bin/buf';
const vueTsc = 'vue-tsc/bin/vue-tsc.js';

const checks: Check[] = [
  { title: 'Format and lint', run: ['@biomejs/biome/bin/biome', 'check', '--error-on-warnings', '.'] },
  { title: 'Types', run: ['typescript/bin/tsc', '--noEmit'] },
  { title: 'Types of the browser tests', run: ['typescript/bin/tsc', '--noEmit', '-p', 'test/widget'] },
  // The widget knows a browser only, its tests Node as well.
  { title: 'Types of the widget', run: [vueTsc, '--noEmit', '-p', 'widget-vue'] },
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

const failed: string[] = [];
for (const { title, run, folder = '.', needs } of checks) {
  const cwd = path.join(root, folder);
  if (needs && !existsSync(path.join(cwd, needs))) continue;
  console.log(`\n── ${title}`);
  const [program, ...args] = run;
  const begun = performance.now();
  const { status } = spawnSync(process.execPath, [path.join(root, 'node_modules', program), ...args], {
    cwd,
    stdio: 'inherit',
  });
  const seconds = ((performance.now() - begun) / 1000).toFixed(1);
  console.log(status === 0 ? `✔ ${seconds} s` : `✖ ${seconds} s`);
  if (status !== 0) failed.push(title);
}

console.log(failed.length === 0 ? '\nAll checks passed.' : `\nFailed: ${failed.join('; ')}.`);
process.exitCode = failed.length === 0 ? 0 : 1;
