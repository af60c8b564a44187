/** Exit codes, as listed by `--help`. */
export const exitCodes = {
  ok: 0,
  rejected: 1,
  usage: 2,
  unauthorised: 3,
  notFound: 4,
  unreachable: 5,
} as const;

export const exitCodesHelp = `Exit codes:
  0  done
  1  rejected by the API, or not confirmed
  2  invalid usage, or a file that can't be read or written
  3  no token, an invalid token, or no permission
  4  not found
  5  the API is unreachable, too slow or failing: retry`;

/** An expected failure of a command. Only its message is shown. */
export class CliError extends Error {
  readonly exitCode: number;

  constructor(exitCode: number, message: string) {
    super(message);
    this.exitCode = exitCode;
  }
}

export const usageError = (message: string): CliError => new CliError(exitCodes.usage, message);

/** The exit code for an HTTP status that is not a success. */
export function exitCodeOf(status: number): number {
  if (status === 401 || status === 403) return exitCodes.unauthorised;
  if (status === 404) return exitCodes.notFound;
  return status >= 400 && status < 500 ? exitCodes.rejected : exitCodes.unreachable;
}
