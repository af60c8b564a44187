import { join } from 'node:path';
import { awaitDependency } from '@venue-booking/kit/concurrency/awaitDependency';
import { migrate } from '@venue-booking/kit/postgres/migrate';
import { EnvError, readEnv, urlOf } from '@venue-booking/kit/settings/env';
import { z } from 'zod';

export const migrateEnv = z.object({
  DATABASE_URL: urlOf('postgres', 'postgresql').describe('The database to migrate'),
});

/** Services with a schema. */
const WITH_SCHEMA = ['availability', 'booking', 'catalog', 'payment'];
/** How long to wait for the database. */
const CONNECT_TIMEOUT_MS = 60_000;

/**
 * `migrate [service…]`: applies pending migrations to the schemas of the named services, or of all
 * services, in the database at DATABASE_URL, and prints what it applied. It can be repeated or run
 * concurrently: each migration is applied once.
 * @throws EnvError, or the error of a migration; migrations before it stay applied
 */
export async function run(services: readonly string[]): Promise<void> {
  const unknown = services.find((service) => !WITH_SCHEMA.includes(service));
  if (unknown !== undefined)
    throw new EnvError(`Unknown schema ${unknown}. Use one of ${WITH_SCHEMA.join(', ')}.`);
  const { DATABASE_URL } = readEnv(migrateEnv);
  const waiting = {
    until: Date.now() + CONNECT_TIMEOUT_MS,
    report: (line: string) => console.log(`${line}; waiting, at most ${CONNECT_TIMEOUT_MS / 1000} s`),
  };
  for (const service of services.length > 0 ? new Set(services) : WITH_SCHEMA) {
    const folder = join(import.meta.dirname, '..', service, 'prisma/migrations');
    const applied = await awaitDependency(() => migrate(DATABASE_URL, service, folder), waiting);
    console.log(`${service}: ${applied.length > 0 ? `applied ${applied.join(', ')}` : 'up to date'}`);
  }
}
