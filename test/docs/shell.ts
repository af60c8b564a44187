import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { run } from '../../cli/testRun.ts';
import { type Block, root } from './pages.ts';

/**
 * Runs before the blocks of a page. A failing command ends the script. curl also fails on a status other than
 * EXPECTED. `npm run cli` asks {@link startCli} to run the command, because starting npm and Node takes a
 * second of processor time. `runuser` runs the command as the current user, because the user of the docs does
 * not exist here.
 */
const PRELUDE = `
set -eo pipefail
curl() {
  local status
  status=$(command curl -sS -o body -w '%{http_code}' "$@") || return
  cat body
  case $status in $EXPECTED) ;; *) echo "curl: answered $status" >&2; return 1 ;; esac
}
runuser() {
  [ "$1 $2 $3" = '-u venue-booking --' ] || { echo "runuser $*: not here" >&2; return 1; }
  shift 3
  "$@"
}
npm() {
  [ "$1 $2 $3" = 'run cli --' ] || { echo "npm $*: not here" >&2; return 1; }
  shift 3
  local code
  printf '%s\\0' "$@" > "$CLI_FOLDER/args"
  env -0 > "$CLI_FOLDER/env"
  code=$(command curl -sS --unix-socket "$CLI_FOLDER/socket" http://cli) || return
  cat "$CLI_FOLDER/out"
  cat "$CLI_FOLDER/err" >&2
  return "$code"
}
`;

/**
 * Runs commands of the CLI in this process, with the arguments, the settings and the working folder that the
 * shell writes to files. `cli/main.system.test.ts` runs the CLI as processes.
 */
export async function startCli(): Promise<{ folder: string } & AsyncDisposable> {
  const folder = mkdtempSync(path.join(tmpdir(), 'vb-cli-'));
  const partsOf = (name: string) => readFileSync(path.join(folder, name), 'utf8').split('\0').slice(0, -1);
  const answer = async (): Promise<number> => {
    const env = Object.fromEntries(partsOf('env').map((line) => line.split(/=(.*)/s)));
    const before = { folder: process.cwd(), zone: process.env.TZ };
    process.chdir(env.PWD);
    process.env.TZ = env.TZ;
    try {
      const { code, out, err } = await run(partsOf('args'), { env });
      writeFileSync(path.join(folder, 'out'), out);
      writeFileSync(path.join(folder, 'err'), err);
      return code ?? 1;
    } finally {
      process.chdir(before.folder);
      if (before.zone === undefined) delete process.env.TZ;
      else process.env.TZ = before.zone;
    }
  };
  const server = createServer((_request, response) => {
    answer().then(
      (code) => response.end(String(code)),
      (error: Error) => response.destroy(error),
    );
  });
  await once(server.listen(path.join(folder, 'socket')), 'listening');
  return {
    folder,
    async [Symbol.asyncDispose]() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A folder like the clone in the docs, with the operator's token of a running stack. */
export function newClone(operatorToken: string): { folder: string } & Disposable {
  const folder = mkdtempSync(path.join(tmpdir(), 'vb-docs-'));
  for (const name of ['cli', 'tools', 'services', 'node_modules'])
    symlinkSync(path.join(root, name), path.join(folder, name));
  mkdirSync(path.join(folder, '.data'));
  writeFileSync(path.join(folder, '.data/operator-token'), `${operatorToken}\n`);
  return { folder, [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }) };
}

/** When the commands of a page are ended. They take a minute, and several on a busy machine. */
export const HANGING_MS = 700_000;

/**
 * Runs the blocks of a page one after the other in one shell, as a reader would.
 * @param options.replace texts of the docs and their replacements, such as addresses
 * @returns the output of each block
 * @throws Error with the output of the command that failed
 */
export async function runBlocks(
  blocks: readonly Block[],
  options: { folder: string; env: Record<string, string>; replace: Record<string, string> },
): Promise<string[]> {
  const MARK = '@@@@ next block @@@@';
  const script = blocks.map(({ text, comment }) => {
    const [, expected = '2??'] = /^answers (\d+)$/.exec(comment) ?? [];
    return `echo '${MARK}'; EXPECTED='${expected}'\n${replaced(text, options.replace)}\n`;
  });
  const out = await new Promise<string>((resolve, reject) =>
    execFile(
      'bash',
      ['-c', PRELUDE + script.join('')],
      {
        cwd: options.folder,
        env: {
          PATH: `${path.dirname(process.execPath)}:${process.env.PATH}`,
          HOME: process.env.HOME,
          DATA_DIR: path.join(options.folder, '.data'),
          // Five hours behind UTC: at night too, "today" is a day that has begun at the venue.
          TZ: 'Etc/GMT+5',
          ...options.env,
        },
        timeout: HANGING_MS,
      },
      (error, stdout, stderr) =>
        error ? reject(new Error(`${stdout.split(MARK).at(-1)?.trim()}\n${stderr}`.trim())) : resolve(stdout),
    ),
  );
  return out.split(`${MARK}\n`).slice(1);
}

export const replaced = (text: string, by: Record<string, string>): string =>
  Object.entries(by).reduce((now, [from, to]) => now.replaceAll(from, to), text);
