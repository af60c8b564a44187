import { isTransientError } from '@venue-booking/kit/errors/transientError';
import type { Sql } from '@venue-booking/kit/postgres/sql';
import { EnvError } from '@venue-booking/kit/settings/env';

/** SQLSTATEs of files that the server cannot read. Elsewhere they are transient, such as a failing disk. */
const UNREADABLE = /^58/;

/**
 * Verifies at start that PostgreSQL can read its time zones. Otherwise no venue could be created.
 * @throws EnvError with PostgreSQL's reason
 */
export async function checkZones(database: Sql): Promise<void> {
  const zones = await database
    .$queryRawUnsafe<object[]>('SELECT FROM pg_timezone_names LIMIT 1')
    .catch((error: Error & { code?: string }) => {
      if (isTransientError(error) && !UNREADABLE.test(error.code ?? '')) throw error;
      throw unreadable(error.message);
    });
  if (zones.length === 0) throw unreadable('the list is empty');
}

const unreadable = (reason: string) =>
  new EnvError(
    `DATABASE_URL: PostgreSQL cannot read its time zones in pg_timezone_names (${reason}). ` +
      'Make its time zone files readable to the server and the view to this user',
  );
