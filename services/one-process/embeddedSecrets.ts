import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { randomSecret } from '@venue-booking/kit/randomSecret';
import { makeFolder } from './postgres/dataFolder.ts';

/** Secrets of an embedded installation: made at the first start, kept in the data folder for its owner. */
export function embeddedSecrets(dataDir: string) {
  makeFolder(dataDir);
  return {
    operatorToken: keep(join(dataDir, 'operator-token'), randomSecret(24)),
    signingKeys: keep(join(dataDir, 'signing-keys'), `k1:${randomSecret()}`),
    secretsKey: keep(join(dataDir, 'secrets-key'), `k1:${randomSecret()}`),
  };
}

/** What a file holds: what was there, or else `made`, for its owner only. */
export function keep(file: string, made: string): string {
  try {
    writeFileSync(file, `${made}\n`, { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  return readFileSync(file, 'utf8').trim();
}
