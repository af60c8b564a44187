import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { randomSecret } from '@venue-booking/kit/secrets/randomSecret';
import { makeFolder } from './postgres/dataFolder.ts';

/** Secrets of an embedded installation, created at the first start and kept in the data folder. */
export function embeddedSecrets(dataDir: string) {
  makeFolder(dataDir);
  return {
    operatorToken: readOrCreate(join(dataDir, 'operator-token'), randomSecret(24)),
    signingKeys: readOrCreate(join(dataDir, 'signing-keys'), `k1:${randomSecret()}`),
    secretsKey: readOrCreate(join(dataDir, 'secrets-key'), `k1:${randomSecret()}`),
  };
}

/**
 * Returns the content of a file. Creates it first with `made`, readable by its owner only, if it is missing.
 */
export function readOrCreate(file: string, made: string): string {
  try {
    writeFileSync(file, `${made}\n`, { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  return readFileSync(file, 'utf8').trim();
}
