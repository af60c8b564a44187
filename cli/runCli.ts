import { resolve } from 'node:path';
import { CommanderError } from 'commander';
import { CliError, exitCodes } from './exitCodes.ts';
import type { Io } from './io.ts';
import settings from './package.json' with { type: 'json' };
import { commandAt, createProgram, typedAs } from './program.ts';
import { runOperation } from './runOperation.ts';
import { printable, printableJson } from './show.ts';
import { addTransferCommands } from './transfer/transferCommands.ts';

const root = resolve(import.meta.dirname, '..');

/** Runs a command. @returns the exit code */
export async function runCli(args: readonly string[], io: Io): Promise<number> {
  const program = createProgram(args, (operation, typed) => runOperation(operation, typed, { root, io }), {
    ...io,
    version: settings.version,
  });
  addTransferCommands(program, { root, io });
  try {
    await program.parseAsync(args, { from: 'user' });
    return exitCodes.ok;
  } catch (error) {
    const command = commandAt(program, args[0] === 'help' ? args.slice(1) : args);
    return report(error, { asJson: args.includes('--json'), help: typedAs(command) }, io);
  }
}

/** Prints an error to stderr. @param help the command whose help may explain it @returns the exit code */
function report(error: unknown, { asJson, help }: { asJson: boolean; help: string }, { stderr }: Io): number {
  if (error instanceof CommanderError && error.exitCode === 0) return exitCodes.ok;
  if (error instanceof Error && error.name === 'AbortError') return 130;
  if (!(error instanceof CliError || error instanceof CommanderError)) throw error;
  // Commander has already printed the help.
  if ('code' in error && error.code === 'commander.help') return exitCodes.usage;
  const message = error.message.replace(/^error: /, '');
  const lines = error instanceof CommanderError ? `${message}\nSee: ${help} --help` : message;
  const text = asJson
    ? printableJson(JSON.stringify({ error: message }))
    : lines.split('\n').map(printable).join('\n');
  stderr.write(`${text}\n`);
  return error instanceof CliError ? error.exitCode : exitCodes.usage;
}
