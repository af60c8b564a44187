import { accessSync, constants } from 'node:fs';

/** A program on this machine, with the environment that it needs. */
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
