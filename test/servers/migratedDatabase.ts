import { join } from 'node:path';
import { migrate } from '@venue-booking/kit/postgres/migrate';
import { createDatabase, type OwnDatabase } from './postgres.ts';

const VARIABLE = 'TEST_TEMPLATE_URL';
const SERVICES = ['availability', 'booking', 'catalog', 'payment'];

/** Makes the database that {@link createMigratedDatabase} copies, and has all test files find it. */
export async function makeTemplate(server: { url: string }): Promise<void> {
  const { url } = await createDatabase(server);
  for (const service of SERVICES)
    await migrate(url, service, join(import.meta.dirname, '../../services', service, 'prisma/migrations'));
  process.env[VARIABLE] = url;
}

/**
 * A fresh database in which the migrations of all services have been applied, as a copy of one on the same
 * server; an empty one where there is none to copy. Who uses it migrates it as ever, which finds nothing to
 * do: a copy takes a tenth of the time of that.
 */
export function createMigratedDatabase(server: { url: string }): Promise<OwnDatabase> {
  const template = process.env[VARIABLE] ? new URL(process.env[VARIABLE]) : undefined;
  const isHere = template?.host === new URL(server.url).host;
  return createDatabase(server, isHere ? template?.pathname.slice(1) : undefined);
}
