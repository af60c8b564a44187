import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { connectionReason } from '../errors/connectionReason.ts';
import { EnvError } from '../settings/env.ts';

/** Until when to retry connecting, in ms since 1970. `waiting` is called once, with the reason. */
export type ConnectRetry = { until: number; waiting(reason: string): void };

const RETRY_MS = 500;

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
const TRANSIENT = /^(E[A-Z_]+|57P0[1-3]|53300)$/;
/** Messages of pg errors that have no code. */
const TRANSIENT_MESSAGE = /timeout expired|terminated/;
const NO_RESPONSE = 'Query read timeout';

type ConnectOptions = { connectRetry?: ConnectRetry | undefined; responseMs?: number };

/**
 * Runs `act` with its own connection, outside of any pool.
 * @param options.responseMs timeout of a statement; by default there is none
 * @throws EnvError when there is no connection, or no response in time
 */
export async function withClient<T>(
  databaseUrl: string,
  act: (client: pg.Client) => Promise<T>,
  options: ConnectOptions = {},
): Promise<T> {
  const client = await connect(databaseUrl, options);
  // A broken connection rejects the running query; this event needs no further handling.
  client.on('error', () => {});
  try {
    return await act(client);
  } catch (error) {
    if ((error as Error).message !== NO_RESPONSE) throw error;
    throw new EnvError('DATABASE_URL: the database, or a pooler in front of it, does not respond');
  } finally {
    await client.end();
  }
}

async function connect(
  databaseUrl: string,
  { connectRetry, responseMs }: ConnectOptions,
): Promise<pg.Client> {
  for (let attempt = 1; ; attempt++) {
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
      if (!connectRetry || !isTransient || Date.now() + RETRY_MS > connectRetry.until)
        throw new EnvError(`DATABASE_URL: no connection to the database (${reason})`);
      if (attempt === 1) connectRetry.waiting(reason);
      await sleep(RETRY_MS);
    }
  }
}
