import { deleteOldRows } from '@venue-booking/kit/events/oldRows';
import { every } from '@venue-booking/kit/process/every';
import type { Log } from '@venue-booking/kit/process/log';
import { SILENCE_DAYS } from '@venue-booking/proto/session';
import type { CatalogDatabase } from '../database.ts';

const HOUR_MS = 3600_000;

/** What is over, and by which column. Turns and links are kept a day, as they count for an hour. */
const OLD = [
  { table: 'catalog.sign_in_link', key: 'hash', column: 'expires_at', days: 1 },
  { table: 'catalog.sign_in_turn', key: 'key', column: 'since', days: 1 },
  { table: 'catalog.session', key: 'hash', column: 'last_seen_at', days: SILENCE_DAYS },
];

/** Deletes links, counts and sessions that are over. */
export async function forgetSessions(database: CatalogDatabase): Promise<void> {
  for (const old of OLD) while (await deleteOldRows(database, old));
}

/** Does so once an hour until stopped. */
export const startForgetting = ({ database, log }: { database: CatalogDatabase; log: Log }) =>
  every(
    HOUR_MS,
    { name: 'forgetting sessions', budgetMs: HOUR_MS, run: () => forgetSessions(database) },
    log,
  );
