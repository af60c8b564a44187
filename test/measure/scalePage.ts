import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';

const page = resolve(import.meta.dirname, '../../docs/scale.md');
const begin = (name: string) => `<!-- measured: ${name} -->\n`;
const END = '<!-- /measured -->';

/** Names of the tables that the page has a place for. */
export const namesOnPage = (): string[] =>
  [...readFileSync(page, 'utf8').matchAll(/<!-- measured: (.+?) -->/g)].map(([, name]) => name ?? '');

/** Puts tables in their places on the page. @throws Error when one has none */
export function writeTables(tables: Record<string, string>): void {
  let text = readFileSync(page, 'utf8');
  for (const [name, table] of Object.entries(tables)) {
    const at = text.indexOf(begin(name));
    if (at < 0) throw new Error(`docs/scale.md has no place for the table "${name}"`);
    const from = at + begin(name).length;
    text = `${text.slice(0, from)}${table}\n${text.slice(text.indexOf(END, from))}`;
  }
  writeFileSync(page, text);
}
