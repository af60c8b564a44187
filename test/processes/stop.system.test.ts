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
  /** Process ids: npm, `tools/run.mjs`, the services and PostgreSQL. */
  npm: number;
  launcher: number;
  services: number;
  postgres: number;
};

/** A process group of a process, where it runs. */
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

// A stop is clean when the services said their goodbye and PostgreSQL, last of all, wrote everything and
// ended by itself.
describe('npm start ends without leaving anything behind', { skip: process.platform !== 'linux' }, () => {
  let dataDir: string;
  let port: number;
  beforeAll(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'vb-stop-'));
    port = await claimPort();
  });
  afterAll(() => rmSync(dataDir, { recursive: true, force: true }));
  let group = 0;
  // What a test found running goes before the next.
  afterEach(async () => {
    const left = processes().filter((pid) => groupOf(pid) === group || commandOf(pid)?.includes(dataDir));
    for (const pid of left) if (isRunning(pid)) process.kill(pid, 'SIGKILL');
    await eventually('ended', () => !left.some(isRunning));
  });

  const postgresOf = () =>
    Number(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0]);
  const postgresLog = () => readFileSync(join(dataDir, 'postgres.log'), 'utf8').trimEnd();

  const start = async (): Promise<Started> => {
    const started = npmStart({ DATA_DIR: dataDir, PORT: String(port), DEMO: 'false' });
    group = started.pid;
    await eventually('started', () => /Stop with Ctrl-C/.test(started.output()), 60_000);
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
    await eventually(
      'no process is left',
      () => !isRunning(started.postgres) && !processes().some(isLeft),
      30_000,
    );
    assert.match(postgresLog(), /database system is shut down$/);
    for (const file of ['postgres/postmaster.pid', 'postgres.owner'])
      assert.ok(!existsSync(join(dataDir, file)), `${file} is left`);
  };

  const assertStoppedCleanly = async (started: Started) => {
    await assertAllGone(started);
    const goodbye = /Stopping …\nStopped. Everything is kept for the next start.\n$/;
    // What was written last may still be on its way to us.
    await eventually('its goodbye', () => goodbye.test(started.output()), 5000).catch(() => {});
    assert.match(started.output(), goodbye);
    // A shell tells of what was killed.
    assert.match(started.errors(), /^(Killed\n)?$/);
  };

  const asked = (pid: (started: Started) => number, signal: NodeJS.Signals) => (started: Started) =>
    process.kill(pid(started), signal);

  const stories: Record<string, (started: Started) => void> = {
    'when the whole group is told to end, as by a container': ({ signalAll }) => signalAll('SIGTERM'),
    'when it is told again and again, in different ways': ({ signalAll }) => {
      for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGTERM'] as const) signalAll(signal);
    },
    'when systemd ends every process, PostgreSQL as well': (started) => {
      process.kill(started.postgres, 'SIGTERM');
      started.signalAll('SIGTERM');
    },
    'when only npm is told': asked(({ npm }) => npm, 'SIGTERM'),
    'when only what npm runs is told': asked(({ launcher }) => launcher, 'SIGTERM'),
    'when only what npm runs hears that the terminal closed': asked(({ launcher }) => launcher, 'SIGHUP'),
    'when only the services hear that the terminal closed': asked(({ services }) => services, 'SIGHUP'),
    'when what npm runs is killed': asked(({ launcher }) => launcher, 'SIGKILL'),
    'when npm is killed': asked(({ npm }) => npm, 'SIGKILL'),
  };
  for (const [when, act] of Object.entries(stories))
    it(when, async () => {
      const started = await start();
      act(started);
      await assertStoppedCleanly(started);
    });

  it('when its terminal closes', async () => {
    const started = await start();
    started.closeOutput();
    started.signalAll('SIGHUP');
    await assertAllGone(started);
  });

  it('when PostgreSQL is ended from outside, and says so in one line', async () => {
    const started = await start();
    process.kill(started.postgres, 'SIGTERM');
    await assertAllGone(started);
    const reason = /^PostgreSQL \(process \d+\) was ended from outside; stopping\.\n/;
    await eventually('the reason', () => reason.test(started.errors()), 5000).catch(() => {});
    assert.match(started.errors(), reason);
  });

  it('but PostgreSQL when all is killed, which the next start takes over', async () => {
    const killed = await start();
    killed.signalAll('SIGKILL');
    await eventually('killed', () => !isRunning(killed.services));
    assert.ok(isRunning(killed.postgres));

    const next = await start();
    assert.equal(next.postgres, killed.postgres);
    next.signalAll('SIGTERM');
    await assertAllGone(next);
  });
});
