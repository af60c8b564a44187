import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { PATIENCE_MS } from '@venue-booking/kit/testing/testTiming';
import { endWithTests } from '../servers/endWithTests.ts';

const ROOT = resolve(import.meta.dirname, '../..');

/** A process of the product, as an operator would run it. */
export type ServiceProcess = {
  readonly name: string;
  readonly pid: number;
  /** Everything that it has printed. */
  output(): string;
  /** Kills it, as a crash would. */
  kill9(): Promise<void>;
  /** Sends SIGTERM, as an operator would. Returns the exit code, or null if it had to be killed. */
  stop(): Promise<number | null>;
  /** Starts it again with the same settings, after it has ended. */
  start(): void;
};

/** A command that runs a service instead of a script of this clone. `uid` is the user that runs it. */
export type Command = {
  file: string;
  args: string[];
  cwd?: string;
  uid?: number | undefined;
  /** By default the group with the number of the user. */
  gid?: number;
};

/** Runs a script of the product, or a command, with only these settings. */
export function runProcess(
  name: string,
  script: string | Command,
  env: Record<string, string>,
): ServiceProcess {
  const command =
    typeof script === 'string' ? { file: process.execPath, args: [resolve(ROOT, script)] } : script;
  const { file, args, cwd, uid, gid = uid }: Command = command;
  let child: ChildProcess;
  let output = '';
  const start = () => {
    child = spawn(file, args, {
      cwd,
      ...(uid !== undefined && { uid, gid }),
      env: {
        PATH: process.env.PATH ?? '',
        HOME: process.env.HOME ?? '',
        NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? '',
        ...env,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const started = child;
    if (started.pid) started.once('exit', endWithTests(started.pid, 'KILL'));
    for (const stream of [started.stdout, started.stderr])
      stream?.on('data', (chunk: Buffer) => {
        output += chunk.toString();
      });
  };
  const end = async (signal: NodeJS.Signals): Promise<number | null> => {
    const ending = child;
    if (ending.exitCode !== null || ending.signalCode !== null) return ending.exitCode;
    const timer = setTimeout(() => ending.kill('SIGKILL'), PATIENCE_MS);
    ending.kill(signal);
    await once(ending, 'exit');
    clearTimeout(timer);
    return ending.exitCode;
  };
  start();
  return {
    name,
    get pid() {
      return child.pid ?? 0;
    },
    output: () => output,
    kill9: async () => void (await end('SIGKILL')),
    stop: () => end('SIGTERM'),
    start,
  };
}
