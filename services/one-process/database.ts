import type { Running } from '@venue-booking/kit/process/lifecycle';
import { createLog } from '@venue-booking/kit/process/log';
import type { AllEnv } from './env.ts';
import { startEmbeddedPostgres } from './postgres/embeddedPostgres.ts';

/** The database of all services, by its address. */
export type Database = Running & { url: string };

/**
 * The given database, or the embedded one, which starts; answers once it is at that. Meanwhile there is time
 * to read the code of the services, which takes as long and holds up all else in this process.
 * @returns what becomes of it in `ready`; whoever stops it must wait for that
 */
export async function beginDatabase(env: AllEnv): Promise<{ ready: Promise<Database> }> {
  if (env.DATABASE_URL) return { ready: Promise.resolve({ url: env.DATABASE_URL, stop: async () => {} }) };
  const log = createLog('venue-booking', env.LOG_LEVEL);
  const begun = Promise.withResolvers<void>();
  const ready = startEmbeddedPostgres({ dataDir: env.DATA_DIR, log, underWay: begun.resolve });
  // Why it could not start is told by `ready`.
  await Promise.race([begun.promise, ready]).catch(() => {});
  return { ready };
}
