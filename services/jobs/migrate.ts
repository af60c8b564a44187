import { join } from 'node:path';
import { migrate } from '@venue-booking/kit/postgres/migrate';
import { EnvError, readEnv, urlOf } from '@venue-booking/kit/process/env';
import { z } from 'zod';

export const migrateEnv = z.object({
  DATABASE_URL: urlOf('postgres', 'postgresql').describe('The database whose schemas are brought up to date'),
});

/** Services with a schema of their own. */
const WITH_SCHEMA = ['availability', 'booking', 'catalog', 'payment'];
/** How long the database may take to come. */
const PATIENCE_MS = 60_000;

/**
 * `migrate [service…]`: brings the schemas of the services, of all when none is named, in the database of
 * DATABASE_URL up to date, and says what it applied. Repeated, or run twice at once, each migration is
 * applied once.
 * @throws EnvError, or the failure of a migration, after which those before it stay
 */
export async function run(services: readonly string[]): Promise<void> {
  const unknown = services.find((service) => !WITH_SCHEMA.includes(service));
  if (unknown !== undefined)
    throw new EnvError(`Which schemas? ${unknown} is none of ${WITH_SCHEMA.join(', ')}.`);
  const { DATABASE_URL } = readEnv(migrateEnv);
  const patience = {
    until: Date.now() + PATIENCE_MS,
    waiting: (reason: string) =>
      console.log(`Waiting for the database, at most ${PATIENCE_MS / 1000} s (${reason}).`),
  };
  for (const service of services.length > 0 ? new Set(services) : WITH_SCHEMA) {
    const folder = join(import.meta.dirname, '..', service, 'prisma/migrations');
    const applied = await migrate(DATABASE_URL, service, folder, patience);
    console.log(`${service}: ${applied.length > 0 ? `applied ${applied.join(', ')}` : 'up to date'}`);
  }
}
