import type { CatalogRouter } from '@venue-booking/catalog/router';
import { redirectOrigin } from '@venue-booking/domain/venue/redirectOrigin';
import type { Log } from '@venue-booking/kit/logging/log';
import type { createClient } from '@venue-booking/kit/messaging/rpc';
import { every } from '@venue-booking/kit/scheduling/every';
import { MAX_ORIGINS, Origin } from '@venue-booking/proto/venue/venue';
import type { BookingDatabase } from '../database.ts';

type Deps = {
  database: BookingDatabase;
  redirects: ReturnType<typeof createClient<CatalogRouter>>['redirects'];
  publicUrl: string;
  log: Log;
};

const INTERVAL_MS = 60_000;

/**
 * Reports to catalog which origins guests of earlier bookings returned to, for each venue that catalog lists
 * as unsettled. Catalog stores which venues are done, so a crash or a second replica repeats at most one
 * venue (docs/decisions/0092-where-guests-return-to.md).
 */
export function startReportingOrigins(deps: Deps) {
  return every(
    INTERVAL_MS,
    { name: 'reporting the websites of earlier bookings', run: () => report(deps) },
    deps.log,
  );
}

/** Reports a batch of venues. @returns whether there may be more */
async function report({ database, redirects, publicUrl }: Deps): Promise<boolean> {
  const venueIds = await redirects.unsettled.query();
  const own = [new URL(publicUrl).origin];
  for (const venueId of venueIds)
    await redirects.settle.mutate({ venueId, used: await usedOrigins(database, venueId), own });
  return venueIds.length > 0;
}

/**
 * Origins in a venue's bookings, newest first. Bookings whose payment never came in do not count, because
 * anybody can create those with any address.
 */
export async function usedOrigins(database: BookingDatabase, venueId: number): Promise<string[]> {
  const rows = await database.$queryRaw<{ site: string }[]>`
    SELECT substring(redirect_url FROM '^[^/]*//[^/?#]*') AS site FROM booking.booking
    WHERE venue_id = ${venueId} AND redirect_url IS NOT NULL
      AND (payment_id IS NULL OR status = 'pending_payment' OR payment_status IN ('paid', 'refunded'))
    GROUP BY 1 ORDER BY max(id) DESC LIMIT 1000`;
  const origins = rows.flatMap(({ site }) => redirectOrigin(site) ?? []);
  return [...new Set(origins)].filter((origin) => Origin.safeParse(origin).success).slice(0, MAX_ORIGINS);
}
