import pg from 'pg';
import { UnreachableError } from '../concurrency/awaitDependency.ts';
import { connectionReason } from '../errors/connectionReason.ts';
import { EnvError } from '../settings/env.ts';

/** Permanent connection errors, by SQLSTATE. */
const PERMANENT_ERRORS: Record<string, string> = {
  '28P01': 'the server rejects the user or the password',
  28000: 'the server rejects the user',
  '3D000': 'the database does not exist',
};
/**
 * The server is unreachable, starting, stopping or full:
 * https://www.postgresql.org/docs/current/errcodes-appendix.html
 */
const TRANSIENT = /^(E(?!RR_)[A-Z_]+|57P0[1-3]|53300)$/;
/** Messages of pg errors that have no code. */
const TRANSIENT_MESSAGE = /timeout expired|terminated/;
const NO_RESPONSE = 'Query read timeout';

/**
 * Runs `act` with its own connection, outside of any pool.
 * @param options.responseMs timeout of a statement; by default there is none
 * @throws UnreachableError when there is no connection or no response in time; EnvError when the server
 * rejects the connection
 */
export async function withClient<T>(
  databaseUrl: string,
  act: (client: pg.Client) => Promise<T>,
  options: { responseMs?: number } = {},
): Promise<T> {
  const client = await connect(databaseUrl, options);
  // A broken connection rejects the running query; this event needs no further handling.
  client.on('error', () => {});
  try {
    return await act(client);
  } catch (error) {
    if ((error as Error).message !== NO_RESPONSE) throw error;
    throw new UnreachableError('DATABASE_URL: the database, or a pooler in front of it, does not respond');
  } finally {
    await client.end();
  }
}

async function connect(databaseUrl: string, { responseMs }: { responseMs?: number }): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    connectionTimeoutMillis: 10_000,
    // A migration may take long, so detect a lost server by keep-alive rather than a timeout.
    keepAlive: true,
    ...(responseMs !== undefined && { query_timeout: responseMs }),
  });
  try {
    await client.connect();
    return client;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const reason = PERMANENT_ERRORS[code ?? ''] ?? connectionReason(error);
    const isTransient = code === undefined ? TRANSIENT_MESSAGE.test(message) : TRANSIENT.test(code);
    const Reported = isTransient ? UnreachableError : EnvError;
    throw new Reported(`DATABASE_URL: no connection to the database (${reason})`);
  }
}
