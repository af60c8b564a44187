import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { CliError, exitCodes, usageError } from './exitCodes.ts';

const TOKEN_FILE = 'operator-token';
const DEFAULT_API = 'http://localhost:3000';

/** The API to call, and the token with its source. `api` has no trailing slash. */
export type Connection = { api: string; token: string; tokenFrom: string };

/** The advice in messages about a missing or wrong token. */
export const SET_TOKEN = 'set VENUE_BOOKING_TOKEN to the token of the operator or of a venue.';

export type ConnectionOptions = {
  api?: string | undefined;
  token?: string | undefined;
  insecure?: boolean | undefined;
};

/**
 * The connection from flags, then the environment, then the files that `npm start` wrote below `root`.
 * @throws CliError for an invalid URL or token, no token, or a token that would be sent unencrypted
 */
export function connectionOf(options: ConnectionOptions, env: NodeJS.ProcessEnv, root: string): Connection {
  const dataDir = resolve(root, env.DATA_DIR || '.data');
  const url = addressOf(
    options.api || env.VENUE_BOOKING_API || readStartFile(dataDir, 'address').trim() || DEFAULT_API,
  );
  const local = isThisMachine(url.hostname);
  if (url.protocol === 'http:' && !local && !options.insecure)
    throw usageError(
      `${url.origin} is another machine, and http would send the token unencrypted. Use https, or --insecure.`,
    );
  const sources: [from: string, token: string | undefined][] = [
    ['--token', options.token],
    ['VENUE_BOOKING_TOKEN', env.VENUE_BOOKING_TOKEN],
    ['OPERATOR_TOKEN', env.OPERATOR_TOKEN],
    [join(dataDir, TOKEN_FILE), local ? readStartFile(dataDir, TOKEN_FILE) : ''],
  ];
  const [tokenFrom, given] = sources.find(([, value]) => value) ?? ['', ''];
  const token = (given ?? '').trim();
  if (!token) throw new CliError(exitCodes.unauthorised, `No token: ${SET_TOKEN}`);
  if (!/^[\x21-\x7e]+$/.test(token)) throw usageError('The token contains invalid characters.');
  return { api: url.href.replace(/\/+$/, ''), token, tokenFrom };
}

function addressOf(text: string): URL {
  const url = URL.parse(text);
  if (!url || !/^https?:$/.test(url.protocol) || !url.hostname)
    throw usageError(
      'The URL of the API must look like http://localhost:3000 or https://booking.example.com.',
    );
  if (url.username || url.password || url.search || url.hash)
    throw usageError('The URL of the API must not have a password, `?` or `#`.');
  return url;
}

const isThisMachine = (hostname: string): boolean =>
  hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname);

/** Reads a file that `npm start` wrote to its data folder. Empty if it does not exist or is not readable. */
function readStartFile(dataDir: string, file: 'address' | typeof TOKEN_FILE): string {
  try {
    return readFileSync(join(dataDir, file), 'utf8');
  } catch {
    return '';
  }
}
