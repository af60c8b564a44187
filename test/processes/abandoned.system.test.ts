import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, test } from 'vitest';
import { claimPort } from '../servers/claimPort.ts';
import { eventually } from '../stack/api.ts';

const dataDir = mkdtempSync(path.join(tmpdir(), 'vb-abandoned-'));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

/**
 * Processes whose command line or environment contains `dataDir`: PostgreSQL and all that started with it.
 */
const left = () =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && name !== String(process.pid))
    .filter((pid) => {
      try {
        return ['cmdline', 'environ'].some((file) =>
          readFileSync(`/proc/${pid}/${file}`, 'utf8').includes(dataDir),
        );
      } catch {
        return false; // the process ended after the folder was listed
      }
    });

// Like an `npm test` that is stopped.
test('ends all processes that tests started, and removes their data, when the tests are killed', {
  // `left` reads /proc.
  skip: process.platform !== 'linux',
}, async () => {
  const module = (name: string) => JSON.stringify(new URL(`../stack/${name}.ts`, import.meta.url).href);
  const settings = JSON.stringify({ DATA_DIR: dataDir, PORT: String(await claimPort()), DEMO: 'false' });
  const code = `
    import { npmStart } from ${module('npmStart')};
    import { runProcess } from ${module('serviceProcess')};
    const command = { file: process.execPath, args: ['-e', 'setInterval(() => {}, 1000)'] };
    const service = runProcess('service', command, { DATA_DIR: ${JSON.stringify(dataDir)} });
    const started = npmStart(${settings});
    const look = setInterval(() => {
      if (!started.output().includes('Stop with Ctrl-C')) return;
      console.log(service.pid, started.pid);
      clearInterval(look);
    }, 50);`;
  const tests = spawn(process.execPath, ['--input-type=module', '-e', code], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [pids] = await once(createInterface({ input: tests.stdout }), 'line');
  const pidsThen = left();
  for (const pid of pids.split(' ')) assert.ok(pidsThen.includes(pid), `${pid} of ${pidsThen}`);
  assert.ok(existsSync(path.join(dataDir, 'postgres/postmaster.pid')));
  tests.kill('SIGKILL');
  await eventually('no process is left', () => left().length === 0);
  assert.equal(existsSync(dataDir), false);
});
