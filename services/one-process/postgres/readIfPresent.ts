import { readFileSync } from 'node:fs';

/** The text of a file, or undefined if it is missing or unreadable. */
export function readIfPresent(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
