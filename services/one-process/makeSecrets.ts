import { chmodSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { randomSecret } from '@venue-booking/kit/secrets/randomSecret';
import { EnvError } from '@venue-booking/kit/settings/env';
import { embeddedSecrets, readOrCreate } from './embeddedSecrets.ts';

/**
 * `make-secrets <folder> <database host>`: creates the secrets of an installation with containers, unless
 * they exist. `product/` has those of the product and the URL of its database, `database/` the password of
 * the database. Containers run as different users, so everybody may read the files: mount each folder only
 * into the containers that need it.
 * @throws EnvError without the arguments
 */
export async function run([folder, databaseHost]: readonly string[]): Promise<void> {
  if (!folder || !databaseHost) throw new EnvError('Usage: make-secrets <folder> <database host>');
  const [product, database] = [join(folder, 'product'), join(folder, 'database')];
  for (const each of [product, database]) mkdirSync(each, { recursive: true, mode: 0o755 });
  embeddedSecrets(product);
  const password = readOrCreate(join(database, 'password'), randomSecret(24));
  readOrCreate(
    join(product, 'database-url'),
    `postgresql://venue_booking:${password}@${databaseHost}:5432/venue_booking`,
  );
  for (const name of ['operator-token', 'signing-keys', 'secrets-key', 'database-url'])
    chmodSync(join(product, name), 0o444);
  chmodSync(join(database, 'password'), 0o444);
  console.log(`The secrets are in ${folder}.`);
}
