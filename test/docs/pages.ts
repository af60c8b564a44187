// Parses the Markdown pages of this repository.
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

export const root = path.resolve(import.meta.dirname, '../..');

/**
 * A fenced block: its language, its text, the number of its first line in the page, and the text of the HTML
 * comment above it.
 */
export type Block = { language: string; text: string; line: number; comment: string };

export type Page = { file: string; text: string; lines: string[]; blocks: Block[]; prose: string };

/** Folders with third-party or generated files. */
const OTHERS = ['node_modules', 'dist', 'gen', 'apps', 'artifacts', '.git'];

/** Every page of the repository. */
export const pages: readonly Page[] = globSync('{,.github/}**/*.md', {
  cwd: root,
  exclude: (name) => OTHERS.includes(path.basename(name)),
})
  .sort()
  .map(readPage);

export function pageOf(file: string): Page {
  const page = pages.find((one) => one.file === file);
  if (!page) throw new Error(`${file} does not exist`);
  return page;
}

function readPage(file: string): Page {
  const text = readFileSync(path.join(root, file), 'utf8');
  const lines = text.split('\n');
  const blocks: Block[] = [];
  const prose: string[] = [];
  let fence: { mark: string; language: string; line: number; indent: number; inside: string[] } | undefined;
  for (const [at, line] of lines.entries()) {
    const [, indent = '', mark = '', language = ''] = /^( *)(```+)([\w-]*)/.exec(line) ?? [];
    if (!fence && mark) fence = { mark, language, line: at + 2, indent: indent.length, inside: [] };
    else if (fence && line.trim() === fence.mark) {
      blocks.push({
        language: fence.language,
        line: fence.line,
        text: fence.inside.join('\n'),
        comment: /^ *<!-- (.*) -->$/.exec(lines[fence.line - 3] ?? '')?.[1] ?? '',
      });
      fence = undefined;
    } else if (fence) fence.inside.push(line.slice(fence.indent));
    else prose.push(line);
  }
  return { file, text, lines, blocks, prose: prose.join('\n') };
}

/**
 * The rows of the tables between `<!-- name -->` and `<!-- /name -->`, as objects keyed by column. Several
 * tables, under their own headings, must have the same columns.
 */
export function tableOf(page: Page, name: string): Record<string, string>[] {
  const [, inside = ''] = page.text.split(new RegExp(`<!-- /?${name} -->`));
  const [columns = [], ...others] = inside
    .split('\n')
    .filter((line) => line.startsWith('|') && !/^\|( --- \|)+$/.test(line))
    .map((line) =>
      line
        .slice(1, -1)
        .split(/(?<!\\)\|/)
        .map((cell) => cell.trim()),
    );
  return others
    .filter((cells) => cells.join() !== columns.join())
    .map((cells) => Object.fromEntries(columns.map((column, at) => [column, cells[at] ?? ''])));
}

/** The README and the pages of `docs`, without the decisions. */
export const readersPages = pages.filter(({ file }) => file === 'README.md' || /^docs\/[^/]+$/.test(file));

/** The reason in the comment above a block that tests do not run; undefined for a block that they run. */
export const whyNotRun = ({ comment }: Block): string | undefined => /^not run: (.+)$/.exec(comment)?.[1];

/** The texts between backticks. */
export const codeIn = (text: string): string[] =>
  [...text.matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code);
