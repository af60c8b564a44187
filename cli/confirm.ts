import { createInterface } from 'node:readline/promises';
import { CliError, exitCodes, usageError } from './exitCodes.ts';
import type { Io } from './io.ts';

/** Asks for confirmation. @throws CliError unless the user types `yes`, or without a terminal */
export async function confirm(question: string, { stdin, stderr }: Io): Promise<void> {
  if (!stdin.isTTY || !stderr.isTTY) throw usageError(`${question} Confirm with --yes.`);
  const terminal = createInterface({ input: stdin, output: stderr });
  try {
    const closed = new Promise<string>((resolve) => terminal.once('close', () => resolve('')));
    const answer = await Promise.race([terminal.question(`${question}\nType yes to continue: `), closed]);
    if (answer.trim() !== 'yes') throw new CliError(exitCodes.rejected, 'Nothing was changed.');
  } finally {
    terminal.close();
  }
}
