// Which Node runs the code.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import path from 'node:path';
import { SetupError } from './setupError.mjs';

const lowest = [22, 22];

/**
 * The Node to run with: the one that came with the dependencies, else the current one if it is new enough.
 * The packaged one is run once to prove that it works here (a musl system, for one, can't load it).
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
    `Node ${lowest.join('.')} or newer is needed and none came with the dependencies for ` +
      `${process.platform}-${process.arch} (this is ${process.versions.node}): install Node 24, then run this again.`,
  );
}

/**
 * Whether a binary runs here and is recent enough. That is written down, as to run it takes as long as all
 * other checks of a start together.
 */
function works(binary, markFile) {
  if (!existsSync(binary)) return false;
  const { mtimeMs, size } = statSync(binary);
  // Another container may have the same files and another C library.
  const mark = [lowest.join('.'), mtimeMs, size, hostname()].join(' ');
  if (existsSync(markFile) && readFileSync(markFile, 'utf8') === mark) return true;
  if (!recentEnough(versionOf(binary))) return false;
  try {
    writeFileSync(markFile, mark);
  } catch {
    // Not our folder: it is run each time.
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
