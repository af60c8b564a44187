import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Running } from '@venue-booking/kit/process/lifecycle';

/** Writes the address to the data folder until it stops, for the command line on this machine. */
export function writeAddressFile(dataDir: string, port: number): Running {
  const file = join(dataDir, 'address');
  writeFileSync(file, `http://localhost:${port}\n`);
  return { stop: async () => rmSync(file, { force: true }) };
}
