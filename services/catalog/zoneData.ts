import { offsetAt } from '@venue-booking/domain/schedule/venueTime';
import type { Log } from '@venue-booking/kit/logging/log';
import { every } from '@venue-booking/kit/scheduling/every';
import type { CatalogTx } from './database.ts';

const WEEK_MS = 7 * 24 * 3600_000;
const WEEKS = 104;

/** A zone, and the first instant at which both sides have another offset from UTC, in minutes. */
type Difference = { zone: string; at: number; postgres: number; node: number };

/**
 * The zones of venues for which PostgreSQL and Node.js have other offsets in the next two years, compared
 * weekly.
 * @param offsetOf offset from UTC by Node.js, in ms
 */
export async function findZoneDifferences(
  database: CatalogTx,
  now: number,
  offsetOf = offsetAt,
): Promise<Difference[]> {
  const samples = Array.from({ length: WEEKS }, (_, week) => now + week * WEEK_MS);
  const rows = await database.$queryRaw<{ zone: string; minutes: number[] }[]>`
    SELECT timezone AS zone, array(
      SELECT (date_part('epoch', (at AT TIME ZONE timezone) - (at AT TIME ZONE 'UTC')) / 60)::float8
      FROM unnest(${samples.map((at) => new Date(at))}::timestamptz[]) WITH ORDINALITY AS sample(at, n) ORDER BY n) AS minutes
    FROM (SELECT DISTINCT timezone FROM catalog.venue) used ORDER BY timezone`;
  return rows.flatMap(({ zone, minutes }) => {
    const sides = samples.map((at, week) => ({
      ...{ zone, at, postgres: minutes[week] as number },
      node: offsetOf(zone, at) / 60_000,
    }));
    return sides.find(({ postgres, node }) => postgres !== node) ?? [];
  });
}

/**
 * Warns at the start and once a day if PostgreSQL and Node.js have different time zone data for zones of
 * venues.
 */
export const startComparingZones = ({
  database,
  log,
  offsetOf,
}: {
  database: CatalogTx;
  log: Log;
  offsetOf?: typeof offsetAt;
}) =>
  every(
    24 * 3600_000,
    {
      name: 'comparing time zones',
      async run() {
        const differences = await findZoneDifferences(database, Date.now(), offsetOf);
        if (differences.length > 0) log.warn({ zones: differences.map(describe) }, ZONES_DIFFER);
        return false;
      },
    },
    log,
  );

const ZONES_DIFFER =
  'PostgreSQL and Node.js have different time zone data: webhooks, hours in reports and the daily mail show another time than bookings. Update the older one';

const describe = ({ zone, at, postgres, node }: Difference): string =>
  `${zone} at ${new Date(at).toISOString().slice(0, 10)}: PostgreSQL ${utc(postgres)}, Node.js ${utc(node)}`;

/** `UTC+1:00`. */
function utc(minutes: number): string {
  const rest = String(Math.abs(minutes) % 60).padStart(2, '0');
  return `UTC${minutes < 0 ? '-' : '+'}${Math.trunc(Math.abs(minutes) / 60)}:${rest}`;
}
