import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, it } from 'vitest';
import { commandOf, isRunning } from '../../services/one-process/postgres/runningProcess.ts';
import { claimPort } from '../servers/claimPort.ts';
import { eventually } from '../stack/api.ts';
import { npmStart } from '../stack/npmStart.ts';

type Started = ReturnType<typeof npmStart> & {
  /** Process ids of npm, `tools/run.mjs`, the services and PostgreSQL. */
  npm: number;
  launcher: number;
  services: number;
  postgres: number;
};

/** The process group of a process, or undefined if it has ended. */
const groupOf = (pid: number): number | undefined => {
  try {
    return Number(
      readFileSync(`/proc/${pid}/stat`, 'utf8')
        .replace(/^.*\) /s, '')
        .split(' ')[2],
    );
  } catch {
    return undefined;
  }
};

const processes = () => readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? [Number(name)] : []));

// A stop is clean when the services print their last message and PostgreSQL then shuts down by itself.
describe('a running npm start', { skip: process.platform !== 'linux' }, () => {
  let dataDir: string;
  let port: number;
  beforeAll(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'vb-stop-'));
    port = await claimPort();
  });
  afterAll(() => rmSync(dataDir, { recursive: true, force: true }));
  let group = 0;
  // Kills what a failed test left running.
  afterEach(async () => {
    const left = processes().filter((pid) => groupOf(pid) === group || commandOf(pid)?.includes(dataDir));
    for (const pid of left) if (isRunning(pid)) process.kill(pid, 'SIGKILL');
    await eventually('the processes have ended', () => !left.some(isRunning));
  });

  const postgresOf = () =>
    Number(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0]);
  const postgresLog = () => readFileSync(join(dataDir, 'postgres.log'), 'utf8').trimEnd();

  const start = async (): Promise<Started> => {
    const started = npmStart({ DATA_DIR: dataDir, PORT: String(port), DEMO: 'false' });
    group = started.pid;
    await eventually('npm start is ready', () => /Stop with Ctrl-C/.test(started.output()));
    const members = processes().filter((pid) => groupOf(pid) === group);
    const running = (script: string) => {
      const pid = members.find((one) => commandOf(one)?.match(new RegExp(`^\\S*node .*${script}`)));
      return pid ?? assert.fail(`${script} does not run`);
    };
    return {
      ...started,
      npm: started.pid,
      launcher: running('tools/run.mjs services'),
      services: running('/services/one-process/main.ts$'),
      postgres: postgresOf(),
    };
  };

  const assertAllGone = async (started: Started) => {
    const isLeft = (pid: number) => groupOf(pid) === started.npm && isRunning(pid);
    await eventually('no process is left', () => !isRunning(started.postgres) && !processes().some(isLeft));
    assert.match(postgresLog(), /database system is shut down$/);
    for (const file of ['postgres/postmaster.pid', 'postgres.owner'])
      assert.ok(!existsSync(join(dataDir, file)), `${file} is left`);
  };

  // A shell prints `Killed` for a process that was killed.
  const assertStoppedCleanly = async (started: Started, errors = /^(Killed\n)?$/) => {
    await assertAllGone(started);
    const goodbye = /Stopping …\nStopped. All data is kept for the next start.\n$/;
    // The last output may still be in the pipe.
    await eventually('the last message is printed', () => goodbye.test(started.output())).catch(() => {});
    assert.match(started.output(), goodbye);
    assert.match(started.errors(), errors);
  };

  const asked = (pid: (started: Started) => number, signal: NodeJS.Signals) => (started: Started) =>
    process.kill(pid(started), signal);

  const lostPostgres = /^PostgreSQL \(process \d+\) was stopped by another program; stopping\.\n/;

  const stories: Record<string, (started: Started) => void> = {
    'the whole group gets SIGTERM, as in a container': ({ signalAll }) => signalAll('SIGTERM'),
    'the group gets several signals in a row': ({ signalAll }) => {
      for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGTERM'] as const) signalAll(signal);
    },
    'only npm gets SIGTERM': asked(({ npm }) => npm, 'SIGTERM'),
    'only tools/run.mjs gets SIGTERM': asked(({ launcher }) => launcher, 'SIGTERM'),
    'only tools/run.mjs gets SIGHUP': asked(({ launcher }) => launcher, 'SIGHUP'),
    'only the services get SIGHUP': asked(({ services }) => services, 'SIGHUP'),
    'tools/run.mjs is killed': asked(({ launcher }) => launcher, 'SIGKILL'),
    'npm is killed': asked(({ npm }) => npm, 'SIGKILL'),
  };
  for (const [when, act] of Object.entries(stories))
    it(`stops cleanly when ${when}`, async () => {
      const started = await start();
      act(started);
      await assertStoppedCleanly(started);
    });

  it('stops cleanly when systemd ends every process, PostgreSQL included', async () => {
    const started = await start();
    process.kill(started.postgres, 'SIGTERM');
    started.signalAll('SIGTERM');
    // Either signal may arrive first.
    await assertStoppedCleanly(started, new RegExp(`${lostPostgres.source}$|^$`));
  });

  it('leaves no process behind when its terminal closes', async () => {
    const started = await start();
    started.closeOutput();
    started.signalAll('SIGHUP');
    await assertAllGone(started);
  });

  it('stops with one line of explanation when PostgreSQL is ended from outside', async () => {
    const started = await start();
    process.kill(started.postgres, 'SIGTERM');
    await assertAllGone(started);
    await eventually('the reason is printed', () => lostPostgres.test(started.errors())).catch(() => {});
    assert.match(started.errors(), lostPostgres);
  });

  it('leaves PostgreSQL running when all else is killed, and the next start takes it over', async () => {
    const killed = await start();
    killed.signalAll('SIGKILL');
    await eventually('the services are killed', () => !isRunning(killed.services));
    assert.ok(isRunning(killed.postgres));

    const next = await start();
    assert.equal(next.postgres, killed.postgres);
    next.signalAll('SIGTERM');
    await assertAllGone(next);
  });
});
