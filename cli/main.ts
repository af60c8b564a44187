import { resolve } from 'node:path';
import { CommanderError } from 'commander';
import { CliError, exitCodes } from './exitCodes.ts';
import settings from './package.json' with { type: 'json' };
import { createProgram } from './program.ts';
import { runOperation } from './runOperation.ts';
import { printable, printableJson } from './show.ts';

const root = resolve(import.meta.dirname, '..');

// A reader that has seen enough, such as `| head`, is no failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit();
});
// The exit code says it also when nobody reads why.
process.stderr.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});

const program = createProgram(
  (operation, flags, typed) => runOperation(operation, flags, typed, root),
  settings.version,
);
try {
  await program.parseAsync();
} catch (error) {
  process.exitCode = report(error, process.argv.includes('--json'));
}

/** Says on stderr what went wrong. @returns the exit code */
function report(error: unknown, asJson: boolean): number {
  if (error instanceof CommanderError && error.exitCode === 0) return exitCodes.ok;
  if (error instanceof Error && error.name === 'AbortError') return 130;
  if (!(error instanceof CliError || error instanceof CommanderError)) throw error;
  // Commander has shown the help instead.
  if ('code' in error && error.code === 'commander.help') return exitCodes.usage;
  const message = error.message.replace(/^error: /, '');
  console.error(
    asJson
      ? printableJson(JSON.stringify({ error: message }))
      : message.split('\n').map(printable).join('\n'),
  );
  return error instanceof CliError ? error.exitCode : exitCodes.usage;
}
