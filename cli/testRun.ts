import { spawn } from 'node:child_process';
import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { runCli } from './runCli.ts';

export const BIN = join(import.meta.dirname, 'venue-booking.mjs');
const ROOT = join(import.meta.dirname, '..');

type Settings = { env?: object; input?: string };
type Ended = { code: number | null; out: string; err: string };

/** A minimal environment, so that no settings of this machine apply. */
const environment = (env: object) => ({
  PATH: process.env.PATH,
  HOME: process.env.HOME,
  DATA_DIR: '/nowhere',
  ...env,
});

/** Runs a command in this process with only the given settings. */
export async function run(args: readonly string[], { env = {}, input = '' }: Settings = {}): Promise<Ended> {
  const [stdin, stdout, stderr] = [Readable.from([input]), new PassThrough(), new PassThrough()];
  const [out, err] = [text(stdout), text(stderr)];
  const code = await runCli(args, { env: environment(env), stdin, stdout, stderr });
  for (const written of [stdout, stderr]) written.end();
  return { code, out: await out, err: await err };
}

/**
 * Runs a command as a separate process.
 * @param options.npm whether to use the clone's npm script, in silent mode
 * @param options.ctrlC signal that sends SIGINT
 */
export async function runAsProcess(
  args: readonly string[],
  {
    env = {},
    input = '',
    node = process.execPath,
    npm = false,
    ctrlC,
  }: Settings & { node?: string; npm?: boolean; ctrlC?: AbortSignal } = {},
): Promise<Ended & { signal: NodeJS.Signals | null; ms: number }> {
  const begun = performance.now();
  const [program, ...first] = npm ? ['npm', 'run', '--silent', 'cli', '--'] : [node, BIN];
  const child = spawn(program, [...first, ...args], {
    cwd: npm ? ROOT : tmpdir(),
    env: environment(env),
  });
  ctrlC?.addEventListener('abort', () => child.kill('SIGINT'));
  child.stdin.on('error', () => {});
  child.stdin.end(input);
  const closed = new Promise<{ code: number | null; signal: NodeJS.Signals | null }>((resolve) =>
    child.once('close', (code, signal) => resolve({ code, signal })),
  );
  const [out, err, end] = await Promise.all([text(child.stdout), text(child.stderr), closed]);
  return { ...end, out, err, ms: performance.now() - begun };
}

export type RecordedRequest = {
  method: string;
  url: string;
  headers: IncomingMessage['headers'];
  body: string;
};

/** A fake API server that records requests. Closes when disposed. */
export async function startFakeApi(
  answer: (...args: Parameters<RequestListener>) => void,
): Promise<{ env: object; url: string; requests: RecordedRequest[] } & AsyncDisposable> {
  const requests: RecordedRequest[] = [];
  const server = createServer(async (request, response) => {
    const { method = '', url = '', headers } = request;
    requests.push({ method, url, headers, body: await text(request) });
    answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    requests,
    url,
    env: { VENUE_BOOKING_API: url, VENUE_BOOKING_TOKEN: 'token-of-the-test' },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
