import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';

const pages = ['scale', 'performance'].map((name) => resolve(import.meta.dirname, `../../docs/${name}.md`));
const begin = (name: string) => `<!-- measured: ${name} -->\n`;
const END = '<!-- /measured -->';

/** Names of the tables in the docs. */
export const namesOnPages = (): string[] =>
  pages.flatMap((page) =>
    [...readFileSync(page, 'utf8').matchAll(/<!-- measured: (.+?) -->/g)].map(([, name]) => name ?? ''),
  );

/** Replaces the tables in the docs. @throws Error if the docs have no place for one */
export function writeTables(tables: Record<string, string>): void {
  for (const [name, table] of Object.entries(tables)) {
    const page = pages.find((one) => readFileSync(one, 'utf8').includes(begin(name)));
    if (!page) throw new Error(`docs/scale.md and docs/performance.md have no place for the table "${name}"`);
    const text = readFileSync(page, 'utf8');
    const from = text.indexOf(begin(name)) + begin(name).length;
    writeFileSync(page, `${text.slice(0, from)}${table}\n${text.slice(text.indexOf(END, from))}`);
  }
}
