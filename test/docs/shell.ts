import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Block, root } from './pages.ts';

/**
 * Runs before the blocks of a page. A failing command ends the script. curl also fails on a status other than
 * EXPECTED. `npm run cli` starts without npm, which would take half a second each time. `runuser` runs the
 * command as the current user, because the user of the docs does not exist here.
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
  node cli/venue-booking.mjs "$@"
}
`;

/** A folder like the clone in the docs, with the operator's token of a running stack. */
export function newClone(operatorToken: string): { folder: string } & Disposable {
  const folder = mkdtempSync(path.join(tmpdir(), 'vb-docs-'));
  for (const name of ['cli', 'tools', 'services', 'node_modules'])
    symlinkSync(path.join(root, name), path.join(folder, name));
  mkdirSync(path.join(folder, '.data'));
  writeFileSync(path.join(folder, '.data/operator-token'), `${operatorToken}\n`);
  return { folder, [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }) };
}

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
          ...options.env,
        },
        timeout: 180_000,
      },
      (error, stdout, stderr) =>
        error ? reject(new Error(`${stdout.split(MARK).at(-1)?.trim()}\n${stderr}`.trim())) : resolve(stdout),
    ),
  );
  return out.split(`${MARK}\n`).slice(1);
}

export const replaced = (text: string, by: Record<string, string>): string =>
  Object.entries(by).reduce((now, [from, to]) => now.replaceAll(from, to), text);
