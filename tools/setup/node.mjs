// Chooses the Node that runs the code.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import path from 'node:path';
import { SetupError } from './setupError.mjs';

const lowest = [22, 22];

/**
 * Returns the Node from the dependencies, or else the current one if it is new enough. The packaged one is
 * run once to verify that it works here; on a musl system, for example, it does not.
 */
export function pickNode(root) {
  const packaged = path.join(
    root,
    'node_modules',
    `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`,
    'bin',
    process.platform === 'win32' ? 'node.exe' : 'node',
  );
  if (works(packaged, path.join(root, 'node_modules', '.venue-booking-node'))) return packaged;
  if (recentEnough(process.versions.node)) return process.execPath;
  throw new SetupError(
    `Node ${lowest.join('.')} or newer is needed, and the dependencies contain none for ` +
      `${process.platform}-${process.arch} (this is ${process.versions.node}). Install Node 24, then run this again.`,
  );
}

/**
 * Whether a binary runs here and is recent enough. The result is cached in a file, because running it takes
 * as long as all other checks of a start together.
 */
function works(binary, markFile) {
  if (!existsSync(binary)) return false;
  const { mtimeMs, size } = statSync(binary);
  // Another container may have the same files and a different C library.
  const mark = [lowest.join('.'), mtimeMs, size, hostname()].join(' ');
  if (existsSync(markFile) && readFileSync(markFile, 'utf8') === mark) return true;
  if (!recentEnough(versionOf(binary))) return false;
  try {
    writeFileSync(markFile, mark);
  } catch {
    // The folder is not writable: run the check each time.
  }
  return true;
}

function versionOf(binary) {
  try {
    return execFileSync(binary, ['-p', 'process.versions.node'], {
      encoding: 'utf8',
      timeout: 10_000,
    }).trim();
  } catch {
    return '0.0.0';
  }
}

function recentEnough(version) {
  const [major, minor] = version.split('.').map(Number);
  return major > lowest[0] || (major === lowest[0] && minor >= lowest[1]);
}
