import {
  deadLettersOf,
  type PurgeState,
  type PurgeStep,
  purgeRows,
} from '@venue-booking/kit/postgres/purgeRows';
import type { Sql } from '@venue-booking/kit/postgres/sql';

/** Everything of a venue, children first. */
const STEPS: readonly PurgeStep[] = [
  ...[
    'own_move',
    'resize',
    'allocation',
    'add_on_use',
    'room_use',
    'block',
    'slot',
    'opening_exception',
    'facility',
  ].map((table) => ({ table: `availability.${table}` })),
  { table: 'availability.venue', where: 'id = $1::integer' },
  deadLettersOf('availability'),
];

/** Purges a batch of a deleted venue's data. Idempotent. */
export const purgeVenue = async (database: Sql, venueId: number): Promise<PurgeState> =>
  (await purgeRows(database, venueId, STEPS)) ? 'more' : 'done';
