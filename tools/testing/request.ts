import { globSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { ImportGraph } from './importGraph.ts';
import { isFast, whyNotFast } from './tiers.ts';

/** What to run. */
export interface Request {
  files: string[];
  namePatterns: string[];
  /** The one behaviour that is run of those in these files, by the name of its module. */
  behaviour?: string;
}

/** A request that can't be met; its message says what could be asked for instead. */
export class RequestError extends Error {}

const usage =
  'npm test takes words of the paths of test files, --fast for those that need no server, and ' +
  '--test-name-pattern=<words, or /a pattern/> for the names of tests: `npm test -- --fast services/gateway`.';

/** What the arguments of `npm test` ask for. */
export function readRequest(args: string[], graph: ImportGraph, root: string): Request {
  const { values, positionals } = parse(args);
  const all = list(root, '**/*.test.ts');
  const namePatterns = values['test-name-pattern'] ?? [];
  const chosen = positionals.map((word) => choose(word, all, graph, root));
  const behaviours = chosen.flatMap(({ behaviour }) => behaviour ?? []);
  if (behaviours.length > 0 && chosen.length > 1)
    throw new RequestError('One behaviour is run by itself: leave out the other words.');
  const files = chosen.length > 0 ? [...new Set(chosen.flatMap((one) => one.files))].sort() : all;
  const [behaviour] = behaviours;
  const request = { namePatterns, ...(behaviour && { behaviour }) };
  if (!values.fast) return { ...request, files };
  const fast = files.filter((file) => isFast(graph, file));
  if (fast.length > 0) return { ...request, files: fast };
  const [first = ''] = files;
  const way = whyNotFast(graph, first).map((one) => relative(root, one));
  throw new RequestError(`None of these files is fast: ${way[0]} may start processes (${way.join(' → ')}).`);
}

function parse(args: string[]) {
  try {
    const options = {
      fast: { type: 'boolean' },
      'test-name-pattern': { type: 'string', multiple: true },
    } as const;
    return parseArgs({ args, options, allowPositionals: true });
  } catch (error) {
    throw new RequestError(`${(error as Error).message.split('.')[0]}: ${usage}`);
  }
}

/** The test files whose path a word is part of, or those that run the one module of tests that it names. */
function choose(
  word: string,
  all: string[],
  graph: ImportGraph,
  root: string,
): { files: string[]; behaviour?: string } {
  const part = word.replace(/^\.\//, '');
  const files = all.filter((file) => relative(root, file).includes(part));
  if (files.length > 0) return { files };
  const modules = list(root, '**/*.{ts,mjs,tsx}').filter((file) => relative(root, file).includes(part));
  if (modules.length === 0)
    throw new RequestError(`No file has ${JSON.stringify(word)} in its path. ${usage}`);
  // Who loads the least besides is the closest to it.
  const reached = all
    .map((file) => ({ file, reached: graph.reached(file) }))
    .toSorted((a, b) => a.reached.size - b.reached.size);
  const usersOf = (module: string) =>
    reached.filter((one) => one.reached.has(module)).map(({ file }) => file);
  const ofTests = modules.filter((module) => graph.importsOf(module).includes('node:test'));
  const [module = ''] = modules;
  if (modules.length === 1 && ofTests.length === 1)
    return { files: usersOf(module), behaviour: path.basename(module, '.ts') };
  const told = Map.groupBy(modules, (one) => sayUsers(usersOf(one), root));
  throw new RequestError(
    [
      `No test file has ${JSON.stringify(word)} in its path.`,
      ...[...told].map(([users, some]) => `  ${users} ${some.map((one) => relative(root, one)).join(', ')}.`),
      ...ofTests.slice(0, 1).map((one) => `\`npm test -- ${relative(root, one)}\` runs that module alone.`),
    ].join('\n'),
  );
}

function sayUsers(files: string[], root: string): string {
  const [most, names] = [4, files.map((file) => relative(root, file))];
  const more = names.length > most ? [`${names.length - most} more`] : [];
  const some = [...names.slice(0, most), ...more];
  return `${some.join(', ') || 'No test file'} ${some.length > 1 ? 'load' : 'loads'}`;
}

/** Source files of the repository, by their whole paths. */
function list(root: string, pattern: string): string[] {
  const skipped = new Set(['node_modules', 'gen', 'dist', 'apps']);
  return globSync(`{admin-vue,cli,proto,services,widget-vue,test,tools}/${pattern}`, {
    cwd: root,
    exclude: (name) => skipped.has(path.basename(name)),
  })
    .sort()
    .map((file) => path.join(root, file));
}

const relative = (root: string, file: string): string =>
  path.isAbsolute(file) ? path.relative(root, file).replaceAll(path.sep, '/') : file;
