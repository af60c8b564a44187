// The Markdown of this repository, read as a reader's viewer would.
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

export const root = path.resolve(import.meta.dirname, '../..');

/**
 * A fenced block: its language, its lines, the number of its first line in the page, and what the comment
 * above it says.
 */
export type Block = { language: string; text: string; line: number; comment: string };

export type Page = { file: string; text: string; lines: string[]; blocks: Block[]; prose: string };

/** What is not ours, or is made. */
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
  if (!page) throw new Error(`there is no ${file}`);
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
 * The rows of the tables between `<!-- name -->` and `<!-- /name -->`, each by its columns' names. Several
 * tables, under headings of their own, have the same columns.
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

/** The pages for readers: the README, and those of `docs` but the decisions. */
export const readersPages = pages.filter(({ file }) => file === 'README.md' || /^docs\/[^/]+$/.test(file));

/** Why a block is not run by our tests, as the comment above it says; undefined for one that is. */
export const whyNotRun = ({ comment }: Block): string | undefined => /^not run: (.+)$/.exec(comment)?.[1];

/** What stands between backticks. */
export const codeIn = (text: string): string[] =>
  [...text.matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code);
