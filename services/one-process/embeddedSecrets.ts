import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolder } from './postgres/dataFolder.ts';

/**
 * The secrets of an embedded installation: made at the first start, kept under the data folder for its owner
 * only.
 */
export function embeddedSecrets(dataDir: string): {
  operatorToken: string;
  signingKeys: string;
  secretsKey: string;
} {
  makeFolder(dataDir);
  return {
    operatorToken: keep(join(dataDir, 'operator-token'), () => randomBytes(24).toString('base64url')),
    signingKeys: keep(join(dataDir, 'signing-keys'), () => `k1:${randomBytes(32).toString('base64url')}`),
    secretsKey: keep(join(dataDir, 'secrets-key'), () => `k1:${randomBytes(32).toString('base64url')}`),
  };
}

function keep(file: string, make: () => string): string {
  try {
    writeFileSync(file, `${make()}\n`, { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  return readFileSync(file, 'utf8').trim();
}
