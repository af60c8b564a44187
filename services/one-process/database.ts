import { createLog } from '@venue-booking/kit/logging/log';
import type { Running } from '@venue-booking/kit/process/lifecycle';
import type { AllEnv } from './env.ts';
import { startEmbeddedPostgres } from './postgres/embeddedPostgres.ts';

/** The URL of the database for all services. */
export type Database = Running & { url: string };

/**
 * Uses the configured database or starts the embedded one. Resolves once that start has begun: meanwhile this
 * process loads the code of the services, which takes as long and blocks everything else.
 * @returns `ready`, the started database; the caller must await it to stop the database
 */
export async function launchDatabase(env: AllEnv): Promise<{ ready: Promise<Database> }> {
  if (env.DATABASE_URL) return { ready: Promise.resolve({ url: env.DATABASE_URL, stop: async () => {} }) };
  const log = createLog('venue-booking', env.LOG_LEVEL);
  const begun = Promise.withResolvers<void>();
  const ready = startEmbeddedPostgres({ dataDir: env.DATA_DIR, log, underWay: begun.resolve });
  // `ready` rejects with the reason.
  await Promise.race([begun.promise, ready]).catch(() => {});
  return { ready };
}
