import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { connectionReason } from '../process/connectionReason.ts';
import { EnvError } from '../process/env.ts';

/** Until when to try again while there is no connection, ms since 1970; `waiting` hears why, once. */
export type Patience = { until: number; waiting(reason: string): void };

const RETRY_MS = 500;

/** What the server refuses for good, in words. */
const REFUSALS: Record<string, string> = {
  '28P01': 'it refuses the user or the password',
  28000: 'it refuses the user',
  '3D000': 'there is no database of this name',
};
/**
 * A server that is not there, not yet up, going down, or full:
 * https://www.postgresql.org/docs/current/errcodes-appendix.html
 */
const PASSES = /^(E[A-Z_]+|57P0[1-3]|53300)$/;
/** What pg says without a code. */
const BROKEN_OFF = /timeout expired|terminated/;
const NO_ANSWER = 'Query read timeout';

type Waits = { patience?: Patience | undefined; answerMs?: number };

/**
 * Does something with a connection of its own, outside any pool.
 * @param waits.answerMs longest wait for the answer to a statement, which otherwise has no end
 * @throws EnvError when there is no connection, or no answer in time
 */
export async function withClient<T>(
  databaseUrl: string,
  act: (client: pg.Client) => Promise<T>,
  waits: Waits = {},
): Promise<T> {
  const client = await connect(databaseUrl, waits);
  // A connection that breaks fails the query that is under way, which is enough.
  client.on('error', () => {});
  try {
    return await act(client);
  } catch (error) {
    if ((error as Error).message !== NO_ANSWER) throw error;
    throw new EnvError('DATABASE_URL: the database, or a pooler before it, does not answer');
  } finally {
    await client.end();
  }
}

async function connect(databaseUrl: string, { patience, answerMs }: Waits): Promise<pg.Client> {
  for (let attempt = 1; ; attempt++) {
    const client = new pg.Client({
      connectionString: databaseUrl,
      connectionTimeoutMillis: 10_000,
      // A migration may take long, but a server that is gone without a word is noticed.
      keepAlive: true,
      ...(answerMs !== undefined && { query_timeout: answerMs }),
    });
    try {
      await client.connect();
      return client;
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      const reason = REFUSALS[code ?? ''] ?? connectionReason(error);
      const passes = code === undefined ? BROKEN_OFF.test(message) : PASSES.test(code);
      if (!patience || !passes || Date.now() + RETRY_MS > patience.until)
        throw new EnvError(`DATABASE_URL: no connection to the database (${reason})`);
      if (attempt === 1) patience.waiting(reason);
      await sleep(RETRY_MS);
    }
  }
}
