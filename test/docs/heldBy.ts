// Finds promises of the docs whose test does not exist.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { codeIn, root } from './pages.ts';

const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Whether a source has a test or group with this title. `…` matches a template expression. */
export function hasTest(source: string, title: string): boolean {
  const pattern = title.split('…').map(escaped).join('\\$\\{[^}]*\\}');
  return new RegExp(`(?:test|it|describe)\\(\\s*(['"\`])${pattern}\\1`).test(source);
}

/** The rows of a table whose test does not exist. */
export const rowsWithoutTest = (rows: Record<string, string>[]): Record<string, string>[] =>
  rows.filter(({ 'held by': cell = '', test: title = '' }) => {
    const file = path.join(root, codeIn(cell)[0] ?? '');
    return !existsSync(file) || !hasTest(readFileSync(file, 'utf8'), title);
  });
