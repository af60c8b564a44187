import { join } from 'node:path';
import { migrate } from '@venue-booking/kit/postgres/migrate';
import { createDatabase, type OwnDatabase } from './postgres.ts';

const VARIABLE = 'TEST_TEMPLATE_URL';
const SERVICES = ['availability', 'booking', 'catalog', 'payment'];

/**
 * Creates the template that {@link createMigratedDatabase} copies. All test files get its URL from the
 * environment.
 */
export async function makeTemplate(server: { url: string }): Promise<void> {
  const { url } = await createDatabase(server);
  for (const service of SERVICES)
    await migrate(url, service, join(import.meta.dirname, '../../services', service, 'prisma/migrations'));
  process.env[VARIABLE] = url;
}

/**
 * Creates a database in which the migrations of all services are applied, by copying the template on the same
 * server. Without a template it is empty. Services migrate the database as usual; in a copy they find nothing
 * to do. Copying takes a tenth of the time of migrating.
 */
export function createMigratedDatabase(server: { url: string }): Promise<OwnDatabase> {
  const template = process.env[VARIABLE] ? new URL(process.env[VARIABLE]) : undefined;
  const isHere = template?.host === new URL(server.url).host;
  return createDatabase(server, isHere ? template?.pathname.slice(1) : undefined);
}
