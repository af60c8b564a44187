import type { Log } from '@venue-booking/kit/logging/log';
import { every } from '@venue-booking/kit/scheduling/every';
import type { FailureCode } from '@venue-booking/proto/failures';
import { type LimitCounts, LimitKind, TALLY_DAYS } from '@venue-booking/proto/reports/limitCounts';
import type { BookingDatabase } from '../database.ts';

/** A crash loses the counts of this interval. */
const FLUSH_MS = 5000;
/** Maximum pairs of venue and kind between two flushes of a process; further ones are not counted. */
const MAX_COUNTED = 10_000;

/** The limit behind a failure; undefined for other failures. */
export const LIMIT_OF: { [code in FailureCode]?: LimitKind } = {
  proof_missing: 'proof_asked',
  proof_needed: 'proof_asked',
  too_many_holds: 'refused_by_cap',
  too_many_coming: 'refused_by_cap',
  venue_day_full: 'refused_by_cap',
  too_many_bookings: 'refused_by_hour',
};

/**
 * Counts, for the dashboard, how often limits affect guests. Even a flood of rejections costs one statement
 * every few seconds.
 */
export function startLimitTally(database: BookingDatabase, log: Log) {
  let counts = new Map<string, { venueId: number; kind: LimitKind; count: number }>();
  const add = (venueId: number, kind: LimitKind, count: number) => {
    const key = `${venueId} ${kind}`;
    const counted = counts.get(key);
    if (counted) counted.count += count;
    else if (counts.size < MAX_COUNTED) counts.set(key, { venueId, kind, count });
  };
  const flush = async () => {
    const written = [...counts.values()];
    if (written.length === 0) return;
    counts = new Map();
    try {
      await database.$executeRaw`
        INSERT INTO booking.limit_tally AS t (venue_id, day, kind, count)
        SELECT venue_id, (now() AT TIME ZONE 'UTC')::date, kind, count
        FROM unnest(${written.map(({ venueId }) => venueId)}::integer[], ${written.map(({ kind }) => kind)}::text[],
          ${written.map(({ count }) => count)}::integer[]) AS w(venue_id, kind, count)
        ORDER BY venue_id, kind
        ON CONFLICT (venue_id, day, kind) DO UPDATE SET count = t.count + excluded.count`;
    } catch (error) {
      for (const { venueId, kind, count } of written) add(venueId, kind, count);
      throw error;
    }
  };
  const worker = every(FLUSH_MS, { name: 'counts of limits', run: flush }, log);
  return {
    tally: (venueId: number, kind: LimitKind) => add(venueId, kind, 1),
    async stop() {
      await worker.stop();
      await flush().catch((error: unknown) => log.warn({ err: error }, 'cannot write the counts of limits'));
    },
  };
}

export type LimitTally = ReturnType<typeof startLimitTally>['tally'];

/** How often limits affected a venue's guests in the last days. */
export async function readTally(database: BookingDatabase, venueId: number): Promise<LimitCounts> {
  const rows = await database.$queryRaw<{ kind: LimitKind; count: number }[]>`
    SELECT kind, sum(count)::integer AS count FROM booking.limit_tally
    WHERE venue_id = ${venueId} AND day > (now() AT TIME ZONE 'UTC')::date - ${TALLY_DAYS}::integer GROUP BY kind`;
  const countOf = new Map(rows.map(({ kind, count }) => [kind, count]));
  const counts = LimitKind.options.map((kind) => [kind, countOf.get(kind) ?? 0]);
  return { days: TALLY_DAYS, ...(Object.fromEntries(counts) as Record<LimitKind, number>) };
}
