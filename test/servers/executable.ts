import { accessSync, constants } from 'node:fs';

/** A server program on this machine, and what its environment needs. */
export interface Program {
  file: string;
  env?: Record<string, string>;
}

export function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
